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
