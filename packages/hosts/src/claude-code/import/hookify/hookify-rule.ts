import { own } from "@gatehouse-hooks/json";
import type { HookifyCondition } from "./condition-test.js";
import type { FrontMatter, HookifyItem, HookifyValue } from "./front-matter.js";

/** A rule as hookify understands it. */
export interface HookifyRule {
  readonly name: string;
  readonly event: string;
  readonly effect: "warn" | "deny" | "ask";
  readonly conditions: readonly HookifyCondition[];
  readonly message: string;
  /** The tools that it is for; `null`: those of its event. */
  readonly matcher: readonly string[] | null;
  readonly isOn: boolean;
}

const EFFECTS: Readonly<Partial<Record<string, HookifyRule["effect"]>>> = {
  warn: "warn",
  block: "deny",
  ask: "ask",
};
const MOST_CONDITIONS = 50;

/** The rule of a file, or why hookify makes nothing of it. */
export function readHookifyRule({ keys, message }: FrontMatter): HookifyRule | string {
  const value = (key: string, fallback: string): string => textOf(keys.get(key)?.value) ?? fallback;
  const event = value("event", "all");
  const name = value("name", "unnamed");
  const action = value("action", "warn");
  const matcher = keys.get("tool_matcher")?.value ?? "*";
  if (typeof matcher !== "string") return "`tool_matcher` is not names with `|` between them";
  const conditions = conditionsOf(keys, event);
  if (typeof conditions === "string") return conditions;
  return {
    name,
    event,
    // Any other word warns.
    effect: (Object.hasOwn(EFFECTS, action) ? EFFECTS[action] : undefined) ?? "warn",
    conditions,
    message: message === "" ? name : message,
    matcher: matcher === "*" ? null : matcher.split("|"),
    isOn: isOn(keys),
  };
}

function conditionsOf(keys: FrontMatter["keys"], event: string): readonly HookifyCondition[] | string {
  const list = keys.get("conditions")?.value;
  const items = Array.isArray(list) ? (list as readonly HookifyItem[]) : [];
  const pattern = keys.get("pattern")?.value;
  if (items.length > MOST_CONDITIONS) return `it has more than ${MOST_CONDITIONS} conditions`;
  if (items.length > 0) {
    const read = items.map(conditionOf);
    return read.every((one) => one !== null)
      ? read
      : "a condition is not `field`, `operator` and `pattern`: hookify refuses the rule";
  }
  if (typeof pattern === "boolean")
    return "the pattern is true or false: hookify fails on it, and lets every call pass";
  if (typeof pattern !== "string" || pattern === "")
    return "it has neither a pattern nor conditions: hookify never fires it";
  const field = event === "bash" ? "command" : event === "file" ? "new_text" : "content";
  return [plainOr({ field, operator: "regex_match", pattern })];
}

function conditionOf(item: HookifyItem): HookifyCondition | null {
  if (typeof item === "string") return null;
  const text = (key: string, fallback: string): string => {
    const value = own(item, key);
    return typeof value === "string" ? value : fallback;
  };
  return plainOr({
    field: text("field", ""),
    operator: text("operator", "regex_match"),
    pattern: text("pattern", ""),
  });
}

/** Whether the pattern itself is a text that the condition holds for: only then is there an example. */
function plainOr(one: Pick<HookifyCondition, "field" | "operator" | "pattern">): HookifyCondition {
  const spaced = one.pattern.replaceAll(/\\s[+*]/g, " ");
  const isRegex = one.operator === "regex_match";
  const isPlain = isRegex
    ? /^[\w /:=,@-]*(?:\\\.[\w /:=,@-]*)*$/.test(spaced) && spaced !== ""
    : one.operator !== "not_contains";
  return {
    ...one,
    example: isRegex ? spaced.replaceAll("\\.", ".") : one.pattern,
    isPlain: isPlain && one.pattern !== "",
  };
}

/** Any text but `false` switches a rule on. */
function isOn(keys: FrontMatter["keys"]): boolean {
  const value = keys.get("enabled")?.value ?? true;
  return value === true || (typeof value === "string" && value !== "");
}

function textOf(value: HookifyValue | undefined): string | undefined {
  return typeof value === "string" ? value : typeof value === "boolean" ? String(value) : undefined;
}
