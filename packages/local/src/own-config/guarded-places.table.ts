/** One or more separators, with `.` between them. */
const SEP = "[/\\\\](?:\\.?[/\\\\])*";
/** Everything below. */
const BELOW = `(?:${SEP}.*)?`;

/** A place that agents may read and not change: patterns of RE2 without anchors, letters in any case. */
export interface GuardedPlace {
  /** A folder by its name, and what in it is guarded; `files` begins behind the separator. */
  readonly folder: string;
  readonly files: string;
}

/**
 * What switches hooks off or on, or says what they do. The names are the agents' own (wirings.table.ts has those that `init` writes);
 * other files in these folders, such as `CLAUDE.md`, commands and skills, are the user's to have written.
 */
export const GUARDED: readonly GuardedPlace[] = [
  { folder: "\\.claude", files: `(?:settings(?:\\.local)?\\.json|hooks${BELOW})` },
  { folder: "\\.codex", files: `(?:hooks\\.json|config\\.toml|requirements\\.toml|(?:rules|hooks)${BELOW})` },
  {
    folder: "\\.(?:gemini|qwen)",
    files: `(?:settings\\.json|trustedfolders\\.json|(?:policies|hooks)${BELOW})`,
  },
  { folder: "\\.copilot", files: `(?:(?:config|settings|permissions-config)\\.json|hooks${BELOW})` },
  { folder: "\\.github", files: `hooks${BELOW}` },
  { folder: "\\.cursor", files: `(?:(?:hooks|cli|cli-config|permissions)\\.json|hooks${BELOW})` },
  {
    folder: "(?:\\.opencode|\\.config[/\\\\]+opencode)",
    files: `(?:(?:opencode|config)\\.jsonc?|plugins?${BELOW})`,
  },
  { folder: "\\.config[/\\\\]+(?:cagent|docker-agent)", files: `(?:config\\.ya?ml|hooks\\.d${BELOW})` },
  { folder: "\\.mimir", files: "config\\.ya?ml" },
];

/** Files that are guarded wherever they are. */
export const GUARDED_FILES: readonly string[] = ["\\.claude\\.json", "opencode\\.jsonc?", "mayros\\.json5?"];

/** Folders in which everything is guarded: policies, the list of trusted files, organisations' settings, the program. */
export const GUARDED_FOLDERS: readonly string[] = [
  "\\.gatehouse",
  "\\.mayros",
  "etc[/\\\\]+(?:gatehouse|claude-code|codex|gemini-cli|github-copilot|cursor)",
  "node_modules[/\\\\]+gatehouse-hooks",
];

/** One or more separators in a pattern. */
export const SEPARATOR: string = SEP;
