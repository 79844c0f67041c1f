import { stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { SessionCall, SessionFormat } from "@gatehouse-hooks/hosts/sessions";
import type { JsonObject } from "@gatehouse-hooks/json";
import { errorCodeOf } from "@gatehouse-hooks/console";
import { type SessionItem, unreadableFile } from "./find-session-files.js";
import { openSessionDatabase } from "./session-database.js";
import { recordOfDocument, recordsOfLines, type FileRecord } from "./session-records.js";

/** A file whose format is known. */
interface SessionFile {
  readonly path: string;
  readonly format: SessionFormat;
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
      else {
        yield* itemsOf(path, reading.record(one.record, one.line));
        const prompt = format.promptOf?.(one.record) ?? null;
        if (prompt !== null) yield { kind: "prompt", prompt, place: { path, line: one.line } };
      }
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
