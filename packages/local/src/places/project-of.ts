import type { Event } from "@gatehouse-hooks/engine";
import { AGENT_PLACES } from "@gatehouse-hooks/hosts/agents";
import { own } from "@gatehouse-hooks/json";
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  realpathSync,
} from "node:fs";
import { promises } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import {
  type DiskQuestion,
  type DiskQuestions,
  isFolderPath,
  isWithin,
  linkedWorktree,
  MAX_LINK_BYTES,
} from "./linked-worktree.js";

/** The folders of a project that hold policies. */
export const POLICY_FOLDERS: readonly string[] = [
  ".gatehouse",
  ...AGENT_PLACES.flatMap(({ policies }) => policies?.folder ?? []),
];

/** Whether a folder is a project: it holds one of the folders of policies. */
export async function isProjectFolder(path: string): Promise<boolean> {
  return (await Promise.all(POLICY_FOLDERS.map((name) => exists(join(path, name))))).includes(true);
}

/** Whether there is something at a path. */
export async function exists(path: string): Promise<boolean> {
  try {
    await promises.stat(path, { bigint: true });
    return true;
  } catch {
    return false;
  }
}

/** Where agents that say it name the folder that a session was started in; the first that is set. */
export const PROJECT_VARIABLES: readonly string[] = AGENT_PLACES.flatMap(
  ({ projectVariable }) => projectVariable?.name ?? [],
);

/** What makes a folder the root of a project. */
const MARKS: readonly string[] = [...POLICY_FOLDERS, ".git"];

/** The most folders of a workspace that are looked at. */
const MAX_ROOTS = 256;

/** What the process of a hook is told by its surroundings. */
export interface ProcessWord {
  /** Absolute. */
  readonly folder: string;
  /** What the folder is: the project by the agent's own word, or where the hook was started, somewhere in a project or not. */
  readonly folderIs: "project" | "cwd";
}

/** The project of a call. */
export interface CallProject {
  /** Its root: the workspace of the call, and where its policies are. */
  readonly project: string;
  /** Other projects that the session belongs to: their policies hold, too. */
  readonly also: readonly string[];
}

/** The word of a process: what its variables name, else where it was started. */
export function processWord(env: Readonly<Record<string, string | undefined>>, cwd: string): ProcessWord {
  const named = PROJECT_VARIABLES.map((name) => env[name]).find((one) => isFolderPath(one));
  return named === undefined ? { folder: cwd, folderIs: "cwd" } : { folder: named, folderIs: "project" };
}

/**
 * The project of a hook's call (docs/hook.md, "The project"): what the agent's variables name, else what the payload says, else where the
 * hook was started. A call in a linked worktree of that project has the worktree as its project.
 *
 * A session that has gone elsewhere loses no policies: those of the project that was named hold wherever its shell is.
 *
 * @param event the prepared event; absent: the place alone is known
 * @param home absolute; what is in it is the user's, not a project's
 */
export function projectOf(word: ProcessWord, event: Event | undefined, home: string): CallProject {
  const said = own(event, "cwd");
  const at = isFolderPath(said) ? resolve(said) : undefined;
  const began: CallProject =
    word.folderIs === "project"
      ? { project: word.folder, also: [] }
      : (rootInWorkspace(event, home) ?? nearestProject(word.folder, at, home));
  const from = at ?? (word.folderIs === "cwd" ? word.folder : undefined);
  return from === undefined ? began : askDisk(inWorktree(began, from, home));
}

/** The folder of the agent's workspace that the call is in, else the first: the nearest root at or above it. */
function rootInWorkspace(event: Event | undefined, home: string): CallProject | null {
  const given = own(own(event, "raw"), "workspace_roots");
  const roots = Array.isArray(given) ? given.slice(0, MAX_ROOTS).filter(isFolderPath) : [];
  const [first] = roots;
  if (first === undefined) return null;
  const holding = placesOf(event).flatMap((place) =>
    roots.filter((root) => isWithin(root, place)).toSorted((a, b) => b.length - a.length),
  );
  const root = resolve(holding[0] ?? first);
  return { project: rootAbove(root, home) ?? root, also: [] };
}

