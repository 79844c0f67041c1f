import { isRecord, type JsonValue, nearName, own, shorten } from "@gatehouse-hooks/json";
import { readJsonRules, type JsonRules } from "../../importing/json-rules.js";
import { type HookDialect, readHooks } from "../../importing/read-hook-entries.js";
import { ruleIds } from "../../importing/rule-ids.js";
import type {
  ImportedPolicy,
  ImportedRules,
  NotKept,
  ReadRulesOptions,
  RuleFile,
  RuleImporter,
} from "../../importing/rule-importer.js";
import { OTHER_SETTINGS } from "./other-settings.table.js";
import { permissionPolicy } from "./permission-policy.js";
import type { OwnRules } from "../../importing/own-rules.js";

const LISTS = ["deny", "ask", "allow"] as const;
/** `permissions` of a settings file, as its own key or as that of a managed one. */
const NAME = /(?:^|[/\\])(?:settings(?:\.local)?|managed-settings|[^/\\]+)\.json$/;
/** Where what is in a file beside permissions is Claude Code's for sure: other agents have hooks in files of that name. */
const OWN_PLACE =
  /(?:^|[/\\])(?:\.claude[/\\]settings(?:\.local)?\.json|managed-settings(?:\.d[/\\][^/\\]+)?\.json)$|[/\\]managed-settings\.d[/\\]/;
const OTHER_KEYS = ["hooks", ...OTHER_SETTINGS.map(({ key }) => key)];
/** Settings in which rules are. */
const NAMED = ["permissions", "hooks"];
const MOST_RULES = 5_000;
/** UTF-16 code units of a setting that are shown. */
const MOST_SHOWN = 120;

const HOOKS: HookDialect = {
  agent: "claude",
  title: "Claude Code",
  contract: "reads Claude Code's payload, and answers `permissionDecision` or an exit code",
  judged: {},
  grouped: true,
};

/** The permission rules in Claude Code's settings; what guards beside them is named. */
export const claudePermissions: RuleImporter = {
  name: "claude-permissions",
  host: "claude-code",
  title: "Claude Code's permissions",
  places: [
    ".claude/settings.json",
    ".claude/settings.local.json",
    "~/.claude/settings.json",
    "/etc/claude-code/managed-settings.json",
    "/etc/claude-code/managed-settings.d/*.json",
  ],
  recognises: ({ path, text }) =>
    (NAME.test(path) &&
      /"permissions"\s*:\s*\{/.test(text) &&
      /(?:^|[/\\])\.claude[/\\]|settings/.test(path)) ||
    (OWN_PLACE.test(path) && OTHER_KEYS.some((key) => text.includes(`"${key}"`))),
  read,
};

/** How Claude Code's own rules are known before a rewrite is sent. */
export const claudeOwnRules: OwnRules = {
  kind: "files",
  host: "claude-code",
  title: "Claude Code",
  importer: claudePermissions,
  more: [
    "~/.claude/settings.local.json",
    "~/.claude/remote-settings.json",
    "/Library/Application Support/ClaudeCode/managed-settings.json",
    "/Library/Application Support/ClaudeCode/managed-settings.d/*.json",
  ],
  sessions: "projects",
};

function read(file: RuleFile, options: ReadRulesOptions = {}): ImportedRules {
  const rules = readJsonRules(file);
  const policies: ImportedPolicy[] = [];
  const notKept: NotKept[] = [];
  const idOf = ruleIds("claude", file.path);
  const isUser = /(?:^|[/\\])~[/\\]/.test(file.path) || file.path.startsWith("~");
  readPermissions(rules, { policies, notKept }, { idOf, isUser });
  const hooks = own(rules.value, "hooks") === undefined ? undefined : readHooks(rules, idOf, HOOKS, options);
  policies.push(...(hooks?.policies ?? []));
  notKept.push(...(hooks?.notKept ?? []), ...otherSettings(rules));
  const { ownHooks } = hooks ?? {};
  return { policies, notKept, issues: rules.issues, ...(ownHooks !== undefined && { ownHooks }) };
}

interface Found {
  readonly policies: ImportedPolicy[];
  readonly notKept: NotKept[];
}

interface Naming {
  readonly idOf: (words: readonly string[]) => string;
  readonly isUser: boolean;
}

function readPermissions(rules: JsonRules, found: Found, naming: Naming): void {
  const permissions = own(rules.value, "permissions");
  if (permissions === undefined) return;
  if (!isRecord(permissions)) {
    found.notKept.push({
      from: rules.placeOf(["permissions"]),
      reason: "`permissions` is not an object",
      guards: true,
    });
    return;
  }
  for (const key of LISTS) readList(permissions, key, rules, found, naming);
  for (const [key, value] of Object.entries(permissions)) {
    if (!LISTS.some((one) => one === key)) found.notKept.push(...otherKey(key, value, rules));
  }
}

/** What guards or opens something beside the permissions: without a word a person would take it for imported. */
function otherSettings({ value, placeOf }: JsonRules): readonly NotKept[] {
  const misspelt = Object.keys(isRecord(value) ? value : {}).flatMap((key): readonly NotKept[] => {
    const { instead } = meant(key, NAMED);
    const reason = "Claude Code has no such setting";
    return instead === undefined || OTHER_KEYS.includes(key)
      ? []
      : [{ from: placeOf([key]), reason, guards: true, instead }];
  });
  const others = OTHER_SETTINGS.flatMap(({ key, reason, instead }) => {
    const setting = own(value, key);
    if (setting === undefined) return [];
    const { line, column, text } = placeOf([key]);
    // The values of variables are often secrets.
    const shown = key === "env" && isRecord(setting) ? `env: ${Object.keys(setting).join(", ")}` : text;
    return [{ from: { line, column, text: shorten(shown, MOST_SHOWN) }, reason, instead }];
  });
  return [...misspelt, ...others];
}

/** The name that a misspelt one is near to: what stands under it may guard. */
function meant(key: string, known: readonly string[]): Pick<NotKept, "guards" | "instead"> {
  const near = nearName(key, known);
  return near === null ? {} : { guards: true, instead: `write \`${near}\`` };
}

function readList(
  permissions: JsonValue,
  effect: (typeof LISTS)[number],
  rules: JsonRules,
  { policies, notKept }: Found,
  { idOf, isUser }: Naming,
): void {
  const list = own(permissions, effect);
  if (list === undefined) return;
  const guards = effect === "allow" ? {} : ({ guards: true } as const);
  if (!Array.isArray(list)) {
    notKept.push({
      from: rules.placeOf(["permissions", effect]),
      reason: `\`${effect}\` is not a list`,
      ...guards,
    });
    return;
  }
  if (list.length > MOST_RULES)
    notKept.push({
      from: rules.placeOf(["permissions", effect]),
      reason: `the list has ${list.length} rules; those after the first ${MOST_RULES} are left out`,
      ...guards,
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
        ...("isDead" in written ? {} : guards),
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
      return [
        {
          from,
          reason: "Claude Code has no such list of rules, or none that is known here",
          ...meant(key, LISTS),
        },
      ];
  }
}
