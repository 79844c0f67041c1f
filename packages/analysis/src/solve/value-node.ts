import { allows, KINDS, type ValueDemand } from "../values/value-test.js";
import type { Goal } from "./goal.js";
import { isElement, type PathStep, type ValuePath } from "./path.js";

/** What every element of a list has to meet. */
type EachElement = (element: ValuePath) => readonly Goal[];

/** What is known of a value of the event, and of those inside of it. It grows, and is taken back. */
export class ValueNode {
  readonly demands: ValueDemand[] = [];
  readonly inside: Map<PathStep, ValueNode> = new Map();
  readonly each: EachElement[] = [];
  /** Values that are equal to this one. */
  readonly equals: Set<ValueNode> = new Set();

  /** False: the demand is met by no value that meets the ones before. */
  mayMeet(demand: ValueDemand): boolean {
    const { test, holds } = demand;
    if (this.demands.some((old) => contradict(old, demand))) return false;
    const part = test.parts.string;
    const texts = this.texts();
    // The value is none of the strings that it could be: then it is not a string.
    const isText =
      texts === undefined ||
      typeof part !== "object" ||
      part.kind !== "text" ||
      texts.some((text) => part.test(text) === holds);
    return KINDS.some(
      (kind) =>
        (kind !== "string" || isText) &&
        allows(demand, kind) &&
        this.demands.every((old) => allows(old, kind)),
    );
  }

  /** The strings that the value may be, where a demand names them. */
  texts(): readonly string[] | undefined {
    return this.demands.find(({ test, holds }) => holds && test.texts !== undefined)?.test.texts;
  }

  /** Elements that are known to be there, or that a condition names by their number. */
  elements(): readonly PathStep[] {
    return [...this.inside.keys()].filter(isElement);
  }
}

function contradict(one: ValueDemand, other: ValueDemand): boolean {
  if (one.test.key === other.test.key) return one.holds !== other.holds;
  if (!one.holds || !other.holds) return false;
  return one.test.excludes?.(other.test) === true || other.test.excludes?.(one.test) === true;
}
