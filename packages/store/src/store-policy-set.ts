import type { AtomPath } from "@gatehouse-hooks/condition/compile";
import type { JsonValue } from "@gatehouse-hooks/json";
import type { CompiledPolicies, Derive, Policy } from "@gatehouse-hooks/engine";
import { CANONICAL, keysOf, partsOf } from "@gatehouse-hooks/engine/parts";
import { type RowDraft, SectionWriter } from "./section-writer.js";
import {
  ascii,
  bucketOf,
  markOf,
  type StoredReport,
  type StoredGroup,
  type StoreHead,
  TIERS,
} from "./store-format.js";
import { restOf, type StoredText, storedText } from "./ast-text.js";
import { type ReachAtom, type Reach, reachOf } from "./triggers.js";
import { storedKinds } from "./stored-kinds.js";
import { packer, valueTable } from "./value-table.js";

/** How a store is sealed. */
export interface StoreOptions {
  /** A hash of a text that has ASCII characters only, as letters and digits: SHA-256 in hex, in Node `hash("sha256", text)`. */
  readonly hash: (text: string) => string;
  /** Who writes it: only a reader that says the same reads it. A name and a version. */
  readonly writer: string;
  /** What derives the facts of events, for a reader: that of the set that was stored, or the store is outdated. */
  readonly derive?: Derive;
}

/** The most groups of policies that list the same events; the others are in one group. */
const MAX_GROUPS = 64;
/** About how many characters a section has, and how many sections a gate has at most. */
const SECTION_UNITS = 16_384;
const MAX_SECTIONS = 64;
/** The buckets of a gate that has several sections. */
const BUCKETS = 256;

/**
 * Compiled policies as the text of a store (SPEC): ASCII, read by `openPolicyStore`.
 *
 * @param about what the writer wants back from the store
 * @throws what `hash` throws
 * @example
 * const hash = (text: string) => crypto.hash("sha256", text);
 * const text = storePolicySet(compilePolicies(loadAll(files)), { hash, writer: "my-agent 1.2" });
 */
export function storePolicySet(
  { set, issues, lost }: CompiledPolicies,
  { hash, writer }: StoreOptions,
  about: JsonValue = null,
): string {
  const { policies, kinds, events, deriving } = partsOf(set);
  const sections = new SectionWriter(hash);
  const add = (value: unknown): number => sections.add(ascii(JSON.stringify(value)));
  const table = valueTable(policies.map(restOf));
  const pack = packer(table);
  const keys = keysOf(policies);
  const texts = policies.map((policy, i) => storedText(policy, i + 1, keys[i] ?? "", pack));
  const isCanonical = kinds.vocabulary === CANONICAL && kinds.own.length === 0;
  const head: StoreHead = {
    writer,
    policies: policies.length,
    enforced: policies.filter(({ tier }) => tier === "enforced").length,
    alwaysRun: policies.some(({ alwaysRuns }) => alwaysRuns === true),
    derives: deriving.version,
    events: eventsOf(events, policies),
    table,
    // What every reader reads first comes first.
    said: add({ issues, lost, about } satisfies StoredReport),
    kinds: isCanonical ? null : storedKinds(kinds, add),
    off: sections.addRows(
      texts.flatMap((text, i) => (policies[i]?.enabled === false ? [{ text, trigger: [], events: 0 }] : [])),
    ),
    groups: groupsOf(policies).map((group) => storedGroup(group, texts, sections)),
    sections: sections.places,
    cells: deriving.cells,
  };
  const headText = ascii(JSON.stringify(head));
  return `${markOf(headText.length, hash(headText))}${headText}${sections.texts.join("")}${sections.pages.join("")}`;
}

function eventsOf(events: ReadonlySet<string>, policies: readonly Policy[]): StoreHead["events"] {
  const tiers = new Map<string, number>();
  for (const { tier, events: listed } of policies) {
    for (const name of listed) tiers.set(name, (tiers.get(name) ?? 0) | (1 << TIERS.indexOf(tier)));
  }
  return [...events].map((name) => [name, tiers.get(name) ?? 0]);
}

