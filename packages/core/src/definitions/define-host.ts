import { type Host, HOSTS, type HostTables } from "@gatehouse-hooks/hosts";
import { isRecord } from "@gatehouse-hooks/json";

const NEEDED: readonly (keyof Host)[] = [
  "name",
  "title",
  "events",
  "tools",
  "sessionKeys",
  "prepare",
  "speak",
];

/**
 * Checks an agent of the embedder's own: what it sends, what its tools do, how it is answered.
 *
 * @throws TypeError for a part that is missing, and for the name of an agent that is known already
 */
export function defineHost(host: Host): Host {
  for (const key of NEEDED) {
    if (!Object.hasOwn(host, key)) throw new TypeError(`a host needs \`${key}\``);
  }
  if (HOSTS.some(({ name }) => name === host.name))
    throw new TypeError(`the host \`${host.name}\` is known already; take another name`);
  for (const list of ["events", "tools", "sessionKeys"] as const satisfies readonly (keyof HostTables)[]) {
    if (!Array.isArray(host[list])) throw new TypeError(`\`${list}\` of a host is a list`);
  }
  for (const row of [...host.events, ...host.tools]) {
    if (!isRecord(row) || typeof row.name !== "string" || row.name === "")
      throw new TypeError(`each event and tool of \`${host.name}\` needs a \`name\``);
  }
  return Object.freeze({ ...host });
}
