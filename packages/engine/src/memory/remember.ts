import { isRecord, type JsonValue, lookup, sealJson, type Value } from "@gatehouse-hooks/json";
import type { Event } from "../event.js";
import type { Deriving } from "../facts/deriving.js";
import type { Tier } from "../policy.js";
import { partsOf, type PolicySet } from "../policy-set.js";
import type { MemoryCell, Remembered, ShownCell } from "../facts/cell.js";
import { flowsOf, type KnownSources } from "./flows.js";
import { SourceMarks } from "./source-marks.js";
import { RANK } from "./cell-limits.js";
import { shortHash } from "./read-cells.js";
import type { CellState, MemoryState } from "./state.js";

/**
 * What policies see of a state when an event comes (SPEC, "Memory"): to give to `begin`, `step`, `decide` and `explain`. Cells are
 * read when a policy asks for them.
 *
 * @param now the time of the event in milliseconds, by the driver's clock
 */
export function remember(set: PolicySet, state: MemoryState, now: number): Remembered {
  return new View(set, state, Math.max(now, state.at));
}

/** The values of an event as policies of a tier see them. Most events have one input, and few have more than two tiers that ask. */
interface KnownFlows {
  readonly event: Event;
  readonly tier: Tier;
  readonly value: JsonValue | null;
}

const NO_FLOWS: readonly KnownFlows[] = [];

/** What is remembered when an event comes: most events read none of it, so nothing is made before it is asked for. */
class View implements Remembered {
  readonly now: number;
  readonly #set: PolicySet;
  readonly #state: MemoryState;
  #names: CellNames | undefined;
  #sealed: Map<string, JsonValue | undefined> | undefined;
  #flows: readonly KnownFlows[] = NO_FLOWS;

  constructor(set: PolicySet, state: MemoryState, now: number) {
    this.now = now;
    this.#set = set;
    this.#state = state;
  }

  get #cells(): CellNames {
    return (this.#names ??= partsOf(this.#set).deriving.once(CellNames));
  }

  read(name: string, event: Event): { readonly value: JsonValue | undefined } | null {
    const cell = this.#cells.byName.get(name);
    const kept = cell === undefined ? undefined : this.#state.cells[name];
    if (cell === undefined || kept === undefined || kept.unknown === true) return null;
    // Its marks are nobody's business: `flows` says what they mean.
    if (cell.kind === "origins") return null;
    const value = this.#valueOf(cell, kept, event);
    return { value: value ?? undefined };
  }

  #valueOf(cell: MemoryCell, kept: CellState, event: Event): JsonValue | undefined {
    if (cell.by !== undefined) return Number(lookup(kept.value, countKey(cell, event, this.#state)) ?? 0);
    const view = viewOf(cell, kept, this.#state, this.now);
    if (typeof view !== "object") return view;
    const sealed = (this.#sealed ??= new Map<string, JsonValue | undefined>());
    if (!sealed.has(cell.name)) sealed.set(cell.name, sealJson(view).value);
    return sealed.get(cell.name);
  }

  flows(event: Event, tier: Tier, derived: Event | null): JsonValue | null {
    const before = this.#flows.find((one) => one.event === event && one.tier === tier);
    if (before !== undefined) return before.value;
    const { deriving, kinds } = partsOf(this.#set);
    const sources = knownSources(this.#cells.origins, this.#state, tier, deriving.once(SourceMarks));
    const kind = kinds.of(event.event);
    const value = sources === null ? null : flowsOf(event, kind, derived, sources, this.#state.key);
    this.#flows = [...this.#flows, { event, tier, value }];
    return value;
  }

  shown(name: string, event: Event): ShownCell {
    const found = this.read(name, event);
    const cell = this.#cells.byName.get(name);
    const kept = cell === undefined ? undefined : this.#state.cells[name];
    const cause = kept?.cause;
    const isOrigins = cell?.kind === "origins" && kept?.unknown !== true;
    return {
      cell: name,
      ...(isOrigins ? { value: shownValue(kept?.value) } : {}),
      ...(found === null ? {} : { value: shownValue(found.value) }),
      ...(cause === undefined ? {} : { since: cause }),
    };
  }
}

/** The cells of a set by name, and those that know sources. */
class CellNames {
  readonly byName: ReadonlyMap<string, MemoryCell>;
  readonly origins: readonly MemoryCell[];

  constructor({ cells }: Deriving) {
    const all = cells ?? [];
    this.byName = new Map(all.map((cell) => [cell.name, cell]));
    // One that is lost may have been one of them.
    this.origins = all.filter(({ kind }) => kind === "origins" || kind === "lost");
  }
}

/** The sources that policies of a tier believe or not: those of their own tier and of higher ones. Null where they are not known. */
function knownSources(
  all: readonly MemoryCell[],
  state: MemoryState,
  tier: Tier,
  known: SourceMarks,
): readonly KnownSources[] | null {
  const found: KnownSources[] = [];
  for (const cell of all) {
    if (RANK[cell.tier] > RANK[tier]) continue;
    const kept = state.cells[cell.name];
    if (kept === undefined || kept.unknown === true) return null;
    const marks = known.marksIn(kept);
    const namesOf = (bits: number): readonly JsonValue[] => known.namesOf(cell, bits);
    found.push({ namesOf, bitsOf: (mark: string) => marks.get(mark) ?? 0 });
  }
  return found.length > 0 ? found : null;
}

/** Of a list its size: its strings are of the session, and may be secrets. */
function shownValue(value: JsonValue | undefined): JsonValue {
  if (Array.isArray(value)) return value.length;
  return typeof value === "object" ? value !== null : (value ?? false);
}

function viewOf(cell: MemoryCell, { value }: CellState, state: MemoryState, now: number): JsonValue {
  switch (cell.kind) {
    case "flag":
      return value !== null;
    case "count":
      return Array.isArray(value) ? timesWithin(cell, value, now).length : value;
    case "last": {
      const n = lookup(value, "n");
      return typeof n === "number" && isRecord(value) ? { ...value, ago: state.n - n } : null;
    }
    default:
      return value;
  }
}

/** The times that still count. */
export function timesWithin(
  { within = 0 }: MemoryCell,
  times: readonly JsonValue[],
  now: number,
): readonly number[] {
  return times.filter((time) => typeof time === "number").filter((time) => time > now - within);
}

/** The name of the count that an event is of. */
export function countKey({ by = [] }: MemoryCell, event: Event, { key }: Pick<MemoryState, "key">): string {
  return shortHash(JSON.stringify(by.map((path) => atPath(event, path) ?? null)), key);
}

/** The value at a path of own properties. */
export function atPath(value: Value, path: readonly string[]): Value {
  return path.reduce<Value>((inner, part) => lookup(inner, part), value);
}
