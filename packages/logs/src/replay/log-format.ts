import type { JsonObject } from "@gatehouse-hooks/json";
import { openSync, closeSync, readSync } from "node:fs";
import { parseLine, rowOf } from "@gatehouse-hooks/console/lines";
import { logRowOf } from "./log-row.js";

/** What a file of a log is, by its first lines. */
type LogFormat =
  /** JSON Lines of events, of rows around events, or of an audit trail. */
  | { readonly kind: "rows"; readonly trail: boolean }
  | { readonly kind: "empty" }
  | { readonly kind: "unknown" };

/** Bytes that are looked at: a first line of a megabyte is in them. */
const HEAD_BYTES = [65_536, 4 * 1024 * 1024];
/** Lines that are looked at. */
const HEAD_LINES = 20;

/** A row is longer than its event by the fields around it. */
export const ROW_LIMITS: NonNullable<Parameters<typeof parseLine>[1]> = {
  maxDepth: 65,
  maxBytes: 8 * 1024 * 1024,
};

/** @throws what the file system throws */
export function logFormatOf(path: string): LogFormat {
  const fd = openSync(path, "r");
  try {
    for (const [i, size] of HEAD_BYTES.entries()) {
      const buffer = Buffer.allocUnsafe(size);
      const read = readSync(fd, buffer, 0, size, 0);
      const format = formatOfHead(buffer.subarray(0, read), read < size);
      if (format.kind !== "unknown" || read < size || i === HEAD_BYTES.length - 1) return format;
    }
    return { kind: "unknown" };
  } finally {
    closeSync(fd);
  }
}

/** @param whole whether it is all there is: then the last line is one without a line end, too */
function formatOfHead(head: Uint8Array, whole: boolean): LogFormat {
  const records = recordsOf(head, whole);
  if (head.length === 0 || (whole && records.every((one) => one === "blank"))) return { kind: "empty" };
  for (const record of records) {
    if (typeof record === "string") continue;
    const { kind } = logRowOf(record, { path: "", line: 1, offset: 0 });
    if (kind !== "other") return { kind: "rows", trail: kind !== "event" };
  }
  return { kind: "unknown" };
}

function recordsOf(head: Uint8Array, whole: boolean): readonly (JsonObject | "blank" | "broken")[] {
  const records: (JsonObject | "blank" | "broken")[] = [];
  let at = 0;
  while (at < head.length && records.length < HEAD_LINES) {
    const end = head.indexOf(0x0a, at);
    if (end < 0 && !whole) break;
    const line = head.subarray(at, end < 0 ? head.length : end);
    at = end < 0 ? head.length : end + 1;
    if (isBlankLine(line)) {
      records.push("blank");
      continue;
    }
    const row = rowOf(parseLine(line, ROW_LIMITS));
    records.push(row.kind === "row" ? row.row : "broken");
  }
  return records;
}

/** Blanks alone, or nothing. */
export function isBlankLine(line: Uint8Array): boolean {
  // Almost every line begins with `{`.
  for (const byte of line) if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d) return false;
  return true;
}
