import { type Facts, type PathFact, PROGRAMS, TOOL_ROWS, createFacts } from "../../src/index.js";
import { type Traced, traceInBox } from "./trace-in-box.js";

const { facts } = createFacts({ programs: [PROGRAMS], tools: [TOOL_ROWS] });

/** The facts of a command that runs in the box. */
export function predictFiles(command: string): Facts {
  const place = {
    cwd: "/w/p",
    workspace: "/w/p",
    home: "/home/u",
    links: { "/w/p/l": "/w/p/a", "/w/p/ld": "/w/p/d" },
  };
  return facts({ ...place, event: "before_tool_call", toolName: "Bash", params: { command } });
}

/** A path that a command changed or read, and its facts do not have, although they say that all was understood. */
export interface FileMiss {
  readonly command: string;
  readonly writes: readonly string[];
  readonly deletes: readonly string[];
  readonly reads: readonly string[];
}

/** What one box showed. */
export interface HeldFiles {
  readonly misses: readonly FileMiss[];
  /** Commands whose facts say that all was understood. */
  readonly understood: number;
  /** Paths that were written, removed or read. */
  readonly changes: number;
}

/**
 * Runs commands in one box, and holds the files that they changed against their facts.
 *
 * @param folder an empty directory
 * @param run says what each changed
 */
export function holdFiles(
  commands: readonly string[],
  predict: (command: string) => Facts,
  folder: string,
  run: (commands: readonly string[], folder: string) => readonly Traced[] = traceInBox,
): HeldFiles {
  const traced = run(commands, folder);
  const misses: FileMiss[] = [];
  let understood = 0;
  let changes = 0;
  for (const [i, command] of commands.entries()) {
    const found = predict(command);
    const did = traced[i];
    if (!found.complete || did === undefined) continue;
    understood++;
    changes += did.writes.length + did.deletes.length + (did.reads ?? []).length;
    const miss = missing(found, did);
    if (miss.writes.length + miss.deletes.length + miss.reads.length > 0) misses.push({ command, ...miss });
  }
  return { misses, understood, changes };
}

function missing(found: Facts, did: Traced): Omit<FileMiss, "command"> {
  const changed = [...found.writes, ...found.deletes];
  return {
    // The directories on the way to what is written may be made with it.
    writes: did.writes.filter((one) => {
      const mayBeFolder = did.folders?.includes(one) ?? true;
      return !changed.some((fact) => covers(fact, one) || (mayBeFolder && isAbove(one, fact)));
    }),
    // What a compressor puts in place of a file is written to it (SPEC, "Paths").
    deletes: did.deletes.filter((one) => !changed.some((fact) => covers(fact, one))),
    // What is run is opened, too.
    reads: (did.reads ?? []).filter((one) => ![...found.reads, ...changed].some((fact) => covers(fact, one))),
  };
}

/** A folder on the way to what is written, also where a part of that is not known. */
function isAbove(path: string, fact: PathFact): boolean {
  let above = fact.path?.replace(/\/[^/]*$/, "") ?? "";
  for (; above !== ""; above = above.includes("/") ? above.replace(/\/[^/]*$/, "") : "")
    if (covers({ ...fact, path: above, tree: false }, path)) return true;
  return false;
}

function covers({ path, tree }: PathFact, given: string): boolean {
  if (path === null) return true;
  const source = path
    .replace(/\/$/, "")
    .split(/(\\[^]|\*\*\/|\*\*|\*|\?|\[[^\]]*\])/)
    .map((part, i) => {
      if (i % 2 === 0) return part.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
      if (part === "**/") return "(?:.*/)?";
      if (part === "**") return ".*";
      if (part === "*") return "[^/]*";
      if (part === "?") return "[^/]";
      return part.startsWith("[!") ? `[^${part.slice(2)}` : part;
    })
    .join("");
  return new RegExp(`^${source}${tree ? "(?:/.*)?" : ""}/?$`, "s").test(given);
}
