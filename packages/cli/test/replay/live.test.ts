import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { ModelServer } from "../../../../test/servers/model-server.js";
import { startOpenAiServer } from "../../../../test/servers/openai-server.js";
import type { ReplayJson } from "../../../logs/src/replay/replay-suggestion.js";
import { type Folder, folder, runCli } from "../run-cli.js";

/** The second policy has a question only where the first has no objection. */
const RULES = `version: 1
policies:
  - id: first
    events: before_tool_call
    priority: 2
    when: params.command.includes("curl")
    judge: { prompt: "FIRST {{params.command}}", cache: global }
  - id: second
    events: before_tool_call
    priority: 1
    when: params.command.includes("curl") && params.command.includes("fine")
    judge: { prompt: "SECOND {{params.command}}", cache: global }
`;
const OTHER = RULES.replaceAll("FIRST", "OTHER");

const row = (command: string): string =>
  `${JSON.stringify({ event: "before_tool_call", toolName: "Bash", params: { command } })}\n`;
const LOG = ["curl wrong", "curl fine", "curl wrong", "ls"].map(row).join("");

let server: ModelServer;
let place: Folder | undefined;
beforeAll(async () => {
  server = await startOpenAiServer(({ prompt }) =>
    prompt.includes("broken")
      ? { kind: "reply", text: "well" }
      : {
          kind: "reply",
          text: JSON.stringify({ reason: "so", decision: prompt.includes("wrong") ? "deny" : "approve" }),
        },
  );
});
afterAll(() => server.close());
afterEach(() => {
  place?.remove();
  place = undefined;
});

async function live(
  args: readonly string[],
  log = LOG,
): Promise<{ readonly code: number; readonly stderr: string; readonly report: ReplayJson }> {
  place ??= folder({ "r.yaml": RULES, "other.yaml": OTHER, "a.jsonl": log });
  const { code, stdout, stderr } = await runCli(
    ["replay", "a.jsonl", "--policies", "r.yaml", "--json", "--model", "openai/m", ...args],
    {
      cwd: place.path,
      home: place.home,
      env: { OPENAI_BASE_URL: server.baseUrl, OPENAI_API_KEY: "test-key" },
    },
  );
  return { code, stderr, report: (stdout === "" ? {} : JSON.parse(stdout)) as ReplayJson };
}
const PAID = ["--live", "--prices", "3/15", "--budget", "10"];
/** What the server says each answer takes: 100 tokens and 20. */
const EACH = (100 * 3 + 20 * 15) / 1_000_000;

