import { analyze, readsName } from "@gatehouse-hooks/condition/analysis";
import { compile, compileSealed, type Expr, type Outcome } from "@gatehouse-hooks/condition/compile";
import {
  isRecord,
  isSealed,
  isStrings,
  type JsonObject,
  type JsonValue,
  ownRecord,
  type SealedObject,
} from "@gatehouse-hooks/json";
import { listensTo } from "../all-gating.js";
import { type Applies, CompiledPolicy } from "../compiled-policy.js";
import type { Decision } from "../decision.js";
import type { Event } from "../event.js";
import type { EventKinds } from "../event-kinds.js";
import { FACTS } from "../facts/derive.js";
import type { Deriving } from "../facts/deriving.js";
import { FLOWS, MEMORY } from "../facts/reads-facts.js";
import { partsOf, type PolicySet } from "../policy-set.js";
import { InputRewrite } from "../rewrite.js";
import type { MemoryCell, CellUpdate } from "../facts/cell.js";
import { CELL_LIMITS } from "./cell-limits.js";
import { addedStrings } from "./items.js";
import { withSourceMarks } from "./origins.js";
import { countKey, timesWithin } from "./remember.js";
import { conjuncts } from "./holds-with-memory.js";
import { WHO_CALLS, CALL, DECISION, callIdOf, SeenEvent, wellFormed } from "./seen.js";
import { type CellState, emptyCell, type MemoryState } from "./state.js";

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
  const { deriving, kinds } = partsOf(set);
  const at = Math.max(now, state.at);
  const changes = deriving.once(Updates).of(event.event, kinds);
  // Copied where something changes: most events change little, and a copy of many cells is what remembering would cost.
  let cells: Record<string, CellState> | null = null;
  if (changes.length > 0) {
    const final = rewritten(event, decision, kinds.of(event.event), deriving);
    const seen = new SeenEvent(set, state, final, decision, at);
    for (const { cell, updates } of changes) {
      const before = state.cells[cell.name];
      const after = changed(cell, before ?? emptyCell(cell), updates, final, seen);
      if (after !== before) (cells ??= ownRecord<Record<string, CellState>>(state.cells))[cell.name] = after;
    }
  }
  const pending = pendingAfter(state.pending, event, decision);
  return { v: 1, n: state.n + 1, at, key: state.key, cells: cells ?? state.cells, pending };
}

/** What runs is the input that policies have made of it. */
function rewritten(
  event: Event,
  { updatedInput }: Decision,
  kind: ConstructorParameters<typeof InputRewrite>[1],
  deriving: Deriving,
): Event {
  if (updatedInput === undefined) return event;
  const rewrite = new InputRewrite(event, kind, deriving);
  rewrite.apply(updatedInput, { policy: "", tier: "enforced" });
  return rewrite.event;
}

/** One update, made ready to run. */
interface Update {
  readonly given: CellUpdate;
  readonly empties: boolean;
  readonly readsDecision: boolean;
  readonly readsAgent: boolean;
  /** What reads the event alone: while one of these is false, it does not happen. */
  readonly plain: readonly Ready[];
  /** What reads the decision beside it, and nothing else. */
  readonly ofDecision: readonly Ready[];
  /** All of it, where it reads more than that. */
  readonly test: CompiledPolicy | null;
}

interface CellChanges {
  readonly cell: MemoryCell;
  readonly updates: readonly Update[];
}

/** Names of events beyond these are looked up each time: there is no end of them. */
const MOST_NAMES = 256;

/** The updates of cells, compiled once. */
class Updates {
  readonly #all: readonly CellChanges[];
  readonly #byName = new Map<string, readonly CellChanges[]>();

  constructor(deriving: Deriving) {
    this.#all = (deriving.cells ?? []).map((cell): CellChanges => {
      const on = cell.on.map((given) => compiledUpdate(given, cell, false, deriving));
      const until = cell.until.map((given) => compiledUpdate(given, cell, true, deriving));
      return { cell, updates: [...on, ...until] };
    });
  }

  /** Those of an event. */
  of(event: string, kinds: EventKinds): readonly CellChanges[] {
    const made = this.#byName.get(event);
    if (made !== undefined) return made;
    const own = this.#all.map(({ cell, updates }) => ({
      cell,
      updates: updates.filter(({ given }) => listensTo(given.events, event, kinds)),
    }));
    const some = own.filter(({ updates }) => updates.length > 0);
    if (this.#byName.size < MOST_NAMES) this.#byName.set(event, some);
    return some;
  }
}

function compiledUpdate(
  given: CellUpdate,
  { tier }: MemoryCell,
  empties: boolean,
  deriving: Deriving,
): Update {
  const { condition } = given;
  const policy = {
    id: "",
    tier,
    enabled: true,
    events: given.events,
    priority: 0,
    order: 0,
  } as const;
  const handler = { kind: "static", verdict: "approve", reason: "" } as const;
  const test = new CompiledPolicy({ policy: { ...policy, handler }, key: "", tests: given }, deriving);
  const readsDecision = condition?.ast != null && readsName(condition.ast, DECISION);
  const readsAgent = condition?.ast != null && readsName(condition.ast, WHO_CALLS);
  const parts = [given.matcher?.ast, condition?.ast].flatMap((ast) => ast ?? []).flatMap(conjuncts);
  const plain = parts.filter((ast) => !DERIVED.some((name) => readsName(ast, name)));
  const ofDecision = parts.filter((ast) => analyze(ast).paths.every(([root]) => root === DECISION));
  const isAll = parts.every((ast) => plain.includes(ast) || ofDecision.includes(ast));
  return {
    ...{ given, empties, readsDecision, readsAgent },
    plain: plain.map((ast) => new Ready(ast)),
    ofDecision: ofDecision.filter((ast) => !plain.includes(ast)).map((ast) => new Ready(ast)),
    test: isAll ? null : test,
  };
}

