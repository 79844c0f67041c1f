import type { Outcome } from "../../ast.js";
import type { JsonObject, JsonValue, Value } from "@gatehouse-hooks/json";
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
  /** Several tests of one string; `otherwise` is the answer for what is not a string. */
  | { readonly kind: "text"; readonly test: TextTest; readonly otherwise: boolean }
  | { readonly kind: "test"; readonly test: (value: Value) => boolean };

/** Makes the closure of one test, with what follows it. */
export type MakeAtom = (test: PathTest, yes: Next, no: Next) => Step;

/** Reads one path of a sealed event: it starts at the event, and its keys are plain (`isPlainKey`). */
export type ReadOfPath = (event: JsonObject) => Value;
