import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { folder, type Folder, runCli } from "./run-cli.js";

let here: Folder | undefined;
afterEach(() => here?.remove());

interface Found {
  readonly code: string;
  readonly path?: string;
  readonly line?: number;
  readonly message: string;
}

async function check(
  files: Readonly<Record<string, string>>,
  ...more: readonly string[]
): Promise<readonly Found[]> {
  here = folder(files);
  const { stdout } = await runCli(["check", "--json", ...more], { cwd: here.path, home: here.home });
  return (JSON.parse(stdout) as { readonly issues: readonly Found[] }).issues;
}

/** What is wrong with a policy, each by itself: the line that has it, and what is said of it. */
const MISTAKES: Readonly<
  Record<string, { readonly line: string; readonly code: string; readonly of: string }>
> = {
  "the key of its handler": { line: "denny: no", code: "unknown-key", of: "denny" },
  "another key": { line: "colour: red", code: "unknown-key", of: "colour" },
  "an empty reason": { line: 'deny: ""', code: "invalid-value", of: "deny" },
  "the type of a value": { line: "priority: high", code: "invalid-type", of: "priority" },
};
const BESIDE: Readonly<
  Record<string, { readonly line: string; readonly code: string; readonly of: string }>
> = {
  "its event": { line: "events: before_tool_cal", code: "unknown-event", of: "before_tool_cal" },
  "its tool": { line: "tools: Bsh", code: "unknown-tool", of: "Bsh" },
  "a method": { line: 'when: params.command.startWith("x")', code: "condition-syntax", of: "startWith" },
  "a field of the tool": { line: 'when: params.comand == "x"', code: "unknown-field", of: "params.comand" },
  "its name": { line: "id: taken", code: "duplicate-name", of: "taken" },
};

/** A file with a policy of these lines, and another one. */
function fileOf(lines: readonly string[]): string {
  const start = (key: string): boolean => lines.some((line) => line.startsWith(`${key}:`));
  const all = [
    ...(start("id") ? [] : ["id: one"]),
    ...(start("events") ? [] : ["events: before_tool_call"]),
    ...(start("tools") ? [] : ["tools: Bash"]),
    ...lines,
  ];
  return `version: 1\npolicies:\n  - id: taken\n    events: session_start\n    warn: hello\n  - ${all.join("\n    ")}\n`;
}

describe("a mistake hides no other", () => {
  test.each(
    Object.entries(MISTAKES).flatMap(([name, mistake]) =>
      Object.entries(BESIDE).map(([other, beside]) => [name, other, mistake, beside] as const),
    ),
  )("%s and %s", async (_, __, mistake, beside) => {
    const found = await check({ ".gatehouse/rules.yaml": fileOf([beside.line, mistake.line]) });
    for (const { code, of } of [mistake, beside])
      expect(found.filter((one) => one.code === code && one.message.includes(`\`${of}`))).toHaveLength(1);
  });

  test("nor are there two findings for one cause", async () => {
    const found = await check({ ".gatehouse/rules.yaml": fileOf(["events: before_tool_cal", "deny: no"]) });
    expect(found.filter(({ code }) => code === "unknown-event")).toHaveLength(1);
    expect(found.map(({ code }) => code)).toEqual(["unknown-event"]);
  });

  test("a policy that is not in force decides nothing", async () => {
    here = folder({
      ".gatehouse/rules.yaml": fileOf(['when: params.command == "ls"', "allow: yes", "colour: red"]),
    });
    const event = '{"event":"before_tool_call","toolName":"Bash","params":{"command":"ls"}}';
    const { stdout } = await runCli(["decide", "-", "--json"], {
      cwd: here.path,
      home: here.home,
      stdin: event,
    });
    expect(JSON.parse(stdout)).toMatchObject({ effect: "abstain" });
  });
});

test("nothing is said of what replaces a policy that cannot be loaded", async () => {
  const lost = (id: string, events: string): string => `  - { id: ${id}, events: ${events}, denny: no }\n`;
  const found = await check({
    ".gatehouse/rules.yaml": `version: 1\npolicies:\n${lost("a", "before_tool_call")}${lost("b", "PreToolUse")}  - { id: c, events: before_tool_call, allow: yes }\n`,
    "~/.gatehouse/own.yaml": `version: 1\npolicies:\n${lost("d", "before_tool_call")}`,
  });
  expect(found.map(({ message }) => message).filter((message) => message.includes("load-error"))).toEqual([]);
  expect(found.map(({ code }) => code)).toEqual(expect.arrayContaining(["unknown-key"]));
  expect(found.map(({ code }) => code)).not.toContain("allow-never-wins");
});

test("files outside of the project are named in the count", async () => {
  here = folder({
    ".gatehouse/rules.yaml": fileOf(["deny: no"]),
    "~/.gatehouse/own.yaml": "version: 1\nextends: pack/git\n",
  });
  const { stdout } = await runCli(["check"], { cwd: here.path, home: here.home });
  expect(stdout).toContain("2 files (~/.gatehouse/own.yaml among them): 0 errors");
});

describe("check --fix", () => {
  const BROKEN = `# kept
policies:
  - id: one
    events: before_tool_cal   # why
    tools: Bsh
    when: params.comand.startWith("git push")
    denny: no
`;
  const MENDED = `version: 1
# kept
policies:
  - id: one
    events: before_tool_call   # why
    tools: Bash
    when: params.command.startsWith("git push")
    deny: no
`;

  test("writes the cures that are certain, says them, and checks what there is then", async () => {
    here = folder({ ".gatehouse/rules.yaml": BROKEN });
    const place = { cwd: here.path, home: here.home };
    const file = join(here.path, ".gatehouse/rules.yaml");
    const { stdout, code } = await runCli(["check", "--fix"], place);
    expect(readFileSync(file, "utf8")).toBe(MENDED);
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^fixed \.gatehouse\/rules\.yaml: 6 changes$/m),
    ]);
    expect(stdout).toMatch(/line \d+: write `before_tool_call`/);
    expect((await runCli(["check", "--fix"], place)).stdout).toContain("nothing to fix");
    expect(readFileSync(file, "utf8")).toBe(MENDED);
  });

  test("what has no certain cure stays as it is, and is reported", async () => {
    const text = "version: 1\npolicies:\n  - { id: one, events: before_tool_call, deny: no, qqqqqq: 1 }\n";
    here = folder({ ".gatehouse/rules.yaml": text });
    const { code } = await runCli(["check", "--fix"], { cwd: here.path, home: here.home });
    expect([code, readFileSync(join(here.path, ".gatehouse/rules.yaml"), "utf8")]).toEqual([1, text]);
  });

  test("nothing is written through a link, nor into files of the organisation", async () => {
    here = folder({
      "elsewhere/rules.yaml": BROKEN,
      "organisation/rules.yaml": BROKEN,
      ".gatehouse/x.txt": "",
    });
    symlinkSync(join(here.path, "elsewhere/rules.yaml"), join(here.path, ".gatehouse/rules.yaml"));
    await runCli(["check", "--fix", "--enforced", "organisation"], { cwd: here.path, home: here.home });
    for (const name of ["elsewhere", "organisation"])
      expect(readFileSync(join(here.path, name, "rules.yaml"), "utf8")).toBe(BROKEN);
  });

  test("without it nothing is written", async () => {
    here = folder({ ".gatehouse/rules.yaml": BROKEN });
    writeFileSync(join(here.path, "other.yaml"), BROKEN);
    await runCli(["check"], { cwd: here.path, home: here.home });
    expect(readFileSync(join(here.path, ".gatehouse/rules.yaml"), "utf8")).toBe(BROKEN);
  });
});
