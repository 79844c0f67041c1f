import type { PolicyDefinition } from "@gatehouse-hooks/engine";
import { checkHost } from "@gatehouse-hooks/hosts";
import { WIRED_HOSTS } from "@gatehouse-hooks/hosts/wired";
import type { Issue } from "@gatehouse-hooks/json";
import type { Io } from "../io.js";
import { chooseAgents } from "../init/choose-agents.js";
import { WIRINGS } from "../init/wirings.table.js";
import { UsageError } from "../usage-error.js";

/** An agent, and what it cannot carry out of the policies. */
export interface CheckedHost {
  readonly host: string;
  readonly title: string;
  readonly issues: readonly Issue[];
}

/**
 * What agents cannot carry out of policies, with the hooks that `gatehouse init` gives them.
 *
 * @param names of agents, `all`, or `installed` for those that are on this machine; each is checked once
 * @throws UsageError for an unknown name, and for `installed` where no agent is found
 */
export function checkHosts(
  io: Pick<Io, "env" | "home">,
  names: readonly string[],
  policies: readonly PolicyDefinition[],
  interactive: boolean,
): readonly CheckedHost[] {
  const chosen = new Set(names.flatMap((name) => namesOf(io, name)));
  return WIRED_HOSTS.filter((host) => chosen.has(host.name)).map((host) => {
    const wiring = WIRINGS.find(({ agent }) => agent === host.name);
    // Where a person writes the settings, the events are theirs to choose.
    const wired = wiring?.shape === "manual" ? undefined : wiring?.events.map(({ name }) => name);
    const issues = checkHost(host, policies, { interactive, ...(wired && { wired }) });
    return { host: host.name, title: host.title, issues };
  });
}

function namesOf(io: Pick<Io, "env" | "home">, name: string): readonly string[] {
  const all = WIRED_HOSTS.map((host) => host.name);
  if (name === "all") return all;
  if (name === "installed") return chooseAgents(io, [], { kind: "user" }).map(({ wiring }) => wiring.agent);
  if (all.includes(name)) return [name];
  throw new UsageError(`there is no agent \`${name}\``, `write one of ${all.join(", ")}, all, installed`);
}
