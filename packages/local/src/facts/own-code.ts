import type { ActionFact, Facts } from "@gatehouse-hooks/facts";
import { isRecord, parseJsonObject } from "@gatehouse-hooks/json";
import { lstatSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, isAbsolute, join, relative } from "node:path";
import process from "node:process";

/** What of a project says what its own code does, as it was when a person answered for it. */
export interface Definition {
  /** From the project's folder. */
  readonly path: string;
  /** In hex; `null`: it was not there. */
  readonly sha256: string | null;
}

/** A person's answer for a project: its own code may run, as it was defined then. */
export interface OwnCodeAnswer {
  /** The folder, without links. */
  readonly project: string;
  /** When: UTC, ISO 8601. */
  readonly at: string;
  readonly definitions: readonly Definition[];
}

/** The answers are next to the list of trusted files. */
export const OWN_CODE_FILE: string = join(".gatehouse", "own-code.json");

/** Files that define what runs, by the language that facts give to code of the project that no path names. */
export const DEFINED_IN: Readonly<Record<string, readonly string[]>> = {
  sh: ["package.json"],
  make: ["GNUmakefile", "makefile", "Makefile", "justfile", "Justfile", ".justfile", "Taskfile.yml"],
  build: ["build.gradle", "build.gradle.kts", "pom.xml", "build.xml", "CMakeLists.txt", "meson.build"],
  rust: ["build.rs", ".cargo/config.toml"],
  test: ["tox.ini", "noxfile.py"],
  ruby: ["Rakefile"],
  ...{ go: [], node: [], python: [], java: [], dotnet: [], swift: [], php: [] },
};

/** Bytes of a definition, and of all answers. */
const MAX_BYTES = 4 * 1_024 * 1_024;
const WRITABLE_BY_OTHERS = 0o022;
/** Entries of a list of facts. */
const MOST_ACTIONS = 200;
/** Managers of packages whose unknown subcommand is a script of `package.json`. */
const RUNS_SCRIPTS = /^(?:pnpm|yarn|bun|npm) /;

/**
 * The action of a call that runs code of the project for which no person has answered, or which is defined otherwise since (facts SPEC,
 * "Own code"). Never throws: what cannot be read is no answer.
 */
export function ownCodeAction(facts: Facts, home: string, project: string): ActionFact | undefined {
  const runs = ownRuns(facts, project);
  const [first] = runs;
  if (first === undefined) return undefined;
  const answer = answerFor(readOwnCode(home), project);
  const changed = answer?.definitions.find(
    (one) => runs.some((run) => run.isDefinedBy(one.path)) && hasChanged(project, one),
  );
  if (answer !== undefined && changed === undefined) return undefined;
  const { by, span } = first;
  return {
    ...(changed === undefined
      ? { kind: "code.unanswered", target: by }
      : { kind: "code.changed", target: changed.path }),
    ...{ place: "here", certainty: "exact", by, span },
  };
}

/** The facts with one action more, which comes first. */
export function withAction(facts: Facts, action: ActionFact | undefined): Facts {
  if (action === undefined) return facts;
  return { ...facts, actions: [action, ...facts.actions].slice(0, MOST_ACTIONS) };
}

/** Code of the project that a call runs. */
interface OwnRun extends Pick<ActionFact, "by" | "span"> {
  /** Whether a file of the project says what it does. */
  readonly isDefinedBy: (path: string) => boolean;
}

function ownRuns({ executes, unknown }: Facts, project: string): readonly OwnRun[] {
  const runs: OwnRun[] = [];
  for (const { from, place, path, lang, by, span } of executes) {
    if (from !== "file" || place !== "here") continue;
    if (path === null) {
      const names = Object.hasOwn(DEFINED_IN, lang) ? DEFINED_IN[lang] : undefined;
      if (names !== undefined) runs.push({ by, span, isDefinedBy: namedOneOf(names) });
      continue;
    }
    const own = relative(project, path);
    // What is installed is somebody else's code.
    if (own === "" || own.startsWith("..") || own.split("/").includes("node_modules")) continue;
    runs.push({ by, span, isDefinedBy: (file) => file === own });
  }
  for (const { code, text, span } of unknown) {
    if (code === "unknown-subcommand" && RUNS_SCRIPTS.test(text))
      runs.push({ by: text, span, isDefinedBy: namedOneOf(["package.json"]) });
  }
  return runs;
}

/** Whether a path is a file of one of these names, in the project's folder or, of its last part, in a package of it. */
function namedOneOf(names: readonly string[]): OwnRun["isDefinedBy"] {
  return (path) => names.includes(path) || names.includes(basename(path));
}

/** The answer for a project; undefined: no person has answered for it. */
export function answerFor(answers: readonly OwnCodeAnswer[], project: string): OwnCodeAnswer | undefined {
  const real = realFolder(project);
  return answers.find((one) => one.project === real);
}

/** A folder without links; the folder itself where it is not there. */
export function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}

/** Whether a definition is not as it was. */
export function hasChanged(project: string, { path, sha256 }: Definition): boolean {
  return definitionHash(join(project, path)) !== sha256;
}

/** The hash of what a file defines: of `package.json` its scripts. `null`: it is not there; a word where it cannot be read. */
export function definitionHash(file: string): string | null {
  try {
    if (statSync(file).size > MAX_BYTES) return "too large";
    const bytes = readFileSync(file);
    return process
      .getBuiltinModule("node:crypto")
      .hash("sha256", basename(file) === "package.json" ? scriptsIn(bytes) : bytes, "hex");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    return code === "ENOENT" || code === "ENOTDIR" ? null : "unreadable";
  }
}

function scriptsIn(bytes: Uint8Array): Uint8Array | string {
  const { value, issue } = parseJsonObject(bytes);
  return issue === undefined ? JSON.stringify(value["scripts"] ?? {}) : bytes;
}

/** All answers. None where the file is damaged, a link, or one that others may write. */
export function readOwnCode(home: string): readonly OwnCodeAnswer[] {
  // A relative one would be in the project.
  if (!isAbsolute(home)) return [];
  const file = join(home, OWN_CODE_FILE);
  try {
    const stats = lstatSync(file);
    const me = process.getuid?.();
    if (me !== undefined && (stats.uid !== me || (stats.mode & WRITABLE_BY_OTHERS) !== 0)) return [];
    if (!stats.isFile() || stats.size > MAX_BYTES) return [];
    const { value, issue } = parseJsonObject(readFileSync(file));
    const projects = issue === undefined && value["version"] === 1 ? value["projects"] : undefined;
    return Array.isArray(projects) ? projects.flatMap(readAnswer) : [];
  } catch {
    return [];
  }
}

function readAnswer(value: unknown): readonly OwnCodeAnswer[] {
  if (!isRecord(value)) return [];
  const { project, at, definitions } = value;
  if (typeof project !== "string" || typeof at !== "string" || !Array.isArray(definitions)) return [];
  const read = definitions.flatMap((one: unknown): readonly Definition[] => {
    if (!isRecord(one) || typeof one["path"] !== "string") return [];
    const { path, sha256 } = one;
    return typeof sha256 === "string" || sha256 === null ? [{ path, sha256 }] : [];
  });
  // One that cannot be read might be the one that has changed.
  return read.length === definitions.length ? [{ project, at, definitions: read }] : [];
}
