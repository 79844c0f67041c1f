import type { Policy } from "@gatehouse-hooks/engine";
import { checkHost } from "@gatehouse-hooks/hosts";
import { WIRED_HOSTS } from "@gatehouse-hooks/hosts/wired";

/** Codes of `check --host` that say that an agent does not ask for a policy at all. */
export const NOT_ASKED: ReadonlySet<string> = new Set([
  "no-hooks",
  "event-not-fired",
  "event-not-wired",
  "tool-not-there",
  "kind-not-there",
  "never-on-host",
]);

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
