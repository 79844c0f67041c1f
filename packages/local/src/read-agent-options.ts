import { UsageError } from "@gatehouse-hooks/console";
import { type AgentOption, COMMAND_LINES, type HookFlags } from "@gatehouse-hooks/hosts/agents";

/** The options that are agents' own, of all agents. */
export const AGENT_OPTIONS: readonly AgentOption[] = COMMAND_LINES.flatMap(({ options }) => options);

/** What the command line says in the options that are an agent's own. */
export interface AgentOptions {
  /** The values of those that say how its files are read, by flag. */
  readonly values: Readonly<Record<string, string>>;
  /** The commands of those that are hooks, by flag. */
  readonly hooks: HookFlags;
}

/**
 * Checks the options that are agents' own.
 *
 * @throws UsageError for values that none of them can have
 */
export function readAgentOptions(given: Readonly<Record<string, unknown>>): AgentOptions {
  const values: [string, string][] = [];
  const hooks: [string, readonly string[]][] = [];
  for (const option of AGENT_OPTIONS) {
    const value = given[nameOf(option)];
    if (option.isHook === true) {
      if (!Array.isArray(value)) continue;
      const commands = value.map(String);
      // A variable of the shell that is not set: the agent skips the hook, and the guard is gone.
      for (const command of commands) refuseBlank(option, command);
      hooks.push([option.flag, commands]);
    } else if (typeof value === "string") {
      refuseOther(option, value);
      values.push([option.flag, value]);
    }
  }
  return { values: Object.fromEntries(values), hooks: Object.fromEntries(hooks) };
}

function refuseOther(option: AgentOption, value: string): void {
  const { flag, values } = option;
  if (values === undefined) refuseBlank(option, value);
  else if (!values.includes(value))
    throw new UsageError(
      `--${flag} is \`${value}\``,
      `write ${values.map((word) => `\`${word}\``).join(" or ")}`,
    );
}

function refuseBlank({ flag, cure }: AgentOption, value: string): void {
  if (value.trim() === "") throw new UsageError(`--${flag} is empty`, cure);
}

/** What commander calls an option. */
function nameOf({ flag }: AgentOption): string {
  return flag.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