/** The enabled policies that list the same events. */
interface Group {
  readonly events: readonly string[] | null;
  readonly members: { readonly policy: Policy; readonly index: number }[];
}

function groupsOf(policies: readonly Policy[]): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const [index, policy] of policies.entries()) {
    if (!policy.enabled) continue;
    const events = [...new Set(policy.events)].sort();
    const key = JSON.stringify(events);
    const group = groups.get(key) ?? { events, members: [] };
    groups.set(key, group);
    group.members.push({ policy, index });
  }
  const all = [...groups.values()].sort((a, b) => b.members.length - a.members.length);
  if (all.length <= MAX_GROUPS) return all;
  const others = all.slice(MAX_GROUPS - 1).flatMap(({ members }) => members);
  return [...all.slice(0, MAX_GROUPS - 1), { events: null, members: others }];
}

function storedGroup(
  { events, members }: Group,
  texts: readonly StoredText[],
  sections: SectionWriter,
): StoredGroup {
  const reaches = new Map(
    reachOf(members.map(({ policy }) => policy)).map((reach) => [reach.position, reach]),
  );
  const open: RowDraft[] = [];
  const never: RowDraft[] = [];
  const gated: Gated[] = [];
  let path: AtomPath | null = null;
  for (const [i, { policy, index }] of members.entries()) {
    const text = texts[index];
    if (text === undefined) continue;
    const reach = reaches.get(i);
    const draft: RowDraft = {
      text,
      trigger: reach === undefined ? [] : triggerOf(reach),
      events: events === null ? policy.events : 0,
    };
    const gate = reach?.gate ?? null;
    if (reach === undefined) never.push(draft);
    else if (gate === null) open.push(draft);
    else {
      // All policies of a list have the same gate.
      path = gate.path;
      gated.push({ draft, values: gate.values });
    }
  }
  const gate = path === null ? null : { path, buckets: spread(gated, sections) };
  return { events, open: sections.addRows(open), never: sections.addRows(never), gate };
}

function triggerOf({ gate, atoms }: Reach): readonly (readonly ReachAtom[])[] {
  const opened = gate?.values.map((value) => ({ test: "==", path: gate.path, value }));
  return [...(opened === undefined ? [] : [opened]), ...(atoms === null ? [] : [atoms])];
}

/** A policy behind a gate. */
interface Gated {
  readonly draft: RowDraft;
  readonly values: readonly JsonValue[];
}

/** Puts rows into sections, each once: those that wait for the same values together. Gives the sections of each bucket. */
function spread(rows: readonly Gated[], sections: SectionWriter): readonly (readonly number[])[] {
  const alike = new Map<string, Gated[]>();
  for (const row of rows) {
    const key = row.values.map((value) => JSON.stringify(value)).join();
    const same = alike.get(key);
    if (same === undefined) alike.set(key, [row]);
    else same.push(row);
  }
  const room = Math.max(SECTION_UNITS, unitsOf(rows) / MAX_SECTIONS);
  const parts: Gated[][] = [];
  for (const key of [...alike.keys()].sort()) {
    const same = alike.get(key) ?? [];
    const last = parts.at(-1);
    if (last !== undefined && unitsOf(last) + unitsOf(same) <= room) last.push(...same);
    else parts.push([...same]);
  }
  const count = parts.length === 1 ? 1 : BUCKETS;
  const buckets = Array.from({ length: count }, () => new Set<number>());
  for (const part of parts) {
    const section = sections.addRows(part.map(({ draft }) => draft));
    for (const { values } of part) for (const value of values) buckets[bucketOf(value, count)]?.add(section);
  }
  return buckets.map((bucket) => [...bucket]);
}

function unitsOf(rows: readonly Gated[]): number {
  return rows.reduce(
    (sum, { draft: { text } }) => sum + text.tests.length + text.spans.length + text.rest.length,
    0,
  );
}
