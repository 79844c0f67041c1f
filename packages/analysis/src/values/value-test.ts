import type { TextTree } from "@gatehouse-hooks/condition/analysis";
import type { PathAutomaton } from "../strings/path-automaton.js";
import type { TreeBounds } from "../strings/changed-tree.js";

/** What a value at a path may be; `true` and `false` are told apart. */
export const KINDS = ["string", "number", "object", "list", "true", "false", "null", "missing"] as const;
export type ValueKind = (typeof KINDS)[number];

/** Of numbers, or of the size of something. */
export interface NumberPart {
  readonly kind: "number";
  readonly test: (value: number) => boolean;
  /** Between two of these the answer is the same. */
  readonly bounds: readonly number[];
}

/** Of strings: those it may hold for, and those it surely holds for; absent: not known. */
export interface TextPart {
  readonly kind: "text";
  readonly test: (value: string) => boolean;
  readonly over: TextTree | undefined;
  readonly under: TextTree | undefined;
  /** It holds for the other strings. */
  readonly inverse?: true;
}

/** Of the size of a string, a list or an object. */
export interface SizePart {
  readonly kind: "size";
  readonly size: NumberPart;
}

/** Whether a test holds for values of one kind; `open`: for some it may. */
export type Part = boolean | "open" | NumberPart | TextPart | SizePart;

/** A test of one value, by its kind. */
export interface ValueTest {
  /** Equal for equal tests: a value never meets one and its contrary. */
  readonly key: string;
  readonly parts: Readonly<Record<ValueKind, Part>>;
  /** It holds for these strings, and no other. */
  readonly texts?: readonly string[];
  /** Every path of a glob is shown to be one of these. */
  readonly shown?: PathAutomaton;
  /** No value meets both. */
  readonly excludes?: (other: ValueTest) => boolean;
}

/** A test that holds, or does not. */
export interface ValueDemand {
  readonly test: ValueTest;
  readonly holds: boolean;
}

/** False for every value that is not named. */
export function testOf(key: string, parts: Partial<Record<ValueKind, Part>>): ValueTest {
  return {
    key,
    parts: {
      string: false,
      number: false,
      object: false,
      list: false,
      true: false,
      false: false,
      null: false,
      missing: false,
      ...parts,
    },
  };
}

/** Can a value of this kind meet the demand at all? */
export function allows({ test, holds }: ValueDemand, kind: ValueKind): boolean {
  const part = test.parts[kind];
  return typeof part === "boolean" ? part === holds : true;
}

/** A test of strings. What it may hold for is worked out when it is asked for: most strings are found without. */
export function textPart(test: TextPart["test"], bounds: () => TreeBounds): TextPart {
  let known: TreeBounds | undefined;
  return {
    kind: "text",
    test,
    get over() {
      return (known ??= bounds()).over;
    },
    get under() {
      return (known ??= bounds()).under;
    },
  };
}

/** A number that is compared with a constant. */
export function numberPart(bound: number, test: (value: number) => boolean): NumberPart {
  return { kind: "number", test, bounds: [bound] };
}
