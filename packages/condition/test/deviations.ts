import type { Expr, Issue, JsonValue } from "@gatehouse/condition";

/** What Mayros' evaluator answered for one condition and event. */
export interface Row {
  readonly expr: string;
  readonly ctx: JsonValue;
  readonly parse: "ok" | "error";
  readonly value: boolean | null;
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
  /** The rows of the vectors that it accounts for. Absent: the vectors hold none, only the pinned ones show it. */
  readonly covers?: (row: Row, ours: Ours) => boolean;
  /** `[condition, event, our value or the code of our issue]` */
  readonly pinned: readonly (readonly [string, JsonValue, boolean | string])[];
}

const code = ({ issues }: Ours): string | undefined =>
  issues.find(({ severity }) => severity === "error")?.code;

/** Where the parser stopped, the word before is `null`: it was a name there and is a literal here. */
const stopsAfterNull = ({ expr }: Row, { issues }: Ours): boolean =>
  /(?<![\w.])null\s*$/.test(expr.slice(0, issues[0]?.offset));

const uses = (ast: Expr | null, test: RegExp): boolean => test.test(JSON.stringify(ast));

/** Both accept the text and differ in the value. */
const differ = (row: Row, ours: Ours): boolean =>
  row.parse === "ok" && ours.ast !== null && row.value !== ours.value;

/** Mayros refuses the text, we accept it. */
const accepted = (row: Row, ours: Ours): boolean => row.parse === "error" && ours.ast !== null;

/** Mayros accepts the text, we refuse it. */
const refused = (row: Row, ours: Ours, issue: string): boolean =>
  row.parse === "ok" && ours.ast === null && code(ours) === issue;

const NO_SINGLE_QUOTE = /^(?:[^"']|"(?:[^"\\]|\\[^])*")*$/;
const JSON_ESCAPE = /\\(?:[bfnrt]|u[0-9a-fA-F]{4})/;
const ORDER = /"operator":"[<>]/;
const NUMBER = /"kind":"literal","value":-?[0-9]/;
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
    covers: (row, ours) => refused(row, ours, "open-string"),
    pinned: [
      ['toolName == "exec', exec, "open-string"],
      ['"abc\\', exec, "open-string"],
    ],
  },
  {
    id: "bare-call",
    covers: (row, ours) => refused(row, ours, "unknown-function"),
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
    covers: (row, ours) => refused(row, ours, "wrong-arguments") || refused(row, ours, "pattern-not-literal"),
    pinned: [
      ["toolName.upper() == missing", exec, false],
      ['missing.trim("x")', exec, "wrong-arguments"],
      ["missing.matches(toolName)", exec, "pattern-not-literal"],
      ['toolName.matches("^x")', exec, false],
    ],
  },
  {
    id: "call-suffix",
    covers: (row, ours) => differ(row, ours) && row.trailing,
    pinned: [
      ['"abc".includes("z") && false', exec, false],
      ['params.command.includes("git").foo', exec, false],
      ['params.command.lower().includes("git")', exec, true],
    ],
  },
  {
    id: "call-suffix-in-parentheses",
    covers: (row, ours) => accepted(row, ours) && uses(ours.ast, /"kind":"member","object":\{"kind":"call"/),
    pinned: [['(params.command.includes("git").foo)', exec, false]],
  },
  {
    id: "inherited-names",
    covers: (row, ours) => differ(row, ours) && row.inherited,
    pinned: [
      ["constructor", exec, false],
      ["__proto__", exec, false],
      ["params.items.constructor", exec, false],
      ["constructor == missing", exec, true],
    ],
  },
  {
    id: "null-word",
    covers: (row, ours) => refused(row, ours, "syntax") && stopsAfterNull(row, ours),
    pinned: [
      ['null.includes("x")', exec, "syntax"],
      ["null", { null: "a property" }, false],
      ["params.null", { params: { null: "a property" } }, true],
    ],
  },
  {
    id: "null-equality",
    covers: (row, ours) =>
      differ(row, ours) &&
      !row.inherited &&
      !row.trailing &&
      !JSON_ESCAPE.test(row.expr) &&
      uses(ours.ast, /"compare"/),
    pinned: [
      ["params.none == null", exec, true],
      ["params.none == missing", exec, true],
    ],
  },
  {
    id: "json-escapes",
    covers: (row, ours) => differ(row, ours) && !row.inherited && !row.trailing && JSON_ESCAPE.test(row.expr),
    pinned: [
      ['"\\n" == "n"', exec, false],
      ['"\\u0041" == "A"', exec, true],
    ],
  },
  {
    id: "single-quotes",
    covers: (row, ours) => accepted(row, ours) && !NO_SINGLE_QUOTE.test(row.expr),
    pinned: [
      ["toolName == 'exec'", exec, true],
      ["'it''s'", exec, "syntax"],
    ],
  },
  {
    id: "order",
    covers: (row, ours) => accepted(row, ours) && NO_SINGLE_QUOTE.test(row.expr) && uses(ours.ast, ORDER),
    pinned: [
      ["params.n > 2", exec, true],
      ["params.n > toolName", exec, false],
    ],
  },
  {
    id: "numbers",
    covers: (row, ours) =>
      accepted(row, ours) &&
      NO_SINGLE_QUOTE.test(row.expr) &&
      uses(ours.ast, NUMBER) &&
      !uses(ours.ast, ORDER),
    pinned: [
      ["params.n == 3", exec, true],
      ["params.n == 4", exec, false],
    ],
  },
  {
    id: "lists",
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
    pinned: [
      ["a == b", { a: [1, { x: 1, y: 2 }], b: [1, { y: 2, x: 1 }] }, true],
      ["a == b", { a: {}, b: [] }, false],
    ],
  },
  {
    id: "limits",
    pinned: [
      [`${"(".repeat(101)}true${")".repeat(101)}`, {}, "too-deep"],
      [`${"!".repeat(101)}true`, {}, "too-deep"],
      [`a${".a".repeat(101)}`, {}, "too-long-chain"],
      [`"${"x".repeat(16_384)}"`, {}, "too-long"],
      [`a${" || a".repeat(1_000)}`, {}, "too-many-tokens"],
    ],
  },
];
