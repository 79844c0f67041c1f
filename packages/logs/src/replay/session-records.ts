import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { isRecord, type Issue, type JsonObject } from "@gatehouse-hooks/json";
import { parseLine, readLines } from "@gatehouse-hooks/console/lines";
import { isBlankLine } from "./log-format.js";
import { DOCUMENT_LIMITS, LINE_LIMITS, MAX_DOCUMENT_BYTES, MAX_LINE_BYTES } from "./session-limits.js";

/** A record of a file with its place, or why there is none. */
export type FileRecord =
  | { readonly kind: "record"; readonly record: JsonObject; readonly line: number }
  | { readonly kind: "issue"; readonly issue: Issue & { readonly path: string } };

const CHUNK_BYTES = 1024 * 1024;

/**
 * The records of a file of JSON Lines, as they come: its size does not matter. A line that is not a JSON object, or is too long, is
 * an issue, and the file goes on.
 *
 * @param options.most ends after this many bytes
 * @param options.without how lines begin that are passed over
 * @throws what the system says of a file that cannot be read
 */
export async function* recordsOfLines(
  path: string,
  { most, without = [] }: { readonly most?: number; readonly without?: readonly string[] } = {},
): AsyncGenerator<FileRecord, void, undefined> {
  const chunks = createReadStream(path, {
    highWaterMark: CHUNK_BYTES,
    ...(most === undefined ? {} : { end: Math.max(0, most - 1) }),
  });
  const passed = without.map((start) => Buffer.from(start));
  let line = 0;
  for await (const bytes of readLines(chunks, MAX_LINE_BYTES)) {
    line++;
    if (bytes === null) yield tooLong(path, line);
    else if (!isBlankLine(bytes) && !passed.some((start) => startsWith(bytes, start)))
      yield recordOf(bytes, path, line);
  }
}

function startsWith(bytes: Uint8Array, start: Uint8Array): boolean {
  return start.every((byte, at) => bytes[at] === byte);
}

function recordOf(bytes: Uint8Array, path: string, line: number): FileRecord {
  const { value, issue } = parseLine(bytes, LINE_LIMITS);
  if (issue === undefined && isRecord(value)) return { kind: "record", record: value, line };
  return {
    kind: "issue",
    issue: {
      severity: "warning",
      code: "session-line-broken",
      message: `the line is not a record: ${issue?.message ?? "expected a JSON object"}`,
      path,
      line,
      ...(issue?.column === undefined ? {} : { column: issue.column }),
      cure: "the last line of a session that goes on may be half written; any other is lost, with its calls",
    },
  };
}

function tooLong(path: string, line: number): FileRecord {
  return {
    kind: "issue",
    issue: {
      severity: "warning",
      code: "session-line-too-long",
      message: `the line is longer than ${MAX_LINE_BYTES / 1024 / 1024} MiB and is not read`,
      path,
      line,
      cure: "a call in this line is not replayed",
    },
  };
}

/**
 * The one record of a file that is a document.
 *
 * @throws what the system says of a file that cannot be read
 */
export async function recordOfDocument(path: string): Promise<FileRecord> {
  const { size } = await stat(path);
  if (size > MAX_DOCUMENT_BYTES)
    return {
      kind: "issue",
      issue: {
        severity: "error",
        code: "session-file-too-large",
        message: `the file is one document of ${Math.ceil(size / 1024 / 1024)} MiB, and at most ${MAX_DOCUMENT_BYTES / 1024 / 1024} MiB are read`,
        path,
        cure: "export fewer messages",
      },
    };
  const { value, issue } = parseLine(await readFile(path), DOCUMENT_LIMITS);
  if (issue === undefined && isRecord(value)) return { kind: "record", record: value, line: 1 };
  return {
    kind: "issue",
    issue: {
      severity: "error",
      code: "session-line-broken",
      message: `the file is not a document: ${issue?.message ?? "expected a JSON object"}`,
      path,
      ...(issue?.line === undefined ? {} : { line: issue.line }),
      ...(issue?.column === undefined ? {} : { column: issue.column }),
      cure: "export the session again",
    },
  };
}
