import { ruleIds } from "../../importing/rule-ids.js";
import type { ImportedRules, RuleFile, RuleImporter } from "../../importing/rule-importer.js";
import { readSource } from "../../text/source.js";
import { readPolicyFile } from "./read-policy-file.js";
import { readSettings } from "./read-settings.js";
import { toPolicies } from "./to-policies.js";

/** Gemini CLI's policies (`*.toml`), and the lists of tools in its settings. */
export const geminiPolicies: RuleImporter = {
  name: "gemini-policies",
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

function read(file: RuleFile): ImportedRules {
  const decoded = readSource(file.text, file.path);
  if (decoded.kind === "refused") return { policies: [], notKept: [], issues: [decoded.issue] };
  const found = isSettings(file.path) ? readSettings(decoded.source) : readPolicyFile(decoded.source);
  const { policies, notKept } = toPolicies(found.rules, ruleIds("gemini", file.path));
  return { policies, notKept: [...found.notKept, ...notKept], issues: found.issues };
}

function isSettings(path: string): boolean {
  return /(?:^|[/\\])\.gemini[/\\]settings\.json$/.test(path);
}
