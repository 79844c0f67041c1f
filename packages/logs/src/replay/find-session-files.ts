import type { Dirent, Stats } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { errorCodeOf } from "@gatehouse-hooks/console";
import { MAX_FILES, MAX_FOLDER_DEPTH } from "./session-limits.js";
import type { SessionCall, SessionPrompt } from "@gatehouse-hooks/hosts/sessions";
import type { Issue } from "@gatehouse-hooks/json";

/** What agents keep beside their sessions, and has no calls: not a session of an unknown format. By the end of the path. */
const COMPANIONS: readonly RegExp[] = [
  // Claude Code and Qwen Code: about a sub-agent; read together with its session.
  /\.meta\.json$/,
  // Copilot CLI: states of files.
  /\/rewind-file-snapshots\/(?:index|tracking)\.json$/,
  // Gemini CLI: its projects, and the prompts of all sessions.
  /\/\.gemini\/projects\.json$/,
  /\/\.gemini\/tmp\/[^/]+\/logs\.json$/,
  // Cline: about the session, beside its messages.
  /\/sessions\/([^/]+)\/\1\.json$/,
  // Claude Code and Codex: prompts of all sessions.
  /\/\.(?:claude|codex)\/history\.jsonl$/,
];

/** Whether a file is one that an agent keeps beside its sessions. */
function isCompanion(path: string): boolean {
  const plain = path.replaceAll("\\", "/");
  return COMPANIONS.some((one) => one.test(plain));
}

/** A file to read. */
interface FoundSessionFile {
  readonly kind: "file";
  readonly path: string;
}

const ENDINGS = /\.(?:jsonl|json|db)$/i;

/**
 * The files of paths: a file as it is, and of a folder all files below it that end in `.jsonl`, `.json` or `.db`, hidden ones too, by
 * name. Links to files are followed, links to folders are not. A path that cannot be read is an issue.
 */
export async function* findSessionFiles(
  paths: readonly string[],
): AsyncGenerator<FoundSessionFile | SessionItem, void, undefined> {
  const count = { files: 0 };
  for (const path of paths) {
    const found = await stat(path).catch((error: unknown) => errorCodeOf(error) ?? "EIO");
    if (typeof found === "string") yield unreadableFile(path, found);
    else if (found.isDirectory()) yield* filesBelow(path, 0, count);
    else yield { kind: "file", path };
  }
}

async function* filesBelow(
  folder: string,
  depth: number,
  count: { files: number },
): AsyncGenerator<FoundSessionFile | SessionItem, void, undefined> {
  if (depth > MAX_FOLDER_DEPTH)
    return yield searchEnds(folder, `folders are more than ${MAX_FOLDER_DEPTH} deep here`);
  const entries = await readdir(folder, { withFileTypes: true }).catch(
    (error: unknown) => errorCodeOf(error) ?? "EIO",
  );
  if (typeof entries === "string") return yield unreadableFile(folder, entries);
  for (const entry of entries.toSorted((left, right) => compare(left.name, right.name))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path, depth + 1, count);
    else if (ENDINGS.test(entry.name) && !isCompanion(path) && (await isFile(entry, path))) {
      if (count.files >= MAX_FILES)
        return yield searchEnds(path, `${MAX_FILES} files have been found before`);
      count.files++;
      yield { kind: "file", path };
    }
  }
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

async function isFile(entry: Dirent, path: string): Promise<boolean> {
  if (entry.isFile()) return true;
  if (!entry.isSymbolicLink()) return false;
  const target: Stats | null = await stat(path).catch(() => null);
  // A link that leads nowhere is said when it is read.
  return target === null || target.isFile();
}

function searchEnds(path: string, why: string): SessionItem {
  return sessionIssue({
    severity: "error",
    code: "session-search-ends",
    message: `what is from here on is not looked at: ${why}`,
    path,
    cure: "name a folder further down",
  });
}

/** A file or folder that the system does not let read. */
export function unreadableFile(path: string, code: string): SessionItem {
  if (code === "ENOENT")
    return sessionIssue({
      severity: "error",
      code: "session-file-missing",
      message: "there is no such file or folder",
      path,
      cure: "correct the path, or remove the link",
    });
  return sessionIssue({
    severity: "error",
    code: "session-file-unreadable",
    message: `the system refuses to read it: ${code}`,
    path,
    cure: "check owner and mode of the file and of the folders above it",
  });
}

/** Where in a file something is: the line of JSON Lines, the row of a database, 1 for a document. */
export interface SessionItemPlace {
  readonly path: string;
  readonly line: number;
}

/** What reading session files gives, in the order of the files and within each in the order of the session. */
export type SessionItem =
  | { readonly kind: "call"; readonly call: SessionCall; readonly place: SessionItemPlace }
  /** What a person said, where the reader of the format can tell. */
  | { readonly kind: "prompt"; readonly prompt: SessionPrompt; readonly place: SessionItemPlace }
  /** What could not be read; `path` and `line` say where. Nothing is left out without one. */
  | { readonly kind: "issue"; readonly issue: Issue & { readonly path: string } };

/** An issue about a file, as an item. */
function sessionIssue(issue: Issue & { readonly path: string }): SessionItem {
  return { kind: "issue", issue };
}
