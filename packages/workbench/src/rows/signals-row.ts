import { isRecord, isStrings, type Issue, type JsonObject, type JsonValue } from "@gatehouse-hooks/json";
import { type AnySignal, Clause, compileSignals, NlpSignal, Signal, Signals } from "@gatehouse-hooks/hooks";
import { field, type IssueRow, issueRow, type Row } from "@gatehouse-hooks/console/lines";

/** What signals find in messages, or why the row is invalid. */
export type SignalsAnswer =
  | {
      readonly fires: boolean;
      readonly score: number;
      /** The patterns that were found, as they were written. */
      readonly matched: readonly string[];
      /** The messages that reached the threshold. */
      readonly texts: readonly string[];
      /** How many signals could not be looked for. */
      readonly unavailable: number;
    }
  | { readonly ok: false; readonly issues: readonly IssueRow[] };

/**
 * `{ signals, texts, prompt? }`: `signals` is a list, or `{ patterns, threshold, window, scope, vetoes }`; of the messages the
 * last `window` count. A `prompt` is what the user submits, and then the only text.
 */
export function answerSignals(row: Row): SignalsAnswer {
  if (row.kind === "refused") return failedSignals(row.issue);
  const texts = field(row.row, "texts") ?? [];
  const prompt = field(row.row, "prompt") ?? null;
  if (!isStrings(texts)) return invalidSignals("`texts` must be a list of strings");
  if (prompt !== null && typeof prompt !== "string")
    return invalidSignals("`prompt` must be a string or absent");
  let scorer: ReturnType<typeof compileSignals>;
  try {
    scorer = compileSignals(readSignals(field(row.row, "signals")));
  } catch (error) {
    if (error instanceof TypeError) return invalidSignals(error.message);
    throw error;
  }
  const { window } = scorer.signals;
  const {
    fires,
    score,
    matched,
    texts: over,
    unavailable,
  } = scorer.match(prompt === null ? texts.slice(Math.max(0, texts.length - window)) : [prompt]);
  return {
    fires,
    score,
    matched: matched.flatMap((signal) => (signal.kind === "regex" ? [signal.pattern] : [])),
    texts: fires ? over : [],
    unavailable: unavailable.length,
  };
}

function readSignals(value: JsonValue | undefined): Signals {
  if (Array.isArray(value)) return Signals(value.map(readSignal));
  if (!isRecord(value)) throw new TypeError("`signals` must be a list, or an object with `patterns`");
  const patterns = field(value, "patterns");
  const vetoes = field(value, "vetoes") ?? [];
  const scope = field(value, "scope") ?? "text";
  if (!Array.isArray(patterns) || !Array.isArray(vetoes))
    throw new TypeError("`patterns` and `vetoes` must be lists");
  if (scope !== "text" && scope !== "window") throw new TypeError("`scope` must be text or window");
  return Signals({
    patterns: patterns.map(readSignal),
    threshold: number(value, "threshold", 1),
    window: number(value, "window", 15),
    scope,
    vetoes: vetoes.map(readSignal),
  });
}

function readSignal(value: JsonValue): AnySignal {
  if (typeof value === "string") return Signal(value);
  if (!isRecord(value)) throw new TypeError("a signal must be a pattern, or an object with `pattern`");
  const weight = number(value, "weight", 1);
  const nlp = field(value, "nlp") ?? value;
  const clauses = isRecord(nlp) ? field(nlp, "clauses") : undefined;
  if (Array.isArray(clauses)) return NlpSignal(clauses.map(readClause), weight);
  const pattern = field(value, "pattern");
  const flags = field(value, "flags") ?? "";
  if (typeof pattern !== "string" || typeof flags !== "string") {
    throw new TypeError("`pattern` and `flags` of a signal must be strings");
  }
  return Signal({ pattern, weight, flags });
}

function readClause(value: JsonValue): Clause {
  if (!isRecord(value)) throw new TypeError("a clause must be an object with `noun`");
  const words = (key: string): readonly string[] | undefined => {
    const phrase = field(value, key);
    if (phrase === undefined) return undefined;
    if (!isStrings(phrase)) throw new TypeError(`\`${key}\` of a clause must be a list of strings`);
    return phrase;
  };
  const noun = words("noun") ?? [];
  const verb = words("verb");
  const adj = words("adj");
  return Clause({
    noun,
    ...(verb === undefined ? {} : { verb }),
    ...(adj === undefined ? {} : { adj }),
    negated: field(value, "negated") === true,
  });
}

function number(object: JsonObject, key: string, otherwise: number): number {
  const value = field(object, key);
  if (value === undefined) return otherwise;
  if (typeof value !== "number") throw new TypeError(`\`${key}\` must be a number`);
  return value;
}

function invalidSignals(message: string): SignalsAnswer {
  return failedSignals({ severity: "error", code: "invalid-row", message });
}

function failedSignals(issue: Issue): SignalsAnswer {
  return { ok: false, issues: [issueRow(issue)] };
}
