import { dockerAgentHost } from "./docker-agent/host.js";
import { gatehouseHost } from "./gatehouse/host.js";
import type { Host } from "./host.js";
import { mayrosHost } from "./mayros/host.js";
import { mimirHost } from "./mimir/host.js";
import { WHOLE_WIRED_HOSTS } from "./wired/whole-wired-hosts.js";

/** Every host, in the order in which they are asked whose a file is. Adding one is a folder and a line here. */
export const HOSTS: readonly Host[] = [
  gatehouseHost,
  mimirHost,
  dockerAgentHost,
  mayrosHost,
  ...WHOLE_WIRED_HOSTS,
];

/**
 * The format that a file's name stands for: the host whose file names are so, else the one whose ending it is. The case of
 * letters does not matter: a guard is not lost because of how its name is written.
 *
 * @returns `undefined` for a file that is not a policy file, such as an editor's backup
 */
export function formatOf(path: string, hosts: readonly Host[] = HOSTS): string | undefined {
  const ending = /\.[a-z]+$/i.exec(path)?.[0].toLowerCase();
  if (ending === undefined) return undefined;
  const named = hosts.find(({ files }) => files?.isNamed?.(path) === true);
  return (named ?? hosts.find(({ files }) => files?.endings.includes(ending) === true))?.name;
}
