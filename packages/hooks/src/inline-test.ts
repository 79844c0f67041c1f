import type { JsonObject, JsonValue } from "@gatehouse-hooks/json";

/** An event of an inline test, in short form (document 001, "tests"). */
export interface InlineInput {
  readonly tool?: string;
  readonly command?: string;
  readonly file?: string;
  readonly content?: string;
  readonly old?: string;
  readonly toolInput?: JsonObject;
  readonly prompt?: string;
  readonly agentType?: string;
  readonly model?: string;
  readonly reason?: string;
  readonly permissionMode?: string;
  /** What the assistant said, or whole records. */
  readonly transcript?: readonly JsonValue[];
  /** What the model answers. Default: what makes the hook do what the test expects; with `Allow()`, that it should fire. */
  readonly answer?: JsonValue;
}

/** What an inline test expects. */
export type InlineExpectation =
  | { readonly kind: "block" | "warn"; readonly pattern: string | null }
  /** `part`: what the JSON of the new input contains. */
  | { readonly kind: "rewrite"; readonly part: string | null }
  /** `asked`: the model that the test asks has no objection. */
  | { readonly kind: "allow"; readonly asked?: true };

/** An input and what the hook should do with it. */
export type InlineTest = readonly [input: InlineInput, expected: InlineExpectation];

/** The hook blocks, with a message that matches the pattern. */
export function Block(pattern: string | null = null): InlineExpectation {
  return { kind: "block", pattern };
}

/** The hook warns, with a message that matches the pattern. */
export function Warn(pattern: string | null = null): InlineExpectation {
  return { kind: "warn", pattern };
}

/** The hook rewrites the input to one that contains the part, in its JSON. */
export function Rewrite(part: string | null = null): InlineExpectation {
  return { kind: "rewrite", part };
}

/** The model is asked, has no objection, and the hook says nothing. */
export function Ok(): InlineExpectation {
  return { kind: "allow", asked: true };
}

/** The hook says nothing, whatever a model would answer: its conditions or signals see to it. */
export function Allow(): InlineExpectation {
  return { kind: "allow" };
}

/** The input of a test; optional, for readability. */
export function Input(input: InlineInput): InlineInput {
  return input;
}
