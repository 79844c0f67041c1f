import { claudePermissions } from "../claude-code/import/claude-permissions.js";
import { codexRules } from "../codex/import/codex-rules.js";
import { cursorPermissions } from "../cursor/import/cursor-permissions.js";
import { geminiPolicies } from "../gemini-cli/import/gemini-policies.js";
import type { RuleImporter } from "../importing/rule-importer.js";
import { openCodePermissions } from "../opencode/import/opencode-permissions.js";

/** Files in which an agent has rules that no importer reads: where one has what it looks for, the rules are not known. */
export interface UnreadRules {
  /** As those of an importer. */
  readonly places: readonly string[];
  readonly hasRules: (text: string) => boolean;
}

/**
 * Where the rules are that an agent itself compares a call with. It compares them with the call as a hook has rewritten it: before a
 * rewrite is sent they are asked about the call as it came.
 */
export type OwnRules =
  | {
      readonly kind: "files";
      readonly host: string;
      readonly title: string;
      readonly importer: RuleImporter;
      /** Beside the importer's: those of the machine, and what the agent keeps of an organisation's. */
      readonly more: readonly string[];
      /** The folder of session files below the agent's own folder: their path tells where that is, whatever has moved it. */
      readonly sessions?: string;
      readonly unread?: UnreadRules;
    }
  /** They are said where nothing here can read them. */
  | { readonly kind: "unread"; readonly host: string; readonly title: string; readonly why: string }
  /** It compares them with what hooks have made of a call on purpose, as its own documents say. */
  | { readonly kind: "after hooks"; readonly host: string; readonly title: string };

/** One line for each agent that carries out a rewrite. An agent that is not here is one whose rules nobody has looked at. */
export const OWN_RULES: readonly OwnRules[] = [
  {
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
  },
  {
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
  },
  {
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
  },
  {
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
  },
  {
    kind: "files",
    host: "cursor",
    title: "Cursor",
    importer: cursorPermissions,
    more: [],
  },
  {
    kind: "unread",
    host: "copilot",
    title: "Copilot CLI",
    why: "its rules are options of its command line (`--deny-tool`)",
  },
  { kind: "after hooks", host: "docker-agent", title: "docker-agent" },
];
