import { PROGRAM_KEYS, TOOL_KEYS } from "./own-keys.table.js";
import { EFFECT_KEYS } from "./programs/effect-keys.table.js";
import type { ProgramRow, ProgramUsage } from "./programs/program-row.js";
import type { ToolRow } from "./tools/tool-row.js";

/** Each key, with nothing. */
type Keys = Readonly<Record<string, unknown>>;

const OF_PROGRAMS = nothingOf([...EFFECT_KEYS, ...Object.keys(PROGRAM_KEYS)]);
const OF_TOOLS = nothingOf(Object.keys(TOOL_KEYS));

/** A row in which every key is its own: what it does not say it does not inherit either. So is a subcommand, when it is read. */
export function ownProgramRow(row: ProgramRow): ProgramRow {
  return ownKeys(row, OF_PROGRAMS) as ProgramRow;
}

/** A subcommand of a row, as {@link ownProgramRow}. */
export function ownUsage(usage: ProgramUsage): ProgramUsage {
  return ownKeys(usage, OF_PROGRAMS);
}

/** As {@link ownProgramRow}. */
export function ownToolRow(row: ToolRow): ToolRow {
  return ownKeys(row, OF_TOOLS) as ToolRow;
}

/** Read as JSON: an object to which dozens of keys are added one by one is a hash table, as is each copy of it, of three thousand bytes. */
function nothingOf(keys: readonly string[]): Keys {
  const nulls = Object.fromEntries(keys.map((key) => [key, null]));
  const all = JSON.parse(JSON.stringify(nulls)) as Record<string, unknown>;
  for (const key of keys) all[key] = undefined;
  return all;
}

function ownKeys(value: object, keys: Keys): object {
  const copy: Record<string, unknown> = { ...keys };
  for (const [key, one] of Object.entries(value)) copy[key] = ownValue(key, one, keys);
  return copy;
}

/** Clauses and verbs are rows of their own. */
function ownValue(key: string, value: unknown, keys: Keys): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (key === "verbs") return ownKeys(value, keys);
  if (key === "when" || key === "also") return (value as readonly object[]).map((one) => ownKeys(one, keys));
  return value;
}
