import type { Compat } from "@gatehouse-hooks/hosts";
import { UsageError } from "@gatehouse-hooks/console";

/** docker-agent's own flags for hooks, as it spells them, and when their commands run. */
export const HOOK_FLAGS: Readonly<Record<string, string>> = {
  "hook-pre-tool-use": "before each tool call",
  "hook-post-tool-use": "after each tool call",
  "hook-session-start": "when a session starts",
  "hook-session-end": "when a session ends",
  "hook-on-user-input": "when the agent waits for the user",
  "hook-stop": "when the agent has answered",
};
/** The generations of docker-agent's hooks. */
export const COMPATS: readonly string[] = ["2026-09", "2026-05"] satisfies Compat[];

/** How files of docker-agent are read, and the hooks of the command line. */
export interface DockerAgentSettings {
  /** The agent whose hooks count; absent: all, each for its own events. */
  readonly agent: string | undefined;
  readonly compat: Compat | undefined;
  /** Commands by flag, without its dashes: for `hooksFromFlags`. */
  readonly hooks: Readonly<Record<string, readonly string[]>>;
}

/**
 * Checks the options.
 *
 * @throws UsageError for values that none of them can have
 */
export function dockerAgentSettings(options: Readonly<Record<string, unknown>>): DockerAgentSettings {
  const agent = valueOf(options["agent"]);
  const compat = valueOf(options["compat"]);
  if (agent?.trim() === "") {
    throw new UsageError("--agent is empty", "name an agent of the file, or leave it out for all of them");
  }
  if (compat !== undefined && !isCompat(compat)) {
    const words = COMPATS.map((word) => `\`${word}\``).join(" or ");
    throw new UsageError(`--compat is \`${compat}\``, `write ${words}`);
  }
  const hooks = FLAGS.flatMap(([flag, option]): [string, readonly string[]][] => {
    const commands = options[option];
    if (!Array.isArray(commands)) return [];
    const given = commands.map(String);
    if (given.some((command) => command.trim() === "")) {
      // A variable of the shell that is not set: docker-agent skips the hook, and the guard is gone.
      throw new UsageError(`--${flag} is empty`, "write a command, such as ./guard.sh");
    }
    return [[flag, given]];
  });
  return { agent, compat, hooks: Object.fromEntries(hooks) };
}

function valueOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function isCompat(word: string): word is Compat {
  return COMPATS.includes(word);
}

/** Flags, and what commander calls their options. */
const FLAGS: readonly (readonly [flag: string, option: string])[] = Object.keys(HOOK_FLAGS).map((flag) => [
  flag,
  camelCase(flag),
]);

function camelCase(flag: string): string {
  return flag.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
