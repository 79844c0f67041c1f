import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { deniedCommand } from "../../agents/src/init/probe-payload.js";
import { recentDecisions } from "../../agents/src/recent-decisions.js";
import type { LogJson } from "../../workbench/src/recent/log.js";
import { type Folder, folder, type Ran, runCli } from "./run-cli.js";

const made: Folder[] = [];
afterEach(() => {
  for (const one of made.splice(0)) one.remove();
});

const RULES = `version: 1
extends: [pack/git, pack/secrets]
`;
const DENY = {
  effect: "deny",
  policy: "p",
  reason: "",
  warnings: [],
  context: [],
  systemMessages: [],
  trace: [],
} as const;
const OFF = '{"version":1,"ownConfig":"off"}';

function user(): Folder {
  const here = folder({ "~/.gatehouse/rules.yaml": RULES, "~/.gatehouse/settings.json": OFF });
  made.push(here);
  return here;
}

async function call({ path, home }: Folder, command: string): Promise<Ran> {
  const payload = {
    ...{ session_id: "s", cwd: path, hook_event_name: "PreToolUse", tool_name: "Bash" },
    tool_input: { command },
  };
  return await runCli(["hook", "claude-code"], { cwd: path, home, stdin: JSON.stringify(payload) });
}

async function run({ path, home }: Folder, ...args: readonly string[]): Promise<Ran> {
  return await runCli(args, { cwd: path, home });
}

async function kept(here: Folder): Promise<LogJson> {
  return JSON.parse((await run(here, "log", "--json")).stdout) as LogJson;
}

describe("what an agent was told", () => {
  test("is listed afterwards: which call, which rule, why", async () => {
    const here = user();
    expect((await run(here, "why")).stdout).toBe("no agent was denied, asked or allowed anything yet\n");
    for (const command of ["git push --force", "ls", "cat .env"]) await call(here, command);
    const { decisions } = await kept(here);
    expect(decisions.map(({ agent, text, effect, policy }) => [agent, text, effect, policy])).toEqual([
      ["claude-code", "git push --force", "deny", "git/force-push"],
      ["claude-code", "cat .env", "deny", "secrets/environment-file"],
    ]);
    const { stdout } = await run(here, "why");
    expect(stdout).toContain("deny  secrets/environment-file  just now, claude-code, in ");
    expect(stdout).toContain("this reads a file of environment variables");
    expect(stdout).toContain("gatehouse try --as claude-code 'cat .env'");
    expect((await run(here, "why", "2")).stdout).toContain("git/force-push");
    // The number is the one that `why` and `approve --always` take.
    expect((await run(here, "log")).stdout).toMatch(/^ 2 .*git push --force\n 1 .*cat \.env\n/);
    expect((await run(here, "why", "2")).stdout).toContain("gatehouse approve 2 --always");
    const { code, stderr } = await run(here, "why", "3");
    expect([code, stderr]).toEqual([2, expect.stringContaining("2 decisions are kept")] as unknown[]);
    // What was asked about, and is now the last, can be stopped from now on.
    expect((await run(here, "why")).stdout).not.toContain("new --from-last");
    await call(here, "git commit --amend");
    expect((await run(here, "why")).stdout).toContain("gatehouse new --from-last");
  });

  test("is without the calls by which a hook is tried", async () => {
    const here = user();
    const command = deniedCommand(here.home);
    await recentDecisions(here.home).keep(DENY, { event: "before_tool_call", params: { command } });
    expect(recentDecisions(here.home).kept()).toHaveLength(1);
    await call(here, "git push --force");
    expect((await kept(here)).decisions.map(({ text }) => text)).toEqual(["git push --force"]);
  });

  test("has no secret in it, and is for its owner alone", async () => {
    const here = user();
    const token = `ghp_${"a1B2".repeat(9)}`;
    await call(here, `GITHUB_TOKEN=${token} git push --force`);
    const place = join(here.home, ".gatehouse", "state");
    const texts = readdirSync(place).map((name) => readFileSync(join(place, name), "utf8"));
    expect(texts.join("")).toContain("git push --force");
    expect(texts.join("")).not.toContain(token);
    expect(statSync(place).mode & 0o077).toBe(0);
    for (const name of readdirSync(place)) expect(statSync(join(place, name)).mode & 0o077).toBe(0);
    // What was redacted cannot be tried again as it was.
    expect((await run(here, "why")).stdout).not.toContain("gatehouse try");
  });

  test("is forgotten with --clear, and not kept after --off until --on", async () => {
    const here = user();
    await call(here, "git push --force");
    expect(await run(here, "log", "--off", "--clear")).toMatchObject({ code: 0 });
    await call(here, "git push --force");
    expect(await kept(here)).toEqual({ on: false, decisions: [] });
    await run(here, "log", "--on");
    await call(here, "git push --force");
    expect((await kept(here)).decisions).toHaveLength(1);
    expect((await run(here, "log", "--on", "--off")).code).toBe(2);
  });

  test("lines that are none are left out, and a file that is not ours is not read whole", async () => {
    const here = user();
    await call(here, "git push --force");
    const file = join(here.home, ".gatehouse", "state", "decisions.jsonl");
    writeFileSync(file, `{"at":1}\n{"at":1,"effect":"__proto__"}\nnonsense\n${readFileSync(file, "utf8")}`);
    expect((await kept(here)).decisions).toHaveLength(1);
    writeFileSync(file, "x".repeat(3_000_000));
    expect((await kept(here)).decisions).toEqual([]);
  });
});

test("however many there are, two files of bounded length are kept, with the last ones", async () => {
  const here = user();
  const recent = recentDecisions(here.home, () => 1);
  for (let i = 0; i < 600; i++)
    await recent.keep(DENY, {
      event: "before_tool_call",
      params: { command: `${i} ${"x".repeat(1_900)}` },
    });
  const place = join(here.home, ".gatehouse", "state");
  for (const name of readdirSync(place)) expect(statSync(join(place, name)).size).toBeLessThan(300_000);
  const last = recent.kept().at(-1);
  expect(last?.text.startsWith("599 ")).toBe(true);
});

test("an answer does not depend on it: a file where the folder would be", async () => {
  const here = user();
  writeFileSync(join(here.home, ".gatehouse", "state"), "");
  expect((await call(here, "git push --force")).stdout).toContain('"deny"');
});
