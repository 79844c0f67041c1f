// A hook reads the file of what is seldom run for few calls, and for those that need it.
import { spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { FIRST_RULE } from "../../packages/agents/src/init/first-rule.js";
import { WARM_CALLS, warmPayload } from "../../packages/agents/src/init/snapshot/warm-payloads.js";
import { NO_OPT } from "../../packages/console/src/program-file.js";
import { builtCommand } from "../shipped/installed.js";

const home = realpathSync(mkdtempSync(path.join(tmpdir(), "gatehouse-seldom-")));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const LONG_AGO = 1_000_000_000;
const SAID = "the file of what is seldom run was read";
const project = path.join(home, "project");
const reporter = path.join(home, "reporter.cjs");
mkdirSync(path.join(project, ".git"), { recursive: true });
mkdirSync(path.join(home, ".gatehouse/state"), { recursive: true, mode: 0o700 });
writeFileSync(path.join(home, ".gatehouse/first.yaml"), FIRST_RULE);
writeFileSync(
  reporter,
  `process.once("exit", () => Object.keys(require.cache).some((file) => /chunk-seldom-/.test(file)) && process.stderr.write(${JSON.stringify(SAID)}));`,
);
for (const place of [
  ".gatehouse/first.yaml",
  ".gatehouse/state",
  ".gatehouse",
  "project/.git",
  "project",
  ".",
])
  utimesSync(path.join(home, place), LONG_AGO, LONG_AGO);

function readsIt(call: (typeof WARM_CALLS)[number]): boolean {
  const { bin, node } = builtCommand();
  const { status, stderr } = spawnSync(node, [NO_OPT, "--require", reporter, bin, "hook", "claude-code"], {
    cwd: project,
    env: { HOME: home, PATH: process.env["PATH"] },
    input: warmPayload(project, call),
    encoding: "utf8",
  });
  expect(status).toBe(0);
  return stderr.includes(SAID);
}

/** The first call compiles the policies, which reads it. */
test("the first call reads it, the second does not", () => {
  const [first = ["Bash", {}]] = WARM_CALLS;
  expect([readsIt(first), readsIt(first)]).toEqual([true, false]);
});

test("what the snapshot is made by reads it only where a call is stopped and kept", () => {
  writeFileSync(path.join(home, ".gatehouse/state/decisions.off"), "");
  expect(WARM_CALLS.filter(readsIt)).toEqual([]);
  rmSync(path.join(home, ".gatehouse/state/decisions.off"));
  expect(readsIt(["Bash", { command: "git push --force" }])).toBe(true);
});

test("at most one ordinary call in ten reads it, and a loop does", () => {
  const commands = readFileSync(path.resolve("test/vectors/everyday.jsonl"), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith('{"from": "fault"'))
    .map((line) => (JSON.parse(line) as { readonly command?: string }).command ?? "")
    .map((command) => command.replaceAll("/home/test/project", project))
    .filter((_, index) => index % 50 === 0);
  expect(commands.length).toBeGreaterThan(25);
  expect(commands.filter((command) => readsIt(["Bash", { command }])).length).toBeLessThanOrEqual(
    commands.length / 10,
  );
  expect(readsIt(["Bash", { command: "for f in a b; do cat $f; done" }])).toBe(true);
}, 120_000);
