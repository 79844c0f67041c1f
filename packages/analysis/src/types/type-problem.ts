import type { Expr } from "@gatehouse-hooks/condition/analysis";
import { editDistance } from "@gatehouse-hooks/engine";
import type { ValueType } from "./value-type.js";

/** What is wrong with a part of a condition, given the types of what it reads. */
export interface TypeProblem {
  readonly code: "unknown-field" | "type-mismatch" | "unknown-value" | "letter-case" | "unknown-tool";
  readonly message: string;
  readonly cure: string;
}

/** Types of names, and where what is found goes. */
export interface TypeScope {
  readonly event: ValueType;
  readonly variables: ReadonlyMap<string, ValueType>;
  /** What a condition comes to, as far as the event's kind and tool tell. */
  readonly truth: (node: Expr) => boolean | undefined;
  /** Called once for each part that is looked at; `null`: nothing is wrong with it. */
  readonly note: (node: Expr, problem: TypeProblem | null) => void;
}

/** Longer words are not compared: the cost is the product of the lengths. */
const MAX_LENGTH = 64;
const MOST_KNOWN = 500;

/** The known word that is meant by one that is not: at most a third of the letters, and at most three, differ. */
export function meantBy(word: string, known: readonly string[]): string | undefined {
  if (word.length > MAX_LENGTH) return undefined;
  const plain = plainly(word);
  let best: string | undefined;
  let distance = Math.min(3, Math.ceil(plain.length / 3)) + 1;
  for (const one of known.slice(0, MOST_KNOWN)) {
    const other = plainly(one.slice(0, MAX_LENGTH));
    const found = editDistance(plain, other, distance - 1);
    if (found >= distance) continue;
    best = one;
    distance = found;
  }
  return best;
}

function plainly(word: string): string {
  return word.toLowerCase().replace(/[-_\s]/g, "");
}
