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
import type { OpenCodeRule } from "./opencode-rule.js";
import { openCodePolicy } from "./opencode-policy.js";
import type { OwnRules } from "../../importing/own-rules.js";

const ACTIONS = ["allow", "ask", "deny"] as const;
const MOST_RULES = 1_000;

/** The permission map of OpenCode's configuration. */
export const openCodePermissions: RuleImporter = {
  name: "opencode",
  host: "opencode",
  title: "OpenCode's permissions",
  places: [
    "opencode.json",
    "opencode.jsonc",
    ".opencode/opencode.json",
    ".opencode/opencode.jsonc",
    "~/.config/opencode/opencode.json",
    "~/.config/opencode/opencode.jsonc",
  ],
  recognises: ({ path, text }) =>
    /(?:^|[/\\])opencode\.jsonc?$/.test(path) && /["']?(?:permission|tools)["']?\s*:/.test(text),
  read,
};

/** How OpenCode's own rules are known before a rewrite is sent. */
export const openCodeOwnRules: OwnRules = {
  kind: "files",
  host: "opencode",
  title: "OpenCode",
  importer: openCodePermissions,
  more: [
    "~/.config/opencode/config.json",
    "~/.opencode/opencode.json",
    "~/.opencode/opencode.jsonc",
    "/etc/opencode/opencode.json",
    "/etc/opencode/opencode.jsonc",
  ],
  unread: {
    places: ["agent", "agents", "mode", "modes"].flatMap((folder) => [
      `.opencode/${folder}/*.md`,
      `~/.config/opencode/${folder}/*.md`,
    ]),
    hasRules: (text) => /^\s*["']?(?:permission|tools)["']?\s*:/m.test(text),
  },
};

function read(file: RuleFile): ImportedRules {
  const json = readJsonRules(file);
  const notKept: NotKept[] = [];
  const rules = [...toolSwitches(json, notKept), ...permissions(json, notKept)];
  notKept.push(...ofAgents(json));
  const idOf = ruleIds("opencode", "");
  const policies: ImportedPolicy[] = [];
  for (const [index, rule] of rules.entries()) {
    const written = openCodePolicy(rule, rules.slice(index + 1), idOf([rule.action, rule.key, rule.pattern]));
    if (written.kind === "none") {
      const guards = rule.action !== "allow" && written.isDead !== true;
      notKept.push({ from: rule.from, reason: written.reason, ...(guards && { guards: true }) });
    } else
      policies.push({
        policy: written.policy,
        from: rule.from,
        ...(written.differs !== "" && { differs: written.differs }),
      });
  }
  return { policies, notKept, issues: json.issues };
}

/** The rules in their order: the last one that matches decides. */
function permissions({ value, placeOf }: JsonRules, notKept: NotKept[]): readonly OpenCodeRule[] {
  const given = own(value, "permission");
  if (given === undefined) return [];
  const root = ["permission"];
  const rules: OpenCodeRule[] = [];
  const add = (key: string, pattern: string, action: JsonValue, path: readonly string[]): void => {
    const from = placeOf(path);
    const found = ACTIONS.find((one) => one === action);
    if (found === undefined)
      notKept.push({ from, reason: "the action is none of allow, ask and deny", guards: true });
    else rules.push({ key, pattern, action: found, from });
  };
  if (typeof given === "string") add("*", "*", given, root);
  else if (!isRecord(given))
    notKept.push({
      from: placeOf(root),
      reason: "`permission` is neither a word nor an object",
      guards: true,
    });
  else
    for (const [key, map] of Object.entries(given)) {
      if (!isRecord(map)) add(key, "*", map, [...root, key]);
      else
        for (const [pattern, action] of Object.entries(map))
          add(key, pattern, action, [...root, key, pattern]);
    }
  const reason = `more than ${MOST_RULES} rules are not read`;
  notKept.push(...rules.slice(0, -MOST_RULES).map(({ from }) => ({ from, reason, guards: true as const })));
  return rules.slice(-MOST_RULES);
}

/** The older `tools: { name: false }`, which comes before the permissions. */
function toolSwitches({ value, placeOf }: JsonRules, notKept: NotKept[]): readonly OpenCodeRule[] {
  const given = own(value, "tools");
  if (!isRecord(given)) return [];
  return Object.entries(given).flatMap(([key, isOn]): OpenCodeRule[] => {
    const from = placeOf(["tools", key]);
    if (typeof isOn !== "boolean") {
      notKept.push({ from, reason: "the value is neither true nor false", guards: true });
      return [];
    }
    return [{ key, pattern: "*", action: isOn ? "allow" : "deny", from }];
  });
}

function ofAgents({ value, placeOf }: JsonRules): readonly NotKept[] {
  return ["agent", "mode"].flatMap((group) => {
    const agents = own(value, group);
    if (!isRecord(agents)) return [];
    return Object.entries(agents).flatMap(([name, agent]) =>
      ["permission", "tools"]
        .filter((key) => own(agent, key) !== undefined)
        .map((key) => ({
          from: placeOf([group, name, key]),
          reason: "it holds for one agent of OpenCode, and its hooks do not say which agent calls",
          instead: "leave it in OpenCode's configuration",
          guards: true as const,
        })),
    );
  });
}
