import type { JsonValue } from "@gatehouse-hooks/json";
import { pathKey } from "../candidates/requirement.js";
import { CANONICAL } from "../canonical.table.js";
import { keysOf } from "../keys-of.js";
import type { Policy } from "../policy.js";
import type { CompiledPolicies } from "../compile-policies.js";
import { partsOf } from "../policy-set.js";
import { type PathAtom, type RowDraft, SectionWriter } from "./section-writer.js";
import {
  ascii,
  bucketOf,
  markOf,
  type Said,
  type StoredGate,
  type StoredGroup,
  type StoreHead,
  TIERS,
} from "./store-format.js";
import { restOf, type StoredText, storedText } from "./stored-text.js";
import { type Reach, reachOf } from "./reach.js";
import { packer, valueTable } from "./value-table.js";

/** How a store is sealed. */
export interface StoreOptions {
  /** A hash of a text that has ASCII characters only, as letters and digits: SHA-256 in hex, in Node `hash("sha256", text)`. */
  readonly hash: (text: string) => string;
  /** Who writes it: only a reader that says the same reads it. A name and a version. */
  readonly writer: string;
}

/** The most groups of policies that list the same events; the others are in one group. */
const MAX_GROUPS = 64;
/** The most gate paths of a group: each costs a look and a section for every event. */
const MAX_GATES = 4;
/** About how many characters a bucket has, and how many buckets there are at most. */
const BUCKET_UNITS = 16_384;
const MAX_BUCKETS = 64;
/** The most buckets that a policy is in; one that waits for more values is found without its gate. */
const MAX_COPIES = 4;

/**
 * Compiled policies as the text of a store (SPEC, "Stored sets"): ASCII, read by `openPolicyStore`.
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
  const { policies, kinds, events } = partsOf(set);
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
    events: eventsOf(events, policies),
    table,
    kinds: isCanonical ? -1 : add({ vocabulary: kinds.vocabulary, own: kinds.own }),
    said: add({ issues, lost, about } satisfies Said),
    off: sections.addRows(
      texts.flatMap((text, i) => (policies[i]?.enabled === false ? [{ text, trigger: [], events: 0 }] : [])),
    ),
    groups: groupsOf(policies).map((group) => storedGroup(group, texts, sections)),
    sections: sections.places,
  };
  const headText = ascii(JSON.stringify(head));
  return `${markOf(headText.length, hash(headText))}${headText}${sections.texts.join("")}`;
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
  const gatePaths = commonGates([...reaches.values()]);
  const open: RowDraft[] = [];
  const never: RowDraft[] = [];
  const gated = new Map<string, { readonly draft: RowDraft; readonly reach: Reach }[]>();
  for (const [i, { policy, index }] of members.entries()) {
    const text = texts[index];
    if (text === undefined) continue;
    const reach = reaches.get(i);
    const draft: RowDraft = {
      text,
      trigger: reach === undefined ? [] : triggerOf(reach),
      events: events === null ? policy.events : 0,
    };
    const gate = reach?.gate == null ? undefined : pathKey(reach.gate.path);
    if (reach === undefined) never.push(draft);
    else if (gate === undefined || !gatePaths.has(gate)) open.push(draft);
    else {
      const rows = gated.get(gate) ?? [];
      gated.set(gate, rows);
      rows.push({ draft, reach });
    }
  }
  const gates: StoredGate[] = [];
  for (const rows of gated.values()) {
    const [first] = rows;
    if (first?.reach.gate == null) continue;
    const buckets = spread(rows, open);
    gates.push({ path: first.reach.gate.path, buckets: buckets.map((drafts) => sections.addRows(drafts)) });
  }
  return { events, open: sections.addRows(open), never: sections.addRows(never), gates };
}

function triggerOf({ gate, atoms }: Reach): readonly (readonly PathAtom[])[] {
  const opened = gate?.values.map((value) => ({ operator: "==", path: gate.path, value }));
  return [...(opened === undefined ? [] : [opened]), ...(atoms === null ? [] : [atoms])];
}

/** The gate paths of most policies. */
function commonGates(reaches: readonly Reach[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { gate } of reaches) {
    if (gate !== null) counts.set(pathKey(gate.path), (counts.get(pathKey(gate.path)) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return new Set(sorted.slice(0, MAX_GATES).map(([path]) => path));
}

/** Puts rows into buckets by the values of their gate; those of too many buckets become open. */
function spread(
  rows: readonly { readonly draft: RowDraft; readonly reach: Reach }[],
  open: RowDraft[],
): readonly (readonly RowDraft[])[] {
  const units = rows.reduce(
    (sum, { draft: { text } }) => sum + text.tests.length + text.spans.length + text.rest.length,
    0,
  );
  const count = Math.min(MAX_BUCKETS, Math.max(1, Math.ceil(units / BUCKET_UNITS)));
  const buckets = Array.from({ length: count }, (): RowDraft[] => []);
  for (const { draft, reach } of rows) {
    const mine = new Set(reach.gate?.values.map((value) => bucketOf(value, count)));
    if (mine.size > MAX_COPIES) open.push(draft);
    else for (const bucket of mine) buckets[bucket]?.push(draft);
  }
  return buckets;
}