/** Where a call happens: the path that it is about, then the folder of the command, then that of the session. */
function placesOf(event: Event | undefined): readonly string[] {
  const params = own(event, "params");
  const said = ["path", "working_directory", "cwd"].map((key) => own(params, key));
  return [...said, own(event, "cwd")].filter(isFolderPath).map((place) => resolve(place));
}

/**
 * By working directories: the payload's before the process' own. The project that the hook was started in stays where the payload's folder is
 * in it, as a nested repository is, or in no project at all; where both are projects, the policies of both hold.
 */
function nearestProject(started: string, at: string | undefined, home: string): CallProject {
  const began = rootAbove(started, home);
  const here = at === undefined ? undefined : rootAbove(at, home);
  if (here === undefined) {
    const alone = at !== undefined && isNoProject(started, home) ? at : started;
    return { project: began ?? alone, also: [] };
  }
  if (began === undefined || began === here) return { project: here, also: [] };
  return isWithin(began, here) ? { project: began, also: [] } : { project: here, also: [began] };
}

/** The nearest folder upwards that looks like a root. */
function rootAbove(from: string, home: string): string | undefined {
  for (let folder = from; folder !== home; folder = dirname(folder)) {
    if (MARKS.some((mark) => existsSync(join(folder, mark)))) return folder;
    if (folder === dirname(folder)) break;
  }
  return undefined;
}

/** Where no session works: the home itself, a folder of settings in it, the root of the file system. */
function isNoProject(folder: string, home: string): boolean {
  if (folder === home || folder === dirname(folder)) return true;
  return isWithin(home, folder) && relative(home, folder).startsWith(".");
}

/** The same place in the linked worktree that the call is in, where that is one of the project's repository. */
function* inWorktree(began: CallProject, at: string, home: string): DiskQuestions<CallProject> {
  const { project, also } = began;
  const link = yield* linkedWorktree(at, home, project);
  if (link === null) return began;
  const real = yield { kind: "real", path: project };
  const folder = yield { kind: "real", path: link.folder };
  const main = yield { kind: "real", path: link.main };
  if (real === null || folder === null || main === null || isWithin(folder, real)) return began;
  if (isWithin(main, real)) {
    // A worktree may lie in the main checkout, and the project in another one.
    const between = yield* linkedWorktree(real, home, main);
    if (between === null)
      return { project: join(link.folder, relative(main, real)), also: [...also, project] };
  }
  const other = yield* linkedWorktree(real, home);
  if (other === null || (yield { kind: "real", path: other.main }) !== main) return began;
  return { project: join(link.folder, relative(other.folder, real)), also: [...also, project] };
}

/** Neither follows a link in the last place, nor waits for the other end of a pipe, nor takes a terminal. */
const OPEN_FLAGS =
  constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/** Answers the questions here and now. Never throws. */
function askDisk<T>(questions: DiskQuestions<T>): T {
  let next = questions.next();
  while (next.done !== true) next = questions.next(answerNow(next.value));
  return next.value;
}

function answerNow({ kind, path }: DiskQuestion): string | null {
  try {
    if (kind === "real") return realpathSync(path);
    if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return null;
    return textOf(openSync(path, OPEN_FLAGS));
  } catch {
    return null;
  }
}

function textOf(fd: number): string | null {
  try {
    if (!fstatSync(fd).isFile()) return null;
    const bytes = Buffer.alloc(MAX_LINK_BYTES + 1);
    let length = 0;
    for (let read = 1; read > 0 && length < bytes.length; length += read) {
      read = readSync(fd, bytes, length, bytes.length - length, null);
    }
    return length > MAX_LINK_BYTES ? null : bytes.toString("utf8", 0, length);
  } finally {
    closeSync(fd);
  }
}
