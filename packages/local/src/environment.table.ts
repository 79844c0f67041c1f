import { AGENT_PLACES, AGENTS, type AgentPlaces, type AgentVariable } from "@gatehouse-hooks/hosts/agents";

/** A variable of the environment that the command reads. */
export interface EnvironmentRow {
  readonly name: string;
  /** What it is about, as the reference groups them. */
  readonly about: "decisions" | "models" | "places" | "output";
  /** What its value says, and what holds without it. */
  readonly means: string;
  /** The option of the command line that says the same, and wins. */
  readonly option?: string;
}

/** Agents whose settings are in the folder for all programs. */
const IN_CONFIG = AGENTS.filter(({ wiring }) => wiring?.folder.startsWith(".config/") === true).map(
  ({ title }) => title,
);

/**
 * Every variable that is read by name. A test compares them with the sources, and `pnpm reference` writes them into
 * docs/reference/configuration.md.
 */
export const ENVIRONMENT: readonly EnvironmentRow[] = [
  {
    name: "GATEHOUSE_MODEL",
    about: "decisions",
    means:
      "`provider/model`, asked for policies that name none; the option asks it for all policies. Without it: a model of the first provider below whose key or address is set.",
    option: "--model",
  },
  {
    name: "GATEHOUSE_BUNDLE_AUTHORIZATION",
    about: "decisions",
    means:
      "The header that a registry or a web server gets with requests for bundles: `Bearer …` or `Basic …`.",
  },
  {
    name: "GATEHOUSE_CACHE",
    about: "decisions",
    means:
      "Where verdicts are kept: `memory`, a path, `redis://…` or `rediss://…`. Without it: `memory`; in hooks, `~/.gatehouse/cache/verdicts`.",
    option: "--cache",
  },
  {
    name: "GATEHOUSE_CACHE_SECRET",
    about: "decisions",
    means:
      "Seals the entries of a cache that others may write: only who knows it can write one that counts. Without it: entries are not sealed.",
  },
  {
    name: "GATEHOUSE_STORE",
    about: "decisions",
    means:
      "The folder of compiled policies, or `off`. Without it: `gatehouse` in the user's folder for caches.",
    option: "--store",
  },
  {
    name: "GATEHOUSE_AUDIT",
    about: "decisions",
    means: "The folder of the audit trail. Without it: nothing is recorded.",
    option: "--audit",
  },
  {
    name: "GLIBC_TUNABLES",
    about: "decisions",
    means:
      "Set by the line that `gatehouse init` installs, for its own process: large pages of memory. Nothing that a hook starts has it.",
  },
  {
    name: "TRACEPARENT",
    about: "decisions",
    means:
      "The span of the agent (W3C Trace Context), which the spans of decisions are below; read only where the user's settings say `tracing`.",
  },
  { name: "ANTHROPIC_API_KEY", about: "models", means: "The key for models `anthropic/…`." },
  {
    name: "ANTHROPIC_BASE_URL",
    about: "models",
    means: "Another address for them, such as that of a gateway. Without it: the provider's own.",
  },
  { name: "OPENAI_API_KEY", about: "models", means: "The key for models `openai/…`." },
  {
    name: "OPENAI_BASE_URL",
    about: "models",
    means: "Another address for them. Without it: the provider's own.",
  },
  {
    name: "OLLAMA_HOST",
    about: "models",
    means:
      "The server of models `ollama/…`: a host, a host and port, or an address. Without it: port 11434 of this machine, for policies that name such a model.",
  },
  { name: "OLLAMA_API_KEY", about: "models", means: "A key, where the server wants one." },
  {
    name: "OPENAI_COMPATIBLE_BASE_URL",
    about: "models",
    means: "The server of models `openai-compatible/…`; needed for them.",
  },
  { name: "OPENAI_COMPATIBLE_API_KEY", about: "models", means: "A key, where the server wants one." },
  {
    name: "HOME",
    about: "places",
    means: "The user's home, absolute. On Windows it is `USERPROFILE`. Without it: what the system says.",
  },
  {
    name: "XDG_RUNTIME_DIR",
    about: "places",
    means: "The folder of sockets that a command in `gatehouse box` does not see.",
  },
  {
    name: "SSH_AUTH_SOCK",
    about: "places",
    means: "The socket of the SSH agent, which a command in `gatehouse box` does not see.",
  },
  {
    name: "XDG_CACHE_HOME",
    about: "places",
    means: "The user's folder for caches, absolute. Without it: `~/.cache`.",
  },
  {
    name: "XDG_CONFIG_HOME",
    about: "places",
    means: `Where the settings of ${IN_CONFIG.join(" and ")}, and the user's settings of git are. Without it: \`~/.config\`.`,
  },
  {
    name: "PATH",
    about: "places",
    means:
      "Where agents, `git` and `curl` are looked for. Programs in the project's folder do not count as `git`.",
  },
  ...variablesOfAgents(({ folderVariable }) => folderVariable),
  ...variablesOfAgents(({ projectVariable }) => projectVariable).map((one) => ({
    ...one,
    option: "--project",
  })),
  {
    name: "NO_COLOR",
    about: "output",
    means: "Not empty: no colours.",
    option: "--no-color",
  },
  {
    name: "FORCE_COLOR",
    about: "output",
    means: "Neither absent, empty nor `0`: colours where there is no terminal.",
  },
  { name: "TERM", about: "output", means: "`dumb`: no colours." },
];

function variablesOfAgents(
  variableOf: (agent: AgentPlaces) => AgentVariable | undefined,
): readonly EnvironmentRow[] {
  return AGENT_PLACES.flatMap((agent) => {
    const variable = variableOf(agent);
    return variable === undefined ? [] : [{ ...variable, about: "places" as const }];
  });
}
