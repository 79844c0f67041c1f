import { compilePolicies, decide, type Decision, readEvent } from "@gatehouse-hooks/engine";
import { createFacts, PROGRAMS, TOOL_ROWS } from "@gatehouse-hooks/facts";
import { loadAll } from "@gatehouse-hooks/hosts";
import { readPolicyFiles } from "@gatehouse-hooks/runtime";
import { readFile } from "node:fs/promises";
import path from "node:path";

/** One call, and what is decided of it. */
export interface SpelledCall {
  /** The tool and what it is given, in one line. */
  readonly text: string;
  readonly decision: Decision;
}

/** Two calls that look alike, of which one does what is forbidden. */
export interface SpelledPair {
  readonly forbidden: SpelledCall;
  readonly harmless: SpelledCall;
}

/** Decides the calls of `keys/calls.jsonl` by the policy of `keys/.gatehouse`. */
export async function decideSpellings(here: string): Promise<readonly SpelledPair[]> {
  const { files } = await readPolicyFiles([{ path: "keys/.gatehouse", tier: "project" }], { cwd: here });
  const derive = createFacts({ programs: [PROGRAMS], tools: [TOOL_ROWS] });
  const { set } = compilePolicies(loadAll(files), { derive });
  const decided = (call: unknown): SpelledCall => {
    const read = readEvent(call);
    if (read.kind === "refused") throw new Error(read.issue.message);
    return { text: textOf(call as Call), decision: decide(set, read.event) };
  };
  const lines = (await readFile(path.join(here, "keys/calls.jsonl"), "utf8")).trim().split("\n");
  return lines.map((line) => {
    const { forbidden, harmless } = JSON.parse(line) as Readonly<Record<"forbidden" | "harmless", unknown>>;
    return { forbidden: decided(forbidden), harmless: decided(harmless) };
  });
}

interface Call {
  readonly toolName: string;
  readonly params: { readonly command?: string; readonly file_path?: string; readonly input?: string };
}

function textOf({ toolName, params: { command, file_path: file, input } }: Call): string {
  return command ?? `${toolName} ${file ?? input?.split("\n")[1] ?? ""}`;
}
