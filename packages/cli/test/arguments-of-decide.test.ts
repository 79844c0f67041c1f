import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { assertLaw } from "../../../test/assert-law.js";
import { argumentsOfDecide } from "../src/arguments-of-decide.js";
import { knownWords } from "../src/known-words.js";
import { withSinglePolicies } from "../src/policy-words.js";
import { program } from "../src/program.js";
import { noIo } from "./help/no-io.js";
import { folder, runCli } from "./run-cli.js";

const DEFAULTS = { sandbox: "none", onLoadError: "deny", unknownEvents: "abstain", color: true };

describe("the arguments that most decisions are asked with", () => {
  test.each([
    [["decide"], undefined, {}],
    [["decide", "-"], "-", {}],
    [["decide", "--json", "e.json"], "e.json", { json: true }],
    [["--json", "decide", "e.json", "--no-color"], "e.json", { json: true, color: false }],
    [["decide", "--project", "p", "e.json"], "e.json", { project: "p" }],
    [["decide", "--policies", "a", "b", "--json"], "b", { policies: ["a"], json: true }],
    [["decide", "--policies", "a", "--policies", "b"], undefined, { policies: ["a", "b"] }],
    [["--policies", "a.yaml", "decide", "e.json"], "e.json", { policies: ["a.yaml"] }],
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
    [["decide", "--policies", "a.yaml", "b.yaml"]],
    [["decide", "--policies", "a", "b", "c"]],
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
    ["decide", "--policies", "other", "--policies", ".gatehouse", "--json", "-"],
    ["--policies", "other", "decide", "event.json"],
    ["decide", "--policies", "other", "event.json"],
    ["decide", "--policies", "other", ".gatehouse"],
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

/** What commander makes of a command line; undefined where it is refused or is not `decide`. */
async function byCommander(args: readonly string[]): Promise<unknown> {
  const { root } = program(noIo());
  let seen: unknown;
  for (const command of root.commands) {
    command.action((file: unknown) => {
      if (command.name() === "decide") seen = { file, options: command.optsWithGlobals() };
    });
  }
  try {
    await root.parseAsync(withSinglePolicies(args, knownWords(root)), { from: "user" });
  } catch {
    return undefined;
  }
  return seen;
}

const WORDS =
  "decide decide --json --no-color --policies --policies --enforced --project --store --jsonl -- - a.yaml b e.json list".split(
    " ",
  );

test("what is read without commander is what commander reads, on every line", async () => {
  let understood = 0;
  await assertLaw(
    fc.asyncProperty(fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 7 }), async (args) => {
      const quick = argumentsOfDecide(args);
      if (quick === undefined) return;
      understood++;
      expect(await byCommander(args)).toEqual(quick);
    }),
    { quick: 300, full: 2000 },
    [[["decide", "--policies", "a", "e.json"]], [["--enforced", "b", "decide", "--policies", "a.yaml", "b"]]],
  );
  expect(understood).toBeGreaterThan(2);
});

describe("several words behind --policies", () => {
  const { root } = program(noIo());
  const read = (line: string): readonly string[] => withSinglePolicies(line.split(" "), knownWords(root));

  test.each([
    ["decide --policies rules.yaml event.json", "decide --policies rules.yaml event.json"],
    ["list --policies a b --json", "list --policies a --policies b --json"],
    ["decide --jsonl --policies a b", "decide --jsonl --policies a --policies b"],
    ["--policies a decide e.json", "--policies a decide e.json"],
    ["--project list decide e.json", "--project list decide e.json"],
    ["mcp-gate --policies a -- server --policies x y", "mcp-gate --policies a -- server --policies x y"],
  ])("%s", (line, means) => {
    expect(read(line).join(" ")).toBe(means);
  });

  test.each(["decide --policies a.yaml b.yaml", "decide --policies a b c", "check --policies a b"])(
    "%s is refused, with the line that is meant",
    (line) => {
      expect(() => read(line)).toThrow(/takes one path, and [23] words follow it/);
    },
  );
});

test("a document that is awaited from a person is said to be", async () => {
  const one = folder({});
  const place = { cwd: one.path, home: one.home };
  expect((await runCli(["decide"], { ...place, interactive: true })).stderr).toContain("an event is missing");
  const piped = await runCli(["decide", "-"], { ...place, interactive: true, stdin: "{}" });
  expect(piped.stderr).toContain("reading an event from standard input");
  expect((await runCli(["decide", "-"], { ...place, stdin: "{}" })).stderr).not.toContain("reading");
  one.remove();
});
