import type { Issue } from "@gatehouse-hooks/json";
import { ruleIds } from "../../importing/rule-ids.js";
import {
  type ImportedPolicy,
  type ImportedRules,
  type NotKept,
  type RuleFile,
  type RuleImporter,
  type RulePlace,
  rulePlace,
} from "../../importing/rule-importer.js";
import { positionOf, readSource, type Source } from "../../text/source.js";
import { networkPolicy } from "./network-policy.js";
import { prefixPolicy } from "./prefix-policy.js";
import { matchesPrefix, readPrefixRule, type PrefixRule } from "./prefix-rule.js";
import { readCalls, type StarlarkStatement } from "./starlark/read-calls.js";
import type { OwnRules } from "../../importing/own-rules.js";

/** Codex's execution policies: `prefix_rule` and `network_rule` of `*.rules`. */
export const codexRules: RuleImporter = {
  name: "codex-rules",
  host: "codex",
  title: "Codex's rules",
  places: ["~/.codex/rules/*.rules", ".codex/rules/*.rules"],
  recognises: ({ path, text }) =>
    path.endsWith(".rules") && /^\s*(?:prefix_rule|network_rule|host_executable)\s*\(/m.test(text),
  read,
};

/** How Codex's own rules are known before a rewrite is sent. */
export const codexOwnRules: OwnRules = {
  kind: "files",
  host: "codex",
  title: "Codex",
  importer: codexRules,
  more: ["/etc/codex/rules/*.rules"],
  sessions: "sessions",
  unread: {
    places: ["/etc/codex/requirements.toml"],
    hasRules: (text) => /^\s*(?:\[\s*rules\b|\[?\[?\s*rules\s*\.|rules\s*=|prefix_rules\s*=)/m.test(text),
  },
};

interface Found {
  readonly policies: ImportedPolicy[];
  readonly notKept: NotKept[];
  readonly issues: Issue[];
}

function read(file: RuleFile): ImportedRules {
  const decoded = readSource(file.text, file.path);
  if (decoded.kind === "refused") return { policies: [], notKept: [], issues: [decoded.issue] };
  const { source } = decoded;
  const found: Found = { policies: [], notKept: [], issues: [] };
  const idOf = ruleIds("codex", file.path);
  for (const statement of readCalls(source.text)) keep(found, source, statement, idOf);
  return found;
}

function keep(
  found: Found,
  source: Source,
  statement: StarlarkStatement,
  idOf: (words: readonly string[]) => string,
): void {
  const from = rulePlace(source, statement.start, statement.end);
  const problem = (code: string, message: string, cure: string): void => {
    found.issues.push({
      severity: "error",
      code,
      message,
      path: source.path,
      ...positionOf(source, statement.start),
      cure,
    });
  };
  if (statement.kind === "other") {
    problem(
      "syntax",
      `not read: ${statement.why}`,
      "write the rule as a call whose arguments are strings and lists",
    );
    found.notKept.push({
      from,
      reason: `only calls with literal arguments are read: ${statement.why}`,
      guards: true,
    });
    return;
  }
  const keepCall = Object.hasOwn(KEEPS, statement.name) ? KEEPS[statement.name] : keepUnknown;
  keepCall?.({ found, from, problem, idOf }, statement.arguments);
}

type TellProblem = (code: string, message: string, cure: string) => void;
type Arguments = Extract<StarlarkStatement, { readonly arguments: unknown }>["arguments"];

interface Keeping {
  readonly found: Found;
  readonly from: ReturnType<typeof rulePlace>;
  readonly problem: TellProblem;
  readonly idOf: (words: readonly string[]) => string;
}

/** What becomes of a call, by the function that is called. */
const KEEPS: Readonly<Record<string, (keeping: Keeping, args: Arguments) => void>> = {
  prefix_rule: ({ found, from, problem, idOf }, args) => {
    const rule = readPrefixRule(args);
    if ("kind" in rule) {
      problem(rule.code, rule.message, rule.cure);
      found.notKept.push({ from, reason: rule.message, instead: rule.cure, guards: true });
    } else {
      tellExamples(rule, problem);
      keepPrefix(found, from, rule, idOf);
    }
  },
  network_rule: ({ found, from, idOf }, args) => {
    const network = networkPolicy(args, idOf);
    if (network.kind === "none") {
      const { reason, guards } = network;
      found.notKept.push({ from, reason, ...(guards && { guards }) });
    } else found.policies.push({ policy: network.policy, from, differs: network.differs });
  },
  host_executable: ({ found, from }) =>
    void found.notKept.push({
      from,
      reason:
        "it says which paths count as the program: here a deny and an ask count for every path, and an allow for none",
    }),
};

function keepUnknown({ found, from, problem }: Keeping): void {
  problem(
    "unknown-function",
    "not a function of Codex's rules; Codex refuses the file",
    "write prefix_rule, network_rule or host_executable",
  );
  found.notKept.push({ from, reason: "it is not a function of Codex's rules", guards: true });
}

function keepPrefix(
  found: Found,
  from: RulePlace,
  rule: PrefixRule,
  idOf: (words: readonly string[]) => string,
): void {
  const written = prefixPolicy(idOf(rule.pattern.map(([first = ""]) => first)), rule);
  if (written.kind === "none") {
    found.notKept.push({
      from,
      reason: written.reason,
      instead: "leave it to Codex, or write the condition by hand",
    });
  } else found.policies.push({ policy: written.policy, from, differs: written.differs });
}

function tellExamples(
  { pattern, match, notMatch }: PrefixRule,
  problem: (code: string, message: string, cure: string) => void,
): void {
  const wrong =
    match.some((argv) => !matchesPrefix(pattern, argv)) ||
    notMatch.some((argv) => matchesPrefix(pattern, argv));
  if (wrong)
    problem(
      "invalid-value",
      "an example of `match` or `not_match` contradicts the pattern; Codex refuses the file",
      "correct the example or the pattern",
    );
}
