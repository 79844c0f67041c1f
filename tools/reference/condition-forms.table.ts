import type { CompareOperator, MethodName } from "@gatehouse-hooks/condition";

/** What a value can be; `missing` is what the event does not have. */
export type ValueType = "string" | "list" | "object" | "number" | "boolean" | "null" | "missing";

/** How an operator or another form that is not a method is written. Examples are evaluated when the page is written. */
export interface OperatorRow {
  readonly form: string;
  readonly means: string;
  /** On `SAMPLE_EVENT`. */
  readonly example: string;
  /** The same form where what it reads is not there. */
  readonly missing: string;
}

/** A method: its meaning is that of an editor's hover (`METHODS` of the language server). */
export interface MethodRow {
  /** Arguments for a probe of every type of receiver. */
  readonly args: string;
  /** The types on which it can answer; on any other it is `otherwise`, which is tried when the page is written. */
  readonly on: readonly ValueType[];
  readonly gives: "true or false" | "a string" | "a number";
  readonly otherwise: "false" | "missing";
  readonly example: string;
}

/** The event that the examples are evaluated on. */
export const SAMPLE_EVENT = {
  toolName: "Bash",
  params: { command: "git push --force", files: ["a.ts", "b.md"], timeout: 30, env: { CI: "1" }, note: null },
  facts: {
    writes: [
      {
        path: "/home/u/.ssh/config",
        home: "~/.ssh/config",
        tree: false,
        certainty: "exact",
        linksChecked: true,
      },
    ],
  },
};

type Operator = CompareOperator | "||" | "&&" | "!" | "has" | "[]" | "()";

/** All operators, loosest first, and the forms beside them. */
export const OPERATOR_ROWS: Readonly<Record<Operator, OperatorRow>> = {
  "||": {
    form: "a || b",
    means: "One of them holds; `b` is only looked at when `a` does not.",
    example: 'toolName == "Bash" || toolName == "exec"',
    missing: "params.missing || params.other",
  },
  "&&": {
    form: "a && b",
    means: "Both hold; `b` is only looked at when `a` does.",
    example: 'toolName == "Bash" && params.timeout > 60',
    missing: 'toolName == "Bash" && params.missing',
  },
  "!": {
    form: "!a",
    means: "`a` does not hold. It binds weaker than a comparison: `!a == b` is `!(a == b)`.",
    example: '!params.command.includes("sudo")',
    missing: "!params.missing",
  },
  "==": {
    form: "a == b",
    means: "The same type and value; never converted. Null and missing are equal.",
    example: 'params.timeout == "30"',
    missing: 'params.missing == "a"',
  },
  "!=": {
    form: "a != b",
    means: "Not equal.",
    example: 'toolName != "Read"',
    missing: 'params.missing != "a"',
  },
  "<": {
    form: "a < b",
    means: "Two numbers by size, two strings by code units; anything else is false.",
    example: "params.timeout < 60",
    missing: "params.missing < 60",
  },
  "<=": {
    form: "a <= b",
    means: "As `<`, or equal.",
    example: "params.timeout <= 30",
    missing: "params.missing <= 30",
  },
  ">": {
    form: "a > b",
    means: "As `<`, the other way round.",
    example: "params.timeout > 60",
    missing: "params.missing > 60",
  },
  ">=": {
    form: "a >= b",
    means: "As `>`, or equal.",
    example: "params.timeout >= 30",
    missing: "params.missing >= 30",
  },
  in: {
    form: "a in b",
    means: "`b` is a list with an element equal to `a`; anything else is false.",
    example: 'toolName in ["Bash", "exec"]',
    missing: 'params.missing in ["a"]',
  },
  has: {
    form: "has(a.b)",
    means: "The property is there, also if it is null.",
    example: "has(params.note)",
    missing: "has(params.missing)",
  },
  "[]": {
    form: 'a["b"], a[0]',
    means: "A property, or an element counted from 0. Of a list also `.length`.",
    example: 'params.files[0] == "a.ts"',
    missing: "params.files[9] == null",
  },
  "()": {
    form: "( a )",
    means: "Groups. What is in parentheses is true or false, never a string.",
    example: "!(params.timeout > 60)",
    missing: "(params.missing)",
  },
};

/** All methods, in the order of the page. */
export const METHOD_ROWS: Readonly<Record<MethodName | "any" | "all", MethodRow>> = {
  includes: {
    args: '"a"',
    on: ["string"],
    gives: "true or false",
    otherwise: "false",
    example: 'params.command.includes("--force")',
  },
  startsWith: {
    args: '"a"',
    on: ["string"],
    gives: "true or false",
    otherwise: "false",
    example: 'params.command.startsWith("git ")',
  },
  endsWith: {
    args: '"a"',
    on: ["string"],
    gives: "true or false",
    otherwise: "false",
    example: 'params.files[0].endsWith(".md")',
  },
  matches: {
    args: '"a"',
    on: ["string"],
    gives: "true or false",
    otherwise: "false",
    example: String.raw`params.command.matches(r"\bpush\b.*--force")`,
  },
  glob: {
    args: '"a"',
    on: ["string"],
    gives: "true or false",
    otherwise: "false",
    example: 'params.files[0].glob("*.{ts,js}")',
  },
  lower: {
    args: "",
    on: ["string"],
    gives: "a string",
    otherwise: "missing",
    example: 'toolName.lower() == "bash"',
  },
  upper: {
    args: "",
    on: ["string"],
    gives: "a string",
    otherwise: "missing",
    example: 'toolName.upper() == "BASH"',
  },
  trim: {
    args: "",
    on: ["string"],
    gives: "a string",
    otherwise: "missing",
    example: 'params.command.trim() == "git push --force"',
  },
  size: {
    args: "",
    on: ["string", "list", "object"],
    gives: "a number",
    otherwise: "missing",
    example: "params.files.size() == 2",
  },
  any: {
    args: "x, x == x",
    on: ["list"],
    gives: "true or false",
    otherwise: "false",
    example: 'params.files.any(file, file.endsWith(".md"))',
  },
  all: {
    args: "x, x == x",
    on: ["list"],
    gives: "true or false",
    otherwise: "false",
    example: 'params.files.all(file, file.endsWith(".md"))',
  },
  touches: {
    args: '"/**"',
    on: ["object"],
    gives: "true or false",
    otherwise: "false",
    example: 'facts.writes.any(w, w.touches("~/.ssh/**"))',
  },
  within: {
    args: '"/**"',
    on: ["object"],
    gives: "true or false",
    otherwise: "false",
    example: 'facts.writes.all(w, w.within("./**"))',
  },
  in: {
    args: '"/**"',
    on: ["object"],
    gives: "true or false",
    otherwise: "false",
    example: 'facts.reads.any(r, r.in("**/.env{,.*}", "**/.env.example"))',
  },
  surely: {
    args: '"/**"',
    on: ["object"],
    gives: "true or false",
    otherwise: "false",
    example: 'facts.deletes.any(d, d.surely("~/.ssh/**"))',
  },
  perhaps: {
    args: '"/a"',
    on: ["object"],
    gives: "true or false",
    otherwise: "false",
    example: 'facts.reads.any(r, r.perhaps("**/.env"))',
  },
};
