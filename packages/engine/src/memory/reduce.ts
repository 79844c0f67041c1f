import {
  isList,
  isRecord,
  isStrings,
  isSealed,
  type JsonValue,
  lookup,
  ownRecord,
  sealJson,
  sealJsonObject,
  type Value,
} from "@gatehouse-hooks/json";
import { compile } from "@gatehouse-hooks/condition/compile";
import { listensTo } from "../all-gating.js";
import { CompiledPolicy } from "../compiled-policy.js";
import type { Decision } from "../decision.js";
import type { Event } from "../event.js";
import { FACTS } from "../facts/derive.js";
import type { Deriving, SealedEvent } from "../facts/deriving.js";
import { readsFacts } from "../facts/reads-facts.js";
import { partsOf, type PolicySet, type SetParts } from "../policy-set.js";
import { readEvent } from "../read-event.js";
import { Rewrite } from "../rewrite.js";
import type { MemoryCell, CellCause, CellUpdate, Remembered } from "../facts/cell.js";
import { CELL_LIMITS } from "./cell-limits.js";
import { readsName } from "@gatehouse-hooks/condition/analysis";
import { countKey, remember, timesWithin, atPath } from "./remember.js";
import { type CellState, emptyCell, type MemoryState } from "./state.js";

/** The names under which the conditions of cells read what was decided, and what became of a call. */
const DECISION = "decision";
const CALL = "call";
/** The name of an item in `where`. */
const ITEM = "it";

/** The state after an event and its decision. */
type Reduce = (state: MemoryState, event: Event, decision: Decision, now: number) => MemoryState;

/**
 * The state after an event and its decision (SPEC, "Memory"). Pure: every update reads the state before, so neither their order nor that
 * of the declarations matters. A denied event changes no cell whose condition does not read `decision`.
 *
 * @param event as it was admitted
 * @param now the time of the event in milliseconds, by the driver's clock
 * @example
 * const decision = decide(set, event, verdicts, remember(set, state, now));
 * const next = reduce(set, state, event, decision, now);
 */
export function reduce(
  set: PolicySet,
  state: MemoryState,
  event: Event,
  decision: Decision,
  now: number,
): MemoryState {
  return reducerOf(set)(state, event, decision, now);
}

/** `reduce` of one set, whose cells are compiled once. */
export function reducerOf(set: PolicySet): Reduce {
  const { deriving, kinds } = partsOf(set);
  const changesOf = changesBy(partsOf(set));
  return (state, event, decision, now) => {
    const at = Math.max(now, state.at);
    const changes = changesOf(event.event);
    const cells: Record<string, CellState> = ownRecord({ ...state.cells });
    if (changes.length > 0) {
      const final = rewritten(event, decision, kinds.of(event.event), deriving);
      const seen = new Seen(set, state, final, decision, at);
      for (const { cell, updates } of changes)
        cells[cell.name] = changed(cell, state.cells[cell.name] ?? emptyCell(cell), updates, seen);
    }
    const pending = pendingAfter(state.pending, event, decision);
    return ownRecord({ v: 1 as const, n: state.n + 1, at, key: state.key, cells, pending });
  };
}

/** What runs is the input that policies have made of it. */
function rewritten(
  event: Event,
  { updatedInput }: Decision,
  kind: ConstructorParameters<typeof Rewrite>[1],
  deriving: Deriving,
): Event {
  if (updatedInput === undefined) return event;
  const rewrite = new Rewrite(event, kind, deriving);
  rewrite.apply(updatedInput, { policy: "", tier: "enforced" });
  return rewrite.event;
}

/** One update, made ready to run. */
interface Update {
  readonly given: CellUpdate;
  readonly empties: boolean;
  readonly readsDecision: boolean;
  readonly test: CompiledPolicy;
}

interface CellChanges {
  readonly cell: MemoryCell;
  readonly updates: readonly Update[];
}

/** Names of events beyond these are looked up each time: there is no end of them. */
const MOST_NAMES = 256;

/** The updates of an event, by cell. */
function changesBy({ deriving, kinds }: SetParts): (event: string) => readonly CellChanges[] {
  const all = (deriving.cells ?? []).map((cell): CellChanges => {
    const on = cell.on.map((given) => compiledUpdate(given, false, deriving));
    return { cell, updates: [...on, ...cell.until.map((given) => compiledUpdate(given, true, deriving))] };
  });
  const byName = new Map<string, readonly CellChanges[]>();
  return (event) => {
    const made = byName.get(event);
    if (made !== undefined) return made;
    const own = all.map(({ cell, updates }) => ({
      cell,
      updates: updates.filter(({ given }) => listensTo(given.events, event, kinds)),
    }));
    const some = own.filter(({ updates }) => updates.length > 0);
    if (byName.size < MOST_NAMES) byName.set(event, some);
    return some;
  };
}

