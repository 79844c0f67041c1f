import { type Event, readEvent } from "@gatehouse-hooks/engine";
import type { JsonObject } from "@gatehouse-hooks/json";
import { jsonLines } from "../json-lines.js";

/** A command of public tests, with the verdict of its source under that source's own policy. */
interface PublicRow {
  readonly command: string;
  readonly expected: "allow" | "deny" | "ask" | "defer";
  /** `owner/repository:path`. */
  readonly source: string;
  readonly category: string;
}

/** A row written for this project. */
export interface OwnRow {
  readonly class: string;
  /** A command of the shell, or `@Tool` and its parameters. */
  readonly command: string;
  readonly expect: "deny" | "ask" | "none" | "unknown" | "notdeny";
}

/** What a row is to the packs. */
export type RowClass = "dangerous" | "own files" | "harmless" | "looking" | "other";

export interface CommandRow {
  readonly command: string;
  /** The short name of the source. */
  readonly source: string;
  readonly category: string;
  readonly is: RowClass;
}

const SOURCES: Readonly<Record<string, string>> = {
  "Dicklesworthstone/destructive_command_guard": "dcg",
  "kenryu42/claude-code-safety-net": "safety-net",
  "manuelschipper/nah": "nah",
  "ldayton/Dippy": "Dippy",
};

/** Rows about the files and the configuration of the source itself, by `source category`. */
const OWN_FILES: ReadonlySet<string> = new Set([
  "nah self-protection",
  "safety-net rules-custom-integration",
]);

/** The public rows, each with its class. */
export function commandRows(): readonly CommandRow[] {
  return jsonLines<PublicRow>("../vectors/commands.jsonl", import.meta.url).map(
    ({ command, expected, source: from, category }) => {
      const source = SOURCES[from.split(":")[0] ?? ""] ?? from;
      return { command, source, category, is: classOf(expected, source, category) };
    },
  );
}

/** The rows that were written for this project. */
export function ownRows(): readonly OwnRow[] {
  return jsonLines<OwnRow>("../vectors/facts.jsonl", import.meta.url);
}

/** The event of a row, read as a driver reads it: facts of it are made once for all policies. */
export function eventOf(command: string): Event {
  const tool = /^@(\w+) (.*)$/s.exec(command);
  const call =
    tool === null
      ? { toolName: "exec", params: { command } }
      : { toolName: tool[1] ?? "", params: JSON.parse(tool[2] ?? "{}") as JsonObject };
  const read = readEvent({
    event: "before_tool_call",
    ...call,
    cwd: "/workspace/project",
    workspace: "/workspace/project",
    home: "/home/test",
  });
  if (read.kind === "refused") throw new Error(read.issue.message);
  return read.event;
}

function classOf(expected: PublicRow["expected"], source: string, category: string): RowClass {
  if (expected === "deny") return OWN_FILES.has(`${source} ${category}`) ? "own files" : "dangerous";
  if (expected !== "allow") return "other";
  return source === "Dippy" ? "looking" : source === "nah" ? "other" : "harmless";
}
