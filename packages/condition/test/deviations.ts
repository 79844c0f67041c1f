import { parse } from "@gatehouse-hooks/condition";
import type { Expr } from "@gatehouse-hooks/condition";
import type { Issue, JsonValue } from "@gatehouse-hooks/json";
import { readAs } from "./mayros-reading.js";
import type { Reading } from "./mayros-reading.js";
import { interpret } from "./reference.js";

/** What Mayros' evaluator answered for one condition and event. */
export interface Row {
  readonly expr: string;
  readonly ctx: JsonValue;
  readonly parse: "ok" | "error";
  readonly value: boolean | null;
  /** Why it refused: an illegal character, a missing `)`, a token that does not fit, a method, its stack. */
  readonly err: "char" | "rparen" | "token" | "method" | "stack" | "after-dot" | null;
  /** Tokens were left over and ignored. */
  readonly trailing: boolean;
  /** A name of a prototype was read. */
  readonly inherited: boolean;
}

/** What we answer. */
export interface Ours {
  readonly ast: Expr | null;
  readonly issues: readonly Issue[];
  readonly value: boolean | "over-budget" | null;
}

/** One entry of the register in SPEC.md. */
export interface Deviation {
  readonly id: string;
  /** The rows that it accounts for. */
  readonly covers: (row: Row, ours: Ours) => boolean;
  /** What Mayros answers to something that the vectors hold no row of. */
  readonly shown?: Row;
  /** `[condition, event, our value or the code of our issue]` */
  readonly pinned: readonly (readonly [string, JsonValue, boolean | string])[];
}

/** The first error; warnings may stand before it. */
const errorOf = ({ issues }: Ours): Issue | undefined => issues.find(({ severity }) => severity === "error");

/** Where our parser stopped, the word before is `null`: it was a name there and is a literal here. */
const stopsAfterNull = ({ expr }: Row, ours: Ours): boolean =>
  /(?<![\w.])null\s*$/.test(expr.slice(0, errorOf(ours)?.offset));

/**
 * Both accept the whole text and differ in the value; and we would not, if we read this one point as Mayros does.
 *
 * @param beside what Mayros' reading of that point rests on
 */
const readsAs = (row: Row, ours: Ours, reading: Reading, ...beside: readonly Reading[]): boolean =>
  row.parse === "ok" &&
  !row.trailing &&
  ours.ast !== null &&
  row.value !== ours.value &&
  readAs(row.expr, ours.ast, row.ctx, [reading, ...beside]) === row.value &&
  readAs(row.expr, ours.ast, row.ctx, beside) === ours.value;

/** Both accept the text, Mayros only the start of it. */
const shortened = (row: Row, ours: Ours): boolean =>
  row.parse === "ok" && row.trailing && ours.ast !== null && row.value !== ours.value;

/** Mayros refuses the text, we accept it. */
const accepted = (row: Row, ours: Ours, err: Row["err"]): boolean =>
  row.parse === "error" && row.err === err && ours.ast !== null;

/** Mayros accepts the text, we refuse it. */
const refused = (row: Row, ours: Ours, ...codes: readonly string[]): boolean =>
  row.parse === "ok" && ours.ast === null && codes.includes(errorOf(ours)?.code ?? "");

/** The text with its strings emptied: first those in `"`, which are all that Mayros knows. */
const withoutStrings = (expr: string): string => expr.replace(/"(?:[^"\\]|\\[^])*"/g, '""');

