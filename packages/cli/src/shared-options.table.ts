import { AGENT_PLACES, COMMAND_LINES, MAYROS_PLACES, MAYROS_POLICIES } from "@gatehouse-hooks/hosts/agents";
import { AGENT_OPTIONS, DEFAULT_OPTIONS } from "@gatehouse-hooks/local";
import type { OptionRow, OptionRows } from "./command-row.js";

// The names that places of the command line take. What knows them is loaded when they are completed.

/** The formats of policy files. */
export const formats = async (): Promise<readonly string[]> =>
  (await import("@gatehouse-hooks/local/format-names")).FORMATS;

/** The agents that Gatehouse answers. */
export const wired = async (): Promise<readonly string[]> =>
  (await import("@gatehouse-hooks/hosts/wired")).WIRED_HOSTS.map(({ name }) => name);

/** What `--host` takes. */
export const checkable = async (): Promise<readonly string[]> => [...(await wired()), "all", "installed"];

/** The agents that `init` and `doctor` know. */
export const installable = async (): Promise<readonly string[]> =>
  (await import("@gatehouse-hooks/local/agents")).WIRINGS.map(({ agent }) => agent);

/** Those of agents, each in its own words. */
const OF_AGENTS: OptionRows = Object.fromEntries(
  AGENT_OPTIONS.map(({ flag, value, means, values, isHook }): readonly [string, OptionRow] => [
    `--${flag} <${value}>`,
    { means, values: values ?? "text", ...(isHook && { repeated: isHook }) },
  ]),
);

const [USERS, ...PROJECTS] = MAYROS_POLICIES.settings;

/** Formats whose files may have any name. */
export const UNNAMED: readonly string[] = [
  ...COMMAND_LINES.map(({ format }) => format),
  ...AGENT_PLACES.flatMap(({ name, policies }) => (policies?.files === undefined ? [] : name)),
];

/** The options that every command takes. */
export const SHARED_OPTIONS: OptionRows = {
  "--project <dir>": "the project's folder (default: the working directory)",
  "--config <file>": `${MAYROS_PLACES.title} configuration (default: ${USERS} of the home folder, and that or ${PROJECTS.join(" or ")} of the project)`,
  "--policies <path>": {
    means: "a policy file or folder, instead of the project's and the user's; repeatable",
    repeated: true,
  },
  "--policy-format <format>": {
    means: `the format of --policies where names do not tell it: ${UNNAMED.join(", ")} …`,
    values: formats,
  },
  "--enforced <path>": {
    means: "a policy file or folder of the enforced tier, in addition; repeatable",
    repeated: true,
  },
  "--model <provider/model>": {
    means: "ask this model instead of those that the policies name",
    values: "text",
  },
  "--cache <store>": {
    means: "where verdicts are kept: memory, a file, or redis://… (default: GATEHOUSE_CACHE, else memory)",
    values: "file",
  },
  "--store <folder>":
    "where compiled policies are kept, or off (default: GATEHOUSE_STORE, else the user's cache folder)",
  "--sandbox <kind>": {
    means: "what the commands of hooks run in: bubblewrap or none",
    values: ["none", "bubblewrap"],
    default: DEFAULT_OPTIONS.sandbox,
  },
  "--on-load-error <meaning>": {
    means: "what a policy file that cannot be loaded means: deny or warn",
    values: ["deny", "warn"],
    default: DEFAULT_OPTIONS.onLoadError,
  },
  "--unknown-events <meaning>": {
    means: "what an unknown event means: abstain, with a notice, or deny",
    values: ["abstain", "deny"],
    default: DEFAULT_OPTIONS.unknownEvents,
  },
  "--audit <dir>": "the folder of the audit trail (default: none is written; or GATEHOUSE_AUDIT)",
  "--audit-required": "deny what cannot be recorded in the audit trail",
  "--json": "print JSON",
  "--no-color": "print without colours",
  ...OF_AGENTS,
};

/** Where policies come from. */
const PLACES: readonly string[] = [
  "--project",
  "--config",
  "--policies",
  "--policy-format",
  "--enforced",
  ...AGENT_OPTIONS.filter(({ isHook }) => isHook !== true).map(({ flag }) => `--${flag}`),
];
/** What loading makes of them. */
export const LOADED: readonly string[] = [...PLACES, "--on-load-error"];
/** Commands of hooks. */
export const HOOKS: readonly string[] = AGENT_OPTIONS.filter(({ isHook }) => isHook === true).map(
  ({ flag }) => `--${flag}`,
);
/** What a decision may need. */
export const DECIDING: readonly string[] = [
  ...LOADED,
  ...HOOKS,
  "--unknown-events",
  "--model",
  "--cache",
  "--store",
  "--sandbox",
  "--audit",
  "--audit-required",
];
export const PRINTED: readonly string[] = ["--json", "--no-color"];

/** The option of commands that answer rows. */
export const JSONL: OptionRows = { "--jsonl": "JSON Lines: one row of stdin in, one line out" };
