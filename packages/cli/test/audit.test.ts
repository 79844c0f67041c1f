import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { folder, type Folder, runCli } from "./run-cli.js";

let made: Folder | undefined;
afterEach(() => made?.remove());

const RULES = `version: 1
policies:
  - id: stop
    events: before_tool_call
    tools: rm
    deny: the password=hunter2-hunter2 stays here
`;

async function cli(
  args: readonly string[],
  stdin = "",
): Promise<{ code: number; stdout: string; stderr: string }> {
  if (made === undefined) throw new Error("no folder");
  return runCli(args, { cwd: made.path, home: made.home, stdin });
}

async function decided(): Promise<string> {
  made = folder({ "rules.yaml": RULES });
  const events = ["ls", "rm", "ls"].map((toolName) =>
    JSON.stringify({ event: "before_tool_call", toolName, sessionKey: "s1", params: {} }),
  );
  const place = ["--policies", "rules.yaml", "--audit", "trail"];
  expect((await cli(["decide", "--jsonl", ...place], events.join("\n"))).code).toBe(0);
  return join(made.path, "trail");
}

test("decisions are recorded, shown, filtered and redacted", async () => {
  const directory = await decided();
  const { stdout } = await cli(["audit", "--audit", "trail", "--json", "--effect", "deny"]);
  expect(JSON.parse(stdout)).toMatchObject({
    matching: 1,
    records: [{ kind: "decision", effect: "deny", policy: "stop", tool: "rm", session: "s1" }],
  });
  const lines = (await cli(["audit", "--audit", "trail"])).stdout;
  expect(lines).toContain("5 of 5 records");
  expect(lines).toContain("stop");
  for (const name of readdirSync(directory)) {
    expect(readFileSync(join(directory, name), "utf8")).not.toContain("hunter2");
  }
  const newest = await cli(["audit", "--audit", "trail", "--json", "--kind", "decision", "--limit", "1"]);
  expect(JSON.parse(newest.stdout)).toMatchObject({ matching: 3, records: [{ effect: "abstain" }] });
  expect(
    (await cli(["audit", "--audit", "trail", "--json", "--since", "2999-01-01T00:00:00Z"])).stdout,
  ).toContain('"matching": 0');
});

test("verify: whole, then changed; a head tells of an end that was cut off", async () => {
  const directory = await decided();
  const whole = await cli(["audit", "verify", "--audit", "trail", "--json"]);
  const report = JSON.parse(whole.stdout) as { ok: boolean; heads: string[]; problems: unknown[] };
  expect([whole.code, report.ok, report.problems, report.heads.length]).toEqual([0, true, [], 1]);
  const file = join(directory, readdirSync(directory)[0] ?? "");
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace('"effect":"deny"', '"effect":"allow"'));
  const changed = await cli(["audit", "verify", "--audit", "trail"]);
  expect(changed.code).toBe(1);
  expect(changed.stdout).toContain("a line before this one was removed or changed");
  const lines = text.trimEnd().split("\n");
  writeFileSync(file, `${lines.slice(0, -1).join("\n")}\n`);
  const cutOff = await cli(["audit", "verify", "--audit", "trail"]);
  expect([cutOff.code, cutOff.stdout]).toEqual([1, expect.stringContaining("is not in the trail any more")]);
  expect((await cli(["audit", "verify", "--audit", "trail", "--head", report.heads[0] ?? ""])).code).toBe(1);
});

test("a trail that cannot be written: the decision comes, with a notice; required, it is a deny", async () => {
  made = folder({ "rules.yaml": RULES, trail: "a file stands in the way" });
  const event = JSON.stringify({ event: "before_tool_call", toolName: "ls", params: {} });
  const args = ["decide", "--policies", "rules.yaml", "--audit", "trail", "--json"];
  const free = await cli(args, event);
  expect([free.code, JSON.parse(free.stdout)]).toMatchObject([0, { effect: "abstain" }]);
  expect(free.stderr).toContain("the audit trail cannot be written");
  const required = await cli([...args, "--audit-required"], event);
  expect([required.code, JSON.parse(required.stdout)]).toMatchObject([1, { effect: "deny" }]);
  expect(required.stderr).toContain("decisions are denied");
  expect(required.stderr).not.toContain("decisions go on");
});

test.each([
  [["audit", "nonsense"]],
  [["audit", "--kind", "x"]],
  [["audit", "--since", "soon"]],
  [["audit", "--limit", "-1"]],
  [["audit", "verify", "--head", "x"]],
  [["decide", "--audit-required"]],
])("%j is bad usage", async (args) => {
  made = folder({});
  expect((await cli(args, "{}")).code).toBe(2);
});

