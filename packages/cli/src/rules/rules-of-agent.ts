import type { Policy } from "@gatehouse-hooks/engine";
import { checkHost } from "@gatehouse-hooks/hosts";
import { WIRED_HOSTS } from "@gatehouse-hooks/hosts/wired";
import { NOT_ASKED } from "../check/not-asked.table.js";
import { WIRINGS } from "../init/wirings.table.js";

/** The rules that an agent can ask, with the hooks that `gatehouse init` gives it. */
export function rulesOfAgent(rules: readonly Policy[], agent: string): readonly Policy[] {
  const host = WIRED_HOSTS.find(({ name }) => name === agent);
  const wiring = WIRINGS.find((one) => one.agent === agent);
  if (host === undefined || wiring === undefined) return [];
  // Where a person writes the settings, the events are theirs to choose.
  const wired = wiring.shape === "manual" ? undefined : wiring.events.map(({ name }) => name);
  const options = { interactive: true, ...(wired && { wired }) };
  return rules.filter((rule) => checkHost(host, [rule], options).every(({ code }) => !NOT_ASKED.has(code)));
}
