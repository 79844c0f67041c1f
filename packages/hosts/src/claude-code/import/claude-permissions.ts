import { isRecord, type JsonValue, own } from "@gatehouse-hooks/json";
import { readJsonRules, type JsonRules } from "../../importing/json-rules.js";
import { ruleIds } from "../../importing/rule-ids.js";
import type {
  ImportedPolicy,
  ImportedRules,
  NotKept,
  RuleFile,
  RuleImporter,
} from "../../importing/rule-importer.js";
import { permissionPolicy } from "./permission-policy.js";

const LISTS = ["deny", "ask", "allow"] as const;
/** `permissions` of a settings file, as its own key or as that of a managed one. */
const NAME = /(?:^|[/\\])(?:settings(?:\.local)?|managed-settings|[^/\\]+)\.json$/;
const MOST_RULES = 5_000;

/** The permission rules in Claude Code's settings. */
export const claudePermissions: RuleImporter = {
  name: "claude-permissions",
  title: "Claude Code's permissions",
  places: [
    ".claude/settings.json",
    ".claude/settings.local.json",
    "~/.claude/settings.json",
    "/etc/claude-code/managed-settings.json",
    "/etc/claude-code/managed-settings.d/*.json",
  ],
  recognises: ({ path, text }) =>
    NAME.test(path) && /"permissions"\s*:\s*\{/.test(text) && /(?:^|[/\\])\.claude[/\\]|settings/.test(path),
  read,
};

function read(file: RuleFile): ImportedRules {
  const rules = readJsonRules(file);
  const policies: ImportedPolicy[] = [];
  const notKept: NotKept[] = [];
  const permissions = own(rules.value, "permissions") as JsonValue | undefined;
  const found = { policies, notKept, issues: rules.issues };
  if (permissions === undefined) return found;
  if (!isRecord(permissions)) {
    notKept.push({ from: rules.placeOf(["permissions"]), reason: "`permissions` is not an object" });
    return found;
  }
  const idOf = ruleIds("claude", file.path);
  const isUser = /(?:^|[/\\])~[/\\]/.test(file.path) || file.path.startsWith("~");
  for (const key of LISTS) readList(permissions, key, rules, found, { idOf, isUser });
  for (const [key, value] of Object.entries(permissions)) {
    if (!(LISTS as readonly string[]).includes(key)) notKept.push(...otherKey(key, value, rules));
  }
  return found;
}

function readList(
  permissions: JsonValue,
  effect: (typeof LISTS)[number],
  rules: JsonRules,
  { policies, notKept }: { readonly policies: ImportedPolicy[]; readonly notKept: NotKept[] },
  { idOf, isUser }: { readonly idOf: (words: readonly string[]) => string; readonly isUser: boolean },
): void {
  const list = own(permissions, effect);
  if (list === undefined) return;
  if (!Array.isArray(list)) {
    notKept.push({ from: rules.placeOf(["permissions", effect]), reason: `\`${effect}\` is not a list` });
    return;
  }
  if (list.length > MOST_RULES)
    notKept.push({
      from: rules.placeOf(["permissions", effect]),
      reason: `the list has ${list.length} rules; those after the first ${MOST_RULES} are left out`,
    });
  for (const [index, rule] of list.slice(0, MOST_RULES).entries()) {
    const from = rules.placeOf(["permissions", effect, index]);
    const written =
      typeof rule === "string"
        ? permissionPolicy(rule, effect, { id: idOf([effect, rule]), isUser })
        : ({ kind: "none", reason: "it is not a string" } as const);
    if (written.kind === "policy")
      policies.push({
        policy: written.policy,
        from,
        ...(written.differs !== undefined && { differs: written.differs }),
      });
    else
      notKept.push({
        from,
        reason: written.reason,
        ...(written.instead !== undefined && { instead: written.instead }),
      });
  }
}

/** What is no list of rules: nothing that a policy over one call could say. */
function otherKey(key: string, value: JsonValue, { placeOf }: JsonRules): readonly NotKept[] {
  const from = placeOf(["permissions", key]);
  switch (key) {
    case "additionalDirectories": {
      const folders = Array.isArray(value) ? value : [value];
      return folders.map((_, index) => ({
        from: Array.isArray(value) ? placeOf(["permissions", key, index]) : from,
        reason:
          "it widens the folders that Claude Code itself works in; no policy here keeps a call in a folder",
        instead: "leave it in the settings",
      }));
    }
    case "defaultMode":
      return [
        {
          from,
          reason:
            "it says what Claude Code does with a call that no rule matches; Gatehouse leaves such a call to it",
          instead: "leave it in the settings",
        },
      ];
    case "disableBypassPermissionsMode":
    case "disableAutoMode":
      return [
        {
          from,
          reason: "it switches a mode of Claude Code off, and is no rule about a call",
          instead: "leave it in the settings; hooks are asked in every mode",
        },
      ];
    default:
      return [{ from, reason: "Claude Code has no such list of rules, or none that is known here" }];
  }
}
