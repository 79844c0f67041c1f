import type { Event, Verdict } from "@gatehouse-hooks/engine";
import { whyNoValue } from "./environment.js";

/** How a command ended: as the runtime's command handler passes it. */
export interface MimirRun {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** UTF-16 code units of a message. */
const MAX_MESSAGE = 2000;
/** What shells print for `${MIMIR_name?}` without a value. */
const NOT_SET = /\bMIMIR_(?:json_)?([a-z_]+): parameter (?:null or )?not set/;

/**
 * The verdict of a hook's command (document 003, "Execution Flow"): exit code 0 means no objection, everything else is a
 * failure with the command's own message. What a failure means is in the policy: `continueOnError: false` denies, true
 * warns.
 *
 * @param need what the command ran for: a value that the event did not have is then named in words for people
 */
export function interpretMimir(run: MimirRun, need?: { readonly event: Event }): Verdict {
  const { exitCode, signal } = run;
  if (exitCode === 0) return { kind: "approve", reason: "" };
  const said = [run.stderr, run.stdout].map((text) => text.trim()).find((text) => text !== "");
  const absent = need === undefined ? null : absentValue(run.stderr, need.event);
  if (absent !== null) return { kind: "failure", code: "no-value", message: absent };
  const how = exitCode === null ? `ended by ${signal ?? "an unknown cause"}` : `exit code ${exitCode}`;
  return {
    kind: "failure",
    code: exitCode === null ? "signal" : "exit-code",
    message: said === undefined ? how : shortened(said),
  };
}

/** The shell ended the command because a value was missing. */
function absentValue(stderr: string, event: Event): string | null {
  const name = NOT_SET.exec(stderr)?.[1];
  const why = name === undefined ? null : whyNoValue(name, event);
  return name === undefined || why === null
    ? null
    : `the hook needs \`{${name}}\`, and ${why}: nothing was checked (MIMIR_${name} is not set)`;
}

/** The end of a long text: what went wrong comes last. */
function shortened(text: string): string {
  return text.length <= MAX_MESSAGE ? text : `…${text.slice(-MAX_MESSAGE).replace(/^[\udc00-\udfff]/, "")}`;
}
