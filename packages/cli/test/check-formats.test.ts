import { afterEach, expect, test } from "vitest";
import { type Folder, folder, runCli } from "./run-cli.js";

const policy = (id: string, when: string): string =>
  `version: 1\npolicies:\n  - id: ${id}\n    events: before_tool_call\n    tools: Bash\n    when: ${JSON.stringify(when)}\n    deny: "no"\n`;
const DEAD = policy("dead", 'toolName == "a" && params.command == "<&>"');
const BROKEN = policy("broken", "params.command ==");
const FINE = policy("fine", 'params.command == "rm"');

let place: Folder | undefined;
afterEach(() => place?.remove());

async function check(files: Readonly<Record<string, string>>, ...args: readonly string[]) {
  place?.remove();
  place = folder(files);
  return runCli(["check", ...args], { cwd: place.path, home: place.home });
}

test("SARIF: a result for each issue, with its rule, level and place", async () => {
  const { stdout, code } = await check({ "a.yaml": BROKEN, "b c.yaml": DEAD }, ".", "--format", "sarif");
  expect(code).toBe(1);
  const log = JSON.parse(stdout) as {
    readonly version: string;
    readonly runs: readonly [{ readonly results: readonly object[] }];
  };
  expect(log.version).toBe("2.1.0");
  expect(log.runs[0].results).toMatchObject([
    {
      ruleId: "condition-syntax",
      level: "error",
      locations: [{ physicalLocation: { artifactLocation: { uri: "a.yaml" }, region: { startLine: 6 } } }],
    },
    {
      ruleId: "never-applies",
      level: "warning",
      locations: [
        { physicalLocation: { artifactLocation: { uri: "b%20c.yaml" }, region: { startLine: 3 } } },
      ],
    },
  ]);
});

test("JUnit: a test case for each file, which fails with its issues", async () => {
  const { stdout } = await check({ "a.yaml": FINE, "b.yaml": DEAD }, ".", "--format", "junit");
  expect(stdout).toContain('<testsuite name="gatehouse check" tests="2" failures="1">');
  expect(stdout).toContain('name="a.yaml"/>');
  expect(stdout).toContain('<failure type="never-applies" message="`dead` applies to no event');
});

test("GitHub: a command for each issue", async () => {
  const { stdout } = await check({ "a,b.yaml": DEAD }, ".", "--format", "github");
  expect(stdout).toMatch(
    /^::warning file=a%2Cb\.yaml,line=3,col=9,title=never-applies::`dead` applies .*%0A/,
  );
});

test.each([
  ["error", 0],
  ["warning", 1],
  ["never", 0],
])("--fail-on %s", async (failOn, expected) => {
  expect((await check({ "a.yaml": DEAD }, ".", "--fail-on", failOn)).code).toBe(expected);
});

test("no policy file where one is named, and what is no format, is bad usage", async () => {
  expect(await check({ "a.txt": "" }, ".")).toMatchObject({ code: 2 });
  expect((await check({ "a.yaml": FINE }, ".", "--format", "xml")).stderr).toContain("unknown format `xml`");
});

test("each project is a set by itself, loose files are one", async () => {
  const shadow = policy("narrow", 'params.command.startsWith("rm -r")');
  const wide = policy("any", 'params.command.startsWith("rm")');
  const files = {
    "one/.gatehouse/wide.yaml": wide,
    "two/.gatehouse/narrow.yaml": shadow,
    "loose/wide.yaml": wide,
    "more.yaml": shadow,
  };
  const apart = await check(files, "one", "two", "--json");
  expect(JSON.parse(apart.stdout)).toMatchObject({ issues: [] });
  const together = await check(files, "one", "loose", "more.yaml", "--json");
  expect(JSON.parse(together.stdout)).toMatchObject({
    issues: [{ code: "shadowed", witness: { params: { command: "rm -r" } } }],
  });
});