function compiledUpdate(given: CellUpdate, empties: boolean, deriving: Deriving): Update {
  const { condition } = given;
  const policy = {
    id: "",
    tier: "enforced",
    enabled: true,
    events: given.events,
    priority: 0,
    order: 0,
  } as const;
  const handler = { kind: "static", verdict: "approve", reason: "" } as const;
  const test = new CompiledPolicy({ policy: { ...policy, handler }, key: "", tests: given }, deriving);
  const readsDecision = condition?.ast != null && readsName(condition.ast, DECISION);
  return { given, empties, readsDecision, test };
}

/** What the updates of one event see. */
class Seen {
  readonly decision: Decision;
  readonly at: number;
  readonly state: MemoryState;
  readonly event: SealedEvent | null;
  readonly remembered: Remembered;
  readonly #deriving: Deriving;

  constructor(set: PolicySet, state: MemoryState, event: Event, decision: Decision, at: number) {
    this.#deriving = partsOf(set).deriving;
    this.decision = decision;
    this.at = at;
    this.state = state;
    this.remembered = remember(set, state, at);
    const sealed = sealedOf(this.#deriving.input(event));
    const call = { ok: !failed(event), ...this.#asked(event) };
    this.event =
      sealed === null ? null : this.#with(this.#with(sealed, DECISION, said(decision)), CALL, call);
  }

  #asked(event: Event): { readonly asked: boolean } {
    const id = idOf(event);
    return { asked: id !== undefined && this.state.pending.includes(id) };
  }

  #with(event: SealedEvent, name: string, value: object): SealedEvent {
    return this.#deriving.extended(event, name, sealJsonObject(value).value ?? null);
  }

  /** The event with one item of a list; facts are added where the condition reads them. */
  withItem(event: SealedEvent, item: JsonValue): SealedEvent {
    return this.#deriving.extended(event, ITEM, item);
  }

  /** The event with its facts; null where they cannot be derived. */
  withFacts(event: SealedEvent): Event | null {
    return this.#deriving.eventOf(event);
  }

  get cause(): CellCause {
    const tool = lookup(this.event, "toolName");
    const name = typeof tool === "string" && tool !== "" ? tool : (this.event?.event ?? "");
    return { n: this.state.n, at: this.at, tool: wellFormed(name, CELL_LIMITS.tool) };
  }
}

/** Half of a surrogate pair would not be JSON. */
function wellFormed(text: string, most: number): string {
  if (text.length <= most) return text;
  const last = text.charCodeAt(most - 1);
  return text.slice(0, last >= 0xd8_00 && last <= 0xdb_ff ? most - 1 : most);
}

function sealedOf(event: Event): SealedEvent | null {
  if (isSealed(event)) return event;
  const read = readEvent(event);
  return read.kind === "event" && isSealed(read.event) ? read.event : null;
}

function said({ effect, policy, trace }: Decision): object {
  return {
    effect,
    policy: policy ?? "",
    applied: trace.map((entry) => entry.policy),
    judged: trace.filter((entry) => entry.source === "judge").length,
  };
}

/** Whether the agent says that the call has failed. */
function failed(event: Event): boolean {
  const error = Object.hasOwn(event, "error") ? event["error"] : undefined;
  return error !== undefined && error !== null && error !== false;
}

function idOf(event: Event): string | undefined {
  const id = Object.hasOwn(event, "toolCallId") ? event["toolCallId"] : undefined;
  return typeof id === "string" && id !== "" && id.length <= CELL_LIMITS.text ? id : undefined;
}

function pendingAfter(before: readonly string[], event: Event, { effect }: Decision): readonly string[] {
  const id = idOf(event);
  if (id === undefined) return before;
  if (event.event === "before_tool_call" && effect === "ask")
    return [...before.filter((one) => one !== id), id].slice(-CELL_LIMITS.pending);
  return event.event === "after_tool_call" ? before.filter((one) => one !== id) : before;
}

/** What a cell is after the updates of one event: it is emptied first, and then set. */
function changed(cell: MemoryCell, before: CellState, updates: readonly Update[], seen: Seen): CellState {
  const fired: Update[] = [];
  for (const update of updates) {
    if (seen.decision.effect === "deny" && !update.readsDecision) continue;
    const applies = seen.event === null ? "no-facts" : update.test.applies(seen.event, seen.remembered);
    // Not known whether it happened: so the cell is not known.
    if (applies !== "yes" && applies !== "no") return { ...before, unknown: true };
    if (applies === "yes") fired.push(update);
  }
  const empties = fired.some((one) => one.empties);
  let next = empties ? { ...emptyCell(cell), cause: seen.cause } : before;
  for (const { given, empties: isUntil } of fired) if (!isUntil) next = updated(cell, next, given, seen);
  return cell.kind === "lost" ? { ...next, unknown: true } : next;
}

function updated(cell: MemoryCell, before: CellState, update: CellUpdate, seen: Seen): CellState {
  const { cause } = seen;
  switch (cell.kind) {
    case "flag":
      // The first event stays the cause; a flag that is set is known.
      return before.value === null ? { shape: before.shape, value: true, cause } : asKnown(before);
    case "count":
      return counted(cell, before, update, seen);
    case "set":
      return added(cell, before, update, seen);
    case "last":
      return lastOf(before, update, seen);
    case "lost":
      return before;
  }
}

