import { stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type SessionCall, sessionCallKey, type SessionFormat } from "@gatehouse-hooks/hosts/sessions";
import type { JsonObject } from "@gatehouse-hooks/json";
import { errorCodeOf } from "../error-code-of.js";
import { messageOf } from "../message-of.js";
import { type FoundSessionFile, findSessionFiles, unreadableFile } from "./find-session-files.js";
import { inOrder } from "./in-order.js";
import { knownCalls } from "./known-calls.js";
import { type RecognisedFile, recogniseSessionFile } from "./recognise-session-file.js";
import { openSessionDatabase } from "./session-database.js";
import { type SessionItem, sessionIssue } from "./session-item.js";
import { recordOfDocument, recordsOfLines, type FileRecord } from "./session-records.js";

/** A file whose format is known. */
export interface SessionFile {
  readonly path: string;
  readonly format: SessionFormat;
  readonly began: number | null;
}

/**
 * Reads session files and folders of them, whatever agent wrote them: each call once, also where a fork has copied it. Files are read
 * in the order in which their sessions began, one at a time, and none is held in memory but documents.
 *
 * @param paths files and folders
 */
export async function* readSessionFiles(
  paths: readonly string[],
): AsyncGenerator<SessionItem, void, undefined> {
  const files: SessionFile[] = [];
  for await (const found of findSessionFiles(paths)) {
    if (found.kind !== "file") {
      yield found;
      continue;
    }
    const recognised = await recognise(found);
    if (recognised.kind === "session") files.push({ path: found.path, ...recognised });
    else yield* notASession(found, recognised);
  }
  const known = knownCalls();
  for (const file of inOrder(files, ({ path }) => path))
    for await (const item of readSessionFile(file))
      if (item.kind !== "call" || known.isNew(sessionCallKey(item.call))) yield item;
}

type Refused = { readonly kind: "refused"; readonly code: string };

async function recognise({ path }: FoundSessionFile): Promise<RecognisedFile | Refused> {
  try {
    return await recogniseSessionFile(path);
  } catch (error) {
    return { kind: "refused", code: errorCodeOf(error) ?? messageOf(error) };
  }
}

function* notASession(
  { path }: FoundSessionFile,
  found: Exclude<RecognisedFile | Refused, { readonly kind: "session" }>,
): Generator<SessionItem, void, undefined> {
  switch (found.kind) {
    case "refused":
      return yield unreadableFile(path, found.code);
    case "failed": {
      const { code, message, cure } = found;
      return yield sessionIssue({ severity: "error", code, message, path, cure });
    }
    case "empty":
      return yield sessionIssue({
        severity: "warning",
        code: "session-file-empty",
        message: "the file is empty",
        path,
        cure: "leave it out",
      });
    case "unknown":
      return yield sessionIssue({
        severity: "error",
        code: "unknown-session-format",
        message: "the file is not a session of an agent that is known here, by its first records",
        path,
        line: 1,
        cure: "name files of sessions only; docs/session-files.md says which are read",
      });
  }
}

/** All calls of one file, copies of other files' included, and what could not be read of it. */
export async function* readSessionFile({
  path,
  format,
}: SessionFile): AsyncGenerator<SessionItem, void, undefined> {
  try {
    const reading = format.read({
      path: path.replaceAll("\\", "/"),
      beside: await besideRecords(path, format),
    });
    for await (const one of recordsIn(path, format)) {
      if (one.kind === "issue") yield one;
      else yield* itemsOf(path, reading.record(one.record, one.line));
    }
    yield* itemsOf(path, reading.end());
  } catch (error) {
    const code = errorCodeOf(error);
    if (code === undefined) throw error;
    yield unreadableFile(path, code);
  }
}

function* itemsOf(path: string, calls: readonly SessionCall[]): Generator<SessionItem, void, undefined> {
  for (const call of calls) yield { kind: "call", call, place: { path, line: call.line } };
}

async function* recordsIn(
  path: string,
  { form, rows, without = [] }: SessionFormat,
): AsyncGenerator<FileRecord, void, undefined> {
  if (form === "lines") return yield* recordsOfLines(path, { without });
  if (form === "document") return yield await recordOfDocument(path);
  const database = await openSessionDatabase(path);
  if (database.kind === "failed") {
    const { code, message, cure } = database;
    return yield { kind: "issue", issue: { severity: "error", code, message, path, cure } };
  }
  try {
    yield* database.rows(rows ?? "");
  } finally {
    await database.close();
  }
}

/** The records of the files beside a session file. What is not there, or is broken, tells nothing. */
async function besideRecords(path: string, { beside }: SessionFormat): Promise<readonly JsonObject[]> {
  const records: JsonObject[] = [];
  for (const { path: name, form } of beside?.(path.replaceAll("\\", "/")) ?? []) {
    const file = join(dirname(path), name);
    const isThere = await stat(file).then(
      (found) => found.isFile(),
      () => false,
    );
    if (!isThere) continue;
    if (form === "document") {
      const one = await recordOfDocument(file);
      if (one.kind === "record") records.push(one.record);
    } else
      for await (const one of recordsOfLines(file))
        if (one.kind === "record" && one.record["type"] === "system") records.push(one.record);
  }
  return records;
}
