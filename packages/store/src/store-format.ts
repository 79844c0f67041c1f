import type { AtomPath } from "@gatehouse-hooks/condition/compile";
import type { Issue, JsonValue } from "@gatehouse-hooks/json";
import type { MemoryCell, LostPolicy, Tier } from "@gatehouse-hooks/engine";
import type { Trigger } from "./triggers.js";
import type { ValueTable } from "./value-table.js";

/** The version of the format (SPEC). */
const FORMAT = 3;

/** The longest mark, in characters. */
export const MAX_MARK: number = 256;
/** The longest head that is read, in characters. */
export const MAX_HEAD: number = 64 * 1024 * 1024;

/** Tiers by the number that rows have. */
export const TIERS: readonly Tier[] = ["enforced", "user", "project"];

/** A section: where it begins behind the head, its length, its hash. */
export type SectionPlace = readonly [offset: number, length: number, hash: string];

/** A path whose value chooses one of the buckets; a bucket is the numbers of its sections. */
interface StoredGate {
  readonly path: AtomPath;
  readonly buckets: readonly (readonly number[])[];
}

/** Policies that list the same events. */
export interface StoredGroup {
  /** `null`: those of its policies differ, and are in their rows. */
  readonly events: readonly string[] | null;
  /** The sections without a gate: what comes up for its triggers alone, and what never applies; -1 for none. */
  readonly open: number;
  readonly never: number;
  readonly gate: StoredGate | null;
}

/** The sections of a group, each once. */
export function sectionsOf({ open, never, gate }: StoredGroup, withNever: boolean): readonly number[] {
  const gated = new Set(gate?.buckets.flat() ?? []);
  return [open, ...(withNever ? [never] : []), ...gated];
}

/** The sections of the names that events and policies use: all of them, and what a decision asks of one, in the bucket of its name. */
export interface StoredKindsPlace {
  readonly sessionKeys: readonly string[];
  readonly all: number;
  readonly buckets: readonly number[];
}

/** The head of a store. Every member is there: what it inherits is never read. */
export interface StoreHead {
  readonly writer: string;
  /** How many policies there are, switched off or not, and how many of them are enforced. */
  readonly policies: number;
  readonly enforced: number;
  /** Whether some run even after a deny. */
  readonly alwaysRun: boolean;
  /** The events that policies list by name, with a bit for each tier (1 << its number). */
  readonly events: readonly (readonly [name: string, tiers: number])[];
  readonly table: ValueTable;
  readonly groups: readonly StoredGroup[];
  /** The sections of policies that are switched off, of the names (`null`: the canonical ones alone), and of what was said. */
  readonly off: number;
  readonly kinds: StoredKindsPlace | null;
  readonly said: number;
  /** The version of what derives facts; `""` where policies read them and nothing derives them, `null` where none does. */
  readonly derives: string | null;
  readonly sections: readonly SectionPlace[];
  /** What the policies remember; `null`: nothing. */
  readonly cells: readonly MemoryCell[] | null;
}

/** What compiling said, and what the writer wants to know later. */
export interface StoredReport {
  readonly issues: readonly Issue[];
  readonly lost: readonly LostPolicy[];
  readonly about: JsonValue;
}

/** The first line of a store. */
export function markOf(length: number, hash: string): string {
  return `gatehouse-policies ${FORMAT} ${length} ${hash}\n`;
}

const MARK = /^gatehouse-policies ([0-9]{1,9}) ([0-9]{1,9}) ([A-Za-z0-9+/=_-]{1,200})\n/;

/** A mark as it was read: where the head begins, its length and its hash; or why it is not one. */
export function readStoreMark(
  text: string,
):
  | { readonly start: number; readonly length: number; readonly hash: string }
  | { readonly problem: string; readonly isOther: boolean } {
  const [mark, version, length = "", hash = ""] = MARK.exec(text) ?? [];
  if (mark === undefined) return { problem: "it does not begin as a store does", isOther: false };
  if (Number(version) !== FORMAT)
    return { problem: `it has version ${version}, not ${FORMAT}`, isOther: true };
  return { start: mark.length, length: Number(length), hash };
}

/** A policy in a section. Its texts are in a page behind all sections. */
export type StoredRow = readonly [
  /** In the order of evaluation, from 1. */
  position: number,
  tier: number,
  /** Lengths of the texts. */
  tests: number,
  spans: number,
  rest: number,
  trigger: Trigger,
  /** Its key in the set where that is not tier and id; else 0. */
  key: string | 0,
  /** Its events in a group of several; else 0. */
  events: readonly string[] | 0,
];

/** The texts of some rows of a section, one behind another: what is read and checked at once. */
export type StoredPage = readonly [rows: number, hash: string];

/** A section of policies; `at`: where its first page begins behind all sections, the others follow. */
export type SectionLine = readonly [
  paths: readonly AtomPath[],
  rows: readonly StoredRow[],
  at: number,
  pages: readonly StoredPage[],
];

/** Which of `count` buckets has the policies that wait for a value. */
export function bucketOf(value: JsonValue | undefined, count: number): number {
  const text = JSON.stringify(value ?? null);
  // FNV-1a: the same on every machine.
  let hash = 2_166_136_261;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16_777_619);
  return (hash >>> 0) % count;
}

/** JSON text with every character above ASCII escaped: they are inside of strings. */
export function ascii(json: string): string {
  return json.replace(
    // oxlint-disable-next-line no-control-regex -- everything but ASCII
    /[^\u0000-\u007f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
