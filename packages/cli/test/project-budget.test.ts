import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";
import { load } from "@gatehouse-hooks/hosts";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { folder, type Folder, runCli } from "./run-cli.js";
import { tierRows } from "../../../test/assert-law.js";

const EVENT = JSON.stringify({
  event: "before_tool_call",
  toolName: "exec",
  params: { command: "rm -rf x" },
});
const GUARD = "version: 1\npolicies:\n  - { id: guard, events: before_tool_call, deny: no }\n";
const KIB = 1024;
/** How many times the reading of 40 KiB of right rules a project over the budget may cost, and one within it. */
const OVER = 5;
const WITHIN = 15;

const fill = (head: string, unit: string, bytes: number, tail = ""): string =>
  head + unit.repeat(Math.floor((bytes - head.length - tail.length) / unit.length)) + tail;
const empties = (bytes: number): string => fill("version: 1\npolicies: [", "{},", bytes, "{}]");

let made: Folder | undefined;
afterEach(() => made?.remove());

function project(
  count: number,
  at: (n: number) => string,
  text: (n: number) => string,
  home: Record<string, string>,
) {
  made = folder(home);
  for (let n = 0; n < count; n++) {
    const file = join(made.path, at(n));
    mkdirSync(join(file, ".."), { recursive: true });
    writeFileSync(file, text(n));
  }
  return made;
}

/** Milliseconds of processor time of this process. */
async function timed<Result>(
  run: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly ms: number }> {
  const before = process.cpuUsage();
  const result = await run();
  const { user, system } = process.cpuUsage(before);
  return { result, ms: (user + system) / 1_000 };
}

/** Milliseconds of processor time that this machine takes, just now, to read 40 KiB of right rules. */
let rules = 0;
beforeAll(async () => {
  const text = fill(
    "version: 1\npolicies:\n",
    "  - { id: p, events: before_tool_call, warn: y }\n",
    40 * KIB,
  );
  load(text, { path: "rules.yaml" });
  const { ms } = await timed(() => Promise.resolve(load(text, { path: "rules.yaml" })));
  rules = ms;
});