/** A condition that is compiled when it is first asked: a process that decides once pays for what it reads. */
class Ready {
  readonly #ast: Expr;
  #ofAny: ((event: JsonObject) => Outcome) | undefined;
  #ofSealed: ((event: SealedObject) => Outcome) | undefined;

  constructor(ast: Expr) {
    this.#ast = ast;
  }

  /** Of an object and of its sealed form, where it is one: that is the fast way. */
  holds(event: JsonObject, sealed: SealedObject | null): Outcome {
    if (sealed === null) return (this.#ofAny ??= compile(this.#ast))(event);
    return (this.#ofSealed ??= compileSealed(this.#ast))(sealed);
  }
}

/** What no event has of itself. */
const DERIVED = [DECISION, CALL, FACTS, MEMORY, FLOWS];

/** Whether an update happens. */
function happens({ plain, ofDecision, test }: Update, event: Event, seen: SeenEvent): Applies {
  let outcome: Outcome = true;
  const { sealed } = seen;
  for (const ready of plain) {
    const one = ready.holds(event, sealed);
    if (one === false) return "no";
    if (one !== true) outcome = one;
  }
  for (const ready of ofDecision) {
    const { decided } = seen;
    const one = ready.holds(decided, isSealed(decided) ? decided : null);
    if (one === false) return "no";
    if (one !== true) outcome = one;
  }
  if (test === null) return outcome === true ? "yes" : "over-budget";
  return seen.event === null ? "no-facts" : test.applies(seen.event, seen.remembered);
}

function pendingAfter(before: readonly string[], event: Event, { effect }: Decision): readonly string[] {
  const id = callIdOf(event);
  if (id === undefined) return before;
  if (event.event === "before_tool_call" && effect === "ask")
    return [...before.filter((one) => one !== id), id].slice(-CELL_LIMITS.pending);
  return event.event === "after_tool_call" ? before.filter((one) => one !== id) : before;
}

/** What a cell is after the updates of one event: it is emptied first, and then set. */
function changed(
  cell: MemoryCell,
  before: CellState,
  updates: readonly Update[],
  event: Event,
  seen: SeenEvent,
): CellState {
  // Most events change little: there is a list only where something fires.
  let fired: Update[] | null = null;
  const { decision, isOfSubagent } = seen;
  for (const update of updates) {
    if (decision.effect === "deny" && !update.readsDecision) continue;
    if (isOfSubagent && !update.readsAgent) continue;
    const applies = happens(update, event, seen);
    if (applies === "no") continue;
    // Not known whether it happened: so the cell is not known.
    if (applies !== "yes") return { ...before, unknown: true };
    (fired ??= []).push(update);
  }
  if (fired === null) return cell.kind === "lost" ? { ...before, unknown: true } : before;
  const empties = fired.some((one) => one.empties);
  let next = empties ? { ...emptyCell(cell), cause: seen.cause } : before;
  for (const { given, empties: isUntil } of fired) if (!isUntil) next = updated(cell, next, given, seen);
  return cell.kind === "lost" ? { ...next, unknown: true } : next;
}

function updated(cell: MemoryCell, before: CellState, update: CellUpdate, seen: SeenEvent): CellState {
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
    case "origins":
      return withSourceMarks(cell, before, update, seen);
    case "lost":
      return before;
  }
}

function asKnown(cell: CellState): CellState {
  if (cell.unknown !== true) return cell;
  const { shape, value, cause } = cell;
  return { shape, value, ...(cause && { cause }) };
}

function counted(cell: MemoryCell, before: CellState, { add }: CellUpdate, seen: SeenEvent): CellState {
  const { cause } = seen;
  const by = add === undefined ? 1 : amountAt(seen, add);
  if (by === null) return { ...before, cause, unknown: true };
  const value = countedValue(cell, before.value, by, seen);
  // A count at its bound is known, whatever was missed.
  const reached = cell.by === undefined && (Array.isArray(value) ? value.length : value) === cell.upTo;
  return { shape: before.shape, value, cause, ...(before.unknown && !reached ? { unknown: true } : {}) };
}

/** A number that is added: never less than nothing; null where it is not one. */
function amountAt(seen: SeenEvent, path: readonly string[]): number | null {
  const found = seen.at(path);
  if (found === null) return null;
  const { value } = found;
  return typeof value === "number" && value >= 0 ? value : value === undefined ? 0 : null;
}

function countedValue(cell: MemoryCell, before: JsonValue, by: number, seen: SeenEvent): JsonValue {
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
  const times = Array.from({ length: Math.min(by, cell.upTo) }, () => seen.time);
  return [...timesWithin(cell, before, seen.time), ...times].slice(-cell.upTo);
}

function added(cell: MemoryCell, before: CellState, update: CellUpdate, seen: SeenEvent): CellState {
  const { cause } = seen;
  const strings = addedStrings(update, seen);
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

function lastOf({ shape }: CellState, { value: path }: CellUpdate, seen: SeenEvent): CellState {
  const { cause } = seen;
  const found = path === undefined ? { value: undefined } : seen.at(path);
  if (found === null) return { shape, value: null, cause, unknown: true };
  const given = found.value;
  const value = typeof given === "string" ? wellFormed(given, CELL_LIMITS.text) : given;
  const isPlain = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  return { shape, value: { n: seen.state.n, at: seen.time, ...(isPlain && { value }) }, cause };
}
