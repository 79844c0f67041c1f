import type { JsonObject } from "@gatehouse-hooks/json";
import { PRESENT } from "../values/constant-tests.js";
import type { ValueDemand } from "../values/value-test.js";
import { expand } from "./expand.js";
import { fillEvent, type Filled } from "./fill-event.js";
import type { Goal } from "./goal.js";
import { Element, isElement, Members, type ValuePath } from "./path.js";
import { ValueNode } from "./value-node.js";

/** An event that meets goals, a proof that there is none, or neither. */
export type FoundEvent =
  | { readonly kind: "found"; readonly event: JsonObject }
  | { readonly kind: "none" }
  | { readonly kind: "unknown"; readonly why: string };

/** How much is looked at: goals that are tried, and instructions of patterns. */
export interface EventWork {
  goals: number;
  /** For strings, see `findText`. */
  readonly text: { left: number };
}

/** Elements of lists that are thought of: one may demand the next. */
const MOST_ELEMENTS = 40;

/** Work for one question. */
export function newWork(): EventWork {
  return { goals: 50_000, text: { left: 2_000_000 } };
}

/**
 * Looks for an event that meets every goal.
 *
 * `none` is a proof: what is not modelled is taken to be met. For the same reason an event that is found is only a candidate until
 * the conditions themselves confirm it.
 *
 * @param confirms whether an event is one that is looked for; the search goes on when it is not
 */
export function findEvent(
  goals: readonly Goal[],
  confirms: (event: JsonObject) => boolean,
  work: EventWork = newWork(),
): FoundEvent {
  return new EventSearch(confirms, work).run(goals);
}

type Choice = Extract<Goal, { readonly kind: "choice" }>;
type Condition = Extract<Goal, { readonly kind: "condition" }>;

class EventSearch {
  readonly #confirms: (event: JsonObject) => boolean;
  readonly #work: EventWork;
  readonly #root = new ValueNode();
  readonly #open = new Map<string, boolean>();
  /** What takes back the last additions. */
  readonly #undo: (() => void)[] = [];
  /** Lists of which every element meets something. */
  readonly #lists: ValuePath[] = [];
  readonly #hints: (readonly Goal[])[] = [];
  readonly #expansions = new Map<Condition, readonly Goal[]>();
  #elements = 0;
  /** Why the answer is not a proof when nothing is found. */
  #doubt: string | undefined;

  constructor(confirms: (event: JsonObject) => boolean, work: EventWork) {
    this.#confirms = confirms;
    this.#work = work;
  }

  run(goals: readonly Goal[]): FoundEvent {
    const found = this.#meet(goals, []);
    if (found !== undefined) return { kind: "found", event: found };
    return this.#doubt === undefined ? { kind: "none" } : { kind: "unknown", why: this.#doubt };
  }

  /** Meets the goals, then one option of each choice; takes everything back where that cannot be. */
  #meet(goals: readonly Goal[], choices: readonly Choice[]): JsonObject | undefined {
    if (this.#isSpent()) return undefined;
    const mark = this.#undo.length;
    const later = [...choices];
    const found = this.#take(goals, later) ? this.#choose(later) : undefined;
    if (found === undefined) this.#back(mark);
    return found;
  }

