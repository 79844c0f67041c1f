import { afterEach, describe, expect, test } from "vitest";
import { excerpt } from "../../console/src/print/excerpt.js";
import { type Folder, folder, runCli } from "./run-cli.js";

let project: Folder | undefined;
afterEach(() => project?.remove());

const RULES = `version: 1
policies:
  - id: no-rm
    events: before_tool_call
    tools: exec
    when: params.cmd.includes("rm -rf")
    deny: no
`;

describe("an issue shows the line that it is about (N10)", () => {
  test("check, for people: the line, a caret at the place, the cure", async () => {
    project = folder({ ".gatehouse/rules.yaml": RULES });
    const { stdout } = await runCli(["check"], { cwd: project.path, home: project.home });
    expect(stdout.split("\n").slice(0, 4)).toEqual([
      ".gatehouse/rules.yaml:6:11 warning the tool `exec` has no `params.cmd`: it is missing in every event (unknown-field)",
      '    6 |     when: params.cmd.includes("rm -rf")',
      "      |           ^",
      "  cure: did you mean `params.command`?",
    ]);
  });

  test.each([["list"], ["reload"], ["load", ".gatehouse/rules.yaml"], ["test", ".gatehouse/rules.yaml"]])(
    "%s shows it, too",
    async (...args) => {
      project = folder({ ".gatehouse/rules.yaml": RULES });
      const { stdout } = await runCli(args, { cwd: project.path, home: project.home });
      expect(stdout).toContain('    6 |     when: params.cmd.includes("rm -rf")\n      |           ^\n');
    },
  );

  test("what may go on to others does not hold it: JSON, and what `decide` writes beside a decision", async () => {
    project = folder({ ".gatehouse/rules.yaml": RULES.replace("deny:", "dney: CANARY #") });
    const place = { cwd: project.path, home: project.home };
    const checked = await runCli(["check", "--json"], place);
    const decided = await runCli(["decide"], {
      ...place,
      stdin: '{"event":"before_tool_call","toolName":"exec","params":{}}',
    });
    expect((await runCli(["check"], place)).stdout).toContain("CANARY");
    expect(checked.stdout + decided.stdout + decided.stderr).not.toContain("CANARY");
  });

  test.each([
    ["tabs are blanks, and the caret stands below", "\ta\tb", 4, ["    1 |     a   b", "      |         ^"]],
    [
      "what cannot be seen is visible",
      "a\u200bb\u001b[31mc",
      3,
      ["    1 | a\\u{200b}b\\u{1b}[31mc", "      |          ^"],
    ],
    ["the place may be behind the end", "abc", 9, ["    1 | abc", "      |    ^"]],
    ["a character of two units", "😀 x", 4, ["    1 | 😀 x", "      |    ^"]],
  ])("%s", (_what, line, column, lines) => {
    expect(excerpt(line, 1, column, 80)).toEqual(lines);
  });

  test("a long line is cut around the place, to the width of the terminal", () => {
    const line = `${"a".repeat(300)}X${"b".repeat(300)}`;
    for (const [columns, column] of [
      [80, 301],
      [80, 1],
      [80, 600],
      [40, 301],
      [1, 301],
    ] as const) {
      const [shown = "", caret = ""] = excerpt(line, 1, column, columns);
      expect(shown.length).toBeLessThanOrEqual(Math.max(columns, 30));
      expect(shown).toContain("…");
      expect(shown[caret.indexOf("^")]).toBe(line[column - 1]);
    }
  });

  test.each([
    ["no such line", "a\nb", 3],
    ["a blank line", "a\n  \nb", 2],
    ["no such file", undefined, 1],
    ["a file larger than a policy file", "a".repeat(300_000), 1],
  ])("%s: nothing is shown", (_what, text, line) => {
    expect(excerpt(text, line, 1, 80)).toEqual([]);
  });

  test("lines end as in issues: LF, CRLF, CR", () => {
    expect(excerpt("\ufeffa\r\nb\rc\nd", 3, 1, 80)).toEqual(["    3 | c", "      | ^"]);
    expect(excerpt(new TextEncoder().encode("a\r\nb"), 2, 1, 80)).toEqual(["    2 | b", "      | ^"]);
  });
});
