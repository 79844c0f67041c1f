import { own } from "@gatehouse-hooks/json";
import { readJsonRules } from "../../importing/json-rules.js";
import { type HookDialect, readHooks } from "../../importing/read-hook-entries.js";
import { ruleIds } from "../../importing/rule-ids.js";
import type {
  ImportedRules,
  ReadRulesOptions,
  RuleFile,
  RuleImporter,
} from "../../importing/rule-importer.js";
import { readSource } from "../../text/source.js";
import { readPolicyFile } from "./read-policy-file.js";
import { readToolLists } from "./read-tool-lists.js";
import { toPolicies } from "./to-policies.js";
import type { OwnRules } from "../../importing/own-rules.js";

/** Gemini CLI's policies (`*.toml`), and the lists of tools in its settings. */
export const geminiPolicies: RuleImporter = {
  name: "gemini-policies",
  host: "gemini-cli",
  title: "Gemini CLI's policies",
  places: [
    "~/.gemini/policies/*.toml",
    ".gemini/policies/*.toml",
    "~/.gemini/settings.json",
    ".gemini/settings.json",
  ],
  recognises: ({ path, text }) =>
    isSettings(path) ||
    (path.endsWith(".toml") && /^[ \t]*\[\[[ \t]*(?:rule|safety_checker)[ \t]*\]\]/m.test(text)),
  read,
};

/** How Gemini CLI's own rules are known before a rewrite is sent. */
export const geminiOwnRules: OwnRules = {
  kind: "files",
  host: "gemini-cli",
  title: "Gemini CLI",
  importer: geminiPolicies,
  more: [
    "/etc/gemini-cli/settings.json",
    "/etc/gemini-cli/system-defaults.json",
    "/etc/gemini-cli/policies/*.toml",
    "/Library/Application Support/GeminiCli/settings.json",
    "/Library/Application Support/GeminiCli/policies/*.toml",
  ],
};

const HOOKS: HookDialect = {
  agent: "gemini",
  title: "Gemini CLI",
  contract: "reads Gemini CLI's payload, and answers `decision`",
  judged: {},
  grouped: true,
  settings: ["enabled", "disabled", "notifications"],
};

function read(file: RuleFile, options: ReadRulesOptions = {}): ImportedRules {
  const decoded = readSource(file.text, file.path);
  if (decoded.kind === "refused") return { policies: [], notKept: [], issues: [decoded.issue] };
  const found = isSettings(file.path) ? readToolLists(decoded.source) : readPolicyFile(decoded.source);
  const idOf = ruleIds("gemini", file.path);
  const { policies, notKept } = toPolicies(found.rules, idOf);
  const hooks = isSettings(file.path) ? hooksOf(file, idOf, options) : undefined;
  return {
    policies,
    notKept: [...found.notKept, ...notKept, ...(hooks?.notKept ?? [])],
    issues: found.issues,
    ...(hooks?.ownHooks !== undefined && { ownHooks: hooks.ownHooks }),
  };
}

function hooksOf(
  file: RuleFile,
  idOf: (words: readonly string[]) => string,
  options: ReadRulesOptions,
): Pick<ImportedRules, "notKept" | "ownHooks"> | undefined {
  const rules = readJsonRules(file);
  return own(rules.value, "hooks") === undefined ? undefined : readHooks(rules, idOf, HOOKS, options);
}

function isSettings(path: string): boolean {
  return /(?:^|[/\\])(?:\.gemini|gemini-cli|GeminiCli)[/\\](?:settings|system-defaults)\.json$/.test(path);
}