  #isSpent(): boolean {
    const spent = --this.#work.goals <= 0 || this.#elements > MOST_ELEMENTS;
    if (spent) this.#doubt = "there are too many combinations";
    return spent;
  }

  #choose(choices: readonly Choice[]): JsonObject | undefined {
    const open: { readonly choice: Choice; readonly options: Choice["options"] }[] = [];
    for (const choice of choices) {
      const options = choice.options.filter((option) => this.#mayTake(option));
      if (options.length === 0) return undefined;
      if (!options.some((option) => this.#isMet(option))) open.push({ choice, options });
    }
    if (open.length === 0) return this.#complete();
    const [least] = open.sort((left, right) => left.options.length - right.options.length);
    if (least === undefined) return undefined;
    const rest = open.flatMap(({ choice }) => (choice === least.choice ? [] : [choice]));
    for (const option of least.options) {
      const found = this.#meet(option, rest);
      if (found !== undefined) return found;
      if (this.#work.goals <= 0) return undefined;
    }
    return undefined;
  }

  /** False: the option cannot be met, as far as one look tells. */
  #mayTake(option: readonly Goal[]): boolean {
    return option.every((goal) => {
      switch (goal.kind) {
        case "condition":
          return this.#mayTake(this.#expanded(goal));
        case "value":
          return this.#at(goal.path)?.mayMeet(goal) ?? true;
        case "open":
          return this.#open.get(goal.key) !== !goal.holds;
        case "choice":
          return goal.options.some((inner) => this.#mayTake(inner));
        default:
          return true;
      }
    });
  }

  /** True: it is met already, whatever the event. */
  #isMet(option: readonly Goal[]): boolean {
    return option.every((goal) => {
      switch (goal.kind) {
        case "condition":
          return this.#isMet(this.#expanded(goal));
        case "value": {
          const node = this.#at(goal.path);
          return node !== undefined && !node.mayMeet({ test: goal.test, holds: !goal.holds });
        }
        case "open":
          return this.#open.get(goal.key) === goal.holds;
        case "choice":
          return goal.options.some((inner) => this.#isMet(inner));
        default:
          return false;
      }
    });
  }

  /** Options are looked at again and again. */
  #expanded(goal: Condition): readonly Goal[] {
    let goals = this.#expansions.get(goal);
    if (goals === undefined) this.#expansions.set(goal, (goals = expand(goal)));
    return goals;
  }

  #at(path: ValuePath): ValueNode | undefined {
    let node: ValueNode | undefined = this.#root;
    for (const step of path) node = node?.inside.get(step);
    return node;
  }

  /** Adds what the goals demand; false when it cannot be. Choices come later. */
  #take(goals: readonly Goal[], later: Choice[]): boolean {
    const queue = [...goals];
    for (let goal = queue.shift(); goal !== undefined; goal = queue.shift()) {
      if (this.#isSpent() || !this.#takeOne(goal, queue, later)) return false;
    }
    return true;
  }

  #takeOne(goal: Goal, queue: Goal[], later: Choice[]): boolean {
    switch (goal.kind) {
      case "condition":
        queue.unshift(...this.#expanded(goal));
        return true;
      case "value":
        return this.#demand(this.#node(goal.path, queue), goal);
      case "open":
        return this.#assume(goal.key, goal.holds);
      case "equal":
        return this.#join(this.#node(goal.left, queue), this.#node(goal.right, queue));
      case "hint":
        this.#hints.push(goal.goals);
        this.#undo.push(() => this.#hints.pop());
        return true;
      case "choice":
        return addChoice(goal, queue, later);
      case "some":
        return this.#addElement(goal, queue);
      case "every":
        this.#addEach(goal, queue);
        return true;
    }
  }

  #addElement({ list, body }: Extract<Goal, { readonly kind: "some" }>, queue: Goal[]): boolean {
    const element = [...list, new Element(this.#elements++)];
    this.#undo.push(() => this.#elements--);
    const node = this.#node(element, queue);
    if (!this.#demand(node, { test: PRESENT, holds: true })) return false;
    queue.unshift(...body(element));
    return true;
  }

  #addEach({ list, body }: Extract<Goal, { readonly kind: "every" }>, queue: Goal[]): void {
    const node = this.#node(list, queue);
    node.each.push(body);
    this.#undo.push(() => node.each.pop());
    if (!(list.at(-1) instanceof Members)) {
      this.#lists.push(list);
      this.#undo.push(() => this.#lists.pop());
    }
    for (const step of node.elements()) queue.push(whereThere([...list, step], body));
  }

  #assume(key: string, holds: boolean): boolean {
    const old = this.#open.get(key);
    if (old !== undefined) return old === holds;
    this.#open.set(key, holds);
    this.#undo.push(() => this.#open.delete(key));
    return true;
  }

  #demand(node: ValueNode, demand: ValueDemand): boolean {
    if (!node.mayMeet(demand)) return false;
    const { test, holds } = demand;
    if (node.demands.some((old) => old.test.key === test.key)) return true;
    node.demands.push({ test, holds });
    this.#undo.push(() => node.demands.pop());
    return [...node.equals].every(
      (other) => !isShared({ test, holds }) || this.#demand(other, { test, holds }),
    );
  }

  /** What is demanded of one of two equal values is demanded of both. */
  #join(left: ValueNode, right: ValueNode): boolean {
    if (left === right || left.equals.has(right)) return true;
    left.equals.add(right);
    right.equals.add(left);
    this.#undo.push(() => left.equals.delete(right) && right.equals.delete(left));
    return (
      [...left.demands].every((demand) => !isShared(demand) || this.#demand(right, demand)) &&
      [...right.demands].every((demand) => !isShared(demand) || this.#demand(left, demand))
    );
  }

  /** The node of a path; what every element of a list meets is demanded of a new one, too. */
  #node(path: ValuePath, queue: Goal[]): ValueNode {
    let node = this.#root;
    path.forEach((step, at) => {
      const parent = node;
      const known = parent.inside.get(step);
      if (known !== undefined) {
        node = known;
        return;
      }
      node = new ValueNode();
      parent.inside.set(step, node);
      this.#undo.push(() => parent.inside.delete(step));
      if (isElement(step))
        for (const body of parent.each) queue.push(whereThere(path.slice(0, at + 1), body));
    });
    return node;
  }

  /** An event of what is demanded. */
  #complete(): JsonObject | undefined {
    if (this.#hints.length > 0) {
      const mark = this.#undo.length;
      const doubt = this.#doubt;
      for (const hint of [...this.#hints]) this.#try(hint);
      const event = this.#filled();
      if (event !== undefined) return event;
      // What need not be met proves nothing.
      this.#back(mark);
      this.#doubt = doubt;
    }
    return this.#filled();
  }

  /** Takes what need not be met, if that can be. */
  #try(hint: readonly Goal[]): void {
    const mark = this.#undo.length;
    const later: Choice[] = [];
    if (!this.#take(hint, later) || later.length > 0) this.#back(mark);
  }

  #back(mark: number): void {
    while (this.#undo.length > mark) this.#undo.pop()?.();
  }

  #filled(): JsonObject | undefined {
    const filled: Filled = fillEvent(this.#root, this.#work.text);
    if (filled.kind === "none") return undefined;
    if (filled.kind === "found" && this.#confirms(filled.event)) return filled.event;
    const empty = this.#lists.find((list) => this.#at(list)?.elements().length === 0);
    if (filled.kind === "found" && empty !== undefined) {
      // What all elements meet is not known of one that merely fills the list.
      const found = this.#meet([{ kind: "some", list: empty, body: () => [] }], []);
      if (found !== undefined) return found;
    }
    this.#doubt ??= filled.kind === "found" ? "part of a condition is not modelled" : filled.why;
    return undefined;
  }
}

/** Equal values meet it together: null and a missing value are equal. */
function isShared({ test: { parts } }: ValueDemand): boolean {
  return parts.null === parts.missing;
}

/** An element that a condition names by its number need not be there. */
function whereThere(element: ValuePath, body: (element: ValuePath) => readonly Goal[]): Goal {
  const goals = body(element);
  if (element.at(-1) instanceof Element) return { kind: "choice", options: [goals] };
  return {
    kind: "choice",
    options: [[{ kind: "value", path: element, test: PRESENT, holds: false }], goals],
  };
}

/** Demands what has only one option left; false where one has none. */
function addChoice(goal: Choice, queue: Goal[], later: Choice[]): boolean {
  const [only, ...others] = goal.options;
  if (only === undefined) return false;
  if (others.length === 0) queue.unshift(...only);
  else later.push(goal);
  return true;
}
