import type { JsonObject } from "@gatehouse-hooks/json";

/** The policies that `unknown: box` of a file means, without and with `otherwise: ask` (SPEC, "The native format"). */
export const BOX_POLICY = "understood/box";
export const BOX_OR_ASK_POLICY = "understood/box-or-ask";

/** Policies that the program brings along; a file puts them in force with `extends` (SPEC, "Packs"). */
export interface Pack {
  /** `git`: a file writes `pack/git`. */
  readonly name: string;
  readonly description: string;
  /** By name. */
  readonly parameters: Readonly<Record<string, PackParameter>>;
  /** What its policies remember, as the key `memory` of a file, with parameters in its conditions; absent: nothing. */
  readonly memory?: JsonObject;
  /** In the native format; `$name` in a `when` is a parameter. */
  readonly policies: readonly PackPolicy[];
  /** What each policy is about, and what it is not about, by its name. */
  readonly examples: Readonly<Record<string, PackExamples>>;
}

/** What a file that extends a pack needs of it. */
export type PackRules = Omit<Pack, "examples">;

/** A policy of the native format. */
export interface PackPolicy extends JsonObject {
  readonly id: string;
}

/** Calls that a policy applies to, and calls that it does not. */
export interface PackExamples {
  readonly applies: readonly PackExample[];
  readonly not: readonly PackExample[];
}

/** A command of the shell, or a call of another tool; with a result: when it has been made. */
export type PackExample =
  | string
  | { readonly tool: string; readonly params: JsonObject; readonly result?: string };

/** A list of strings that the conditions of a pack use. */
export interface PackParameter {
  readonly description: string;
  /**
   * What the list is in a condition. `names`: a list of strings, for `in`. `paths` and `hosts`: one glob that matches what one of
   * them matches, for `touches` and `within`, and for `glob`.
   */
  readonly kind: "names" | "paths" | "hosts";
  readonly default: readonly string[];
}