function asKnown({ shape, value, cause }: CellState): CellState {
  return { shape, value, ...(cause && { cause }) };
}

function counted(cell: MemoryCell, before: CellState, { add }: CellUpdate, seen: Seen): CellState {
  const { cause } = seen;
  const by = add === undefined ? 1 : amountAt(seen, add);
  if (by === null) return { ...before, cause, unknown: true };
  const value = countedValue(cell, before.value, by, seen);
  // A count at its bound is known, whatever was missed.
  const reached = cell.by === undefined && (Array.isArray(value) ? value.length : value) === cell.upTo;
  return { shape: before.shape, value, cause, ...(before.unknown && !reached ? { unknown: true } : {}) };
}

/** A number that is added: never less than nothing; null where it is not one. */
function amountAt(seen: Seen, path: readonly string[]): number | null {
  const value = atPath(seen.event, path);
  return typeof value === "number" && value >= 0 ? value : value === undefined ? 0 : null;
}

function countedValue(cell: MemoryCell, before: JsonValue, by: number, seen: Seen): JsonValue {
  if (cell.by !== undefined && seen.event !== null) {
    const key = countKey(cell, seen.event, seen.state);
    const { [key]: old = 0, ...others } = isRecord(before) ? before : {};
    const kept = Object.entries(others).slice(-(cell.keys - 1) || Infinity);
    return Object.fromEntries([
      ...(cell.keys === 1 ? [] : kept),
      [key, Math.min(Number(old) + by, cell.upTo)],
    ]);
  }
  if (!Array.isArray(before)) return Math.min(Number(before) + by, cell.upTo);
  const times = Array.from({ length: Math.min(by, cell.upTo) }, () => seen.at);
  return [...timesWithin(cell, before, seen.at), ...times].slice(-cell.upTo);
}

function added(cell: MemoryCell, before: CellState, update: CellUpdate, seen: Seen): CellState {
  const { cause } = seen;
  const strings = stringsOf(update, seen);
  if (strings === null) return { ...before, cause, unknown: true };
  const fitting = strings.filter((one) => one.length <= CELL_LIMITS.text);
  const old = isStrings(before.value) ? before.value : [];
  const fresh = new Set(fitting);
  const all = [...old.filter((one) => !fresh.has(one)), ...fresh];
  const forgets = all.length > cell.keep || fitting.length < strings.length;
  return {
    shape: before.shape,
    value: all.slice(-cell.keep),
    cause,
    ...(before.unknown || (forgets && cell.full === "unknown") ? { unknown: true } : {}),
  };
}

/** What an update adds to a set; null where that cannot be known. */
function stringsOf(update: CellUpdate, seen: Seen): readonly string[] | null {
  const { each, add = [] } = update;
  const ofFacts = (each ?? add)[0] === FACTS;
  const event = ofFacts && seen.event !== null ? seen.withFacts(seen.event) : seen.event;
  if (seen.event === null || event === null || !isSealed(event)) return null;
  if (each === undefined) {
    const holds = whereHolds(update, seen, seen.event);
    return holds === null ? null : strings(holds ? [atPath(event, add)] : []);
  }
  const items = atPath(event, each);
  if (!isList(items)) return ofFacts ? null : [];
  const found: Value[] = [];
  for (const item of items) {
    const holds = whereHolds(update, seen, seen.withItem(seen.event, item));
    if (holds === null) return null;
    if (holds) found.push(atPath(item, add));
  }
  return strings(found);
}

function strings(found: readonly Value[]): readonly string[] {
  return found.filter((one) => typeof one === "string");
}

/** Whether an item is added; null where that cannot be known. */
function whereHolds({ where }: CellUpdate, seen: Seen, event: SealedEvent): boolean | null {
  if (where?.ast == null) return true;
  const scope = readsFacts(where.ast) ? seen.withFacts(event) : event;
  const outcome = scope === null ? null : compile(where.ast)(scope);
  return typeof outcome === "boolean" ? outcome : null;
}

function lastOf({ shape }: CellState, { value: path }: CellUpdate, seen: Seen): CellState {
  const { cause } = seen;
  const inFacts = path?.[0] === FACTS && seen.event !== null;
  const event: Value = inFacts && seen.event !== null ? sealedValue(seen.withFacts(seen.event)) : seen.event;
  if (path !== undefined && event === null) return { shape, value: null, cause, unknown: true };
  const given = path === undefined ? undefined : atPath(event, path);
  const value = typeof given === "string" ? wellFormed(given, CELL_LIMITS.text) : given;
  const isPlain = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  return { shape, value: { n: seen.state.n, at: seen.at, ...(isPlain && { value }) }, cause };
}

function sealedValue(event: Event | null): Value {
  return event === null ? null : sealJson(event).value;
}
