import { UsageError } from "@gatehouse-hooks/console";
import type { HostOptions, PolicyFile } from "@gatehouse-hooks/hosts";
import { type AgentCommandLine, COMMAND_LINES } from "@gatehouse-hooks/hosts/agents";
import type { Issue } from "@gatehouse-hooks/json";
import type { AgentOptions } from "../read-agent-options.js";

/** What hooks of the command line are called in ids and issues. */
const NAME = "command line";

/** How files are read: as the command line says. It cannot leave out or weaken the organisation's. */
export function hostOptionsOf({ values }: AgentOptions, tier?: PolicyFile["tier"]): HostOptions {
  if (tier === "enforced") return {};
  return COMMAND_LINES.reduce<HostOptions>((all, { optionsOf }) => ({ ...all, ...optionsOf(values) }), {});
}

/** The hooks of the command line as files of the user, which run after all others: one for an agent, or none. */
export function commandLineFiles(given: AgentOptions): readonly PolicyFile[] {
  return COMMAND_LINES.flatMap(({ format, fileOf }): readonly PolicyFile[] => {
    const text = fileOf(given.hooks);
    return text === null ? [] : [{ path: NAME, text, tier: "user", format, options: hostOptionsOf(given) }];
  });
}

/** @throws UsageError when a file does not have the agent that the command line names */
export function refuseUnknownAgent(issues: readonly Issue[]): void {
  const unknown = issues.find(({ code }) => code === "unknown-agent");
  if (unknown === undefined) return;
  throw new UsageError(`${unknown.path ?? ""}: ${unknown.message}`, unknown.cure);
}

/** What to tell when the options have nothing to be about. */
export function unusedOptions(
  { values }: AgentOptions,
  files: readonly Pick<PolicyFile, "format">[],
): readonly string[] {
  return COMMAND_LINES.flatMap((line) => {
    const { format } = line;
    const flags = plainFlags(line);
    const isGiven = flags.some((flag) => values[flag] !== undefined);
    if (!isGiven || files.some((file) => file.format === format)) return [];
    return [
      `${flags.map((flag) => `\`--${flag}\``).join(" and ")} are for files of ${format}, and none was read; ` +
        `name one: \`--policies FILE --policy-format ${format}\``,
    ];
  });
}

/** Those that add no hooks. */
function plainFlags({ options }: AgentCommandLine): readonly string[] {
  return options.filter(({ isHook }) => isHook !== true).map(({ flag }) => flag);
}
