/** Files that cannot do without the names of agents. */
export interface ByNature {
  readonly files: RegExp;
  readonly why: string;
}

const under = (folder: string, files = ".*"): RegExp => new RegExp(`^packages/${folder}/src/${files}$`);

/**
 * What has to name agents, and why: `pnpm house --list --only nature` lists the files. Everything else reads the descriptors, the hosts or a
 * list of them.
 */
export const BY_NATURE: readonly ByNature[] = [
  {
    files: under(
      "hosts",
      "(?:agents/(?:agents|agent-places\\.table)|wired/(?:whole-)?wired-hosts|hosts|vocabulary|sessions/(?:session-formats|transcripts\\.table)|importers/importers\\.table|json-schemas/schemas)\\.ts",
    ),
    why: "a list of what the agents' folders export: `pnpm agents-lists` writes it, and a test compares it with the folders",
  },
  {
    files: under("(?:hosts|box)", "(?:agents/|wired/|json-schemas/)?index\\.ts"),
    why: "names that a package exports, which others import",
  },
  {
    files: under(
      "facts",
      "(?:paths/known-names|rows/(?:system/agents|cloud/forge|files/search)|tools/tools)\\.table\\.ts",
    ),
    why: "what a program, its options or a tool's call does to the machine, whoever's it is: facts imports no agents",
  },
  {
    files: under("agents", "init/hook-trusts\\.table\\.ts"),
    why: "a list of what the agents' folders of this package export",
  },
  {
    files: under("hosts", "vscode/tools\\.table\\.ts"),
    why: "VS Code's own name for one of its tools begins with that of the extension which brought it",
  },
  {
    files: under("box", "targets/.*"),
    why: "writes the settings of one agent's own sandbox; the file is called after it",
  },
  {
    files: under("core", "claude-agent-sdk/.*"),
    why: "the hooks of one agent's SDK, which other packages do not load",
  },
  {
    files: under("core", "mcp/follow-tools\\.ts"),
    why: "`cursor` is the protocol's word for the place in a list that goes on",
  },
  {
    files: under("cli", "completion/fish-script\\.ts"),
    why: "`cursor` is the place in the command line",
  },
  {
    files: under("agents", "init/opencode-plugin\\.ts"),
    why: "speaks to one agent's own program, or is what it loads: it starts processes, which the agents' folders of hosts may not",
  },
  {
    files: under("console", "codes/.*\\.table\\.ts"),
    why: "pages for people about what an agent or the format of its files does: the agent is what they are about",
  },
];