describe("what proves nothing is not whole (S15, M8)", () => {
  test("no trail: an empty one, which proves nothing (S15)", async () => {
    made = folder({});
    expect((await cli(["audit"])).stdout).toContain("0 of 0 records");
    const { code, stdout } = await cli(["audit", "verify"]);
    expect([
      code,
      stdout.includes("whole"),
      stdout.includes("a trail without records proves nothing"),
    ]).toEqual([1, false, true]);
  });

  test.each(["emptied", "removed", "cut to nothing"])("a trail that was %s (S15)", async (how) => {
    const directory = await decided();
    for (const name of readdirSync(directory)) {
      if (how === "cut to nothing") writeFileSync(join(directory, name), "");
      else rmSync(join(directory, name));
    }
    if (how === "removed") rmSync(directory, { recursive: true });
    const { code, stdout } = await cli(["audit", "verify", "--audit", "trail"]);
    expect(code).toBe(1);
    expect(stdout).toContain("proves nothing");
    expect(stdout).toContain("is not in the trail any more");
  });

  test("a line that was put at the end and points to nothing (S15)", async () => {
    const directory = await decided();
    const file = join(directory, readdirSync(directory)[0] ?? "");
    const text = readFileSync(file, "utf8");
    for (const kind of ["decision", "note", "open"]) {
      const at = "2001-01-01T00:00:00.000Z";
      const forged = { v: 1, at, run: "0123456789abcdef", prev: [], kind, code: "x", message: "", pid: 1 };
      writeFileSync(file, `${text}${JSON.stringify(forged)}\n`);
      const { code, stdout } = await cli(["audit", "verify", "--audit", "trail"]);
      expect([kind, code]).toEqual([kind, 1]);
      expect(stdout).toContain("points to none before it");
    }
    writeFileSync(file, text);
    expect((await cli(["audit", "verify", "--audit", "trail"])).code).toBe(0);
  });

  test("a trail whose heads nobody kept: whole, with a warning, and kept from then on (S15)", async () => {
    const directory = await decided();
    const state = join((made as Folder).home, ".gatehouse/state/audit");
    rmSync(state, { recursive: true });
    const first = await cli(["audit", "verify", "--audit", "trail"]);
    expect([first.code, first.stdout.includes("no-head")]).toEqual([0, true]);
    const second = await cli(["audit", "verify", "--audit", "trail"]);
    expect([second.code, second.stdout.includes("no-head")]).toEqual([0, false]);
    const file = join(directory, readdirSync(directory)[0] ?? "");
    const lines = readFileSync(file, "utf8").trimEnd().split("\n");
    writeFileSync(file, `${lines.slice(0, -1).join("\n")}\n`);
    expect((await cli(["audit", "verify", "--audit", "trail"])).code).toBe(1);
  });

  test("several trails and several writers keep heads of their own (S15)", async () => {
    await decided();
    const event = JSON.stringify({ event: "before_tool_call", toolName: "ls", params: {} });
    const place = (trail: string): string[] => ["--policies", "rules.yaml", "--audit", trail];
    await Promise.all([1, 2, 3].map(async () => cli(["decide", ...place("trail")], event)));
    await cli(["decide", ...place("other")], event);
    for (const trail of ["trail", "other"]) {
      const { code, stdout } = await cli(["audit", "verify", "--audit", trail]);
      expect([trail, code, stdout.includes("no-head")]).toEqual([trail, 0, false]);
    }
    rmSync(join((made as Folder).path, "other"), { recursive: true });
    expect((await cli(["audit", "verify", "--audit", "other"])).code).toBe(1);
    expect((await cli(["audit", "verify", "--audit", "trail"])).code).toBe(0);
  });

  test("records that were lost are counted, also those that the trail cannot tell of (M8)", async () => {
    made = folder({ "rules.yaml": RULES, trail: "a file stands in the way" });
    const event = JSON.stringify({ event: "before_tool_call", toolName: "ls", params: {} });
    const place = ["--policies", "rules.yaml", "--audit", "trail"];
    await cli(["decide", "--jsonl", ...place], `${event}\n`.repeat(7));
    rmSync(join(made.path, "trail"));
    await cli(["decide", ...place], event);
    const { code, stdout } = await cli(["audit", "verify", "--audit", "trail"]);
    expect([code, stdout.includes("7 lost"), stdout.includes("whole")]).toEqual([1, true, false]);
  });
});
