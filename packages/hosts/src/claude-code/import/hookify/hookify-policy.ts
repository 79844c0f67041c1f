import { own, type JsonObject } from "@gatehouse-hooks/json";
import { conditionTest, type HookifyCondition } from "./condition-test.js";
import type { FrontMatter, HookifyItem, HookifyValue } from "./front-matter.js";

/** The policy of a rule, or why it has none. */
export type HookifyPolicy =
  | { readonly kind: "policy"; readonly policy: JsonObject; readonly differs: string }
  | { readonly kind: "none"; readonly reason: string; readonly instead?: string };

/** hookify looks at Bash with its `bash` rules, at three tools with its `file` rules, and at every other tool with all rules. */
const SCOPES: Readonly<Partial<Record<string, string>>> = {
  bash: '!(toolName in ["Edit", "Write", "MultiEdit"])',
  file: 'toolName != "Bash"',
  all: "",
};
const EFFECTS = { warn: "warn", block: "deny", ask: "ask" } as const;
const MOST_CONDITIONS = 50;

/** A policy that decides as a rule of hookify does. */
export function hookifyPolicy(
  { keys, message }: FrontMatter,
  idOf: (words: readonly string[]) => string,
): HookifyPolicy {
  const name = textOf(keys.get("name")?.value) ?? "unnamed";
  const event = textOf(keys.get("event")?.value) ?? "all";
  const action = textOf(keys.get("action")?.value) ?? "warn";
  if (keys.has("tool_matcher") && matcherOf(keys) === null)
    return { kind: "none", reason: "`tool_matcher` is not names with `|` between them" };
  const conditions = conditionsOf(keys, event);
  if (typeof conditions === "string") return { kind: "none", reason: conditions };
  if (event === "prompt" || event === "stop")
    return otherEvent(event, conditions, { name, action, message, idOf, keys });
  const scope = Object.hasOwn(SCOPES, event) ? SCOPES[event] : undefined;
  if (scope === undefined)
    return {
      kind: "none",
      reason: `no event is \`${event.slice(0, 40)}\`: hookify asks such a rule only of tools other than Bash, Edit, Write and MultiEdit`,
      instead: "write bash, file or all",
    };
  const read = conditions.map((one) => conditionTest(one));
  const lost = read.find((one) => one.kind === "none");
  if (lost?.kind === "none") return { kind: "none", reason: lost.reason };
  const parts = read.flatMap((one) => (one.kind === "test" ? [one] : []));
  const effect = Object.hasOwn(EFFECTS, action) ? EFFECTS[action as keyof typeof EFFECTS] : "warn";
  const matcher = matcherOf(keys);
  const scopes = [
    ...(scope === "" ? [] : [scope]),
    ...(matcher === null ? [] : [`toolName in ${JSON.stringify(matcher)}`]),
  ];
  const tool =
    matcher?.[0] ?? (event === "file" ? "Write" : conditions[0]?.field === "command" ? "Bash" : "Write");
  return {
    kind: "policy",
    policy: {
      id: idOf([name]),
      events: "before_tool_call",
      when: [...scopes, ...parts.map(({ text }) => text)].join(" && "),
      [effect]: message === "" ? name : message,
      ...(isOn(keys) ? {} : { enabled: false }),
      tests: isOn(keys) ? testsOf(tool, conditions, effect) : [],
    },
    differs: [...new Set(parts.flatMap(({ differs }) => differs))].join("; "),
  };
}

interface Beside {
  readonly name: string;
  readonly action: string;
  readonly message: string;
  readonly idOf: (words: readonly string[]) => string;
  readonly keys: FrontMatter["keys"];
}

/** Rules of `prompt` never fired: hookify reads `user_prompt`, and the agent sends `prompt`. Those of `stop` see no field but the transcript. */
function otherEvent(
  event: "prompt" | "stop",
  conditions: readonly HookifyCondition[],
  { name, action, message, idOf, keys }: Beside,
): HookifyPolicy {
  if (event === "stop")
    return {
      kind: "none",
      reason: conditions.some(({ field }) => field === "transcript")
        ? "it reads the whole transcript, which no condition sees"
        : "hookify finds none of its fields in what the agent sends when it stops: the rule never decided by them",
      instead: "write a hook in TypeScript, which is given the transcript, for the event agent_stop",
    };
  const read = conditions.map((one) => conditionTest({ ...one, field: "prompt" }, "prompt"));
  const lost = read.find((one) => one.kind === "none");
  if (lost?.kind === "none") return { kind: "none", reason: lost.reason };
  const words = conditions.map(({ example }) => example).join(" ");
  return {
    kind: "policy",
    policy: {
      id: idOf([name]),
      events: "prompt",
      when: read.flatMap((one) => (one.kind === "test" ? [one.text] : [])).join(" && "),
      warn: message === "" ? name : message,
      ...(isOn(keys) ? {} : { enabled: false }),
      tests:
        isOn(keys) && conditions.every(({ isPlain }) => isPlain)
          ? [
              { event: { prompt: words }, expect: "warn" },
              { event: { prompt: "" }, expect: "skip" },
            ]
          : [],
    },
    differs: `in hookify a rule of prompts never fired: it looked for \`user_prompt\`, and Claude Code sends \`prompt\`. This one warns${action === "block" ? ", as hookify would have, which stops no prompt" : ""}`,
  };
}

function testsOf(tool: string, conditions: readonly HookifyCondition[], effect: string): JsonObject[] {
  const kind = tool === "Bash" ? "shell" : tool === "Write" ? "write" : "other";
  const base = { tool: { kind, name: tool }, toolName: tool };
  const skip = { event: { ...base, toolName: "TodoWrite", params: { todos: [] } }, expect: "skip" };
  if (!conditions.every(({ isPlain }) => isPlain)) return [skip];
  const params = Object.fromEntries(conditions.map(({ field, example }) => [fieldOf(field, tool), example]));
  const isTwice = new Set(Object.keys(params)).size < conditions.length;
  return [...(isTwice ? [] : [{ event: { ...base, params }, expect: effect }]), skip];
}

function fieldOf(field: string, tool: string): string {
  if (tool === "Write" && ["new_text", "new_string"].includes(field)) return "content";
  return field === "new_text" ? "new_string" : field === "old_text" ? "old_string" : field;
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

function matcherOf(keys: FrontMatter["keys"]): readonly string[] | null {
  const value = keys.get("tool_matcher")?.value;
  if (typeof value !== "string" || value === "*") return null;
  return value.split("|");
}

/** Any text but `false` switches a rule on. */
function isOn(keys: FrontMatter["keys"]): boolean {
  const value = keys.get("enabled")?.value ?? true;
  return value === true || (typeof value === "string" && value !== "");
}

function textOf(value: HookifyValue | undefined): string | undefined {
  return typeof value === "string" ? value : typeof value === "boolean" ? String(value) : undefined;
}
