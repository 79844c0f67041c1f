import { matchesCondition, pythonRegex } from "../../../importing/re2-regex.js";

/** A condition of a rule. */
export interface HookifyCondition {
  readonly field: string;
  readonly operator: string;
  readonly pattern: string;
  /** A text that it holds for, where `isPlain`. */
  readonly example: string;
  readonly isPlain: boolean;
}

/** The condition in the language of policies, or why it is none. */
type ConditionTest =
  | { readonly kind: "test"; readonly text: string; readonly differs: readonly string[] }
  | { readonly kind: "none"; readonly reason: string };

/** Where hookify finds a field: the arguments that it may be, besides the one of its own name. */
const FIELDS: Readonly<Partial<Record<string, readonly string[]>>> = {
  content: ["params.content", "params.new_string"],
  new_text: ["params.new_string", "params.content"],
  new_string: ["params.new_string", "params.content"],
  old_text: ["params.old_string"],
};
const EDITING = 'toolName in ["Edit", "Write", "MultiEdit"]';
const IN_EDITS: ReadonlySet<string> = new Set(["content", "new_text"]);
const ASCII = "`\\s`, `\\w`, `\\d` and `\\b` mean ASCII characters here, in Python those of Unicode";

/** The test of one condition; `value` where it is not an argument of a tool. */
export function conditionTest({ field, operator, pattern }: HookifyCondition, value?: string): ConditionTest {
  if (field === "transcript") return none("it reads the whole transcript, which no condition sees");
  if (field === "" || field.length > 200)
    return none("a condition names no field: hookify never fires the rule");
  const differs: string[] = [];
  const test = testOf(operator, pattern, differs);
  if (typeof test !== "function") return none(test.reason);
  if (value !== undefined) return { kind: "test", text: test(value), differs };
  const own = Object.hasOwn(FIELDS, field) ? FIELDS[field] : undefined;
  const isNot = operator === "not_contains";
  if (own === undefined) {
    const path = pathOf(field);
    return { kind: "test", text: isNot ? `has(${path}) && ${test(path)}` : test(path), differs };
  }
  differs.push(...differencesOf(field));
  const inEdits = isNot
    ? `!params.edits.any(e, !${test("e.new_string")})`
    : `params.edits.any(e, ${test("e.new_string")})`;
  const tests = [...own.map(test), ...(IN_EDITS.has(field) ? [inEdits] : [])];
  // A text that is not there is empty for the tools that write, and no condition holds of it for others.
  const scope = [EDITING, ...own.map((path) => `has(${path})`)].join(" || ");
  const text = isNot ? `(${scope}) && ${tests.join(" && ")}` : tests.join(" || ");
  return { kind: "test", text: isNot || tests.length === 1 ? text : `(${text})`, differs };
}

function differencesOf(field: string): readonly string[] {
  return [
    ...(field === "new_text" || field === "new_string"
      ? ["the text of a written file counts, too; hookify compares an empty text with it"]
      : []),
    ...(IN_EDITS.has(field) ? ["of several edits each is compared by itself, not all of them joined"] : []),
  ];
}

function pathOf(field: string): string {
  return /^[A-Za-z_]\w*$/.test(field) && !["true", "false"].includes(field)
    ? `params.${field}`
    : `params[${JSON.stringify(field)}]`;
}

function testOf(
  operator: string,
  pattern: string,
  differs: string[],
): ((value: string) => string) | { readonly reason: string } {
  const literal = JSON.stringify(pattern);
  switch (operator) {
    case "regex_match": {
      const read = pythonRegex(pattern, "(?i)");
      if (read.kind === "none") return read;
      if (!read.isExact) differs.push(ASCII);
      return (value) => matchesCondition(value, read.regex);
    }
    case "contains":
      return (value) => `${value}.includes(${literal})`;
    case "not_contains":
      return (value) => `!${value}.includes(${literal})`;
    case "equals":
      return (value) => `${value} == ${literal}`;
    case "starts_with":
      return (value) => `${value}.startsWith(${literal})`;
    case "ends_with":
      return (value) => `${value}.endsWith(${literal})`;
    default:
      return { reason: "an operator that hookify does not have: it never fires the rule" };
  }
}

function none(reason: string): ConditionTest {
  return { kind: "none", reason };
}
