import type { Verdict } from "@gatehouse/engine";

/** How a command ended: what the runtime's command handler hands over. */
export interface MimirRun {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** UTF-16 code units of a message. */
const MAX_MESSAGE = 2000;

/**
 * The verdict of a hook's command (document 003, "Execution Flow"): exit code 0 has no objection, everything else is a
 * failure with the command's own message. What a failure means stands in the policy: `continueOnError: false` denies, true
 * warns.
 */
export function interpretMimir(run: MimirRun): Verdict {
  const { exitCode, signal } = run;
  if (exitCode === 0) return { kind: "approve", reason: "" };
  const said = [run.stderr, run.stdout].map((text) => text.trim()).find((text) => text !== "");
  const how = exitCode === null ? `ended by ${signal ?? "nobody knows what"}` : `exit code ${exitCode}`;
  return {
    kind: "failure",
    code: exitCode === null ? "signal" : "exit-code",
    message: said === undefined ? how : shortened(said),
  };
}

/** The end of a long text: what went wrong comes last. */
function shortened(text: string): string {
  return text.length <= MAX_MESSAGE ? text : `…${text.slice(-MAX_MESSAGE).replace(/^[\udc00-\udfff]/, "")}`;
}
