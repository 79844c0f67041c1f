import type { FactSpan } from "../facts.js";

/** What is asked of the disk: the text of a file that runs. */
export interface ScriptQuestion {
  readonly ask: "text";
  /** Absolute and normal. */
  readonly path: string;
}

/** Answers to questions, by path; `null`: no such text, or one that is too long. */
export type ScriptTexts = ReadonlyMap<string, string | null>;

/** What of a file runs. */
type ScriptPart =
  | { readonly kind: "code"; readonly lang: string }
  /** Recipes of a makefile, and what is set for them. */
  | { readonly kind: "make"; readonly goals: readonly string[] }
  /** A script of `package.json`. */
  | { readonly kind: "package"; readonly script: string };

/** A file that a call runs, and that its text did not write. */
export interface ScriptRun {
  /** Where it may be: the first one that is there. */
  readonly files: readonly string[];
  readonly part: ScriptPart;
  /** Where it runs; `null` when that is not known. */
  readonly directory: string | null;
  /** What it is given. */
  readonly words: readonly string[];
  /** The program that runs it, with its options. */
  readonly by: string;
  readonly program: string;
  readonly span: FactSpan;
  /** Scripts that have run it. */
  readonly depth: number;
}

/** The files that a making of facts has met. */
export interface ScriptRuns {
  readonly all: ScriptRun[];
  /** Scripts around what is being read. */
  depth: number;
}
