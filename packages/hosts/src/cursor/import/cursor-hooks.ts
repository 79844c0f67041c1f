import { readHookEntries, type HookDialect } from "../../importing/read-hook-entries.js";
import type { RuleImporter } from "../../importing/rule-importer.js";

const SHELL = { tool: { kind: "shell", name: "Shell" }, toolName: "Shell", params: { command: "ls" } };
const MCP = { tool: { kind: "mcp", name: "MCP:x" }, toolName: "MCP:x", params: {} };
const READ = { tool: { kind: "read", name: "Read" }, toolName: "Read", params: { path: "/work/x" } };

const DIALECT: HookDialect = {
  agent: "cursor",
  title: "Cursor",
  contract: "reads Cursor's payload, and answers `permission`",
  judged: {
    preToolUse: { event: "before_tool_call", when: "", example: SHELL },
    beforeShellExecution: { event: "before_tool_call", when: 'tool.kind == "shell"', example: SHELL },
    beforeMCPExecution: { event: "before_tool_call", when: 'tool.kind == "mcp"', example: MCP },
    beforeReadFile: { event: "before_tool_call", when: 'tool.kind == "read"', example: READ },
    beforeSubmitPrompt: { event: "prompt", when: "", example: { prompt: "x" } },
  },
};

/** Cursor's hook files. */
export const cursorHooks: RuleImporter = {
  name: "cursor-hooks",
  host: "cursor",
  title: "Cursor's hooks",
  places: [".cursor/hooks.json", "~/.cursor/hooks.json", "/etc/cursor/hooks.json"],
  recognises: ({ path, text }) =>
    /(?:^|[/\\])\.?cursor[/\\]hooks\.json$/.test(path) && /"hooks"\s*:/.test(text),
  read: (file, options) => readHookEntries(file, DIALECT, options),
};
