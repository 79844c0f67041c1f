import { writePrivateFile } from "@gatehouse-hooks/audit";
import { hash } from "node:crypto";
import { closeSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { askForWord, exitCode, type ExitCode, UsageError } from "@gatehouse-hooks/console";
import { plural, printable } from "@gatehouse-hooks/console/print";
import { QUESTION_TIMEOUT_MS } from "@gatehouse-hooks/runtime";
import {
  answerFor,
  DEFINED_IN,
  type Definition,
  definitionHash,
  hasChanged,
  OWN_CODE_FILE,
  type OwnCodeAnswer,
  readOwnCode,
  realFolder,
} from "../facts/own-code.js";
import { openTrail } from "../open/open-trail.js";
import { requireHome } from "../private-folder.js";
import type { Context } from "../settings.js";

/** What a person has said about the code of one project. */
export interface OwnCodeSaid {
  /** The folder, without links. */
  readonly project: string;
  /** `changed`: a definition is not as it was when a person answered, so that what it defines is asked about again. */
  readonly state: "unanswered" | "answered" | "changed";
  /** When a person answered; absent: none has. */
  readonly at?: string;
  /** The definitions that have changed since. */
  readonly changed: readonly string[];
}

/** What `gatehouse trust --code` prints. */
export interface OwnCodeState extends OwnCodeSaid {
  /** What defines the project's own code now. */
  readonly definitions: readonly Definition[];
  /** Of all definitions together: what `--yes` takes. */
  readonly sha256: string;
}

/** Definitions of a project that are kept, and entries of its folders that are read for them. */
const MOST_DEFINITIONS = 500;
const MOST_ENTRIES = 20_000;
const MOST_PROJECTS = 1_000;
const NOT_OWN: ReadonlySet<string> = new Set([
  "node_modules",
  ".git",
  ".hg",
  ".venv",
  "venv",
  "vendor",
  "target",
  "dist",
]);
const NAMES: readonly string[] = [...new Set(Object.values(DEFINED_IN).flat())];

/**
 * `gatehouse trust --code`: a person answers for the project's own code, all of it, as it is defined now. `--remove` takes the answer
 * back. An agent has no terminal to answer at.
 *
 * @returns the answer as it is then, and whether the person said no
 * @throws UsageError without a terminal and a hash, and for a hash of other definitions
 */
export async function answerOwnCode(
  context: Context,
  { remove, yes }: { readonly remove: boolean; readonly yes: readonly string[] },
): Promise<{ readonly ownCode: OwnCodeState; readonly code: ExitCode; readonly lines: readonly string[] }> {
  const { io, settings } = context;
  const file = join(requireHome(io.home), OWN_CODE_FILE);
  const shown = ownCodeState(io.home, settings.project);
  const others = readOwnCode(io.home).filter(({ project }) => project !== shown.project);
  const isAnswered = remove || (await agreed(context, shown, yes));
  if (isAnswered) {
    // What was shown is what counts: a definition that has changed meanwhile is asked about again.
    const answer = { project: shown.project, at: new Date().toISOString(), definitions: shown.definitions };
    await write(file, remove ? others : [...others, answer].slice(-MOST_PROJECTS));
    if (!remove) await record(context, shown);
  }
  const ownCode = ownCodeState(io.home, settings.project);
  const lines = ownCodeLines(ownCode);
  return {
    ownCode,
    code: isAnswered ? exitCode.fine : exitCode.refused,
    lines:
      lines.length > 0 ? lines : [`no person has answered for the own code of ${printable(ownCode.project)}`],
  };
}

/** What a person has said about the code of a project, and whether it still holds. */
export function ownCodeSaid(home: string, folder: string): OwnCodeSaid {
  const project = realFolder(folder);
  const answer = answerFor(readOwnCode(home), project);
  if (answer === undefined) return { project, state: "unanswered", changed: [] };
  const { at, definitions } = answer;
  const changed = definitions.filter((one) => hasChanged(project, one)).map(({ path }) => path);
  return { project, state: changed.length > 0 ? "changed" : "answered", at, changed };
}

function ownCodeState(home: string, folder: string): OwnCodeState {
  const said = ownCodeSaid(home, folder);
  const definitions = definitionsOf(said.project);
  const sha256 = hash("sha256", JSON.stringify([said.project, definitions]), "hex");
  return { ...said, definitions, sha256 };
}

/** A line for people; none where nobody has answered. */
export function ownCodeLines({ project, state, at, changed }: OwnCodeSaid): readonly string[] {
  if (state === "unanswered") return [];
  const since =
    state === "answered"
      ? ""
      : `; changed since, and asked about again: ${changed.map(printable).join(", ")}`;
  return [`the own code of ${printable(project)} may run, as a person said at ${at ?? ""}${since}`];
}

/** What defines the code of a project: files by name, those of its root also where they are missing, and scripts. */
function definitionsOf(project: string): readonly Definition[] {
  const found = new Map<string, string | null>(
    NAMES.map((name) => [name, definitionHash(join(project, name))]),
  );
  const folders = [""];
  let left = MOST_ENTRIES;
  for (const folder of folders) {
    for (const entry of entriesOf(join(project, folder))) {
      if (left-- <= 0 || found.size >= MOST_DEFINITIONS) return asDefinitions(found);
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!NOT_OWN.has(entry.name)) folders.push(path);
      } else if (entry.isFile() && (NAMES.includes(entry.name) || isScript(join(project, path))))
        found.set(path, definitionHash(join(project, path)));
    }
  }
  return asDefinitions(found);
}

