import { HOSTS } from "@gatehouse-hooks/hosts";
import { wiredHostOf, WIRED_HOSTS } from "@gatehouse-hooks/hosts/wired";
import { expect, test } from "vitest";

test("every host that starts processes is among those that a hook loads, and says the same", () => {
  const wired = HOSTS.filter(({ wire }) => wire !== undefined);
  expect(WIRED_HOSTS.map(({ name }) => name)).toEqual(wired.map(({ name }) => name));
  for (const [i, host] of wired.entries()) {
    const { name, title, events, tools, sessionKeys, wire } = WIRED_HOSTS[i] ?? host;
    expect([name, title, sessionKeys]).toEqual([host.name, host.title, host.sessionKeys]);
    expect([events === host.events, tools === host.tools, wire === host.wire]).toEqual([true, true, true]);
  }
});

test("each of them is also found alone, by its name", async () => {
  for (const host of WIRED_HOSTS) expect(await wiredHostOf(host.name)).toBe(host);
  expect(await wiredHostOf("mayros")).toBeUndefined();
});
