import { isRecord, type JsonObject, type JsonValue, own, isList } from "@gatehouse-hooks/json";
import { quoteArgv } from "../../importing/argv-condition.js";
import { argumentTest } from "../../importing/command-pattern.js";
import { readJsonRules } from "../../importing/json-rules.js";
import { ruleIds } from "../../importing/rule-ids.js";
import type {
  ImportedPolicy,
  ImportedRules,
  NotKept,
  RuleFile,
  RuleImporter,
} from "../../importing/rule-importer.js";
import { toolTest } from "../../importing/tool-test.js";

const MOST_RULES = 1_000;
const DIFFERS =
  "stricter: options that mean the same count too, where the program's options are known, and a subcommand behind options with values";

/** The rules of one's own of cc-safety-net, version 1. */
export const safetyNetRules: RuleImporter = {
  name: "cc-safety-net",
  host: "claude-code",
  title: "cc-safety-net's custom rules",
  places: [".safety-net.json", "~/.cc-safety-net/config.json"],
  recognises: ({ path, text }) =>
    /(?:^|[/\\])(?:\.safety-net|\.cc-safety-net[/\\]config)\.json$/.test(path) && /"rules"\s*:/.test(text),
  read,
};

function read(file: RuleFile): ImportedRules {
  const { value, placeOf, issues } = readJsonRules(file);
  const policies: ImportedPolicy[] = [];
  const notKept: NotKept[] = [];
  const idOf = ruleIds("safety-net", "");
  const rules = own(value, "rules");
  if (!isList(rules)) {
    if (issues.length === 0) notKept.push({ from: placeOf(["rules"]), reason: "`rules` is not a list" });
    return { policies, notKept, issues };
  }
  if (rules.length > MOST_RULES)
    notKept.push({ from: placeOf(["rules"]), reason: `rules after the first ${MOST_RULES} are left out` });
  for (const [index, rule] of rules.slice(0, MOST_RULES).entries()) {
    const from = placeOf(["rules", index]);
    const read = readRule(rule);
    if (typeof read === "string")
      notKept.push({ from, reason: `${read}; cc-safety-net leaves out all rules of such a file` });
    else policies.push({ policy: policyOf(read, idOf([read.name])), from, differs: DIFFERS });
  }
  return { policies, notKept, issues };
}

interface SafetyNetRule {
  readonly name: string;
  readonly command: string;
  readonly subcommand: string | undefined;
  readonly blocked: readonly string[];
  readonly reason: string;
}

function readRule(rule: JsonValue): SafetyNetRule | string {
  if (!isRecord(rule)) return "the rule is not an object";
  const text = (key: string): string | undefined => {
    const value = own(rule, key);
    return typeof value === "string" && value !== "" && value.length <= 256 ? value : undefined;
  };
  const blocked = own(rule, "block_args");
  const [name, command, reason] = [text("name"), text("command"), text("reason")];
  if (name === undefined || command === undefined || reason === undefined)
    return "`name`, `command` or `reason` is missing, or no text of at most 256 characters";
  if (!Array.isArray(blocked) || blocked.length === 0 || blocked.length > 100)
    return "`block_args` is no list of arguments";
  const words = blocked.filter((one): one is string => typeof one === "string" && one !== "");
  if (words.length < blocked.length) return "`block_args` has what is no argument";
  if (rule["subcommand"] !== undefined && text("subcommand") === undefined)
    return "`subcommand` is not a word";
  return { name, command, reason, blocked: words, subcommand: text("subcommand") };
}

function policyOf({ command, subcommand, blocked, reason }: SafetyNetRule, id: string): JsonObject {
  const program = command.split("/").at(-1) ?? command;
  const tests = [
    `c.program == ${JSON.stringify(program)}`,
    ...(subcommand === undefined ? [] : [argumentTest(subcommand)]),
    `(${blocked.map(blockedTest).join(" || ")})`,
  ];
  const words = [program, ...(subcommand === undefined ? [] : [subcommand])];
  const tool = { kind: "shell", name: "Bash" };
  const line = quoteArgv([...words, blocked[0] ?? ""]);
  return {
    id,
    events: "before_tool_call",
    when: `facts.commands.any(c, ${tests.join(" && ")})`,
    deny: reason,
    tests: [
      toolTest(tool, { command: line }, "deny"),
      toolTest(tool, { command: program === "true" ? "false" : "true" }, "skip"),
    ],
  };
}

/** That an argument is there; a short option also among others behind one dash. */
function blockedTest(word: string): string {
  const literal = JSON.stringify(word);
  const bundled = /^-[A-Za-z]$/.test(word)
    ? ` || c.args.any(a, a.matches("^-[A-Za-z]*${word.slice(1)}"))`
    : "";
  return `${literal} in c.args || ${literal} in c.flags${bundled}`;
}