function asDefinitions(found: ReadonlyMap<string, string | null>): readonly Definition[] {
  return [...found].map(([path, sha256]) => ({ path, sha256 }));
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}

/** Code that a shell or the system starts by its file: called so, or with a first line that says what runs it. */
function isScript(file: string): boolean {
  if (/\.(?:sh|bash|zsh|ksh|fish|ps1|cmd|bat)$/.test(basename(file))) return true;
  try {
    if ((statSync(file).mode & 0o111) === 0) return false;
    const opened = openSync(file, "r");
    try {
      const start = Buffer.alloc(2);
      return readSync(opened, start, 0, 2, 0) === 2 && start.toString("latin1") === "#!";
    } finally {
      closeSync(opened);
    }
  } catch {
    return false;
  }
}

/** Whether a person has said that the code may run as it is defined now. */
async function agreed(context: Context, shown: OwnCodeState, yes: readonly string[]): Promise<boolean> {
  const [given, ...more] = yes;
  if (given !== undefined) {
    if (more.length === 0 && given.toLowerCase() === shown.sha256) return true;
    throw new UsageError(
      "--yes is not the hash of what defines the project's own code now",
      `look at it, then: gatehouse trust --code --yes ${shown.sha256}`,
    );
  }
  const terminal = context.io.terminal?.();
  if (terminal === undefined)
    throw new UsageError(
      "there is no terminal to ask on whether the project's own code may run",
      "run `gatehouse trust --code` in a terminal of your own, not through the agent",
    );
  const there = shown.definitions.filter(({ sha256 }) => sha256 !== null);
  const text = [
    "",
    `the own code of ${printable(shown.project)}: its tests, builds and scripts, whoever has written them`,
    ...(there.length === 0
      ? ["  no file defines it"]
      : there.map(({ path }) => `  defined in ${printable(path)}`)),
    ...shown.changed.map((path) => `  changed since a person answered: ${printable(path)}`),
    "",
  ].join("\n");
  const what = "let it run without a question until one of these files changes";
  return (await askForWord(terminal, text, what, AbortSignal.timeout(QUESTION_TIMEOUT_MS))) === "yes";
}

async function write(file: string, projects: readonly OwnCodeAnswer[]): Promise<void> {
  await writePrivateFile(file, `${JSON.stringify({ version: 1, projects }, null, 2)}\n`);
}

/** Whom the machine obeys has changed: the trail should know. */
async function record(context: Context, { project, sha256, definitions }: OwnCodeState): Promise<void> {
  const trail = await openTrail(context);
  void trail?.record({
    kind: "note",
    code: "code-answered",
    message: `the project's own code may run as it is defined now, by ${plural(definitions.length, "definition")}`,
    path: project,
    hash: sha256,
  });
  await trail?.close();
}
