import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import {
  type SessionCall,
  sessionCallKey,
  type SessionFormat,
  sessionFormatOf,
} from "../../src/sessions/index.js";
import type { JsonObject } from "@gatehouse-hooks/json";

/** Real session files of eight agents; its README says how they were made. Others can be named. */
const VECTORS = process.env["GATEHOUSE_TRANSCRIPTS"] ?? path.join(import.meta.dirname, "vectors");

/** What really happened, as `*.truth.json` has it. */
export interface Truth {
  readonly n: number;
  readonly id: string;
  readonly tool: string;
  readonly kind: string;
  readonly params: JsonObject | string;
  readonly recorded?: JsonObject | string;
  readonly outcome: string;
  readonly by: string | null;
  readonly actual?: JsonObject | string;
  readonly exit?: number;
  readonly person?: string;
  readonly inner?: readonly { readonly tool: string; readonly params: JsonObject | string }[];
  readonly lost?: readonly string[];
  readonly at: string;
  readonly session: string;
  readonly parent?: string;
  readonly agent?: string;
  readonly files: readonly string[];
}

/** A recorded session, its files and its truth. */
export interface Recorded {
  readonly name: string;
  readonly agent: string;
  readonly folder: string;
  readonly truth: readonly Truth[];
}

/** All recorded sessions. */
export function recordedSessions(): readonly Recorded[] {
  return readdirSync(VECTORS, { withFileTypes: true })
    .filter((one) => one.isDirectory())
    .map(({ name }) => name)
    .toSorted()
    .flatMap((agent) =>
      readdirSync(path.join(VECTORS, agent))
        .filter((name) => name.endsWith(".truth.json"))
        .toSorted()
        .map((name) => ({
          name: `${agent}/${name.slice(0, -".truth.json".length)}`,
          agent,
          folder: path.join(VECTORS, agent, name.slice(0, -".truth.json".length)),
          truth: JSON.parse(readFileSync(path.join(VECTORS, agent, name), "utf8")) as readonly Truth[],
        })),
    );
}

/** The files of text below a folder that have a format, those of earlier sessions first. */
export function sessionFilesIn(
  folder: string,
): readonly { readonly file: string; readonly format: SessionFormat }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && /\.jsonl?$/.test(one.name))
    .map((one) => path.join(one.parentPath, one.name))
    .flatMap((file) => {
      const records = recordsOf(file);
      const format = sessionFormatOf(records);
      return format === undefined ? [] : [{ file, format, began: format.began(records) ?? 0 }];
    })
    .toSorted((left, right) => left.began - right.began);
}

/** The records of a file of text. */
export function recordsOf(file: string): readonly JsonObject[] {
  const text = readFileSync(file, "utf8");
  if (file.endsWith(".json")) return [JSON.parse(text) as JsonObject];
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as JsonObject);
}

/** All calls of a file. */
export function callsOf(file: string, format: SessionFormat): readonly SessionCall[] {
  const beside = (format.beside?.(file) ?? [])
    .map(({ path: name }) => path.join(path.dirname(file), name))
    .filter((name) => existsSync(name))
    .flatMap((name) => recordsOf(name));
  const reading = format.read({ path: file, beside });
  return [...recordsOf(file).flatMap((record) => reading.record(record)), ...reading.end()];
}

/** All calls of a recorded session, each once: by its time, and those of one time in the order of their files. */
export function callsOfSession(folder: string): readonly (SessionCall & { readonly file: string })[] {
  const seen = new Set<string>();
  return sessionFilesIn(folder)
    .flatMap(({ file, format }) =>
      callsOf(file, format).map((call) => ({ ...call, file: path.relative(folder, file) })),
    )
    .filter((call) => {
      const key = sessionCallKey(call);
      return !seen.has(key) && seen.add(key);
    })
    .toSorted((left, right) => (left.at ?? 0) - (right.at ?? 0));
}
