import { open } from "node:fs/promises";
import { HEAD_RECORDS, type SessionFormat, sessionFormatOf } from "@gatehouse-hooks/hosts/sessions";
import type { JsonObject } from "@gatehouse-hooks/json";
import { openSessionDatabase, SQLITE_MAGIC } from "./session-database.js";
import { MAX_HEAD_BYTES } from "./session-limits.js";
import { recordOfDocument, recordsOfLines } from "./session-records.js";

/** What a file is, by its content. */
type RecognisedFile =
  | {
      readonly kind: "session";
      readonly format: SessionFormat;
      /** Milliseconds since 1970; null: its first records do not say. */
      readonly began: number | null;
    }
  /** A file of another format. */
  | { readonly kind: "unknown" }
  | { readonly kind: "failed"; readonly code: string; readonly message: string; readonly cure: string };

/**
 * Tells what a file is, by its content alone.
 *
 * @throws what the system says of a file that cannot be read
 */
export async function recogniseSessionFile(path: string): Promise<RecognisedFile> {
  const start = await firstBytes(path);
  if (start.toString("latin1") === SQLITE_MAGIC) return await recogniseDatabase(path);
  const head: JsonObject[] = [];
  let broken = 0;
  for await (const one of recordsOfLines(path, { most: MAX_HEAD_BYTES })) {
    if (one.kind === "record") head.push(one.record);
    else broken++;
    if (head.length >= HEAD_RECORDS || (head.length === 0 && broken > 0)) break;
  }
  const format = sessionFormatOf(head);
  if (format !== undefined) return recognised(format, head);
  // A document is over several lines, or its one line is longer than one of JSON Lines may be.
  if (head.length > 0 || !isObjectStart(start)) return { kind: "unknown" };
  const document = await recordOfDocument(path);
  if (document.kind === "issue") return { kind: "unknown" };
  const its = sessionFormatOf([document.record]);
  return its === undefined ? { kind: "unknown" } : recognised(its, [document.record]);
}

function recognised(format: SessionFormat, head: readonly JsonObject[]): RecognisedFile {
  return { kind: "session", format, began: format.began(head) };
}

async function recogniseDatabase(path: string): Promise<RecognisedFile> {
  const database = await openSessionDatabase(path);
  if (database.kind === "failed") return database;
  await database.close();
  const head = [{ tables: database.tables }];
  const format = sessionFormatOf(head);
  return format === undefined ? { kind: "unknown" } : recognised(format, head);
}

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(
      Buffer.alloc(SQLITE_MAGIC.length),
      0,
      SQLITE_MAGIC.length,
      0,
    );
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function isObjectStart(start: Buffer): boolean {
  return start.toString("latin1").trimStart().startsWith("{");
}