describe("gatehouse replay --live", () => {
  test("each question is asked once, and the price is said before", async () => {
    const before = server.requests.length;
    const { code, report, stderr } = await live(PAID);
    expect(code).toBe(0);
    expect(report.now.effects).toEqual({ deny: 2, ask: 0, allow: 0, abstain: 2, unknown: 0 });
    expect(server.requests).toHaveLength(before + 3);
    expect(report.asked).toMatchObject({ needed: 3, answered: 3, failed: 0, ended: "done" });
    expect(report.asked).toMatchObject({ inputTokens: 300, outputTokens: 60, budget: 10 });
    expect(report.asked?.cost).toBeCloseTo(3 * EACH, 9);
    expect(stderr).toMatch(
      /questions? to openai\/m: about 0\.\d{4}, at most 0\.\d{4}; 10\.0000 of the budget/,
    );
  });

  test("nothing is asked without `--live`, without prices, and without a budget: that says the price", async () => {
    const before = server.requests.length;
    expect((await live([])).report.now.effects.unknown).toBe(3);
    const unpriced = await live(["--live", "--budget", "10"]);
    expect([unpriced.code, unpriced.stderr]).toEqual([2, expect.stringContaining("--prices IN/OUT")]);
    const unbounded = await live(["--live", "--prices", "3/15"]);
    expect(unbounded.code).toBe(2);
    expect(unbounded.stderr).toMatch(/to openai\/m: about 0\.\d{4}, at most 0\.\d{4}.*--budget/s);
    for (const bad of [
      ["--budget", "-1", "--prices", "3/15"],
      ["--budget", "much", "--prices", "3/15"],
      ["--budget", "1", "--prices", "3"],
      ["--budget", "1", "--prices", "openai/other=3/15"],
      ["--budget", "1", "--prices", "3/15,4/16"],
      ["--budget", "1", "--prices", "3/15", "--state", "s.json"],
    ])
      expect((await live(["--live", ...bad])).code).toBe(2);
    expect(server.requests).toHaveLength(before);
  });

  test("a budget is kept, whatever the answers cost; what is left is unknown", async () => {
    const log = Array.from({ length: 40 }, (_, n) => row(`curl wrong ${n}`)).join("");
    const before = server.requests.length;
    const { report } = await live(["--live", "--prices", "3/15", "--budget", "0.13"], log);
    const sent = server.requests.length - before;
    expect(report.asked).toMatchObject({ needed: 40, failed: 0, ended: "budget", answered: sent });
    expect(report.asked?.cost).toBeLessThanOrEqual(0.13);
    expect(sent).toBeGreaterThan(0);
    expect(report.now.effects).toMatchObject({ deny: sent, unknown: 40 - sent });
  });

  test("no budget allows nothing, and free models any number", async () => {
    const before = server.requests.length;
    const none = await live(["--live", "--prices", "3/15", "--budget", "0"]);
    expect(none.report.asked).toMatchObject({ answered: 0, cost: 0, ended: "budget" });
    expect(server.requests).toHaveLength(before);
    const free = await live(["--live", "--prices", "0/0", "--budget", "0"]);
    expect(free.report.asked).toMatchObject({ answered: 3, cost: 0, ended: "done" });
  });

  test("a failure is no answer: it is counted, and costs what it may have cost", async () => {
    const { report } = await live(PAID, row("curl broken") + row("curl wrong"));
    expect(report.asked).toMatchObject({ needed: 2, answered: 1, failed: 1, ended: "done" });
    expect(report.asked?.cost).toBeCloseTo(2 * EACH, 9);
    expect(report.now.effects).toMatchObject({ deny: 1, unknown: 1 });
  });

  test("a judge that never answers is not asked for ever", async () => {
    const log = Array.from({ length: 60 }, (_, n) => row(`curl broken ${n}`)).join("");
    const before = server.requests.length;
    const { report } = await live(PAID, log);
    expect(report.asked).toMatchObject({ needed: 60, answered: 0, ended: "failures" });
    expect(server.requests.length - before).toBeLessThan(15);
    expect(report.now.effects.unknown).toBe(60);
  });

  test("both sides of a comparison are asked", async () => {
    const { report } = await live([...PAID, "--against", "other.yaml"]);
    expect(report.asked).toMatchObject({ needed: 5, answered: 5 });
    expect([report.flips?.same, report.flips?.unknown]).toEqual([4, 0]);
  });

  test("with a file of verdicts, answers are kept for the next replay", async () => {
    const first = await live([...PAID, "--cache", "verdicts"]);
    expect(first.report.asked?.answered).toBe(3);
    const before = server.requests.length;
    const again = await live([...PAID, "--cache", "verdicts"]);
    expect(again.report.asked).toMatchObject({ needed: 0, cost: 0, ended: "done" });
    const without = await live(["--cache", "verdicts"]);
    expect(without.report.now.effects).toEqual(first.report.now.effects);
    expect(server.requests).toHaveLength(before);
  });
});

test("what `decide` has asked with the model of the environment is in the cache for a replay", async () => {
  place = folder({ "r.yaml": RULES, "a.jsonl": row("curl wrong") });
  const here = {
    cwd: place.path,
    home: place.home,
    env: { OPENAI_BASE_URL: server.baseUrl, OPENAI_API_KEY: "test-key", GATEHOUSE_MODEL: "openai/m" },
  };
  const args = ["--policies", "r.yaml", "--cache", "verdicts", "--json"];
  const decided = await runCli(["decide", ...args], { ...here, stdin: row("curl wrong") });
  expect(decided.code).toBe(1);
  const { stdout } = await runCli(["replay", "a.jsonl", ...args], here);
  expect((JSON.parse(stdout) as ReplayJson).now.effects).toMatchObject({ deny: 1, unknown: 0 });
});
