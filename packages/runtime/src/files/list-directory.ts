import type { Dirent } from "node:fs";
import path from "node:path";
import { entriesOf, realpath, stat } from "../looks/recorded-fs.js";
import { FILE_LIMITS } from "./file-limits.js";
import { type FileProblem, OUTSIDE, problem } from "./file-problem.js";
import { type ListOptions, notRead, type NotRead } from "./not-read.js";
import { isPolicyName } from "./policy-name.js";
import { isInside } from "./absolute-path.js";

/** What a directory holds: its policy files in code-unit order, what is wrong with it, and what is not read. */
export interface Listing {
  /** Paths below the directory. */
  readonly names: readonly string[];
  readonly problems: readonly FileProblem[];
  readonly unread: readonly NotRead[];
  /** Entries of the directory itself. */
  readonly entries: number;
}

/**
 * Lists a directory. Entries are read one by one, so a directory of any size costs a bounded amount of memory. Links to
 * directories are not followed. Throws what the file system throws for the directory itself.
 */
export async function listDirectory(directory: string, options: ListOptions): Promise<Listing> {
  const { filesPerDirectory, entriesPerDirectory } = FILE_LIMITS;
  const names: string[] = [];
  const problems: FileProblem[] = [];
  const unread: NotRead[] = [];
  let entries = 0;
  let own = 0;
  const waiting: { readonly below: string; readonly level: number }[] = [{ below: "", level: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { below, level } = next;
    const found: Dirent[] = [];
    for await (const entry of entriesOf(path.join(directory, below))) {
      entries++;
      // Which of them come first depends on the file system, so none is taken.
      if (entries > entriesPerDirectory)
        return { names: [], problems: [TOO_MANY_ENTRIES], unread: [], entries };
      found.push(entry);
    }
    if (level === 0) own = entries;
    const present = new Set(found.map((entry) => entry.name));
    for (const entry of found) {
      const name = path.join(below, entry.name);
      const kind = await kindOf(entry, directory, name, options);
      if (kind === "folder" && level < options.depth) waiting.push({ below: name, level: level + 1 });
      else if (kind === "folder") problems.push(tooDeep(name));
      else if (kind === "outside") problems.push(OUTSIDE);
      else if (kind === "policy") names.push(name);
      else {
        const why = await notRead(path.join(directory, below), entry, present, options);
        if (why !== null) unread.push({ ...why, name: path.join(below, why.name) });
      }
    }
  }
  names.sort();
  unread.sort((a, b) => (a.name < b.name ? -1 : 1));
  if (names.length > filesPerDirectory) {
    problems.push(
      problem(
        "too-many",
        `${names.length} policy files, at most ${filesPerDirectory} are read: the rest is missing`,
        "put several policies into one file",
      ),
    );
  }
  return { names: names.slice(0, filesPerDirectory), problems, unread, entries: own };
}

async function kindOf(
  entry: Dirent,
  directory: string,
  name: string,
  { depth, extensions }: ListOptions,
): Promise<"folder" | "outside" | "policy" | "other"> {
  const isNamed = isPolicyName(entry.name, extensions);
  if (entry.isDirectory() && depth > 0 && !isNamed) return "folder";
  if (depth > 0 && entry.isSymbolicLink() && (await leadsOut(directory, name))) return "outside";
  return isNamed ? "policy" : "other";
}

const TOO_MANY_ENTRIES: FileProblem = problem(
  "too-many",
  `more than ${FILE_LIMITS.entriesPerDirectory} entries: none of them is read`,
  "name a directory of policies only",
);

/** Whether a link leads to a directory elsewhere: one in the directory itself is read there. */
async function leadsOut(directory: string, name: string): Promise<boolean> {
  try {
    const real = await realpath(path.join(directory, name));
    return !isInside(directory, real) && (await stat(real)).isDirectory();
  } catch {
    return false;
  }
}

function tooDeep(name: string): FileProblem {
  return problem("too-deep", `the folder \`${name}\` is too many levels down: it is not read`, "move it up");
}
