import {
  isList,
  isRecord,
  type JsonObject,
  type JsonValue,
  lookup,
  parseJsonObject,
} from "@gatehouse-hooks/json";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

/** What happened in a run, in order. */
export type Happened =
  | { readonly kind: "prompt"; readonly text: string }
  | {
      readonly kind: "call";
      readonly id: string;
      readonly tool: string;
      readonly args: JsonObject;
      /** The call is the attacker's. */
      readonly goal: boolean;
    }
  | { readonly kind: "result"; readonly id: string; readonly text: string; readonly failed: boolean };

/** A recorded run of a benchmark, or one that was made of it. */
export interface Run {
  readonly suite: string;
  readonly task: string;
  /** `null`: nobody attacks. */
  readonly attack: string | null;
  /** The user's task was done, as the benchmark counts. */
  readonly done: boolean;
  /** The attack succeeded, as the benchmark counts. */
  readonly succeeded: boolean;
  readonly events: readonly Happened[];
}

/** The rows of the `.jsonl.gz` files of a folder. */
export function rowsIn(folder: string): readonly JsonObject[] {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl.gz"))
    .sort();
  return files.flatMap((name) =>
    gunzipSync(readFileSync(join(folder, name)))
      .toString()
      .trim()
      .split("\n")
      .map((line) => rowOf(line, name)),
  );
}

function rowOf(line: string, file: string): JsonObject {
  const { value } = parseJsonObject(line, { maxBytes: 16_000_000, maxNodes: 1_000_000 });
  if (value === undefined) throw new Error(`a row of ${file} is not JSON`);
  return value;
}

/** A text of a row; empty where there is none. */
export function textIn(row: JsonValue, key: string): string {
  const value = lookup(row, key);
  return typeof value === "string" ? value : "";
}

/** A list of a row. */
export function listIn(row: JsonValue, key: string): readonly JsonValue[] {
  const value = lookup(row, key);
  return isList(value) ? value : [];
}

/** An object of a row. */
export function objectIn(row: JsonValue, key: string): JsonObject {
  const value = lookup(row, key);
  return isRecord(value) ? value : {};
}
