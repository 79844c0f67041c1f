import { parse } from "@gatehouse-hooks/condition";
import type { Condition } from "@gatehouse-hooks/engine";
import type { Problem } from "../text/report.js";

/** The most patterns of one hook. */
const MAX_PATTERNS = 100;

/** What `patterns` mean for the engine. */
interface ReadPatterns {
  /** `null`: every file. */
  readonly condition: Condition | null;
  readonly problems: readonly (Problem & { readonly index: number })[];
}

/** What globs of the condition language lack, and picomatch and minimatch have. */
const FOREIGN = /[?*+@!]\(|\[\[:|\{[^{},]*\.\.[^{},]*\}/;

/**
 * Turns a hook's patterns into a condition: it runs iff no positive pattern is given or one matches, and no `!` pattern
 * matches. The order does not matter. Paths are those that `prepareMimirEvent` gives; without them, the hook runs.
 */
export function readPatterns(patterns: readonly string[]): ReadPatterns {
  const positive: string[] = [];
  const negative: string[] = [];
  const problems: (Problem & { readonly index: number })[] = [];
  let everyFile = false;
  for (const [index, pattern] of patterns.slice(0, MAX_PATTERNS).entries()) {
    // `!(a)` is not a negated pattern, but a notation for "anything but a".
    const negated = pattern.startsWith("!") && pattern[1] !== "(";
    const text = test(negated ? pattern.slice(1) : pattern);
    const problem =
      text === null ? "it is written with a notation that is not known here" : globProblem(text);
    if (problem === null && text !== null) (negated ? negative : positive).push(text);
    else {
      everyFile ||= !negated;
      problems.push({
        index,
        code: "invalid-pattern",
        message: `${problem ?? ""}; the hook runs ${negated ? "as without it" : "for every file"}`,
        cure: "write `*`, `**`, `?`, `[a-z]` and `{a,b}`",
      });
    }
  }
  if (patterns.length > MAX_PATTERNS) {
    everyFile = true;
    problems.push({
      index: MAX_PATTERNS,
      code: "too-many",
      message: `at most ${MAX_PATTERNS} patterns are read; the hook runs for every file`,
      cure: "use `{a,b}` to join them",
    });
  }
  return { condition: conditionOf(everyFile ? [] : positive, negative), problems };
}

function conditionOf(positive: readonly string[], negative: readonly string[]): ReadPatterns["condition"] {
  const parts = [
    ...(positive.length === 0 ? [] : [`(${positive.join(" || ")})`]),
    ...(negative.length === 0 ? [] : [`!(${negative.join(" || ")})`]),
  ];
  if (parts.length === 0) return null;
  const text = `relative_path == null || ${parts.length === 1 ? parts.join("") : `(${parts.join(" && ")})`}`;
  return { text, ast: parse(text).ast };
}

/** The test of one pattern; `null` for a notation that globs do not have. */
function test(pattern: string): string | null {
  if (pattern === "" || FOREIGN.test(pattern)) return null;
  const absolute = pattern.startsWith("/") || /^[A-Za-z]:[\\/]/.test(pattern);
  const path = absolute ? "file_path" : "relative_path";
  const glob = pattern.replace(/^(?:\.\/)+/, "");
  // As in picomatch, `src/**` is `src` as well.
  const itself = glob.replace(/(?:\/\*\*)+$/, "");
  return (itself === glob || itself === "" ? [glob] : [glob, itself])
    .map((one) => `${path}.glob(${JSON.stringify(one)})`)
    .join(" || ");
}

function globProblem(text: string): string | null {
  const { issues } = parse(text);
  return issues.find(({ severity }) => severity === "error")?.message ?? null;
}
