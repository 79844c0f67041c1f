import { nearName, own } from "@gatehouse-hooks/json";
import { readJsonRules } from "../../importing/json-rules.js";
import { ruleIds } from "../../importing/rule-ids.js";
import type {
  ImportedPolicy,
  ImportedRules,
  NotKept,
  RuleFile,
  RuleImporter,
} from "../../importing/rule-importer.js";
import { cursorPermission } from "./cursor-permission.js";
import type { OwnRules } from "../../importing/own-rules.js";

const LISTS = ["deny", "allow"] as const;
const MOST_RULES = 2_000;

/** The permission tokens of Cursor's command line. */
export const cursorPermissions: RuleImporter = {
  name: "cursor-permissions",
  host: "cursor",
  title: "Cursor's permissions",
  places: [".cursor/cli.json", "~/.cursor/cli-config.json"],
  recognises: ({ path, text }) =>
    /(?:^|[/\\])(?:cli|cli-config)\.json$/.test(path) && /"permissions"\s*:/.test(text),
  read,
};

/** How Cursor's own rules are known before a rewrite is sent. */
export const cursorOwnRules: OwnRules = {
  kind: "files",
  host: "cursor",
  title: "Cursor",
  importer: cursorPermissions,
  more: [],
};

function read(file: RuleFile): ImportedRules {
  const { value, placeOf, issues } = readJsonRules(file);
  const policies: ImportedPolicy[] = [];
  const notKept: NotKept[] = [];
  const idOf = ruleIds("cursor", "");
  const permissions = own(value, "permissions");
  for (const effect of LISTS) {
    const list = own(permissions, effect);
    if (list === undefined) continue;
    const root = ["permissions", effect];
    const guards = effect === "deny" ? ({ guards: true } as const) : {};
    if (!Array.isArray(list)) {
      notKept.push({ from: placeOf(root), reason: `\`${effect}\` is not a list`, ...guards });
      continue;
    }
    if (list.length > MOST_RULES)
      notKept.push({
        from: placeOf(root),
        reason: `rules after the first ${MOST_RULES} are left out`,
        ...guards,
      });
    for (const [index, token] of list.slice(0, MOST_RULES).entries()) {
      const from = placeOf([...root, index]);
      if (typeof token !== "string") {
        notKept.push({ from, reason: "it is not a string", ...guards });
        continue;
      }
      const written = cursorPermission(token, effect, idOf([effect, token]));
      if (written.kind === "none") notKept.push({ from, reason: written.reason, ...guards });
      else policies.push({ policy: written.policy, from, differs: written.differs });
    }
  }
  const others = typeof permissions === "object" && permissions !== null ? Object.keys(permissions) : [];
  for (const key of others)
    if (!LISTS.some((one) => one === key))
      notKept.push({
        from: placeOf(["permissions", key]),
        reason: "Cursor has no such list of tokens",
        ...(nearName(key, LISTS) === "deny" && { guards: true, instead: "write `deny`" }),
      });
  return { policies, notKept, issues };
}
