import type { Policy } from "@gatehouse-hooks/engine";
import { checkHost } from "@gatehouse-hooks/hosts";
import { WIRED_HOSTS } from "@gatehouse-hooks/hosts/wired";
import { NOT_ASKED } from "./not-asked.table.js";

/**
 * The rules that an agent can ask.
 *
 * @param wired the events that its hooks are for, in its own names; absent: a person has chosen them
 */
export function rulesOfAgent(
  rules: readonly Policy[],
  agent: string,
  wired: readonly string[] | undefined,
): readonly Policy[] {
  const host = WIRED_HOSTS.find(({ name }) => name === agent);
  if (host === undefined) return [];
  const options = { interactive: true, ...(wired && { wired }) };
  return rules.filter((rule) => checkHost(host, [rule], options).every(({ code }) => !NOT_ASKED.has(code)));
}
