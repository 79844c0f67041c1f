import type { JsonObject } from "@gatehouse-hooks/json";
import { conditionTest, type HookifyCondition } from "./condition-test.js";
import type { HookifyRule } from "./hookify-rule.js";

/** The policy of a rule, or why it has none. */
type HookifyPolicy =
  | { readonly kind: "policy"; readonly policy: JsonObject; readonly differs: string }
  | { readonly kind: "none"; readonly reason: string; readonly instead?: string };

/** hookify looks at Bash with its `bash` rules, at three tools with its `file` rules, and at every other tool with all rules. */
const SCOPES: Readonly<Partial<Record<string, string>>> = {
  bash: '!(toolName in ["Edit", "Write", "MultiEdit"])',
  file: 'toolName != "Bash"',
  all: "",
};

/** A policy that decides as a rule of hookify does. */
export function hookifyPolicy(rule: HookifyRule, id: string): HookifyPolicy {
  if (rule.event === "stop") return ofStop(rule);
  if (rule.event === "prompt") return ofPrompt(rule, id);
  const { event, matcher, conditions, effect, message, isOn } = rule;
  const scope = Object.hasOwn(SCOPES, event) ? SCOPES[event] : undefined;
  if (scope === undefined)
    return {
      kind: "none",
      reason: `no event is \`${event.slice(0, 40)}\`: hookify asks such a rule only of tools other than Bash, Edit, Write and MultiEdit`,
      instead: "write bash, file or all",
    };
  const read = testOfAll(conditions);
  if (typeof read === "string") return { kind: "none", reason: read };
  const tests = [
    ...(scope === "" ? [] : [scope]),
    ...(matcher === null ? [] : [`toolName in ${JSON.stringify(matcher)}`]),
    ...read.texts,
  ];
  const isShell = event === "bash" || (event === "all" && conditions[0]?.field === "command");
  return {
    kind: "policy",
    policy: {
      id,
      events: "before_tool_call",
      when: tests.join(" && "),
      [effect]: message,
      ...(isOn
        ? { tests: testsOf(matcher?.[0] ?? (isShell ? "Bash" : "Write"), conditions, effect) }
        : { enabled: false }),
    },
    differs: [...new Set(read.differs)].join("; "),
  };
}

/** hookify sees no field of a stop but the transcript. */
function ofStop({ conditions }: HookifyRule): HookifyPolicy {
  return {
    kind: "none",
    reason: conditions.some(({ field }) => field === "transcript")
      ? "it reads the whole transcript, which no condition sees"
      : "hookify finds none of its fields in what the agent sends when it stops: the rule never decided by them",
    instead: "write a hook in TypeScript, which is given the transcript, for the event agent_stop",
  };
}

/** Rules of `prompt` never fired: hookify reads `user_prompt`, and the agent sends `prompt`. */
function ofPrompt({ conditions, effect, message, isOn }: HookifyRule, id: string): HookifyPolicy {
  const read = testOfAll(conditions, "prompt");
  if (typeof read === "string") return { kind: "none", reason: read };
  const isShown = conditions.every(({ isPlain }) => isPlain);
  const words = conditions.map(({ example }) => example).join(" ");
  const tests = [
    ...(isShown ? [{ event: { prompt: words }, expect: "warn" }] : []),
    { event: { prompt: "" }, expect: "skip" },
  ];
  const blocked = effect === "deny" ? ", as hookify would have, which stops no prompt" : "";
  return {
    kind: "policy",
    policy: {
      id,
      events: "prompt",
      when: read.texts.join(" && "),
      warn: message,
      ...(isOn ? { tests } : { enabled: false }),
    },
    differs: `in hookify a rule of prompts never fired: it looked for \`user_prompt\`, and Claude Code sends \`prompt\`. This one warns${blocked}`,
  };
}

function testOfAll(
  conditions: readonly HookifyCondition[],
  value?: string,
): { readonly texts: readonly string[]; readonly differs: readonly string[] } | string {
  const read = conditions.map((one) => conditionTest(one, value));
  const lost = read.find((one) => one.kind === "none");
  if (lost?.kind === "none") return lost.reason;
  const found = read.filter((one) => one.kind === "test");
  return { texts: found.map(({ text }) => text), differs: found.flatMap(({ differs }) => differs) };
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
