import type { Spelling } from "@gatehouse-hooks/condition/analysis";

/** An element of a list of which nothing is known but that it is there. */
export class Element {
  readonly #number: number;

  constructor(number: number) {
    this.#number = number;
  }

  toString(): string {
    return `#${this.#number}`;
  }
}

/**
 * A step from a path fact to strings that one of its globs matches: those that have to be there are elements of what is there. It
 * is no part of an event.
 */
export class Members {
  readonly spelling: Spelling;
  /** Whether what is below a path of a tree is a member, too. */
  readonly below: boolean;

  constructor(spelling: Spelling, below: boolean) {
    this.spelling = spelling;
    this.below = below;
  }

  toString(): string {
    return `${this.below ? "below" : "of"} ${this.spelling}`;
  }
}

/** A step from a value to one inside of it. */
export type PathStep = string | number | Element | Members;

/** Elements that are known to be there, or that a condition names by their number. */
export function isElement(step: PathStep): boolean {
  return step instanceof Element || typeof step === "number";
}

/** Where a value is in the event, or in an element of a list of it. */
export type ValuePath = readonly PathStep[];

/** The values that the variables of the enclosing `any` and `all` stand for. */
export type VariablePaths = ReadonlyMap<string, ValuePath>;