/** The first character for which Mayros has no token. */
const illegal = ({ expr }: Row): string =>
  /[^A-Za-z0-9_\s.()!&|="]|(?<![A-Za-z0-9_])[0-9]/.exec(withoutStrings(expr))?.[0] ?? "";

/** A raw string that is not part of another string. */
const hasRaw = ({ expr }: Row): boolean => /(?<![A-Za-z0-9_])r""/.test(withoutStrings(expr));

/** The first call or string that has a suffix. */
function firstWithSuffix(node: Expr): Expr | undefined {
  const own =
    (node.kind === "member" || node.kind === "call") &&
    (node.object.kind === "call" || node.object.kind === "literal")
      ? [node.object]
      : [];
  const below = childrenOf(node).flatMap((child) => firstWithSuffix(child) ?? []);
  return [...own, ...below].toSorted((one, other) => one.span[1] - other.span[1])[0];
}

/** Mayros' answer is that of the text up to the first suffix that it does not know. */
function endsAtSuffix(row: Row, { ast, value }: Ours): boolean {
  const end = ast === null ? undefined : firstWithSuffix(ast)?.span[1];
  if (ast === null || end === undefined || interpret(ast, row.ctx) !== value) return false;
  const start = row.expr.slice(0, end);
  const read = parse(start).ast;
  return read !== null && readAs(start, read, row.ctx, []) === row.value;
}

function childrenOf(node: Expr): readonly Expr[] {
  return Object.values(node)
    .flat()
    .filter((part): part is Expr => typeof part === "object" && part !== null && "kind" in part);
}

/** The text up to the offset, where a call of one of the methods that only we have is being read. */
const callsAdded = ({ expr }: Row, ours: Ours): boolean => {
  const offset = errorOf(ours)?.offset ?? 0;
  const added = /(?:matches|glob|lower|upper|trim|size)\s*\(/y;
  added.lastIndex = offset;
  return added.test(expr) || /\.\s*(?:matches|glob)\s*\(\s*$/.test(expr.slice(0, offset));
};

const LIMITS = ["too-long", "too-many-tokens", "too-deep", "too-long-chain", "too-many-loops"];

const exec = {
  toolName: "exec",
  params: { command: "git push --force", items: ["a", "b"], n: 3, none: null },
};

export const deviations: readonly Deviation[] = [
  {
    id: "leftover-input",
    covers: (row, ours) => refused(row, ours, "syntax") && row.trailing && !stopsAfterNull(row, ours),
    pinned: [
      ['toolName == "exec" and x', exec, "syntax"],
      ['toolName == "exec" == "zzz"', exec, "syntax"],
      ["true false", exec, "syntax"],
      ["toolName )", exec, "syntax"],
    ],
  },
  {
    id: "open-string",
    covers: (row, ours) =>
      refused(row, ours, "open-string") && withoutStrings(row.expr).replaceAll('""', "").includes('"'),
    pinned: [
      ['toolName == "exec', exec, "open-string"],
      ['"abc\\', exec, "open-string"],
    ],
  },
  {
    id: "bare-call",
    covers: (row, ours) => refused(row, ours, "unknown-function") && row.trailing,
    pinned: [
      ['includes("x")', exec, "unknown-function"],
      ['toolName("x")', exec, "unknown-function"],
    ],
  },
  {
    id: "unknown-method",
    covers: (row, ours) => refused(row, ours, "unknown-method"),
    pinned: [
      ['missing.match("e")', exec, "unknown-method"],
      ['toolName.Includes("e")', exec, "unknown-method"],
      ['false && toolName.match("e")', exec, "unknown-method"],
    ],
  },
  {
    id: "added-methods",
    covers: (row, ours) =>
      refused(row, ours, "wrong-arguments", "pattern-not-literal", "bad-pattern") && callsAdded(row, ours),
    pinned: [
      ["toolName.upper() == missing", exec, false],
      ['missing.trim("x")', exec, "wrong-arguments"],
      ["missing.matches(toolName)", exec, "pattern-not-literal"],
      ['toolName.matches("^x")', exec, false],
    ],
  },
  {
    id: "call-suffix",
    covers: (row, ours) => shortened(row, ours) && endsAtSuffix(row, ours) && !hasRaw(row),
    pinned: [
      ['"abc".includes("z") && false', exec, false],
      ['params.command.includes("git").foo', exec, false],
      ['params.command.lower().includes("git")', exec, true],
    ],
  },
  {
    id: "call-suffix-in-parentheses",
    covers: (row, ours) =>
      accepted(row, ours, "rparen") &&
      ours.ast !== null &&
      firstWithSuffix(ours.ast) !== undefined &&
      !hasRaw(row),
    pinned: [['(params.command.includes("git").foo)', exec, false]],
  },
  {
    id: "inherited-names",
    covers: (row, ours) => row.inherited && readsAs(row, ours, "inherited-names"),
    pinned: [
      ["constructor", exec, false],
      ["__proto__", exec, false],
      ["params.items.constructor", exec, false],
      ["constructor == missing", exec, true],
    ],
  },
  {
    id: "null-word",
    covers: (row, ours) =>
      (refused(row, ours, "syntax") && stopsAfterNull(row, ours)) || readsAs(row, ours, "null-word"),
    pinned: [
      ['null.includes("x")', exec, "syntax"],
      ["null", { null: "a property" }, false],
      ["params.null", { params: { null: "a property" } }, true],
    ],
  },
  {
    id: "null-equality",
    covers: (row, ours) => readsAs(row, ours, "null-equality", "null-word"),
    pinned: [
      ["params.none == null", exec, true],
      ["params.none == missing", exec, true],
    ],
  },
  {
    id: "json-escapes",
    covers: (row, ours) => readsAs(row, ours, "json-escapes"),
    pinned: [
      ['"\\n" == "n"', exec, false],
      ['"\\u0041" == "A"', exec, true],
    ],
  },
  {
    id: "raw-strings",
    covers: (row, ours) => hasRaw(row) && (shortened(row, ours) || accepted(row, ours, "rparen")),
    shown: {
      expr: 'r"x"',
      ctx: exec,
      parse: "ok",
      value: false,
      err: null,
      trailing: true,
      inherited: false,
    },
    pinned: [
      ['r"x"', exec, true],
      ['(r"x")', exec, true],
      [String.raw`r"\d" == "\\d"`, exec, true],
      ["r", { r: "a property" }, true],
    ],
  },
  {
    id: "single-quotes",
    covers: (row, ours) => accepted(row, ours, "char") && illegal(row) === "'",
    pinned: [
      ["toolName == 'exec'", exec, true],
      ["'it''s'", exec, "syntax"],
    ],
  },
  {
    id: "order",
    covers: (row, ours) => accepted(row, ours, "char") && /[<>]/.test(illegal(row)),
    pinned: [
      ["params.n > 2", exec, true],
      ["params.n > toolName", exec, false],
    ],
  },
  {
    id: "numbers",
    covers: (row, ours) => accepted(row, ours, "char") && /[-0-9]/.test(illegal(row)),
    pinned: [
      ["params.n == 3", exec, true],
      ["params.n == 4", exec, false],
    ],
  },
  {
    id: "lists",
    covers: (row, ours) => accepted(row, ours, "char") && /[[\],]/.test(illegal(row)),
    shown: {
      expr: 'params.items[0] == "a"',
      ctx: exec,
      parse: "error",
      value: null,
      err: "char",
      trailing: false,
      inherited: false,
    },
    pinned: [
      ['params.items[0] == "a"', exec, true],
      ['"b" in params.items', exec, true],
      ['toolName in ["exec"]', exec, true],
      ['params["command"] == params.command', exec, true],
      ['params.items.any(x, x == "a")', exec, true],
      ["in", { in: "a property" }, "syntax"],
      ["has(params.none)", exec, true],
    ],
  },
  {
    id: "structural-equality",
    covers: (row, ours) => readsAs(row, ours, "structural-equality"),
    shown: {
      expr: "a == b",
      ctx: { a: [1], b: [1] },
      parse: "ok",
      value: false,
      err: null,
      trailing: false,
      inherited: false,
    },
    pinned: [
      ["a == b", { a: [1, { x: 1, y: 2 }], b: [1, { y: 2, x: 1 }] }, true],
      ["a == b", { a: {}, b: [] }, false],
    ],
  },
  {
    id: "limits",
    covers: (row, ours) => refused(row, ours, ...LIMITS),
    shown: {
      expr: `${"(".repeat(101)}true${")".repeat(101)}`,
      ctx: exec,
      parse: "ok",
      value: true,
      err: null,
      trailing: false,
      inherited: false,
    },
    pinned: [
      [`${"(".repeat(101)}true${")".repeat(101)}`, {}, "too-deep"],
      [`${"!".repeat(101)}true`, {}, "too-deep"],
      [`a${".a".repeat(101)}`, {}, "too-long-chain"],
      [`"${"x".repeat(16_384)}"`, {}, "too-long"],
      [`a${" || a".repeat(1_000)}`, {}, "too-many-tokens"],
    ],
  },
];
