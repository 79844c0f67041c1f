import type { TextRange } from "./text-file.js";

/** Something that can be written at a place. */
export interface Completion {
  readonly label: string;
  readonly kind: "key" | "value" | "event" | "tool" | "field" | "method" | "policy";
  /** What it is, in one line. */
  readonly detail?: string;
  /** What it means. */
  readonly text?: string;
  readonly newText: string;
  /** What is replaced. */
  readonly range: TextRange;
}

/** The most that is offered at a place. */
export const MAX_COMPLETIONS = 500;
