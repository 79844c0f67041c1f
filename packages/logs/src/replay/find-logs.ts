import type { SessionFormat } from "@gatehouse-hooks/hosts/sessions";
import type { Issue } from "@gatehouse-hooks/json";
import { type Stats, statSync } from "node:fs";
import { resolve } from "node:path";
import { messageOf, UsageError } from "@gatehouse-hooks/console";
import { findSessionFiles } from "./find-session-files.js";
import { logFormatOf } from "./log-format.js";
import { recogniseSessionFile } from "./recognise-session-file.js";

/** A file of a log. */
export interface LogFile {
  /** As it was named or found. */
  readonly path: string;
  /** Absolute. */
  readonly file: string;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly changed: number;
}

/** A file of events, one a line, or a segment of an audit trail. */
interface RowsFile extends LogFile {
  readonly kind: "rows";
  /** A segment of an audit trail: it holds answers, too. */
  readonly trail: boolean;
}

/** A session that an agent keeps. */
export interface AgentFile extends LogFile {
  readonly agent: string;
  /** An agent may keep sessions in several. */
  readonly form: SessionFormat["form"];
  /** Milliseconds since 1970 of its beginning. */
  readonly began: number | null;
}

/** Sessions that are replayed one after the other: a fork of one copies calls of another. */
export interface SessionGroup {
  readonly kind: "sessions";
  /** For messages: of the first file. */
  readonly path: string;
  readonly agent: string;
  /** In the order in which they began. */
  readonly files: readonly AgentFile[];
  /** Of all of them. */
  readonly size: number;
}

/** A unit of a log, in whose order it is replayed. */
export type LogUnit = RowsFile | SessionGroup;

/** A file of which the format is not known, or that cannot be read. */
export interface UnknownFile {
  readonly path: string;
  readonly issue: Pick<Issue, "code" | "message">;
}

/** What is to be replayed. */
export interface FoundLogs {
  readonly units: readonly LogUnit[];
  readonly unknown: readonly UnknownFile[];
}

/**
 * Finds the files of logs: files as they are named, and those below folders that end like one. What a file is, is told by what it
 * holds.
 *
 * @throws UsageError for what is not there
 */
export async function findLogs(cwd: string, given: readonly string[]): Promise<FoundLogs> {
  /** Files, and keys of groups where the first of their sessions was found. */
  const units: (RowsFile | string)[] = [];
  const unknown: UnknownFile[] = [];
  const groups = new Map<string, AgentFile[]>();
  const seen = new Set<string>();
  for (const path of given) {
    const root = resolve(cwd, path);
    if (statSync(root, { throwIfNoEntry: false }) === undefined)
      throw new UsageError(`no file or folder \`${path}\``, "name a log, or `-`");
    for await (const found of findSessionFiles([root])) {
      if (found.kind === "call" || found.kind === "prompt") continue;
      if (found.kind === "issue") {
        unknown.push({ path: shownPath(found.issue.path, root, path), issue: found.issue });
        continue;
      }
      if (seen.has(found.path)) continue;
      seen.add(found.path);
      const looked = await lookAt(shownPath(found.path, root, path), found.path);
      if (looked.kind === "unknown") unknown.push(looked);
      else if (looked.kind === "rows") units.push(looked);
      else if (looked.kind === "session") {
        const key = groupOf(looked);
        const group = groups.get(key);
        if (group !== undefined) group.push(looked);
        else {
          groups.set(key, [looked]);
          units.push(key);
        }
      }
    }
  }
  return {
    units: units.map((unit) => (typeof unit === "string" ? groupUnit(groups.get(unit) ?? []) : unit)),
    unknown,
  };
}

/** Every file of units. */
export function filesOf(units: readonly LogUnit[]): readonly LogFile[] {
  return units.flatMap((unit): readonly LogFile[] => (unit.kind === "rows" ? [unit] : unit.files));
}

function shownPath(file: string, root: string, given: string): string {
  return file.startsWith(root) ? `${given}${file.slice(root.length)}` : file;
}

/** A fork begins after the session whose calls it copies. */
function groupUnit(files: readonly AgentFile[]): SessionGroup {
  const sorted = files.toSorted(
    (left, right) =>
      (left.began ?? Infinity) - (right.began ?? Infinity) || (left.file < right.file ? -1 : 1),
  );
  return {
    kind: "sessions",
    path: sorted[0]?.path ?? "",
    agent: sorted[0]?.agent ?? "",
    files: sorted,
    size: sorted.reduce((sum, { size }) => sum + size, 0),
  };
}

/** The folder of a project, in which forks of its sessions are. */
const PROJECT = /[/\\]projects[/\\][^/\\]+(?=[/\\])/;

/** Agents that keep sessions by day or by number may fork one into any folder: all of them are together. */
function groupOf({ agent, file }: AgentFile): string {
  const project = PROJECT.exec(file);
  return project === null ? agent : `${agent} ${file.slice(0, project.index)}${project[0]}`;
}

type Looked =
  | RowsFile
  | (AgentFile & { readonly kind: "session" })
  | (UnknownFile & { readonly kind: "unknown" })
  | { readonly kind: "empty" };

async function lookAt(path: string, file: string): Promise<Looked> {
  const refused = (code: string, message: string): Looked => ({
    kind: "unknown",
    path,
    issue: { code, message },
  });
  try {
    const { size, mtimeMs: changed }: Stats = statSync(file);
    const about = { path, file, size, changed };
    const format = logFormatOf(file);
    if (format.kind === "empty") return { kind: "empty" };
    if (format.kind === "rows") return { kind: "rows", ...about, trail: format.trail };
    const session = await recogniseSessionFile(file);
    if (session.kind === "session") {
      const { agent, form } = session.format;
      return { kind: "session", ...about, agent, form, began: session.began };
    }
    if (session.kind === "failed") return refused(session.code, session.message);
    return refused("unknown-log", "expected events, one a line, an audit trail, or a session of an agent");
  } catch (error) {
    return refused("file-unreadable", messageOf(error));
  }
}
