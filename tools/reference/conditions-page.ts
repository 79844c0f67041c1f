import type { JsonObject } from "@gatehouse-hooks/json";
import { FACT_TEXTS } from "../../packages/language-server/src/condition/facts.table.js";
import { FIELD_TEXTS } from "../../packages/language-server/src/condition/field-texts.table.js";
import { METHODS } from "../../packages/language-server/src/condition/methods.table.js";
import {
  METHOD_ROWS,
  type MethodRow,
  OPERATOR_ROWS,
  SAMPLE_EVENT,
  type ValueType,
} from "./condition-forms.table.js";
import { evaluated } from "./evaluated.js";
import { codeSpan, markdownTable } from "./markdown-table.js";

/** A value of each type that every method is tried on; a path, since a literal of most types cannot be called. */
const PROBES: Readonly<Record<ValueType, JsonObject>> = {
  string: { probe: "a" },
  list: { probe: ["a"] },
  object: { probe: { path: "/*", certainty: "exact", linksChecked: true } },
  number: { probe: 1 },
  boolean: { probe: true },
  null: { probe: null },
  missing: {},
};
const TRUTHS: readonly (readonly [text: string, event: JsonObject])[] = [
  ["missing", {}],
  ["`null`", { probe: null }],
  ["`false`", { probe: false }],
  ["`true`", { probe: true }],
  ["`0`", { probe: 0 }],
  ["any other number", { probe: 7 }],
  ['`""`', { probe: "" }],
  ['any other string, also `"false"`', { probe: "false" }],
  ["a list, also `[]`", { probe: [] }],
  ["an object, also `{}`", { probe: {} }],
];

/** The reference of the condition language, as Markdown. Every value on it has been evaluated. */
export function conditionsPage(): string {
  return [
    "# Conditions",
    "",
    "<!-- Written by `pnpm reference`; do not edit. -->",
    "",
    "What a policy's `when` (and a hook's `condition`) may say. A condition is evaluated on the event, cannot fail, reads nothing but the",
    "event, and never converts a value. This page lists everything that there is; the [specification](../../packages/condition/SPEC.md)",
    "has the grammar, globs, paths, limits and what is counted.",
    "",
    "Every example below was evaluated on this event when the page was written:",
    "",
    "```json",
    JSON.stringify(SAMPLE_EVENT, null, 2),
    "```",
    "",
    "To try one: `gatehouse eval EXPR CONTEXT.json`.",
    "",
    "## Operators",
    "",
    "Loosest first; all comparisons bind alike, and have two sides: `a == b == c` is refused.",
    "",
    markdownTable(
      ["form", "means", "example", "is", "where it is missing", "is"],
      Object.values(OPERATOR_ROWS).map(({ form, means, example, missing }) => [
        codeSpan(form),
        means,
        codeSpan(example),
        evaluated(example, SAMPLE_EVENT),
        codeSpan(missing),
        evaluated(missing, SAMPLE_EVENT),
      ]),
    ),
    "",
    "There is no arithmetic: a `-` is the sign of a number.",
    "",
    "## Methods",
    "",
    "On a value of another type, and on one that is missing, a method is not an error: it is false, or missing. So",
    `\`!params.missing.includes("a")\` is ${evaluated('!params.missing.includes("a")', SAMPLE_EVENT)}, and \`params.missing != "a"\` is`,
    `${evaluated('params.missing != "a"', SAMPLE_EVENT)}: where a policy must not apply without the field, say \`has(params.missing) &&\` first.`,
    "",
    markdownTable(
      ["form", "on", "gives", "else", "means", "example", "is"],
      Object.entries(METHOD_ROWS).map(([name, row]) => methodRow(name, row)),
    ),
    "",
    "`matches` and `glob` take a string that is written in the condition, so that a bad pattern is found when the file is read. In a plain",
    'string a backslash is written twice, `"\\\\bpush\\\\b"`; in a raw one, `r"\\bpush\\b"`, once.',
    "`touches` and `within` are for the paths of [facts](../facts.md): a deny asks `touches`, an allow `within`.",
    "",
    "## What counts as true",
    "",
    "Where true or false is needed: the whole condition, the sides of `&&` and `||`, behind `!`, in parentheses, in the body of `any` and `all`.",
    "",
    markdownTable(
      ["value", "counts as"],
      TRUTHS.map(([text, event]) => [text, evaluated("probe", event)]),
    ),
    "",
    "## Fields",
    "",
    "Which of them an event has depends on the event and on the tool: [events.md](../events.md). `gatehouse check` warns of a field that",
    "no event of the policy has.",
    "",
    markdownTable(
      ["field", "is"],
      Object.entries(FIELD_TEXTS).map(([name, text]) => [codeSpan(name), text]),
    ),
    "",
    "## Facts",
    "",
    "What a tool call may do, read without running it ([facts.md](../facts.md)).",
    "",
    markdownTable(
      ["path", "is", "fields of an element"],
      Object.entries(FACT_TEXTS).map(([name, { text, fields }]) => [
        codeSpan(`facts.${name}`),
        text,
        fields.map(codeSpan).join(", "),
      ]),
    ),
    "",
  ].join("\n");
}

function methodRow(name: string, row: MethodRow): readonly string[] {
  const text = METHODS.find((method) => method.name === name);
  if (text === undefined) throw new Error(`the method \`${name}\` has no text in methods.table.ts`);
  for (const type of Object.keys(PROBES) as ValueType[]) tryOn(type, name, row);
  return [
    codeSpan(text.form),
    row.on.map((type) => receiver(type, name)).join(", "),
    row.gives,
    row.otherwise,
    text.text,
    codeSpan(row.example),
    evaluated(row.example, SAMPLE_EVENT),
  ];
}

/** @throws Error where the table says something else than the evaluator */
function tryOn(type: ValueType, name: string, { on, args, otherwise }: MethodRow): void {
  const call = `probe.${name}(${args})`;
  const answers = otherwise === "false" ? call : `${call} != null`;
  const expected = String(on.includes(type));
  if (evaluated(answers, PROBES[type]) !== expected)
    throw new Error(`\`${answers}\` on ${type} is not ${expected}: correct condition-forms.table.ts`);
}

function receiver(type: ValueType, method: string): string {
  return type === "object" && method !== "size" ? "a path of facts" : type;
}
