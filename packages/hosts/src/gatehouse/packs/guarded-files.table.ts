const words = (text: string): readonly string[] => text.split(/\s+/);

/** What in a folder decides about agents; other files there, such as `CLAUDE.md`, commands and skills, are the user's to have written. */
export interface GuardedFolder {
  /** Names of the folder, from the home folder or a project. */
  readonly names: readonly string[];
  readonly files: readonly string[];
  /** Folders in it of which everything decides. */
  readonly below: readonly string[];
}

/** Settings, hooks, rules and plugins of agents, under the agents' own names. */
export const GUARDED_FOLDERS: readonly GuardedFolder[] = [
  {
    names: [".claude"],
    files: words(
      "settings.json settings.local.json remote-settings.json cowork_settings.json .config.json policy-limits.json",
    ),
    below: ["hooks", "plugins"],
  },
  {
    names: [".codex"],
    files: ["hooks.json", "config.toml", "requirements.toml", "managed_config.toml", "*.config.toml"],
    below: ["rules", "hooks", "plugins", "agents"],
  },
  {
    names: [".gemini", ".qwen"],
    // What a person has agreed to: hooks, agents and policies of projects, and where extensions came from.
    files: words("settings.json trustedFolders.json trusted_hooks.json *_integrity.json integrity.key"),
    below: ["policies", "hooks", "extensions", "acknowledgments"],
  },
  {
    names: [".cursor"],
    files: words("hooks.json cli.json cli-config.json mcp.json permissions.json sandbox.json argv.json"),
    below: ["hooks", "plugins"],
  },
  {
    names: [".github"],
    files: ["mcp.json"],
    below: ["hooks"],
  },
  { names: [".github/copilot"], files: ["settings.json", "settings.local.json"], below: [] },
];

/** Folders of which everything decides: Gatehouse's own, and those of agents that take code and rules from anywhere in them. */
export const GUARDED_WHOLE: readonly string[] = words(
  `.gatehouse .cache/gatehouse .mayros .mimir .copilot .opencode .config/opencode .config/cagent
  .config/docker-agent node_modules/gatehouse-hooks`,
);

/** Files that decide wherever they are: with `remote-debugging-port` in `argv.json` a program can answer in an editor's own window. */
export const GUARDED_FILES: readonly string[] = words(
  `.claude.json .mcp.json .vscode/mcp.json .vscode/argv.json .vscode-insiders/argv.json Code/User/mcp.json
  .agents/plugins/marketplace.json .local/share/opencode/auth.json opencode.json opencode.jsonc
  mayros.json mayros.json5`,
);

/** Programs of agents, as globs: by what a call does, since their types and texts are read by many a command that only a person can tell from others. */
export const GUARDED_PROGRAMS: readonly string[] = words(
  `@{anthropic-ai/claude-code,openai/codex,google/gemini-cli,qwen-code/qwen-code,github/copilot}
  node_modules/opencode-ai .local/share/{claude,cursor-agent} .codex/packages .cache/opencode
  .docker/cli-plugins`,
);

/** Folders of organisations, below `/etc`. */
export const GUARDED_ETC: readonly string[] = words(
  `gatehouse claude-code codex gemini-cli github-copilot cursor`,
);

/** Places that only a path of this machine can name. */
export const GUARDED_PLACES: readonly string[] = [
  "/Library/Application Support/ClaudeCode",
  "/Library/Application Support/Cursor",
  "/Library/Application Support/GeminiCli",
];
