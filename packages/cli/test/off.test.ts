import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";

import { MOST_OFF_MS, readUserSettings } from "../../local/src/own-config/user-settings.js";
import { createProjects } from "../../agents/src/daemon/projects.js";
import { openProject } from "../../agents/src/daemon/open-project.js";
import { processIo } from "../../console/src/process-io.js";
import { recentDecisions } from "../../agents/src/recent-decisions.js";
import { person } from "./person.js";
import { type Folder, folder, type Ran, runCli } from "./run-cli.js";

const made: Folder[] = [];
afterEach(() => {
  for (const one of made.splice(0)) one.remove();
});

function here(): Folder {
  const one = folder({
    "~/.gatehouse/rules.yaml": "version: 1\nextends: [pack/git]\n",
    "~/.claude/settings.json": "{}",
  });
  made.push(one);
  return one;
}

async function run({ path, home }: Folder, ...args: readonly string[]): Promise<Ran> {
  return await runCli(args, { cwd: path, home });
}

/** What Claude Code is told of a command. */
async function told({ path, home }: Folder, command: string): Promise<string> {
  const payload = { session_id: "s", cwd: path, hook_event_name: "PreToolUse", tool_name: "Bash" };
  const stdin = JSON.stringify({ ...payload, tool_input: { command } });
  const { stdout } = await runCli(["hook", "claude-code"], { cwd: path, home, stdin });
  return /"permissionDecision":"(\w+)"/.exec(stdout)?.[1] ?? "nothing";
}

async function off({ path, home }: Folder, time = "30m", terminal = person()): Promise<Ran> {
  return await runCli(["off", "--for", time], { cwd: path, home, terminal });
}

const file = ({ home }: Folder): string => join(home, ".gatehouse/state/off.json");
const PUSH = "git push --force";

describe("off for a while", () => {
  test("stops nothing, keeps what it would have stopped, and ends with `on`", async () => {
    const at = here();
    expect(await told(at, PUSH)).toBe("deny");
    const said = await off(at);
    expect([said.code, said.stdout]).toEqual([
      0,
      expect.stringMatching(/^the rules are off until \d\d:\d\d, for 30 minutes more/),
    ]);
    expect(await told(at, PUSH)).toBe("nothing");
    expect(recentDecisions(at.home).kept()).toMatchObject([
      { effect: "deny", text: PUSH },
      { effect: "deny", text: PUSH, observed: true },
    ]);
    expect((await run(at, "on")).stdout).toBe("on: the rules hold again, from the next call\n");
    expect(await told(at, PUSH)).toBe("deny");
    expect((await run(at, "on")).stdout).toBe("the rules are on already\n");
  });

  test("is said in every answer of status, doctor and list, and doctor fails", async () => {
    const at = here();
    await off(at);
    const OFF = /the rules are off until \d\d:\d\d/;
    expect((await run(at, "status")).stdout).toMatch(OFF);
    expect((await run(at, "status", "--line")).stdout).toBe("gatehouse OFF 30 min, not in claude-code\n");
    expect((await run(at, "list")).stdout).toMatch(OFF);
    expect((await run(at, "list")).stdout).toMatch(/observed deny +git\/force-push/);
    const doctor = await run(at, "doctor", "claude-code");
    expect([doctor.code, doctor.stdout]).toEqual([1, expect.stringMatching(OFF)]);
    await run(at, "on");
    for (const command of ["status", "list", "doctor"])
      expect((await run(at, command)).stdout).not.toMatch(OFF);
  });

  test("does not switch off what guards Gatehouse and the settings of agents", async () => {
    const at = here();
    await off(at);
    for (const command of [
      "gatehouse init --undo --yes",
      "rm ~/.claude/settings.json",
      "gatehouse off --for 8h",
    ])
      expect(await told(at, command), command).toBe("deny");
  });
});

describe("only a person switches the rules off", () => {
  test("an agent's call is denied, and recorded", async () => {
    const at = here();
    for (const command of [
      "gatehouse off",
      "npx gatehouse-hooks off --for 2h",
      "echo '{}' > ~/.gatehouse/state/off.json",
    ])
      expect(await told(at, command), command).toBe("deny");
    expect(
      recentDecisions(at.home)
        .kept()
        .map(({ effect, text }) => `${effect} ${text}`),
    ).toContain("deny gatehouse off");
  });

  test("without a terminal it is refused, and a person may decline", async () => {
    const at = here();
    const alone = await run(at, "off");
    expect([alone.code, alone.stdout]).toEqual([1, expect.stringMatching(/^refused: /)]);
    for (const answer of ["", "y", "yes"]) {
      const said = await off(
        at,
        "30m",
        person(() => answer),
      );
      expect([said.code, said.stdout]).toEqual([1, "declined: the rules are as they were\n"]);
    }
    expect(existsSync(file(at))).toBe(false);
  });

  test.each(["0m", "9h", "481m", "1d", "30", "-5m", "1e3m", "m", ""])("not for %j", async (time) => {
    const at = here();
    expect((await off(at, time)).code).toBe(2);
    expect(existsSync(file(at))).toBe(false);
  });
});

/** What a file may say, from now on in ms; null: as text. */
const NOT_OFF: readonly (readonly [name: string, text: (now: number) => string])[] = [
  ["a time that is over", (now) => JSON.stringify({ version: 1, from: now - 1_000, until: now - 1 })],
  ["a time to come", (now) => JSON.stringify({ version: 1, from: now + 60_000, until: now + 120_000 })],
  [
    "more than the longest time",
    (now) => JSON.stringify({ version: 1, from: now - 1, until: now + MOST_OFF_MS }),
  ],
  ["no end", (now) => JSON.stringify({ version: 1, from: now - 1 })],
  ["no number", (now) => JSON.stringify({ version: 1, from: now - 1, until: `${now + 1_000}` })],
  ["another version", (now) => JSON.stringify({ version: 2, from: now - 1, until: now + 60_000 })],
  ["no JSON", () => "off"],
  ["nothing", () => ""],
];

test.each(NOT_OFF)("the rules are on where the file says %s", (_name, text) => {
  const at = here();
  mkdirSync(dirname(file(at)), { recursive: true });
  writeFileSync(file(at), text(Date.now()));
  expect(readUserSettings(at.home)).toMatchObject({ offUntil: null, observe: false });
});

test("it ends by itself, also in a process that goes on", async () => {
  const at = here();
  await off(at, "1s");
  const { until } = JSON.parse(readFileSync(file(at), "utf8")) as { readonly until: number };
  const io = { ...processIo().io, home: at.home, cwd: at.path, env: {} };
  const projects = createProjects(
    (of) => openProject(io, of),
    () => undefined,
  );
  const event = { event: "before_tool_call", toolName: "Bash", params: { command: PUSH } };
  const effect = async (): Promise<string> =>
    (await projects.decide({ project: at.path, also: [] }, event)).effect;
  while ((await effect()) === "abstain") await new Promise((next) => setImmediate(next));
  expect(Date.now()).toBeGreaterThanOrEqual(until);
  expect(await effect()).toBe("deny");
  await projects.close();
});
