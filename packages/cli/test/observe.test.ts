import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { everyNth } from "../../../test/assert-law.js";
import { recentDecisions } from "../../agents/src/recent-decisions.js";
import { AGENT_CALLS, type AgentCall, callOf } from "./hook/agent-calls.js";
import { type Folder, folder, type Ran, runCli } from "./run-cli.js";

const made: Folder[] = [];
afterEach(() => {
  for (const one of made.splice(0)) one.remove();
});

const OBSERVES = '{ "version": 1, "observe": true }';
const DENIES = `extends: [pack/git]
policies:
  - { id: said, events: before_tool_call, warn: careful, context: "use the branch main" }
`;
const POLICIES = `version: 1\n${DENIES}`;
const STOPPED = "git push --force";

function here(files: Readonly<Record<string, string>>): Folder {
  const one = folder(files);
  made.push(one);
  return one;
}

async function call(
  { path, home }: Folder,
  { agent, payload }: AgentCall,
  command: string,
  ...more: readonly string[]
): Promise<Ran> {
  const stdin = JSON.stringify(payload(command, "/work/here"));
  return await runCli(["hook", agent, ...more], { cwd: path, home, stdin });
}

/** Ways to try the same policies silently. */
const TRIALS: readonly (readonly [name: string, files: Readonly<Record<string, string>>])[] = [
  [
    "a machine, by the user's settings",
    { "~/.gatehouse/rules.yaml": POLICIES, "~/.gatehouse/settings.json": OBSERVES },
  ],
  ["a file", { "~/.gatehouse/rules.yaml": `version: 1\nobserve: true\n${DENIES}` }],
  [
    "a policy",
    {
      "~/.gatehouse/rules.yaml":
        "version: 1\npolicies:\n  - { id: no, observe: true, events: before_tool_call, when: params.command.includes('push'), deny: no }\n",
    },
  ],
  [
    "a file of which something is lost",
    {
      "~/.gatehouse/rules.yaml": `version: 1\nobserve: true\npolicies:\n  - { id: broken, events: before_tool_call, deny: no, allow: yes }\n`,
    },
  ],
];

describe("a silent trial", () => {
  test.each(TRIALS)("of %s answers what no policies answer", async (_name, files) => {
    const trial = here(files);
    const none = here({});
    const agent = callOf("claude-code");
    expect(await call(trial, agent, STOPPED)).toEqual(await call(none, agent, STOPPED));
  });

  test.each(
    everyNth(
      3,
      AGENT_CALLS.map((one) => [one.agent, one] as const),
    ),
  )("changes no byte of what %s is told", async (_agent, one) => {
    const [, files = {}] = TRIALS[0] ?? [];
    const acting = here({ "~/.gatehouse/rules.yaml": POLICIES });
    const trial = here(files);
    const none = await call(here({}), one, STOPPED);
    expect(await call(trial, one, STOPPED)).toEqual(none);
    expect(await call(acting, one, STOPPED)).not.toEqual(none);
    expect(recentDecisions(trial.home).kept()).toMatchObject([
      { effect: "deny", policy: "git/force-push", observed: true, text: STOPPED },
    ]);
  });

  test("is shown by log and why, list and doctor, and counts in a replay", async () => {
    const [, files = {}] = TRIALS[1] ?? [];
    const { path, home, ...rest } = here(files);
    await call({ path, home, ...rest }, callOf("claude-code"), STOPPED);
    const run = async (...args: readonly string[]): Promise<string> =>
      (await runCli(args, { cwd: path, home })).stdout;
    expect(await run("log")).toMatch(/observed deny +claude-code +git\/force-push/);
    expect(await run("why")).toContain("the agent was not told");
    expect(await run("list")).toMatch(/^ {2}observed deny +git\/force-push /m);
    writeFileSync(
      join(path, "calls.jsonl"),
      `${JSON.stringify({ event: "before_tool_call", toolName: "Bash", params: { command: STOPPED }, cwd: path })}\n`,
    );
    const replayed = await runCli(["replay", "calls.jsonl"], { cwd: path, home });
    expect(replayed.stdout).toContain("git/force-push");
    expect(replayed.stderr).toContain("tried silently");
  });

  test("is a note `observed` of the audit trail, and no decision", async () => {
    const [, files = {}] = TRIALS[0] ?? [];
    const trial = here(files);
    await call(trial, callOf("claude-code"), STOPPED, "--audit", "trail");
    const trail = join(trial.path, "trail");
    const records = readdirSync(trail)
      .filter((name) => name.endsWith(".jsonl"))
      .flatMap((name) => readFileSync(join(trail, name), "utf8").split("\n"))
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
    const said = records.filter(({ kind }) => kind === "note" || kind === "decision");
    expect(said.filter(({ kind }) => kind === "decision")).toMatchObject([{ effect: "abstain" }]);
    expect(said.filter(({ kind }) => kind === "note")).toMatchObject([
      { code: "observed", policy: "git/force-push", message: expect.stringContaining("deny") as unknown },
    ]);
  });

  test("does not silence the enforced tier: neither by the user's settings nor by a file of the project", async () => {
    const trial = here({
      "~/.gatehouse/settings.json": OBSERVES,
      ".gatehouse/rules.yaml": `version: 1\nobserve: true\npolicies:\n  - { id: git/force-push, observe: true, events: before_tool_call, deny: no }\n`,
    });
    mkdirSync(join(trial.path, "organisation"));
    writeFileSync(join(trial.path, "organisation", "rules.yaml"), POLICIES);
    const answer = await call(trial, callOf("claude-code"), STOPPED, "--enforced", "organisation/rules.yaml");
    expect(answer.stdout).toContain('"deny"');
    // The guard of the agents' own settings is of that tier: an agent cannot begin a trial.
    const own = await call(trial, callOf("claude-code"), "echo x > ~/.gatehouse/settings.json");
    expect(own.stdout).toContain('"deny"');
  });

  test("that is written wrongly is none: the policy acts, and check says so", async () => {
    const acting = here({ "~/.gatehouse/rules.yaml": `version: 1\nobserve: "yes"\n${DENIES}` });
    expect((await call(acting, callOf("claude-code"), STOPPED)).stdout).toContain('"deny"');
    const { code, stdout } = await runCli(["check"], { cwd: acting.path, home: acting.home });
    expect([code, stdout]).toEqual([1, expect.stringContaining("expected true or false")] as unknown[]);
  });

  test("is a looser answer for diff, and tests run as if the policy acted", async () => {
    const rule = (observe: string): string =>
      `version: 1\npolicies:\n  - id: no\n    events: before_tool_call\n    ${observe}when: params.command == "x"\n    deny: no\n    tests: [{ event: { toolName: Bash, params: { command: x } }, expect: deny }]\n`;
    const { path, home } = here({ "acts.yaml": rule(""), "trial.yaml": rule("observe: true\n    ") });
    const at = { cwd: path, home };
    expect((await runCli(["test", "trial.yaml"], at)).code).toBe(0);
    const { code, stdout } = await runCli(["diff", "acts.yaml", "trial.yaml"], at);
    expect([code, stdout]).toEqual([1, expect.stringContaining("1 looser")] as unknown[]);
  });
});
