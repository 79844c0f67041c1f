import { analyze, type Path } from "@gatehouse-hooks/condition/analysis";
import {
  type Event,
  explain,
  kindsOf,
  listensTo,
  policiesOf,
  type Policy,
  type PolicySet,
  type Remembered,
} from "@gatehouse-hooks/engine";
import type { JsonObject, JsonValue } from "@gatehouse-hooks/json";
import type { AnalyzeOptions } from "../policies/analyze-policies.js";
import { EventFinder } from "../policies/event-finder.js";
import { notApplying, testsOf } from "../policies/tests-of.js";
import type { Goal } from "../solve/goal.js";
import { oneOf, PRESENT } from "../values/constant-tests.js";
import { type AnswerNeed, answerEvent, type EventAnswer, noObjection } from "./event-answer.js";
import {
  addedDistance,
  type Distance,
  distanceOf,
  type FieldChange,
  isNearer,
  valueAt,
  withValue,
} from "./field-change.js";
import { NO_TOOL_TYPES } from "../types/tool-types.js";
import { whyApplies } from "./why-applies.js";

/** Words that are left out, one at a time. */
const MOST_WORDS = 60;

/** The string without one of its words, each in turn, and then without several that follow each other; the first one, a program's name, stays. */
function fewerWords(text: string): readonly string[] {
  const words = text.split(/\s+/).filter((word) => word !== "");
  if (words.length > MOST_WORDS) return [];
  const without = (from: number, count: number): string =>
    [...words.slice(0, from), ...words.slice(from + count)].join(" ");
  return [1, 2, 3].flatMap((count) => words.slice(count).map((_, from) => without(from + 1, count)));
}

/** Two strings as one, in the ways that a person would try; a beginning that both have is there once. */
function togetherWith(text: string, more: string): readonly string[] {
  if (text === "" || more === "") return [];
  let same = 0;
  while (same < text.length && text[same] === more[same]) same++;
  const rest = more.slice(same).trim();
  return [
    ...(same > 0 && rest !== "" ? [`${text} ${rest}`] : []),
    `${text} ${more}`,
    `${text}${more}`,
    `${more} ${text}`,
    `${more}${text}`,
  ];
}

/** What the search of a nearest change goes by. */
export interface NearestOptions extends AnalyzeOptions {
  /** Events whose values are tried, too, for example those of the tests beside the policies. */
  readonly candidates?: readonly JsonObject[];
  /** What policies that are asked answer, whatever the event; default: they have no objection. */
  readonly answer?: AnswerNeed;
  /** The facts of an event, for policies that read them. */
  readonly facts?: (event: JsonObject) => object;
  /** What is remembered of the events before; without it, policies that read a cell fail. */
  readonly remembered?: Remembered | undefined;
  /** Only changes of one value, for which what decides no longer applies: what could come to apply is not looked for. */
  readonly leavingOnly?: boolean;
}

/** A changed event, and what the set says to it. */
export interface NearestChange {
  readonly changes: readonly FieldChange[];
  readonly event: JsonObject;
  readonly answer: EventAnswer;
}

/** Policies that are to apply, or none of which is to. */
interface Target {
  readonly policies: readonly Policy[];
  readonly applies: boolean;
}

/** Policies that might come to apply, those nearest to it first. */
const MOST_TARGETS = 20;
/** Properties of one target that are changed. */
const MOST_FIELDS = 8;
const MOST_CANDIDATES = 60;
/** Times that a policy which says the same is found and left out, too. */
const MOST_LOOKS = 6;
/** As far as this many other words. */
const OTHER_TOOL: Distance = [6, 0, 0];
/** Questions that are put to the search of events. */
const MOST_QUESTIONS = 200;
/** Changed events that are decided. */
const MOST_TRIED = 600;
/** Characters of all of these together; of an event that is longer than that, none is tried. */
const MOST_CHARACTERS = 10_000_000;

/**
 * The smallest change of an event that was found for which a set answers otherwise: with another effect, or asking others. An event of the same
 * name, with as few other values as possible, and of these the ones nearest to what was there. The set itself has decided what is returned.
 *
 * @returns undefined where none was found, which is no proof
 */
export function nearestChange(
  set: PolicySet,
  event: Event,
  options: NearestOptions = {},
): NearestChange | undefined {
  const { facts: _, ...rest } = event;
  const search = new NearestSearch(set, rest, options);
  return search.run();
}

