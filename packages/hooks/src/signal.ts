import { textPattern } from "./text-pattern.js";

/** A pattern and what finding it in a message is worth. Plain JSON. */
export interface Signal {
  readonly kind: "regex";
  /** RE2 syntax; found anywhere in the text; case-sensitive. */
  readonly pattern: string;
  /** May be negative: counts against. */
  readonly weight: number;
  /** Any of `i`, `m`, `s`. */
  readonly flags: string;
}

/** Words of which any matches, in lower case. */
export type Phrase = readonly string[];

/** What a sentence says: a noun, with a verb, an adjective or a negation near it. */
export interface Clause {
  readonly noun: Phrase;
  readonly verb?: Phrase;
  readonly adj?: Phrase;
  readonly negated?: boolean;
}

/** Sentences that say something, found by the caller's language library. Plain JSON. */
export interface NlpSignal {
  readonly kind: "nlp";
  readonly clauses: readonly Clause[];
  readonly weight: number;
}

/** One signal of either kind. */
export type AnySignal = Signal | NlpSignal;

/** When signals are enough to ask the judge. Plain JSON. */
export interface Signals {
  readonly patterns: readonly AnySignal[];
  /** The score that fires. */
  readonly threshold: number;
  /** How many of the last messages count. */
  readonly window: number;
  /** `text`: one message must reach the threshold alone. `window`: each signal counts once over all messages. */
  readonly scope: "text" | "window";
  /** Any of these, in any message of the window, suppresses. Their weights do not matter. */
  readonly vetoes: readonly AnySignal[];
}

/** Signals as a caller writes them: a list has the threshold 1. */
export type SignalsLike = readonly AnySignal[] | (Pick<Signals, "patterns" | "threshold"> & Partial<Signals>);

/** A signal by its parts. */
export interface SignalParts {
  readonly pattern: string;
  readonly weight?: number;
  readonly flags?: string;
}

/**
 * A regular expression as a signal (document 001): `Signal("external.*service", 2)`, or with named parts.
 *
 * @param weight - default 1; negative weights subtract within the same text.
 * @throws TypeError for a pattern that RE2 does not take, or a weight that is not a finite number.
 */
export function Signal(pattern: string | SignalParts, weight?: number, flags?: string): Signal {
  const parts = typeof pattern === "string" ? { pattern } : pattern;
  const signal = {
    kind: "regex",
    pattern: parts.pattern,
    weight: finite("weight", parts.weight ?? weight ?? 1),
    flags: parts.flags ?? flags ?? "",
  } as const;
  textPattern(signal.pattern, signal.flags);
  return Object.freeze(signal);
}

/** Clauses as a signal. It needs a matcher; without one it is reported as unavailable. */
export function NlpSignal(clauses: readonly Clause[], weight: number = 1): NlpSignal {
  return Object.freeze({ kind: "nlp", clauses: [...clauses], weight: finite("weight", weight) });
}

/** Words of which any matches. */
export function Phrase(...terms: readonly string[]): Phrase {
  return Object.freeze(terms.map((term) => term.toLowerCase()));
}

/**
 * A clause. A single noun alone says nothing: it needs a verb, an adjective, a negation, or to be of several words.
 *
 * @throws TypeError for a clause that says nothing.
 */
export function Clause(clause: Clause): Clause {
  const { noun }: { readonly noun?: unknown } = clause;
  if (!Array.isArray(noun) || noun.length === 0) throw new TypeError("a clause needs a noun");
  const speaks =
    clause.verb !== undefined ||
    clause.adj !== undefined ||
    clause.negated === true ||
    clause.noun.some((term) => term.trim().includes(" "));
  if (!speaks)
    throw new TypeError("a clause needs a verb, an adjective, a negation or a noun of several words");
  return Object.freeze({ ...clause });
}

/**
 * Completes signals: `threshold` 1 for a list, `window` 15, `scope` `text`.
 *
 * @throws TypeError for a threshold or a window out of range.
 */
export function Signals(signals: SignalsLike): Signals {
  const parts: Partial<Signals> & Pick<Signals, "patterns"> = isList(signals)
    ? { patterns: signals }
    : signals;
  const window = parts.window ?? 15;
  if (!Number.isSafeInteger(window) || window < 0)
    throw new TypeError("expected `window` to be 0 or more records");
  return Object.freeze({
    patterns: [...parts.patterns],
    threshold: finite("threshold", parts.threshold ?? 1),
    window,
    scope: parts.scope ?? "text",
    vetoes: [...(parts.vetoes ?? [])],
  });
}

function isList(signals: SignalsLike): signals is readonly AnySignal[] {
  return Array.isArray(signals);
}

function finite(what: string, value: number): number {
  if (Number.isFinite(value)) return value;
  throw new TypeError(`expected \`${what}\` to be a finite number, got ${String(value)}`);
}
