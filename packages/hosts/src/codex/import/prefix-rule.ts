import { nearName } from "@gatehouse-hooks/json";
import type { ArgvPattern } from "../../importing/argv-condition.js";
import { cite } from "../../text/cite.js";
import type { CallArgument } from "./starlark/read-calls.js";
import type { Literal } from "./starlark/read-literal.js";
import { splitWords } from "./split-words.js";

/** A `prefix_rule`, checked as Codex checks it. */
export interface PrefixRule {
  readonly pattern: ArgvPattern;
  readonly decision: "allow" | "prompt" | "forbidden";
  readonly justification: string | null;
  readonly match: readonly (readonly string[])[];
  readonly notMatch: readonly (readonly string[])[];
}

/** Named arguments of a call; `problem` where Codex would refuse it. */
type BoundArguments =
  | { readonly kind: "bound"; readonly values: ReadonlyMap<string, Literal> }
  | {
      readonly kind: "problem";
      readonly code: "unknown-key" | "invalid-value";
      readonly message: string;
      readonly cure: string;
    };

const NAMES = ["pattern", "decision", "match", "not_match", "justification"] as const;
const DECISIONS = ["allow", "prompt", "forbidden"] as const;

/** Gives arguments by position their names. */
export function bindArguments(given: readonly CallArgument[], names: readonly string[]): BoundArguments {
  const values = new Map<string, Literal>();
  for (const [index, { name, value }] of given.entries()) {
    const bound = name ?? names[index];
    if (bound === undefined || !names.includes(bound)) {
      const near = nearName(bound ?? "", names);
      const cure = near === null ? `write one of ${names.join(", ")}` : `did you mean ${cite(near)}?`;
      return {
        kind: "problem",
        code: "unknown-key",
        message: `unknown argument ${cite(bound ?? "")}; Codex refuses the file`,
        cure,
      };
    }
    values.set(bound, value);
  }
  return { kind: "bound", values };
}

/** Reads a `prefix_rule`; a string says what is wrong with it. */
export function readPrefixRule(
  given: readonly CallArgument[],
): PrefixRule | (BoundArguments & { kind: "problem" }) {
  const bound = bindArguments(given, NAMES);
  if (bound.kind === "problem") return bound;
  const { values } = bound;
  const pattern = readPattern(values.get("pattern"));
  if (pattern === null)
    return invalid(
      "`pattern` must be a list of strings and lists of strings",
      'write for example `pattern=["git", ["push", "fetch"]]`',
    );
  const decision = textOf(values.get("decision") ?? { kind: "string", value: "allow" });
  const known = DECISIONS.find((one) => one === decision);
  if (known === undefined)
    return invalid(`unknown decision ${cite(decision ?? "")}`, `write one of ${DECISIONS.join(", ")}`);
  const reason = values.get("justification");
  const justification = reason === undefined ? null : textOf(reason);
  if (reason !== undefined && (justification ?? "").trim() === "")
    return invalid("`justification` must be a string that is not blank", "say why, or leave it out");
  const match = readExamples(values.get("match"));
  const notMatch = readExamples(values.get("not_match"));
  if (match === null || notMatch === null)
    return invalid(
      "`match` and `not_match` must be lists of commands",
      'write for example `match=["git push"]`',
    );
  return { pattern, decision: known, justification, match, notMatch };
}

/** Whether a command begins with the pattern. */
export function matchesPrefix(pattern: ArgvPattern, argv: readonly string[]): boolean {
  return pattern.every((words, index) => words.includes(argv[index] ?? "\u0000"));
}

function readPattern(value: Literal | undefined): ArgvPattern | null {
  if (value?.kind !== "list" || value.items.length === 0) return null;
  const pattern = value.items.map((item) => (item.kind === "string" ? [item.value] : stringsOf(item)));
  return pattern.every(isNotEmpty) ? pattern : null;
}

function isNotEmpty(words: readonly string[] | null): words is readonly string[] {
  return words !== null && words.length > 0;
}

function readExamples(value: Literal | undefined): readonly (readonly string[])[] | null {
  if (value === undefined) return [];
  if (value.kind !== "list") return null;
  const examples = value.items.map((item) =>
    item.kind === "string" ? splitWords(item.value) : stringsOf(item),
  );
  const read = examples.flatMap((argv) => (argv !== null && argv.length > 0 ? [argv] : []));
  return read.length === examples.length ? read : null;
}

/** The strings of a list; `null` where it is something else. */
function stringsOf(value: Literal): readonly string[] | null {
  if (value.kind !== "list") return null;
  const texts = value.items.flatMap((item) => (item.kind === "string" ? [item.value] : []));
  return texts.length === value.items.length ? texts : null;
}

/** The string that a literal is. */
export function textOf(value: Literal | undefined): string | null {
  return value?.kind === "string" ? value.value : null;
}

function invalid(message: string, cure: string): BoundArguments & { kind: "problem" } {
  return { kind: "problem", code: "invalid-value", message: `${message}; Codex refuses the file`, cure };
}
