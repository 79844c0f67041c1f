import type { Value } from "@gatehouse-hooks/json";
import type { Scope } from "../scope.js";
import type { Spelling } from "./path-alternative.js";

/** What asks a path fact about a glob. */
export type PathMethod = "touches" | "within" | "in" | "surely" | "perhaps";

/** The globs without braces that are compared with one field of a path fact. */
export interface PathGlobPart {
  readonly spelling: Spelling;
  readonly alternatives: readonly {
    readonly source: string;
    /** What every path that it matches begins with. */
    readonly prefix: string;
  }[];
}

/** The arguments of `touches`, `within` and the like, read once. */
export interface PathGlob {
  /** What a unit of a path may cost. */
  weight(method: PathMethod): number;
  /** The same for a path that is known. */
  weightOf(method: PathMethod, text: string): number;
  /** SPEC, "Paths": false for everything that is not a path fact. */
  asks(method: PathMethod, fact: Value, scope: Scope, pay: (scope: Scope, steps: number) => void): boolean;
  /** By the field that they are compared with. */
  readonly spelled: readonly PathGlobPart[];
  /** The same for what the second argument takes out. */
  readonly except: readonly PathGlobPart[];
}

/** A glob, or why it is not one (a clause for a message). */
export type PathGlobResult =
  | { readonly glob: PathGlob; readonly problem?: never }
  | { readonly problem: string };
