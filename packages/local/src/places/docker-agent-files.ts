import { type DockerAgentOptions, hooksFromFlags, type PolicyFile } from "@gatehouse-hooks/hosts";
import type { Issue } from "@gatehouse-hooks/json";
import type { DockerAgentSettings } from "../docker-agent-settings.js";
import { UsageError } from "@gatehouse-hooks/console";

/** What hooks of the command line are called in ids and issues. */
const NAME = "command line";

/** How a file of docker-agent is read: as the command line says. It cannot leave out or weaken the organisation's. */
export function dockerAgentOf(
  { agent, compat }: DockerAgentSettings,
  tier?: PolicyFile["tier"],
): DockerAgentOptions {
  if (tier === "enforced") return {};
  return { ...(agent !== undefined && { agent }), ...(compat !== undefined && { compat }) };
}

/** The hooks of the command line as a file of the user, which runs after all others: one, or none. */
export function commandLineFiles(settings: DockerAgentSettings): readonly PolicyFile[] {
  const hooks = hooksFromFlags(settings.hooks);
  if (hooks === null) return [];
  const file: PolicyFile = {
    path: NAME,
    text: JSON.stringify({ hooks }),
    tier: "user",
    format: "docker-agent",
    options: { "docker-agent": dockerAgentOf(settings) },
  };
  return [file];
}

/** @throws UsageError when a file does not have the agent that the command line names */
export function refuseUnknownAgent(issues: readonly Issue[]): void {
  const unknown = issues.find(({ code }) => code === "unknown-agent");
  if (unknown === undefined) return;
  throw new UsageError(`${unknown.path ?? ""}: ${unknown.message}`, unknown.cure);
}

/** What to tell when the options have nothing to be about. */
export function unusedOptions(
  { agent, compat }: DockerAgentSettings,
  files: readonly Pick<PolicyFile, "format">[],
): readonly string[] {
  const given = agent !== undefined || compat !== undefined;
  if (!given || files.some(({ format }) => format === "docker-agent")) return [];
  return [
    "`--agent` and `--compat` are for files of docker-agent, and none was read; " +
      "name one: `--policies FILE --policy-format docker-agent`",
  ];
}
