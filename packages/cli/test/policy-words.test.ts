import { afterAll, expect, test } from "vitest";
import { folder, runCli } from "./run-cli.js";

const rule = (id: string): string =>
  `version: 1\npolicies:\n  - { id: ${id}, events: before_tool_call, deny: never }\n`;
const EVENT = '{"event":"before_tool_call","toolName":"exec","params":{"command":"ls"}}';
const here = folder({
  "w.yaml": rule("w").replace("deny", "warn"),
  "a.yaml": rule("a"),
  "b.yaml": rule("b"),
  "event.json": EVENT,
});
afterAll(here.remove);
const run = (args: readonly string[], stdin = ""): ReturnType<typeof runCli> =>
  runCli(args, { cwd: here.path, home: here.home, stdin });

const ids = (stdout: string): unknown =>
  (JSON.parse(stdout) as { readonly policies: readonly { readonly id: string }[] }).policies.map(
    ({ id }) => id,
  );

test.each([
  [["decide", "--policies", "a.yaml", "event.json"]],
  [["--policies", "a.yaml", "decide", "event.json"]],
  [["decide", "event.json", "--policies", "a.yaml"]],
])("an event may follow a policy file: %j", async (args) => {
  const { code, stdout, stderr } = await run([...args, "--json"]);
  expect([code, stderr, (JSON.parse(stdout) as { policy: unknown }).policy]).toEqual([1, "", "a"]);
});

test("an option that comes again adds a path", async () => {
  const { stdout } = await run(["list", "--json", "--policies", "a.yaml", "--policies", "b.yaml"]);
  expect(ids(stdout)).toEqual(["a", "b"]);
});

test("several words behind one --policies still count where a command takes none itself", async () => {
  expect(ids((await run(["list", "--json", "--policies", "a.yaml", "b.yaml"])).stdout)).toEqual(["a", "b"]);
  // One of the two only warns: each has to be read for what both say.
  for (const files of [
    ["w.yaml", "a.yaml"],
    ["a.yaml", "w.yaml"],
  ]) {
    const rows = await run(["decide", "--jsonl", "--policies", ...files], EVENT);
    expect([rows.code, JSON.parse(rows.stdout)]).toMatchObject([0, { effect: "deny", policy: "a" }]);
  }
});

test.each([
  [["decide", "--policies", "a.yaml", "b.yaml"]],
  [["decide", "--policies", "a.yaml", "b.yaml", "event.json"]],
  [["check", "--policies", "a.yaml", "b.yaml"]],
  [["--project", "test", "check", "--enforced", "a.yaml", "b.yaml"]],
])("elsewhere they are refused, with the cure: %j", async (args) => {
  const { code, stdout, stderr } = await run(args);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/^gatehouse: --(policies|enforced) takes one path, and [23] words follow it\n/);
  expect(stderr).toMatch(/--(policies|enforced) a\.yaml --\1 b\.yaml/);
});

test("the value of another option is no command", async () => {
  // `list` is the project here, and `a.yaml` is followed by the command.
  expect((await run(["--project", "list", "--policies", "a.yaml", "check"])).code).toBe(0);
});

test("an event where a policy file should be is said, and still denies", async () => {
  const { code, stderr, stdout } = await run(["decide", "--json", "--policies", "event.json"], EVENT);
  expect([code, (JSON.parse(stdout) as { effect: unknown }).effect]).toEqual([1, "deny"]);
  expect(stderr).toContain("`event.json` is an event, not a policy file");
});

test("a policy file where an event should be is said, and still denies", async () => {
  const { code, stderr, stdout } = await run(["decide", "--json", "a.yaml"]);
  expect([code, (JSON.parse(stdout) as { effect: unknown }).effect]).toEqual([2, "deny"]);
  expect(stderr).toContain("--policies a.yaml");
});
