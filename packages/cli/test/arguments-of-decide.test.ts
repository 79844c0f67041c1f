import { describe, expect, test } from "vitest";
import { argumentsOfDecide } from "../src/arguments-of-decide.js";
import { folder, runCli } from "./run-cli.js";

const DEFAULTS = { sandbox: "none", onLoadError: "deny", unknownEvents: "abstain", color: true };

describe("the arguments that most decisions are asked with", () => {
  test.each([
    [["decide"], undefined, {}],
    [["decide", "-"], "-", {}],
    [["decide", "--json", "e.json"], "e.json", { json: true }],
    [["--json", "decide", "e.json", "--no-color"], "e.json", { json: true, color: false }],
    [["decide", "--project", "p", "e.json"], "e.json", { project: "p" }],
    [["decide", "--policies", "a", "b", "--json"], undefined, { policies: ["a", "b"], json: true }],
    [["--enforced", "a", "--store", "off", "decide"], undefined, { enforced: ["a"], store: "off" }],
  ])("%j are understood", (args, file, options) => {
    expect(argumentsOfDecide(args)).toEqual({ file, options: { ...DEFAULTS, ...options } });
  });

  test.each([
    [[]],
    [["list"]],
    [["decide", "a", "b"]],
    [["decide", "--jsonl"]],
    [["decide", "--help"]],
    [["decide", "--json", "--json"]],
    [["decide", "--project"]],
    [["decide", "--project", "--json"]],
    [["decide", "--project=p"]],
    [["decide", "--policies", "--json"]],
    [["decide", "--policies", "a", "--policies", "b"]],
    [["--policies", "a", "decide"]],
    [["decide", "--", "e.json"]],
    [["decide", ""]],
    [["decide", "--sandbox", "none"]],
    [["decide", "--constructor", "x"]],
    [["decide", "-j"]],
  ])("%j are left to the whole command", (args) => {
    expect(argumentsOfDecide(args)).toBeUndefined();
  });
});

test("what both understand, both understand alike", async () => {
  const one = folder({
    ".gatehouse/a.yaml": "version: 1\npolicies:\n  - { id: all, events: before_tool_call, deny: never }\n",
    "other/b.yaml": "version: 1\npolicies:\n  - { id: other, events: before_tool_call, ask: well }\n",
    "event.json": '{"event":"before_tool_call","toolName":"exec","params":{"command":"ls"}}',
  });
  const place = { cwd: one.path, home: one.home };
  for (const args of [
    ["decide", "event.json"],
    ["--json", "decide", "event.json"],
    ["decide", "--no-color", "event.json", "--policies", "other"],
    ["decide", "--policies", "other", ".gatehouse", "--json", "-"],
    ["decide", "--project", "other", "event.json"],
    ["decide", "missing.json"],
    ["decide", "--config", "missing.json5", "event.json"],
  ]) {
    const stdin = '{"event":"before_tool_call","toolName":"exec","params":{"command":"ls"}}';
    // `--sandbox` is for the whole command only.
    const expected = await runCli([...args, "--sandbox", "none"], { ...place, stdin });
    for (let round = 0; round < 2; round++)
      expect(await runCli(args, { ...place, stdin }), args.join(" ")).toEqual(expected);
  }
  one.remove();
});
