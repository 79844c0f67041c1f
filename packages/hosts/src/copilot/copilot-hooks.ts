import { readHookEntries, type HookDialect } from "../importing/read-hook-entries.js";
import type { RuleImporter } from "../importing/rule-importer.js";
import type { OwnRules } from "../importing/own-rules.js";

const SHELL = { tool: { kind: "shell", name: "bash" }, toolName: "bash", params: { command: "ls" } };

const DIALECT: HookDialect = {
  agent: "copilot",
  title: "Copilot",
  contract: "reads Copilot's payload, and answers `permissionDecision` at the top",
  judged: {
    preToolUse: { event: "before_tool_call", when: "", example: SHELL },
    PreToolUse: { event: "before_tool_call", when: "", example: SHELL },
  },
};

/** Copilot's hook files. */
export const copilotHooks: RuleImporter = {
  name: "copilot-hooks",
  host: "copilot",
  title: "Copilot's hooks",
  places: [".github/hooks/*.json", "~/.copilot/hooks/*.json"],
  recognises: ({ path, text }) =>
    /(?:^|[/\\])(?:\.github|\.copilot)[/\\]hooks[/\\][^/\\]+\.json$/.test(path) && /"hooks"\s*:/.test(text),
  read: (file, options) => readHookEntries(file, DIALECT, options),
};

/** How Copilot CLI's own rules are known before a rewrite is sent. */
export const copilotOwnRules: OwnRules = {
  kind: "unread",
  host: "copilot",
  title: "Copilot CLI",
  why: "its rules are options of its command line (`--deny-tool`)",
};
