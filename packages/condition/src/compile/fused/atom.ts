import type { Outcome, Predicate } from "../../ast.js";
import type { JsonObject, JsonValue } from "@gatehouse-hooks/json";
import type { Value } from "@gatehouse-hooks/json";
import type { TextTest } from "./text-test.js";

/** Takes a sealed event. */
export type Step = (event: JsonObject) => Outcome;

/** Where an evaluation goes from an atom: it ends with an answer, or another atom is next. */
export type Next = boolean | Step;

/** A test of the value at one path. */
export type PathTest =
  | { readonly kind: "equals"; readonly constant: JsonValue }
  | { readonly kind: "either"; readonly first: JsonValue; readonly second: JsonValue }
  | {
      readonly kind: "one-of-three";
      readonly first: JsonValue;
      readonly second: JsonValue;
      readonly third: JsonValue;
    }
  | { readonly kind: "includes" | "startsWith" | "endsWith"; readonly part: string }
  /** Several tests of one string; `otherwise` is the answer for what is no string. */
  | { readonly kind: "text"; readonly test: TextTest; readonly otherwise: boolean }
  | { readonly kind: "test"; readonly test: (value: Value) => boolean };

/**
 * Makes the closure of one test. `general` is given to the atom that an evaluation starts with, where `mayStart` says
 * so: it takes the events that are not sealed.
 */
export type MakeAtom = (test: PathTest, yes: Next, no: Next, general: Predicate | null) => Step;

/** Reads one path of a sealed event: it starts at the event, and its keys are plain (`isPlainKey`). */
export type ReadOfPath = (event: JsonObject) => Value;

/** Has the closure of this test a place for the events that are not sealed? Most conditions start with such a one. */
export function mayStart({ kind }: PathTest): boolean {
  return kind === "equals" || kind === "either" || kind === "one-of-three";
}