describe("a project cannot make the gate slow (S5)", () => {
  test.each(
    tierRows<[string, number, (n: number) => string, (n: number) => string]>(2, [
      ["1,000 files of 256 KiB", 1_000, (n) => `.gatehouse/${n}.yaml`, () => empties(256 * KIB)],
      ["12 files of 256 KiB", 12, (n) => `.gatehouse/${n}.yaml`, () => empties(256 * KIB)],
      ["5,000 tiny files", 5_000, (n) => `.gatehouse/${n}.yaml`, () => "version: 1\npolicies: []\n"],
      ["25,000 entries", 25_000, (n) => `.gatehouse/${n}.x`, () => ""],
      [
        "1,000 hooks of Mayros",
        1_000,
        (n) => `.mayros/hooks/${n}.md`,
        (n) => `---\nname: h${n}\nevents: before_tool_call\n---\n${"x ".repeat(KIB)}`,
      ],
      ["a configuration of 256 KiB", 1, () => "mayros.json5", () => fill("{a:[", "1,", 256 * KIB, "1]}")],
      [
        "hooks of Mimir",
        1,
        () => ".mimir/config.yml",
        () => fill("hooks:\n", "  pre-bash: { command: x }\n", 256 * KIB),
      ],
      [
        "over two places",
        300,
        (n) => (n % 2 ? `.gatehouse/${n}.yaml` : `.mayros/hooks/${n}.md`),
        () => GUARD,
      ],
    ]),
  )("%s: one load error that denies, and the user's deny is given", async (_name, count, at, text) => {
    const { path: cwd, home } = project(count, at, text, { "~/.gatehouse/g.yaml": GUARD });
    const { result, ms } = await timed(() => runCli(["decide", "--json"], { cwd, home, stdin: EVENT }));
    expect(JSON.parse(result.stdout)).toMatchObject({ effect: "deny", policy: "guard" });
    expect(ms / rules).toBeLessThan(OVER);
    const { stdout } = await runCli(["check", "--json"], { cwd, home });
    const { issues } = JSON.parse(stdout) as { issues: readonly { code: string; severity: string }[] };
    expect(issues.filter((one) => one.severity === "error")).toMatchObject([{}]);
    expect(issues.find((one) => one.severity === "error")?.code).toMatch(/^(?:over-budget|too-many)$/);
  });

  test("without the user's deny the load error is what denies", async () => {
    const { path: cwd, home } = project(
      300,
      (n) => `.gatehouse/${n}.yaml`,
      () => "version: 1\npolicies: []\n",
      {},
    );
    const { stdout } = await runCli(["decide", "--json"], { cwd, home, stdin: EVENT });
    expect(JSON.parse(stdout)).toMatchObject({ effect: "deny" });
    expect(stdout).toContain("cost too much to load (more than 256 files)");
  });

  test.each(
    tierRows<[string, number, (n: number) => string]>(1, [
      [
        "256 files",
        256,
        (n) => `version: 1\npolicies:\n  - { id: p${n}, events: before_tool_call, warn: x }\n`,
      ],
      [
        "a file of many rules",
        1,
        () => fill("version: 1\npolicies:\n", "  - { id: p, events: x, warn: y }\n", 70 * KIB),
      ],
      ["nothing but brackets", 1, () => empties(23 * KIB)],
      [
        "long conditions",
        2,
        () =>
          fill(
            "version: 1\npolicies:\n",
            `  - { id: p, events: x, warn: y, when: '${"a == 1 || ".repeat(1_000)}b' }\n`,
            200 * KIB,
          ),
      ],
    ]),
  )("within the budget it is fast enough: %s", async (_name, count, text) => {
    const { path: cwd, home } = project(count, (n) => `.gatehouse/${n}.yaml`, text, {
      "~/.gatehouse/g.yaml": GUARD,
    });
    const { result, ms } = await timed(() => runCli(["decide", "--json"], { cwd, home, stdin: EVENT }));
    expect(result.stderr).not.toContain("cost too much");
    expect(JSON.parse(result.stdout)).toMatchObject({ effect: "deny", policy: "guard" });
    expect(ms / rules).toBeLessThan(WITHIN);
  });

  test("what was named on the command line does not count", async () => {
    const text = fill("version: 1\npolicies:\n", "  - { id: p, events: x, warn: y }\n", 200 * KIB);
    const { path: cwd, home } = project(
      1,
      () => "rules.yaml",
      () => text,
      {},
    );
    const args = ["decide", "--json", "--policies", "rules.yaml"];
    const { stdout } = await runCli(args, { cwd, home, stdin: EVENT });
    expect(stdout).not.toContain("cost too much");
  });

  test("the budget is the project's: the user's own files may be many", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 300 }, (_, n) => [
        `~/.gatehouse/${n}.yaml`,
        `version: 1\npolicies:\n  - { id: p${n}, events: session_start, warn: y }\n`,
      ]),
    );
    made = folder(many);
    const { code, stdout } = await runCli(["check", "--json"], { cwd: made.path, home: made.home });
    expect([code, (JSON.parse(stdout) as { files: readonly string[] }).files.length]).toEqual([0, 300]);
  });

  test("a deny of the user's waits for no judge of the project's", async () => {
    const judge =
      "version: 1\npolicies:\n  - { id: slow, priority: 1000, events: before_tool_call, judge: { prompt: ok? } }\n";
    made = folder({ "~/.gatehouse/g.yaml": GUARD, ".gatehouse/j.yaml": judge });
    let asked = 0;
    const server = createServer(() => {
      // Never answers: who waits for it waits longer than a test may.
      asked++;
    });
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    const { port } = server.address() as AddressInfo;
    const env = { OLLAMA_HOST: `http://127.0.0.1:${port}` };
    const { stdout } = await runCli(["decide", "--json"], {
      cwd: made.path,
      home: made.home,
      stdin: EVENT,
      env,
    });
    expect(JSON.parse(stdout)).toMatchObject({ effect: "deny", policy: "guard" });
    server.closeAllConnections();
    server.close();
    expect(asked).toBe(0);
    expect(JSON.stringify(JSON.parse(stdout))).not.toContain("slow");
  });
});

test("a pipe and devices among the project's files do not block (S5)", async () => {
  made = folder({ "~/.gatehouse/g.yaml": GUARD, ".gatehouse/a.yaml": "version: 1\npolicies: []\n" });
  spawnSync("mkfifo", [join(made.path, ".gatehouse/pipe.yaml")]);
  const { stdout } = await runCli(["decide", "--json"], { cwd: made.path, home: made.home, stdin: EVENT });
  expect(JSON.parse(stdout)).toMatchObject({ effect: "deny" });
});
