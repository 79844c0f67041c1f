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

/** A step from a value to one inside of it. */
export type PathStep = string | number | Element;

/** Where a value is in the event, or in an element of a list of it. */
export type ValuePath = readonly PathStep[];

/** The values that the variables of the enclosing `any` and `all` stand for. */
export type VariablePaths = ReadonlyMap<string, ValuePath>;
