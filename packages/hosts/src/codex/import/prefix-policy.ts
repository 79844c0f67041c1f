import type { JsonObject } from "@gatehouse-hooks/json";
import { isPlainCommand, quoteArgv, runsCommand } from "../../importing/argv-condition.js";
import { shellTest } from "../../importing/tool-test.js";
import { matchesPrefix, type PrefixRule } from "./prefix-rule.js";

/** The policy of a rule, or why it has none. */
type PrefixPolicy =
  | { readonly kind: "policy"; readonly policy: JsonObject; readonly differs: string }
  | { readonly kind: "none"; readonly reason: string };

const VERDICTS = { allow: "allow", prompt: "ask", forbidden: "deny" } as const;
const STRICTER =
  "stricter: it also holds where another program runs the command (`sudo`, `xargs`, `bash -c`), where it is called by its path, and beside redirections, variables and other commands";
const ALONE =
  "stricter: it holds only for one command by itself, in words without quotes, variables, redirections and wildcards; Codex also runs it outside of its sandbox, which no answer of a hook does";
const PLAIN_WORD = /^[\w@%+=:,./-]+$/;

/** A policy that decides as the rule does. */
export function prefixPolicy(id: string, rule: PrefixRule): PrefixPolicy {
  const effect = VERDICTS[rule.decision];
  const when = effect === "allow" ? isPlainCommand(rule.pattern) : runsCommand(rule.pattern);
  if (when === null)
    return { kind: "none", reason: "an allow is written for plain words only, and the pattern has others" };
  const shown = quoteArgv(rule.pattern.map(([first = ""]) => first));
  const policy = {
    id,
    events: "before_tool_call",
    when,
    [effect]: rule.justification ?? `Codex's rules have \`${shown}\` as ${rule.decision}`,
    tests: testsOf(rule, effect),
  };
  return { kind: "policy", policy, differs: effect === "allow" ? ALONE : STRICTER };
}

function testsOf(rule: PrefixRule, effect: "allow" | "ask" | "deny"): JsonObject[] {
  const isShown = (argv: readonly string[]): boolean =>
    effect !== "allow" || argv.every((word) => PLAIN_WORD.test(word));
  const held = [
    rule.pattern.map(([first = ""]) => first),
    ...rule.match.filter((argv) => matchesPrefix(rule.pattern, argv)),
  ];
  const other = (rule.pattern[0]?.includes("true") ?? false) ? ["false"] : ["true"];
  const passed = [other, ...rule.notMatch.filter((argv) => isOtherwise(rule, argv))];
  return [
    ...unique(held.filter(isShown)).map((command) => shellTest(command, effect)),
    ...unique(passed).map((command) => shellTest(command, "skip")),
  ];
}

/** Whether the command has nothing that the policy, which looks further than the rule, might find. */
function isOtherwise({ pattern }: PrefixRule, argv: readonly string[]): boolean {
  const programs = pattern[0] ?? [];
  return (
    !matchesPrefix(pattern, argv) &&
    (programs.includes(argv[0] ?? "") || !argv.some((word) => programs.some((name) => word.includes(name))))
  );
}

function unique(commands: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(commands.map(quoteArgv))];
}
