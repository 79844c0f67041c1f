import { createHash } from "node:crypto";

import { type AnySignal, type Clause, Signals, type SignalsLike } from "./signal.js";
import { splitLines } from "./dedent.js";
import { textPattern } from "./text-pattern.js";

/** Finds the sentences of a message that say one of the clauses. The caller's language library. */
export type NlpMatcher = (clauses: readonly Clause[], text: string) => readonly string[];

/** What signals find in messages. */
export interface SignalMatch {
  readonly fires: boolean;
  /** It fires, or it would if the signals that could not be looked for were found: a gate then asks its judge. */
  readonly mayFire: boolean;
  /** Of the best message, or of the whole window, depending on the scope. */
  readonly score: number;
  /** The messages that contributed, in order; empty when it may not fire. */
  readonly texts: readonly string[];
  /** The signals found in messages that count, in the order of the list. */
  readonly matched: readonly AnySignal[];
  /** Signals that could not be looked for: no language matcher, or a message too long for the pattern. */
  readonly unavailable: readonly AnySignal[];
  readonly vetoed: boolean;
}

/** Signals, ready to score. */
export interface SignalScorer {
  readonly signals: Signals;
  /** The sum of the weights of the signals that the text holds; each counts once. */
  score(text: string, nlp?: NlpMatcher): number;
  /** @param texts - the messages of the window, oldest first. */
  match(texts: readonly string[], options?: MatchOptions): SignalMatch;
  /** The lines (sentences) that hold a signal, signal by signal. */
  context(texts: readonly string[], nlp?: NlpMatcher): readonly string[];
}

/** What matching may use. */
export interface MatchOptions {
  /** `messageHash` of messages that contributed to an earlier fire: they do not count again. */
  readonly consumed?: ReadonlySet<string>;
  readonly nlp?: NlpMatcher | undefined;
}

/** What is remembered of a message that is used up: 64 bits of its SHA-256, in hexadecimal. */
export function messageHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

/** The message, and what triggered it. */
export function citeMessage(message: string, context: readonly string[]): string {
  return context.length === 0 ? message : `${message}\n\nTriggered by: ${context.join("; ")}`;
}

/**
 * Compiles signals (SPEC, "Signals"). Matching is linear in the messages.
 *
 * @throws TypeError for a pattern that RE2 does not take.
 */
export function compileSignals(like: SignalsLike): SignalScorer {
  const signals = Signals(like);
  const seekers = signals.patterns.map((signal) => seeker(signal));
  const vetoes = signals.vetoes.map((signal) => seeker(signal));
  const look = (text: string, nlp: NlpMatcher | undefined): readonly Finding[] =>
    seekers.map((seek) => seek.find(text, nlp));

  return {
    signals,
    score: (text, nlp) => total(signals.patterns, look(text, nlp), false),
    match(texts, { consumed = new Set(), nlp } = {}) {
      const fresh = texts
        .filter((text) => text !== "" && (consumed.size === 0 || !consumed.has(messageHash(text))))
        .map((text) => ({ text, found: look(text, nlp) }));
      // A veto speaks for the whole window, messages that are used up included: what it says is still true.
      const vetoed = vetoes.some((veto) => texts.some((text) => veto.find(text, nlp) === true));
      const groups = signals.scope === "text" ? fresh.map((one) => [one]) : [fresh];
      const scored = groups.map((group) => {
        const found = seekers.map((_, at) => union(group.map((one) => one.found[at] ?? false)));
        return {
          group,
          score: total(signals.patterns, found, false),
          highest: total(signals.patterns, found, true),
        };
      });
      const over = scored.filter(({ highest, group }) => group.length > 0 && highest >= signals.threshold);
      const isContributor = ({ found }: { readonly found: readonly Finding[] }): boolean =>
        signals.scope === "text" ||
        found.some((finding, at) => finding !== false && (signals.patterns[at]?.weight ?? 0) > 0);
      const counted = over.flatMap(({ group }) => group.filter(isContributor));
      const held = (kind: Finding, among: readonly { readonly found: readonly Finding[] }[]) =>
        signals.patterns.filter((_, at) => among.some(({ found }) => found[at] === kind));
      return {
        fires: !vetoed && scored.some(({ group, score }) => group.length > 0 && score >= signals.threshold),
        mayFire: !vetoed && over.length > 0,
        score: scored.length === 0 ? 0 : Math.max(...scored.map(({ score }) => score)),
        texts: vetoed ? [] : counted.map(({ text }) => text),
        matched: held(true, fresh),
        unavailable: held("unavailable", fresh),
        vetoed,
      };
    },
    context: (texts, nlp) => seekers.flatMap((seek) => texts.flatMap((text) => seek.lines(text, nlp))),
  };
}

type Finding = boolean | "unavailable";

interface Seeker {
  find(text: string, nlp: NlpMatcher | undefined): Finding;
  lines(text: string, nlp: NlpMatcher | undefined): readonly string[];
}

function seeker(signal: AnySignal): Seeker {
  if (signal.kind === "nlp") {
    return {
      find: (text, nlp) => (nlp === undefined ? "unavailable" : nlp(signal.clauses, text).length > 0),
      lines: (text, nlp) => nlp?.(signal.clauses, text) ?? [],
    };
  }
  const pattern = textPattern(signal.pattern, signal.flags);
  return {
    find(text) {
      const found = pattern.search(text);
      return found === "over-budget" ? "unavailable" : found;
    },
    lines: (text) => splitLines(text).filter((line) => pattern.search(line) === true),
  };
}

function union(findings: readonly Finding[]): Finding {
  if (findings.includes(true)) return true;
  return findings.includes("unavailable") ? "unavailable" : false;
}

/** @param atMost - count what could not be looked for where that raises the score. */
function total(signals: readonly AnySignal[], found: readonly Finding[], atMost: boolean): number {
  return signals.reduce((sum, { weight }, at) => {
    const finding = found[at];
    return finding === true || (finding === "unavailable" && atMost && weight > 0) ? sum + weight : sum;
  }, 0);
}
