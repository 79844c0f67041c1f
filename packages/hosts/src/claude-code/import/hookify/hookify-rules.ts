import { ruleIds } from "../../../importing/rule-ids.js";
import {
  type ImportedRules,
  type RuleFile,
  type RuleImporter,
  rulePlace,
} from "../../../importing/rule-importer.js";
import { readSource } from "../../../text/source.js";
import { readFrontMatter } from "./front-matter.js";
import { hookifyPolicy } from "./hookify-policy.js";
import { readHookifyRule } from "./hookify-rule.js";

const NAME = /(?:^|[/\\])hookify\.[^/\\]*\.local\.md$/;

/** Rules of the plugin hookify: one Markdown file each. */
export const hookifyRules: RuleImporter = {
  name: "hookify",
  host: "claude-code",
  title: "hookify's rules",
  places: [".claude/hookify.*.local.md"],
  recognises: ({ path, text }) => NAME.test(path) && text.startsWith("---"),
  read,
};

function read(file: RuleFile): ImportedRules {
  const decoded = readSource(file.text, file.path);
  if (decoded.kind === "refused") return { policies: [], notKept: [], issues: [decoded.issue] };
  const { source } = decoded;
  const matter = readFrontMatter(source.text);
  const start = matter?.keys.get("name")?.offset ?? 0;
  const end = source.text.indexOf("\n", start);
  const from = rulePlace(source, start, end < 0 ? source.text.length : end);
  if (matter === null)
    return {
      policies: [],
      notKept: [{ from, reason: "it has no front matter between two lines `---`: hookify leaves it out" }],
      issues: [],
    };
  const rule = readHookifyRule(matter);
  if (typeof rule === "string") return { policies: [], notKept: [{ from, reason: rule }], issues: [] };
  const written = hookifyPolicy(rule, ruleIds("hookify", "")([rule.name]));
  if (written.kind === "none") {
    const { kind: _, ...why } = written;
    return { policies: [], notKept: [{ from, ...why }], issues: [] };
  }
  const { policy, differs } = written;
  return { policies: [{ policy, from, ...(differs !== "" && { differs }) }], notKept: [], issues: [] };
}
