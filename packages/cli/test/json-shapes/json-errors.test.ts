import { afterAll, expect, test } from "vitest";
import { folder, runCli } from "../run-cli.js";

const place = folder({ "event.json": '{"event":"before_tool_call"}' });
const here = { cwd: place.path, home: place.home };
afterAll(place.remove);

async function errorOf(...args: readonly string[]): Promise<unknown> {
  const { code, stdout, stderr } = await runCli(args, here);
  expect([code, stderr]).toEqual([2, expect.stringMatching(/\S/)]);
  return JSON.parse(stdout);
}

test("bad usage is said as JSON, with the cure, and on stderr as before", async () => {
  expect(await errorOf("packs", "gti", "--json")).toEqual({
    ok: false,
    error: { kind: "usage", message: "no pack is called `gti`", cure: "did you mean `git`?" },
  });
  const { stderr } = await runCli(["packs", "gti", "--json"], here);
  expect(stderr).toBe("gatehouse: no pack is called `gti`\n  did you mean `git`?\n");
});

test.each([
  ["an option that is not known", ["list", "--json", "--bogus"], /unknown option '--bogus'/],
  ["a command that is not known", ["--json", "lits"], /unknown command/],
  ["a value that an option does not take", ["list", "--on-load-error", "no", "--json"], /--on-load-error/],
  ["a file that is missing", ["explain", "missing.json", "--json"], /missing\.json/],
  ["what is not an event", ["explain", "--json"], /./],
  ["the format json", ["check", "--format", "json", "--host", "x"], /unknown agent/],
  ["the same in one word", ["check", "--format=json", "--host", "x"], /unknown agent/],
  ["a context that is not JSON", ["eval", "a", "missing.json", "--json"], /missing\.json/],
])("%s", async (_, args, message) => {
  expect(await errorOf(...args)).toMatchObject({
    ok: false,
    error: { kind: "usage", message: expect.stringMatching(message) as string },
  });
});

test.each([
  ["decide", ["decide", "missing.json"]],
  ["decide with a bad option", ["decide", "--bogus"]],
  ["load", ["load", "missing.md"]],
  ["key", ["key", "event.json"]],
  ["signals", ["signals", "event.json"]],
  ["parse-verdict", ["parse-verdict", "missing.txt"]],
  ["an agent's hook", ["hook", "no-such-agent"]],
  ["rows", ["eval", "--jsonl", "--bogus"]],
])("%s: whoever reads only its answers gets none", async (_, args) => {
  const { code, stdout, stderr } = await runCli([...args, "--json"], here);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).not.toBe("");
});

test("without --json, nothing but the message is said, and what is behind `--` is not an option", async () => {
  expect((await runCli(["packs", "gti"], here)).stdout).toBe("");
  expect((await runCli(["packs", "--", "--json"], here)).stdout).toBe("");
  expect((await runCli(["packs", "--help", "--json"], here)).stdout).toMatch(/^Usage: /);
});
