import {
  cellsOf,
  type CellUpdate,
  isManyEvents,
  type MemoryCell,
  type Policy,
  policiesOf,
  type PolicySet,
  readEvent,
} from "@gatehouse-hooks/engine";
import { beginMemory, reduce, remember, type Remembered } from "@gatehouse-hooks/engine/memory";
import { isList, isRecord, type JsonObject, type JsonValue } from "@gatehouse-hooks/json";
import type { Examples } from "./analyze-policies.js";
import { readByCell, readByPolicy, type ReadNames, updateTests } from "./cell-reads.js";
import type { EventFinder } from "./event-finder.js";
import type { Probe, ProbedEvent } from "./probe.js";
import type { ReadPath } from "./paths-of.js";
import { addingEvents, addsItems, askedPaths, withAsked } from "./set-events.js";
import { testsOf } from "./tests-of.js";

/** An event of a session. */
export interface SessionStep {
  readonly event: JsonObject;
  /** Milliseconds since the step before. */
  readonly after: number;
}

/** One of two sets. */
interface SessionSide {
  readonly set: PolicySet;
  readonly finder: EventFinder;
}

/** Events that set or empty what is read, of which sessions are made; last events; and steps of all sessions that are tried for one policy. */
const MOST_EVENTS = 8;
const MOST_LAST = 4;
const MOST_STEPS_OF_ALL = 1_500;
/** Different events before the last one, and how often one comes. */
const MOST_STEPS = 3;
const MOST_TIMES = 24;
const SECOND = 1_000;

/** What a session remembers that begins. */
export function firstMemory(set: PolicySet): Remembered {
  return remember(set, beginMemory(set, 1), 0);
}

/** What a set says to the last event of a session; nothing where the door refuses one of them. */
export function lastOfSession(
  probe: Probe,
  { set }: SessionSide,
  steps: readonly SessionStep[],
): ProbedEvent | undefined {
  let state = beginMemory(set, 1);
  let now = 0;
  let last: ProbedEvent | undefined;
  for (const { event, after } of steps) {
    now += after;
    const read = readEvent(event);
    last = probe.run(event, remember(set, state, now));
    if (last === undefined || read.kind === "refused") return undefined;
    state = reduce(set, state, read.event, last.decision, now);
  }
  return last;
}

/** The policies of one set that read what the other one remembers otherwise, or not at all. */
export function readersOfChangedCells({ set }: SessionSide, { set: other }: SessionSide): readonly Policy[] {
  const shapes = (of: PolicySet): ReadonlyMap<string, string> =>
    new Map(cellsOf(of).map(({ name, tier, shape }) => [name, `${tier} ${shape}`]));
  const [mine, theirs] = [shapes(set), shapes(other)];
  return policiesOf(set).filter((policy) =>
    cellsReadBy(policy, set).some(({ name }) => mine.get(name) !== theirs.get(name)),
  );
}

/** The cells that a policy reads, and those that these read. */
export function cellsReadBy(policy: Policy, set: PolicySet): readonly MemoryCell[] {
  const cells = cellsOf(set);
  // Most sets have none, and then no condition is looked through.
  if (cells.length === 0) return cells;
  const found = new Set<MemoryCell>();
  const add = (names: ReadNames): void => {
    for (const cell of cells) {
      const isRead = cell.kind === "origins" ? names.flows : names.all || names.cells.has(cell.name);
      if (!isRead || found.has(cell)) continue;
      found.add(cell);
      add(readByCell(cell));
    }
  };
  add(readByPolicy(policy));
  return [...found];
}

/**
 * Sessions that may show what a policy over memory decides, the shortest first: events that set and empty the cells that it reads in either set, and then
 * an event that it may apply to. Bounded; that none of them shows anything proves nothing.
 */
export function* sessionsFor(
  policy: Policy,
  finder: EventFinder,
  sides: readonly SessionSide[],
  examples: Examples,
): Generator<readonly SessionStep[], void, undefined> {
  const cells = sides.flatMap((side) => cellsReadBy(policy, side.set).map((cell) => ({ cell, side })));
  const asked = askedPaths(policy);
  const lasts = lastEvents(policy, finder, examples).map((last) => sealed(withAsked(last, asked)));
  const windows = new Set(cells.flatMap(({ cell }) => (cell.within === undefined ? [] : [cell.within + 1])));
  const gaps = [SECOND, ...windows].slice(0, MOST_STEPS);
  const updates = cells.flatMap(({ cell, side }) =>
    [...cell.on, ...cell.until].flatMap((update) =>
      updateEvents(update, cell.kind === "set", side.finder, examples),
    ),
  );
  const pools = lasts.map((last) => settingEvents(updates, last, asked));
  let made = 0;
  for (const length of lengths())
    for (const [i, last] of lasts.entries())
      for (const before of sequences(pools[i] ?? [], length))
        for (const after of before.length === 0 ? [SECOND] : gaps) {
          made += before.length + 1;
          if (made > MOST_STEPS_OF_ALL) return;
          yield [...before.map((event) => ({ event, after: SECOND })), { event: last, after }];
        }
}

