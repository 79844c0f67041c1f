import { compile, parse } from "@gatehouse-hooks/condition";
import type { JsonObject } from "@gatehouse-hooks/json";
import type { ImportedPolicy, NotKept } from "../../importing/rule-importer.js";
import { isPlainCommand } from "../../importing/argv-condition.js";
import type { GeminiRule } from "./gemini-rule.js";
import { ruleCondition } from "./rule-condition.js";
import { exampleEvent, otherEvent } from "./rule-events.js";

const EFFECTS = { allow: "allow", deny: "deny", ask_user: "ask" } as const;
const STRICTNESS = { allow: 0, ask_user: 1, deny: 2 } as const;
const MAX_CONDITION = 12_000;
const OTHER_FILES =
  "stricter: of several files the strictest answer counts, in Gemini CLI that of the highest tier and priority";

/**
 * Policies that decide as the rules do: in Gemini CLI the first of the highest priority decides, here the strictest of all, so
 * a rule leaves out what weaker rules before it decide.
 */
export function toPolicies(
  rules: readonly GeminiRule[],
  idOf: (words: readonly string[]) => string,
): { readonly policies: readonly ImportedPolicy[]; readonly notKept: readonly NotKept[] } {
  const ordered = rules.toSorted((a, b) => b.priority - a.priority);
  const policies: ImportedPolicy[] = [];
  const notKept: NotKept[] = [];
  for (const [index, rule] of ordered.entries()) {
    const own = ruleCondition(rule);
    if (own.kind === "none") {
      notKept.push({
        from: rule.from,
        reason: own.reason,
        instead: "leave it to Gemini CLI, or write the condition by hand",
        ...(rule.decision !== "allow" && { guards: true }),
      });
      continue;
    }
    const before = exceptionsOf(rule, ordered.slice(0, index));
    const when = [own.text, ...before.texts.map((text) => `!(${text})`)].join(" && ");
    const isLong = when.length > MAX_CONDITION;
    const exceptions = isLong ? [] : before.texts;
    const lacks = [...before.lacks, ...(isLong ? ["all"] : [])];
    const differs = [
      ...own.differs,
      ...(lacks.length > 0
        ? [`stricter: weaker rules before it make no exception (lines ${lacks.join(", ")})`]
        : []),
      ...(rule.also.length > 0 ? [`stricter: it holds whatever the ${rule.also.join(" and ")}`] : []),
      ...(rule.decision === "deny" ? [] : [OTHER_FILES]),
    ];
    policies.push({
      policy: policyOf(idOf(wordsOf(rule)), rule, isLong ? own.text : when, exceptions),
      from: rule.from,
      ...(differs.length > 0 && { differs: differs.join("; ") }),
    });
  }
  return { policies, notKept };
}

/** What weaker rules before a rule take away from it, and the lines of those of which that cannot be said. */
function exceptionsOf(
  rule: GeminiRule,
  before: readonly GeminiRule[],
): { readonly texts: readonly string[]; readonly lacks: readonly string[] } {
  const texts: string[] = [];
  const lacks: string[] = [];
  for (const other of before) {
    if (STRICTNESS[other.decision] >= STRICTNESS[rule.decision] || isApart(rule, other)) continue;
    const text = narrowCondition(other);
    if (text === null) lacks.push(String(other.from.line));
    else texts.push(text);
  }
  return { texts: [...new Set(texts)], lacks };
}

/** Rules of two tools never meet. */
function isApart(one: GeminiRule, other: GeminiRule): boolean {
  const isNamed = ({ toolName, mcpName }: GeminiRule): boolean => mcpName === null && !toolName.includes("*");
  return isNamed(one) && isNamed(other) && one.toolName !== other.toolName;
}

/** A condition that holds for nothing that the rule does not decide; `null` where there is none. */
function narrowCondition(rule: GeminiRule): string | null {
  if (rule.also.length > 0) return null;
  if (rule.args.kind === "prefix") {
    return rule.args.prefix.endsWith(" ")
      ? null
      : isPlainCommand(rule.args.prefix.split(" ").map((word) => [word]));
  }
  if (rule.args.kind === "pattern" && rule.args.key === "command") return null;
  const own = ruleCondition({ ...rule, decision: "deny" });
  return own.kind === "condition" ? own.text : null;
}

function policyOf(id: string, rule: GeminiRule, when: string, exceptions: readonly string[]): JsonObject {
  const effect = EFFECTS[rule.decision];
  const example = exampleEvent(rule);
  const isHeld = example !== null && !exceptions.some((text) => holdsFor(text, example));
  const other = otherEvent(rule);
  return {
    id,
    events: "before_tool_call",
    ...(when === "true" ? {} : { when }),
    [effect]: rule.message ?? `a rule of Gemini CLI for \`${wordsOf(rule).join(" ")}\` has ${rule.decision}`,
    tests: [
      ...(isHeld ? [{ event: example, expect: effect }] : []),
      ...(other === null ? [] : [{ event: other, expect: "skip" }]),
    ],
  };
}

function holdsFor(text: string, event: JsonObject): boolean {
  const { ast } = parse(text);
  return ast === null || compile(ast)(event) !== false;
}

function wordsOf({ toolName, mcpName, args, decision }: GeminiRule): readonly string[] {
  const verb = decision === "ask_user" ? "ask" : decision;
  if (args.kind === "prefix") return [verb, args.prefix.trim()];
  return [
    verb,
    ...(mcpName === null ? [] : [mcpName === "*" ? "any" : mcpName]),
    toolName === "*" ? "all" : toolName,
  ];
}
