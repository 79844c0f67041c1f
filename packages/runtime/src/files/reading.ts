import path from "node:path";
import type { Issue } from "@gatehouse-hooks/json";
import { type LostPolicy, lostTo, type Tier } from "@gatehouse-hooks/engine";
import { realpath } from "../looks/recorded-fs.js";
import { FILE_LIMITS, type ReadBudget } from "./file-limits.js";
import { type FileProblem, fileIssue, problem, nameWarning } from "./file-problem.js";
import type { NotRead } from "./not-read.js";
import type { FoundPolicyFile, PolicyRoot } from "./policy-root.js";
import type { PolicyFiles, ReadPolicyFilesOptions } from "./policy-files.js";
import { readInside } from "./read-inside.js";
import { absolutePath } from "./absolute-path.js";
import { Spending } from "./spending.js";

/** A file that is about to be read. */
export interface Candidate {
  /** The directory that the file must be in, absolute and without links. */
  readonly inside: string;
  /** Absolute. */
  readonly file: string;
  readonly shown: string;
  readonly tier: Tier;
  readonly root: number;
  /** It counts against the project's budget. */
  readonly counted: boolean;
}

/** What has been read so far, the most trusted roots first. */
export class Reading {
  /** The roots, and what is not a policy, without links: none of them is a mere sub-folder of a root. */
  readonly directories: ReadonlySet<string>;
  readonly #files: FoundPolicyFile[] = [];
  /** Those that count against the budget. */
  readonly #counted = new Set<FoundPolicyFile>();
  /** Real paths and identities of the files that were read. */
  readonly #known = new Set<string>();
  readonly #issues: Issue[] = [];
  readonly #lost: LostPolicy[] = [];
  readonly #unread: Issue[] = [];
  readonly #except: ReadonlySet<string>;
  readonly #spending: Spending | undefined;

  private constructor(directories: ReadonlySet<string>, except: ReadonlySet<string>, budget?: ReadBudget) {
    this.directories = directories;
    this.#except = except;
    this.#spending = budget && new Spending(budget);
  }

  static async start(
    roots: readonly PolicyRoot[],
    base: { readonly cwd: string; readonly home: string },
    { except = [], projectBudget }: ReadPolicyFilesOptions,
  ): Promise<Reading> {
    const directories = await realPaths([...roots.map((root) => absolutePath(root.path, base)), ...except]);
    return new Reading(directories, await realPaths(except), projectBudget);
  }

  /** Records an error: rules are missing. */
  fail(found: FileProblem, shown: string, tier: Tier): void {
    const issue = fileIssue(found, shown);
    this.#issues.push(issue);
    this.#lost.push(...lostTo(issue, tier));
  }

  warn(issue: Omit<Issue, "severity">): void {
    this.#issues.push({ severity: "warning", ...issue });
  }

  /** Records what looks like policies and is not read. */
  leaveUnread(found: readonly NotRead[], show: (name: string) => string): void {
    const shown =
      found.length > FILE_LIMITS.noticesPerRoot ? found.slice(0, FILE_LIMITS.noticesPerRoot - 1) : found;
    for (const { name, message, cure } of shown) {
      const path = show(name);
      // Two neighbouring roots see the same.
      if (this.#unread.some((issue) => issue.path === path)) continue;
      this.#unread.push({ severity: "warning", code: "not-read", message, path, cure });
    }
    const more = found.length - shown.length;
    if (more > 0) {
      const message = `${more} more entries look like policies and are not read`;
      this.#unread.push({
        severity: "warning",
        code: "not-read",
        message,
        path: show("."),
        cure: "as above",
      });
    }
  }

  /** Whether the files of the project may cost so many more files; else none of them counts. */
  mayRead(files: number, { counted }: Pick<Candidate, "counted">, shown: string): boolean {
    return !counted || this.#spending === undefined || this.#spending.takeFiles(files, shown);
  }

  async read({ inside, file, shown, tier, root, counted }: Candidate): Promise<void> {
    if (this.#except.has(file)) return;
    const spending = counted ? this.#spending : undefined;
    if (spending !== undefined && !spending.hasTime(shown)) return;
    this.#warnOfName(file, shown);
    const read = await readInside(inside, file);
    if (read.kind === "problem") {
      this.fail(read, shown, tier);
      return;
    }
    const { realPath, identity, text } = read;
    if (this.#except.has(realPath) || this.#isKnown(realPath, identity)) return;
    if (spending !== undefined && !spending.takeText(text, shown)) return;
    if (read.writableByOthers) this.warn(openToOthers("file", shown));
    this.#known.add(realPath);
    if (identity !== null) this.#known.add(identity);
    const found = { path: shown, realPath, foundAt: file, root, text, tier };
    this.#files.push(found);
    if (counted) this.#counted.add(found);
  }

  #isKnown(realPath: string, identity: string | null): boolean {
    return this.#known.has(realPath) || (identity !== null && this.#known.has(identity));
  }

  #warnOfName(file: string, shown: string): void {
    const warning = nameWarning(path.basename(file));
    if (warning !== null) {
      const message = `the file's name holds ${warning === "control-character" ? "a control" : "an invisible"} character`;
      this.warn({ code: warning, message, path: shown, cure: "rename it" });
    }
    const ending = path.extname(file);
    if (ending !== ending.toLowerCase()) {
      const message = `the file is read, but its ending \`${ending}\` is not \`${ending.toLowerCase()}\`: other tools may pass it over`;
      this.warn({ code: "odd-ending", message, path: shown, cure: "rename it" });
    }
  }

  result(): PolicyFiles {
    const over = this.#spending?.over ?? null;
    const files = this.#files.toSorted((a, b) => a.root - b.root);
    if (over === null) return { files, issues: this.#issues, lost: this.#lost, unread: this.#unread };
    this.fail(
      problem(
        "over-budget",
        `the project's policy files cost too much to load (${over.what}): none of them is in force`,
        "merge or remove files; rules for many projects belong into the user's or the organisation's folder",
      ),
      over.shown,
      "project",
    );
    return {
      files: files.filter((file) => !this.#counted.has(file)),
      issues: this.#issues,
      lost: this.#lost,
      unread: this.#unread,
    };
  }
}

export function openToOthers(what: "file" | "directory", shown: string): Omit<Issue, "severity"> {
  return {
    code: "writable-by-others",
    message: `every user of this machine may change this ${what}, hence the policies`,
    path: shown,
    cure: "chmod o-w",
  };
}

/** Without links, as far as the paths exist. */
async function realPaths(paths: readonly string[]): Promise<ReadonlySet<string>> {
  const real = await Promise.all(paths.map((one) => realpath(one).catch(() => one)));
  return new Set(real);
}
