/**
 * Code of other languages, as far as it says what may happen: the form that every reader of a language makes, and one
 * propagation of known values (`run-code.ts`) goes through.
 */
export type Code =
  | { readonly kind: "let"; readonly target: CodeTarget; readonly value: CodeTerm }
  | { readonly kind: "do"; readonly value: CodeTerm }
  /** One of them runs, or none. `whole`: one of them surely does. */
  | { readonly kind: "branch"; readonly arms: readonly (readonly Code[])[]; readonly whole: boolean }
  /** May end anywhere: then what follows runs with what was known until there. */
  | { readonly kind: "attempt"; readonly body: readonly Code[]; readonly arms: readonly (readonly Code[])[] }
  | {
      readonly kind: "loop";
      readonly target: CodeTarget | null;
      /** What it goes over; null: nobody knows how often. */
      readonly over: CodeTerm | null;
      readonly body: readonly Code[];
      /** A round may end early. */
      readonly leaves: boolean;
    }
  | {
      readonly kind: "class";
      readonly name: string;
      readonly bases: readonly CodeTerm[];
      readonly body: readonly Code[];
    }
  | {
      readonly kind: "import";
      readonly name: string;
      readonly module: string;
      readonly member: string | null;
    }
  | { readonly kind: "outer"; readonly names: readonly string[] }
  | { readonly kind: "give"; readonly value: CodeTerm | null; readonly goesOn: boolean }
  | { readonly kind: "leave" }
  | { readonly kind: "opaque"; readonly text: string };

/** What a value is bound to. */
export type CodeTarget =
  | { readonly kind: "name"; readonly name: string }
  /** Parts of a list, or, with `keys`, members under those names; null: nobody knows which. */
  | {
      readonly kind: "parts";
      readonly parts: readonly CodeTarget[];
      readonly keys?: readonly (string | null)[];
    }
  /** Where there is no value, another one. */
  | { readonly kind: "fallback"; readonly of: CodeTarget; readonly value: CodeTerm }
  | { readonly kind: "rest"; readonly of: CodeTarget }
  | { readonly kind: "member"; readonly of: CodeTerm; readonly name: string }
  | { readonly kind: "index"; readonly of: CodeTerm; readonly index: CodeTerm };

/** An argument of a call. `spread`: each of its values is one. */
export interface CodeArgument {
  readonly name: string | null;
  readonly value: CodeTerm;
  readonly spread: boolean;
}

/** A parameter of a function. `rest`: all arguments that are left, `named` those with a name. */
export interface Parameter {
  readonly target: CodeTarget;
  readonly name: string;
  readonly fallback: CodeTerm | null;
  readonly rest: "items" | "named" | null;
}

/** A function of the text. */
export interface FunctionCode {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly body: readonly Code[];
  /** What it is called on is `this`, and not the first parameter; `none`: it is that of the function around. */
  readonly receiver?: "this" | "none";
}

export type CodeTerm =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "number"; readonly value: number }
  /** A value that does nothing, such as `None` or `true`. */
  | { readonly kind: "plain"; readonly flag: boolean | null }
  | { readonly kind: "name"; readonly name: string }
  /** One text after the other. */
  | { readonly kind: "join"; readonly parts: readonly CodeTerm[] }
  | {
      readonly kind: "operation";
      readonly operator: string;
      readonly left: CodeTerm;
      readonly right: CodeTerm;
    }
  /** Something is made of all of them; none of them runs. */
  | { readonly kind: "mix"; readonly parts: readonly CodeTerm[] }
  /** One of them; `tested` is computed before, and is not it. */
  | { readonly kind: "either"; readonly tested: readonly CodeTerm[]; readonly parts: readonly CodeTerm[] }
  | { readonly kind: "list"; readonly items: readonly CodeTerm[] }
  | { readonly kind: "record"; readonly entries: readonly (readonly [CodeTerm | null, CodeTerm])[] }
  | { readonly kind: "spread"; readonly of: CodeTerm }
  | { readonly kind: "call"; readonly callee: CodeTerm; readonly args: readonly CodeArgument[] }
  | { readonly kind: "member"; readonly of: CodeTerm; readonly name: string }
  | { readonly kind: "index"; readonly of: CodeTerm; readonly index: CodeTerm }
  | { readonly kind: "function"; readonly code: FunctionCode }
  /** Each value of one list makes one of another. */
  | { readonly kind: "each"; readonly target: CodeTarget; readonly over: CodeTerm; readonly item: CodeTerm }
  | { readonly kind: "set"; readonly target: CodeTarget; readonly value: CodeTerm }
  | { readonly kind: "opaque"; readonly text: string };

/** A round of a loop with it may end early. */
export function mayLeave(code: Code): boolean {
  if (code.kind === "leave" || code.kind === "give") return true;
  if (code.kind === "branch") return code.arms.some((arm) => arm.some(mayLeave));
  return code.kind === "attempt";
}