class NearestSearch {
  readonly #set: PolicySet;
  readonly #event: JsonObject & Event;
  readonly #options: NearestOptions;
  readonly #finder: EventFinder;
  readonly #candidates: readonly JsonObject[];
  readonly #tried = new Set<string>();
  #left: number;
  #questions = MOST_QUESTIONS;
  #base = "";
  #best: (NearestChange & { readonly distance: Distance }) | undefined;

  constructor(set: PolicySet, event: JsonObject & Event, options: NearestOptions) {
    this.#set = set;
    this.#event = event;
    this.#options = options;
    this.#finder = new EventFinder(set, options.tools ?? NO_TOOL_TYPES);
    this.#left = Math.min(MOST_TRIED, Math.floor(MOST_CHARACTERS / JSON.stringify(event).length));
    this.#candidates = (options.candidates ?? [])
      .filter((one) => one["event"] === event.event)
      .slice(0, MOST_CANDIDATES);
  }

  run(): NearestChange | undefined {
    const base = this.#answer(this.#event);
    if (base === undefined) return undefined;
    this.#base = keyOf(base);
    const targets = this.#targets(base).map((target) => ({ target, fields: this.#fields(target) }));
    for (const count of this.#options.leavingOnly === true ? [1] : [1, 2, MOST_FIELDS]) {
      for (const { target, fields } of targets)
        for (const free of subsets(fields, count)) this.#change(target, fields, free);
      if (this.#best !== undefined) {
        const { distance: _, ...best } = this.#best;
        return best;
      }
    }
    return undefined;
  }

  #answer(event: JsonObject): EventAnswer | undefined {
    return answerEvent(this.#set, event, this.#options.answer ?? noObjection, this.#options.remembered);
  }

