import { parse } from "@gatehouse-hooks/condition";
import { conditionLiteral, isPlainCommand, runsCommand } from "../../importing/argv-condition.js";
import type { GeminiRule } from "./gemini-rule.js";

/** A rule as a condition over events. */
type RuleCondition =
  | {
      readonly kind: "condition";
      /** A test of the call; of a deny and an ask it may hold more often than the rule does, of an allow less often. */
      readonly text: string;
      readonly differs: readonly string[];
    }
  | { readonly kind: "none"; readonly reason: string };

const SHELL = 'tool.kind == "shell"';
/** Tools that have the same kind in every agent. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ["run_shell_command", "shell"],
  ["ShellTool", "shell"],
  ["write_file", "write"],
  ["replace", "edit"],
]);
const SPELLINGS =
  "stricter: it also holds for other spellings of the command, and where another program runs it";
const ANYWHERE =
  "stricter: it holds wherever in the command the pattern matches behind a separator or a blank";
const KNOWN_SAFE =
  "stricter: Gemini CLI does not ask about commands that it takes for safe, such as `git log`";
const ALONE = "stricter: it holds only for one command by itself, in plain words";

/** The condition under which a rule decides as Gemini CLI has it. */
export function ruleCondition(rule: GeminiRule): RuleCondition {
  const hidden = hiddenFrom(rule);
  if (hidden !== null) return none(hidden);
  const tool = toolTest(rule);
  if (tool === null) return none("the name matches no tool in Gemini CLI, so the rule never held");
  const isShell = tool === SHELL;
  switch (rule.args.kind) {
    case "unreadable":
      return none(rule.args.why);
    case "any":
      return isShell && rule.decision === "allow"
        ? none("it allows every command, and Gemini CLI still asks for those that it takes for dangerous")
        : holds(tool, isShell && rule.decision === "ask_user" ? [KNOWN_SAFE] : []);
    case "prefix":
      return prefixCondition(rule, rule.args.prefix);
    case "pattern":
      return patternCondition(rule, tool, rule.args);
  }
}

function hiddenFrom({ also, decision }: GeminiRule): string | null {
  const isBlind =
    also.some((one) => one !== "modes" && one !== "interactive") || (also.length > 0 && decision === "allow");
  return isBlind
    ? `it depends on ${also.map((one) => `\`${one}\``).join(" and ")}, which a hook is not told`
    : null;
}

function toolTest({ toolName, mcpName }: GeminiRule): string | null {
  if (mcpName !== null) {
    const server = mcpName === "*" ? "" : ` && params.server == ${conditionLiteral(mcpName)}`;
    if (toolName.includes("*") && toolName !== "*") return null;
    const tool = toolName === "*" ? "" : ` && params.tool == ${conditionLiteral(toolName)}`;
    return `tool.kind == "mcp"${server}${tool}`;
  }
  if (toolName === "*") return "true";
  if (toolName === "mcp_*") return 'tool.kind == "mcp"';
  const server = /^mcp_(.+)_\*$/.exec(toolName)?.[1];
  if (server !== undefined)
    return server.includes("*") ? null : `tool.kind == "mcp" && params.server == ${conditionLiteral(server)}`;
  if (toolName === "" || toolName.includes("*")) return null;
  const kind = KINDS.get(toolName);
  return kind === undefined
    ? `toolName == ${conditionLiteral(toolName)}`
    : `tool.kind == ${conditionLiteral(kind)}`;
}

function prefixCondition(rule: GeminiRule, prefix: string): RuleCondition {
  if (prefix.trim() === "") return none("its prefix is empty");
  if (rule.decision === "allow" && prefix.endsWith(" "))
    return none(
      "its prefix ends with a space, so that Gemini CLI wants two of them: it held for no usual command",
    );
  const words = prefix.trim().split(/ +/);
  const pattern = words.map((word) => [word]);
  const plain = isPlainCommand(pattern);
  if (rule.decision === "allow")
    return plain === null ? none("its prefix is not in plain words") : holds(plain, [ALONE]);
  return plain === null
    ? holds(`${SHELL} && params.command.includes(${conditionLiteral(prefix.trim())})`, [
        "stricter: it holds wherever the command has the prefix",
      ])
    : holds(runsCommand(pattern), [SPELLINGS]);
}

function patternCondition(
  rule: GeminiRule,
  tool: string,
  { key, regex, isWhole }: Extract<GeminiRule["args"], { kind: "pattern" }>,
): RuleCondition {
  const isShell = key === "command";
  if (isShell && rule.decision === "allow")
    return none("an allow by a regular expression would allow whatever follows in the command");
  const start = isShell ? String.raw`(?:^|[\s;&|(){}!\`])` : "^";
  const source = `(?s)${start}(?:${regex})${isWhole && !isShell ? "$" : ""}`;
  const test = `params.${key}.matches(${conditionLiteral(source)})`;
  if (parse(test, { escapes: "strict" }).ast === null)
    return none("its regular expression is not in RE2's syntax");
  return holds(tool === "true" ? test : `${tool} && ${test}`, isShell ? [ANYWHERE] : []);
}

function holds(text: string, differs: readonly string[]): RuleCondition {
  return { kind: "condition", text, differs };
}

function none(reason: string): RuleCondition {
  return { kind: "none", reason };
}
