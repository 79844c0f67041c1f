import { WIRED_HOSTS } from "@gatehouse-hooks/hosts/wired";
import { printable } from "@gatehouse-hooks/console/print";
import { UsageError } from "@gatehouse-hooks/console";

/** The error for a name that is not an agent's. */
export function unknownAgent(name: string): UsageError {
  return new UsageError(
    `no agent \`${printable(name)}\` has hooks`,
    `write one of ${WIRED_HOSTS.map((host) => host.name).join(", ")}`,
  );
}
