import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startOpenAiServer } from "../../../test/servers/openai-server.js";
import { folder, runCli } from "./run-cli.js";

const project = folder({
  ".mayros/hooks/review.md":
    "---\nname: review\nevents: before_tool_call\ncache: global\n---\nReview this.\n",
});
let server: Awaited<ReturnType<typeof startOpenAiServer>>;
beforeAll(async () => {
  server = await startOpenAiServer(() => ({
    kind: "reply",
    text: '{"decision":"deny","reason":"not today"}',
  }));
});
afterAll(async () => {
  await server.close();
  project.remove();
});

const event = '{"event":"before_tool_call","toolName":"exec","params":{"command":"git push"}}';
function run(args: readonly string[], stdin = "", env: Readonly<Record<string, string>> = {}) {
  return runCli([...args, "--json", "--model", "openai/m"], {
    cwd: project.path,
    home: project.home,
    env: { OPENAI_BASE_URL: server.baseUrl, OPENAI_API_KEY: "k", ...env },
    stdin,
  });
}
const source = (stdout: string): unknown =>
  (JSON.parse(stdout) as { trace: { source: string }[] }).trace[0]?.source;

test("--cache FILE: a question that one process asked is not asked by the next", async () => {
  const first = await run(["decide", "--cache", "verdicts.log"], event);
  const second = await run(["decide"], event, { GATEHOUSE_CACHE: "verdicts.log" });
  expect([first.code, second.code]).toEqual([1, 1]);
  expect([source(first.stdout), source(second.stdout)]).toEqual(["judge", "cache"]);
  expect(server.requests).toHaveLength(1);

  const stats = await run(["cache", "--cache", "verdicts.log"]);
  expect(JSON.parse(stats.stdout)).toMatchObject({ shared: true, scopes: { global: { entries: 1 } } });
  const kept = await run(["cache", "clear", "--scope", "session", "--cache", "verdicts.log"]);
  expect(JSON.parse(kept.stdout)).toMatchObject({ cleared: "session", scopes: { global: { entries: 1 } } });
  const cleared = await run(["cache", "clear", "--cache", "verdicts.log"]);
  expect(JSON.parse(cleared.stdout)).toMatchObject({ cleared: "all", scopes: { global: { entries: 0 } } });
  expect(source((await run(["decide", "--cache", "verdicts.log"], event)).stdout)).toBe("judge");
});

test("without --cache it is the store of hooks, which no look at it creates", async () => {
  const place = folder({});
  onTestFinished(place.remove);
  const look = async (...args: readonly string[]) =>
    (await runCli(["cache", ...args], { cwd: place.path, home: place.home })).stdout;
  const at = join(place.home, ".gatehouse", "cache", "verdicts");
  const empty = JSON.parse(await look("--json")) as object;
  expect(empty).toMatchObject({ store: `the file ${at}`, shared: true, scopes: { global: { entries: 0 } } });
  expect(empty).toMatchObject({ notes: [expect.stringContaining("kept")] });
  expect(existsSync(at)).toBe(false);

  mkdirSync(dirname(at), { recursive: true });
  const kept = await run(["decide", "--cache", at], event);
  expect(source(kept.stdout)).toBe("judge");
  expect(await look()).toMatch(/global +1 /);
  // A number that counts what one process did would be zero for ever.
  expect(await look()).not.toMatch(/HITS|MISSES|STORED/);
  await look("clear");
  expect(await look()).toMatch(/global +0 /);
});

test("in memory, each process asks again", async () => {
  const asked = server.requests.length;
  await run(["decide"], event);
  await run(["decide"], event);
  expect(server.requests).toHaveLength(asked + 2);
});

test("a Redis that is not there costs an answer nothing, and is said once", async () => {
  const there = await run(["decide", "--cache", "redis://127.0.0.1:1"], event);
  expect([there.code, source(there.stdout)]).toEqual([1, "judge"]);
  expect(there.stderr.match(/note/g)).toHaveLength(1);
});

test.each([
  ["--scope without clear", ["cache", "--scope", "global"]],
  ["an unknown scope", ["cache", "clear", "--scope", "all"]],
  ["an empty place", ["cache", "--cache", ""]],
  ["a folder", ["cache", "--cache", "."]],
  ["a folder, where a decision is made", ["decide", "--cache", "."]],
])("%s is bad usage", async (_name, args) => {
  expect((await run(args)).code).toBe(2);
});