  /** What would change the answer if it came to apply, or did no longer. */
  #targets({ decision, asks }: EventAnswer): readonly Target[] {
    const policies = this.#listening();
    const called = (ids: readonly string[]): readonly Policy[] =>
      policies.filter(({ id }) => ids.includes(id));
    // The accounts of policies that do not apply take most of the time, and are not asked for.
    const out = explain(this.#set, this.#event, new Map(), { limit: 0 }).changes.at(-1)?.without ?? [];
    const gone: readonly Target[] = [
      ...(decision.policy === null ? [] : [{ policies: called([...out, decision.policy]), applies: false }]),
      ...asks.map((id) => ({ policies: called([id]), applies: false })),
    ];
    if (decision.effect === "deny" || this.#options.leavingOnly === true) return gone;
    const coming = policies
      .filter((policy) => decides(policy) && policy.id !== decision.policy && !asks.includes(policy.id))
      .map((policy) => ({ policy, why: whyApplies(policy, this.#withFacts(this.#event)) }))
      .filter(({ why }) => why.applies === false)
      .sort((a, b) => a.why.deciding.length - b.why.deciding.length)
      .slice(0, MOST_TARGETS);
    return [...gone, ...coming.map(({ policy }): Target => ({ policies: [policy], applies: true }))];
  }

  #listening(): readonly Policy[] {
    const { event } = this.#event;
    const kinds = kindsOf(this.#set);
    return policiesOf(this.#set).filter(({ enabled, events }) => enabled && listensTo(events, event, kinds));
  }

  #withFacts(event: JsonObject): JsonObject {
    const { facts } = this.#options;
    return facts === undefined ? event : { ...event, facts: facts(event) as JsonObject };
  }

  /** What a target reads of the event; where it reads facts, also the strings that they are derived from. */
  #fields({ policies }: Target): readonly Path[] {
    const read = policies.flatMap((policy) => testsOf(policy).flatMap((test) => analyze(test).paths));
    const own = read.filter(([root]) => root !== "facts" && root !== "event");
    const { tool } = kindsOf(this.#set).of(this.#event.event);
    const input = tool === undefined ? undefined : this.#event[tool.input];
    const texts =
      own.length === read.length || tool === undefined || typeof input !== "object" || input === null
        ? []
        : Object.entries(input).flatMap(([key, value]): readonly Path[] =>
            typeof value === "string" ? [[tool.input, key]] : [],
          );
    const unique = new Map([...own, ...texts].map((path) => [JSON.stringify(path), path]));
    return [...unique.values()].slice(0, MOST_FIELDS);
  }

  /** Tries other values of some fields. */
  #change(target: Target, fields: readonly Path[], free: readonly Path[]): void {
    const [only] = free;
    if (only === undefined) return;
    const found = this.#solve(target, fields, free);
    for (const sample of this.#candidates) this.#try(free, (path) => valueAt(sample, path));
    const old = free.length === 1 ? valueAt(this.#event, only) : undefined;
    if (typeof old !== "string") return;
    if (!target.applies) for (const text of fewerWords(old)) this.#try(free, () => text);
    const text = found === undefined ? undefined : valueAt(found, only);
    if (target.applies && typeof text === "string")
      for (const both of togetherWith(old, text)) this.#try(free, () => both);
  }

  /** An event that meets the target where all but some fields are as they are; it is tried. */
  #solve(target: Target, fields: readonly Path[], free: readonly Path[]): JsonObject | undefined {
    const kept = (paths: readonly Path[]): readonly Goal[] =>
      paths.flatMap((path) =>
        free.some((one) => JSON.stringify(one) === JSON.stringify(path)) ? [] : this.#asItIs(path),
      );
    let fixed = kept(fields);
    let { policies } = target;
    for (let look = 0; look < MOST_LOOKS && this.#questions > 0; look++) {
      this.#questions--;
      const asked = target.applies
        ? { hold: policies.flatMap(testsOf), goals: fixed }
        : { hold: [], goals: [...fixed, ...policies.map(notApplying)] };
      const found = this.#finder.find(this.#event.event, asked);
      if (found.kind !== "found") return undefined;
      const said = this.#try(free, (path) => valueAt(found.event, path));
      if (said === undefined || target.applies || keyOf(said) !== this.#base) return found.event;
      // Another policy says the same there: it must not apply, either.
      const more = this.#listening().filter(
        ({ id }) =>
          (id === said.decision.policy || said.asks.includes(id)) && !policies.some((one) => one.id === id),
      );
      if (more.length === 0) return found.event;
      policies = [...policies, ...more];
      // What they read stays as it is, too.
      fixed = [...fixed, ...kept(this.#fields({ policies: more, applies: false }))];
    }
    return undefined;
  }

  /** What keeps a value; of an object or a list nothing is said. */
  #asItIs(path: Path): readonly Goal[] {
    const value = valueAt(this.#event, path);
    if (value === undefined) return [{ kind: "value", path, test: PRESENT, holds: false }];
    return typeof value === "object" && value !== null
      ? []
      : [{ kind: "value", path, test: oneOf([value]), holds: true }];
  }

  /** Another tool makes it another call. */
  #distanceOf({ path: [root], from, to }: FieldChange): Distance {
    const isTool = root === kindsOf(this.#set).of(this.#event.event).tool?.name;
    return isTool ? addedDistance(distanceOf(from, to), OTHER_TOOL) : distanceOf(from, to);
  }

  /**
   * Decides an event with other values of some fields, and keeps it where it is the nearest one that is answered otherwise.
   *
   * @returns undefined where it need not be decided
   */
  #try(free: readonly Path[], valueOf: (path: Path) => JsonValue | undefined): EventAnswer | undefined {
    const changes = free.flatMap((path): readonly FieldChange[] => {
      const from = valueAt(this.#event, path);
      const to = valueOf(path);
      if (JSON.stringify(from) === JSON.stringify(to)) return [];
      return [{ path, ...(from !== undefined && { from }), ...(to !== undefined && { to }) }];
    });
    const key = JSON.stringify(changes);
    if (changes.length === 0 || this.#left <= 0 || this.#tried.has(key)) return undefined;
    this.#tried.add(key);
    const distance = changes.map((change) => this.#distanceOf(change)).reduce(addedDistance);
    if (
      this.#best !== undefined &&
      this.#best.changes.length === changes.length &&
      !isNearer(distance, this.#best.distance)
    )
      return;
    this.#left--;
    const event = changes.reduce<JsonObject>((one, { path, to }) => withValue(one, path, to), this.#event);
    const answer = this.#answer(event);
    if (answer === undefined || keyOf(answer) === this.#base) return answer;
    if (this.#best === undefined || changes.length <= this.#best.changes.length)
      this.#best = { changes, event, answer, distance };
    return answer;
  }
}

/** Equal where a host is told the same, and the same policies are asked. */
function keyOf({ decision: { effect }, asks }: EventAnswer): string {
  return JSON.stringify([effect, [...asks].sort()]);
}

function decides({ handler }: Policy): boolean {
  return handler.kind !== "static" || (handler.verdict !== "approve" && handler.verdict !== "warn");
}

/** One of the fields at a time, each two of them, or all. */
function subsets(fields: readonly Path[], count: number): readonly (readonly Path[])[] {
  if (count === 1) return fields.map((field) => [field]);
  if (count === 2)
    return fields.flatMap((one, i) => fields.slice(i + 1).map((other): readonly Path[] => [one, other]));
  return fields.length > 2 ? [fields] : [];
}