/** First all sequences of a few events, and then one event many times. */
function lengths(): readonly number[] {
  return Array.from({ length: MOST_TIMES + 1 }, (_, i) => i);
}

function* sequences(
  pool: readonly JsonObject[],
  length: number,
): Generator<readonly JsonObject[], void, undefined> {
  if (length > MOST_STEPS) for (const event of pool) yield Array.from({ length }, () => event);
  else if (length === 0) yield [];
  else for (const rest of sequences(pool, length - 1)) for (const event of pool) yield [...rest, event];
}

/** Events that the tests of a policy hold for, whatever is remembered. */
function lastEvents(policy: Policy, finder: EventFinder, examples: Examples): readonly JsonObject[] {
  return policy.events
    .flatMap((name) => eventsFor(isManyEvents(name) ? CALL : name, finder, testsOf(policy), examples))
    .slice(0, MOST_LAST)
    .map(sealed);
}

/** The events of a name that one update of a cell is for. */
interface UpdateEvents {
  readonly update: CellUpdate;
  /** Of a set. */
  readonly isSet: boolean;
  readonly name: string;
  readonly events: readonly JsonObject[];
}

function updateEvents(
  update: CellUpdate,
  isSet: boolean,
  finder: EventFinder,
  examples: Examples,
): readonly UpdateEvents[] {
  const { where: _, ...others } = update;
  const hold = updateTests(isSet && addsItems(update) ? update : others);
  return update.events.map((given) => {
    const name = isManyEvents(given) ? CALL : given;
    return { update, isSet, name, events: eventsFor(name, finder, hold, examples) };
  });
}

/** Events that set or empty cells: those that their tests hold for, and the last event itself, as it is before and after it ran. */
function settingEvents(
  updates: readonly UpdateEvents[],
  last: JsonObject,
  asked: readonly ReadPath[],
): readonly JsonObject[] {
  const found = new Map<string, JsonObject>();
  const add = (event: JsonObject | undefined): void => {
    if (event !== undefined && found.size < MOST_EVENTS) found.set(JSON.stringify(event), event);
  };
  const each = updates.map(({ update, isSet, name, events }) => {
    const own = events.flatMap((event) =>
      isSet ? addingEvents(event, update, last, asked) : [saying(event, update, last)],
    );
    return name.endsWith("_tool_call")
      ? [...own.slice(0, 1), { ...last, event: name }, ...own.slice(1)]
      : own;
  });
  // The plainest event of every update, before a second one of any.
  for (const at of [0, 1, 2]) for (const events of each) add(events[at]);
  return [...found.values()].map(sealed);
}

/** Read once: facts of an event that was read are derived once. */
function sealed(event: JsonObject): JsonObject {
  const read = readEvent(event);
  return read.kind === "refused" ? event : read.event;
}

/** Of a source whose text is a field of the event: with what the last event says. */
function saying(event: JsonObject, { text }: CellUpdate, last: JsonObject): JsonObject {
  const [field, ...deeper] = text ?? [];
  if (field === undefined || deeper.length > 0 || field === "params") return event;
  return { ...event, [field]: leavesOf(last["params"] ?? null).join(" ") };
}

function leavesOf(value: JsonValue): readonly string[] {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  const members = isList(value) ? value : isRecord(value) ? Object.values(value) : [];
  return members.flatMap(leavesOf);
}

/** Events of a name for which conditions hold, without what no event brings. */
function eventsFor(
  name: string,
  finder: EventFinder,
  hold: ReturnType<typeof testsOf>,
  examples: Examples,
): readonly JsonObject[] {
  const found = finder.find(name, { hold });
  if (found.kind !== "found") return [];
  const { memory: _, flows, decision: _decision, call: _call, facts, ...plain } = found.event;
  const event = isList(flows) ? withValues(plain, flows) : plain;
  return isRecord(facts) ? [...examples({ ...event, facts: listsOf(facts) }), event] : [event];
}

/** Lists of facts are thought of as anything that has a size: here they have a fact and nothing else is known of it. */
function listsOf(facts: JsonObject): JsonObject {
  const lists = Object.entries(facts).map(([name, value]): [string, JsonValue] => {
    if (typeof value === "string") return [name, [{}]];
    return [name, isList(value) ? value.map((one) => (isRecord(one) ? one : {})) : value];
  });
  return Object.fromEntries(lists);
}

/** An event with the values that its flows are thought to be of. */
function withValues(event: JsonObject, flows: readonly JsonValue[]): JsonObject {
  const given = event["params"];
  const params = given !== undefined && isRecord(given) ? given : {};
  const values = flows.map((flow, i): [string, JsonValue] => {
    const [param, value] = ["param", "value"].map((name) => (isRecord(flow) ? flow[name] : undefined));
    const isText = typeof value === "string" && value !== "";
    return [
      typeof param === "string" && param !== "" ? param : "value",
      isText ? value : `word${i}@example.com`,
    ];
  });
  return { ...event, params: { ...params, ...Object.fromEntries(values) } };
}

const CALL = "before_tool_call";
