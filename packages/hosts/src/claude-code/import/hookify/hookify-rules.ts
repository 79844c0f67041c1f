import { ruleIds } from "../../../importing/rule-ids.js";
import type { ImportedRules, RuleFile, RuleImporter } from "../../../importing/rule-importer.js";
import { rulePlace } from "../../../importing/rule-place.js";
import { readSource } from "../../../text/source.js";
import { readFrontMatter } from "./front-matter.js";
import { hookifyPolicy } from "./hookify-policy.js";

const NAME = /(?:^|[/\\])hookify\.[^/\\]*\.local\.md$/;

/** Rules of the plugin hookify: one Markdown file each. */
export const hookifyRules: RuleImporter = {
  name: "hookify",
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
  const written = hookifyPolicy(matter, ruleIds("hookify", ""));
  if (written.kind === "none")
    return {
      policies: [],
      notKept: [
        { from, reason: written.reason, ...(written.instead !== undefined && { instead: written.instead }) },
      ],
      issues: [],
    };
  return {
    policies: [{ policy: written.policy, from, ...(written.differs !== "" && { differs: written.differs }) }],
    notKept: [],
    issues: [],
  };
}
