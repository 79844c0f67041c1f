import { afterEach, describe, expect, test } from "vitest";
import { type Folder, folder, runCli } from "./run-cli.js";

const policy = (id: string, when: string, says = "deny: no"): string =>
  `  - id: ${id}\n    events: before_tool_call\n    when: '${when}'\n    ${says}\n`;
const file = (...policies: readonly string[]): string => `version: 1\npolicies:\n${policies.join("")}`;

let place: Folder | undefined;
afterEach(() => place?.remove());

async function check(text: string, ...args: readonly string[]) {
  place?.remove();
  // The user's own: those of a project may not allow until they are trusted.
  place = folder({ "~/.gatehouse/a.yaml": text });
  return runCli(["check", ...args], { cwd: place.path, home: place.home });
}

interface Said {
  readonly code: string;
  readonly line?: number;
  readonly column?: number;
  readonly witness?: object;
}

async function found(text: string, ...args: readonly string[]): Promise<readonly Said[]> {
  const { stdout } = await check(text, "--json", ...args);
  const report = JSON.parse(stdout) as {
    readonly issues: readonly Said[];
    readonly hosts?: readonly { readonly issues: readonly Said[] }[];
  };
  return [...report.issues, ...(report.hosts ?? []).flatMap(({ issues }) => issues)];
}

const DEAD = policy("rm", 'params.command.includes("rm") || params.command.includes("x rm")');

describe("a part of a condition that never decides", () => {
  test("is shown with a caret", async () => {
    const { stdout, code } = await check(file(DEAD));
    const lines = stdout.split("\n");
    expect(lines[0]).toMatch(/a\.yaml:5:45 warning this part of the condition of `rm`/);
    expect(lines[1]).toBe(
      '    5 |     when: \'params.command.includes("rm") || params.command.includes("x rm")\'',
    );
    expect(lines[2]?.indexOf("^")).toBe(lines[1]?.indexOf('params.command.includes("x rm")'));
    expect(lines[3]).toMatch(/^ {2}for example /);
    expect(lines[4]).toMatch(/^ {2}cure: /);
    expect(code).toBe(0);
  });

  test("has an event, in text and for programs", async () => {
    const text = file(policy("rm", "params.n > 3 || params.n > 5"));
    expect(await found(text)).toMatchObject([
      {
        code: "dead-condition-part",
        line: 5,
        column: 28,
        witness: { params: { n: expect.any(Number) as number } },
      },
    ]);
    expect((await check(text)).stdout).toMatch(/^ {2}for example \{"event":"before_tool_call",.*\}$/m);
    expect((await check(text, "--format", "sarif")).stdout).toContain('"witness"');
    expect((await check(text, "--format", "junit")).stdout).toContain("for example {&quot;event");
    expect((await check(text, "--format", "github")).stdout).toContain('%0Afor example {"event"');
  });
});

test("a long event is cut in text, and whole for programs", async () => {
  const long = "a".repeat(500);
  const text = file(policy("a", `params.n == "${long}" || params.n == "${long}"`));
  const { stdout } = await check(text);
  expect(stdout).toMatch(/^ {2}for example \{"event".{191}…$/m);
  expect(await found(text)).toMatchObject([{ witness: { params: { n: long } } }]);
});

test("what a set cannot do has the place of the policy's name", async () => {
  const text = file(
    policy("wide", 'params.command.includes("rm")'),
    policy("narrow", 'params.command == "rm -r"'),
  );
  expect(await found(text)).toMatchObject([{ code: "shadowed", line: 7, column: 9 }]);
});

test("what holds always points at the condition, and shows an event", async () => {
  const text = file(policy("all", "has(toolName) || params.n > 3"));
  expect(await found(text)).toMatchObject([
    { code: "always-applies", line: 5, column: 12, witness: { event: "before_tool_call" } },
  ]);
});

describe("--conflicts", () => {
  const allow = policy("git", 'params.command.startsWith("git ")', "allow: fine");
  const deny = policy("force", 'params.command.endsWith(" --force")');

  test("an allow and a deny of the same calls, who wins, and such a call", async () => {
    expect((await found(file(allow, deny))).filter(({ code }) => code === "conflict")).toEqual([]);
    const { stdout } = await check(file(allow, deny), "--conflicts");
    expect(stdout).toMatch(
      /:3:9 warning `git` allows some of what `force` denies; there `force` wins \(conflict\)/,
    );
    expect(stdout).toMatch(/^ {2}for example .*"git --force"/m);
  });

  test("an exception is none", async () => {
    const exception = policy("push", 'params.command.startsWith("git push")');
    const codes = (await found(file(allow, exception), "--conflicts")).map(({ code }) => code);
    expect(codes).not.toContain("conflict");
  });
});

describe("--host: what an agent never sends", () => {
  const shell = (argument: string): string =>
    policy("rm", `tool.kind == "shell" && params.${argument}.includes("rm")`);
  // Of a tool whose parameters are documented; others of its kind may take anything.
  const bash = (argument: string): string =>
    policy("rm", `toolName == "Bash" && params.${argument}.includes("rm")`);

  test.each([
    ["codex", file(shell("command")), []],
    ["claude-code", file(bash("cmdline")), ["never-on-host"]],
    ["claude-code", file(policy("rm", 'toolName == "Bash" && params.command.includes("rm")')), []],
    // Said by the tables alone, and once.
    ["codex", file(policy("rm", 'toolName == "Read" && params.file_path.includes("x")')), ["tool-not-there"]],
    [
      "claude-code",
      file(policy("slow", "durationMs > 1000", "warn: slow").replace("before", "after")),
      ["never-on-host"],
    ],
  ])("%s", async (host, text, codes) => {
    const known = (await found(text)).map(({ code }) => code);
    const said = (await found(text, "--host", host)).map(({ code }) => code);
    expect(said).toEqual([...known, ...codes]);
  });

  test("with an event of other agents", async () => {
    expect(await found(file(bash("cmdline")), "--host", "claude-code")).toContainEqual(
      expect.objectContaining({
        code: "never-on-host",
        line: 3,
        column: 9,
        witness: expect.objectContaining({ params: { cmdline: "rm" } }) as object,
      }),
    );
  });
});
