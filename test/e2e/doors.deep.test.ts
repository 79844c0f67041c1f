import { afterAll, beforeAll, expect, test } from "vitest";
import { homeOfAll, ROWS } from "./door-rows.js";
import { expectClosed, expectSame } from "./door-table.js";
import { coreDoor, daemonDoor, decideDoor, hookDoor, serverDoors } from "./open-doors.js";

// The law of doors, at those that are processes of their own: the hook as it is built, the daemon, the decision server, and a program.
const place = homeOfAll();
const decide = decideDoor(place);
let daemon: Awaited<ReturnType<typeof daemonDoor>>;
let core: Awaited<ReturnType<typeof coreDoor>>;
let server: Awaited<ReturnType<typeof serverDoors>>;
beforeAll(async () => {
  daemon = await daemonDoor(place);
  core = await coreDoor(place);
  server = await serverDoors(place);
});
afterAll(async () => {
  await server.end();
  await core.end();
  await daemon.end();
  place.remove();
});

test.each(ROWS)("the built hook, its stored policies and the daemon: $name", async (row) => {
  await expectSame(row, decide, {
    hook: hookDoor(place, "--daemon", "off"),
    stored: hookDoor(place),
    daemon: daemon.ask,
  });
});

test("it was the daemon that answered", async () => {
  expect(await daemon.answered()).toBe(ROWS.length);
});

test.each(ROWS)("the decision server and a program: $name", async (row) => {
  const { decide: decided, hook } = server;
  await expectClosed(row, decide, {
    ...{ core: core.ask, decided },
    ...(row.agent === "claude-code" && { hook }),
  });
});

test("whom a program and a server cannot ask is said before the first event", () => {
  for (const code of ["command-unavailable", "judge-unavailable", "never-asked"])
    expect(core.told).toContain(code);
  for (const words of ["no command handler", "no judge handler", "docker-agent's own words"])
    expect(server.said()).toContain(words);
});
