import { parse } from "@gatehouse-hooks/condition";
import { afterEach, describe, expect, test } from "vitest";
import type { CodeExample } from "../../console/src/codes/code-row.js";
import { codeRow, CODES } from "../../console/src/codes/codes.js";
import { type Folder, folder, runCli } from "./run-cli.js";

const rows = CODES.flatMap((area) => area.rows);
const examples = rows.flatMap(({ code, severities, example }) =>
  example === undefined ? [] : [{ code, severities, example }],
);

let place: Folder | undefined;
afterEach(() => place?.remove());

interface Said {
  readonly code: string;
  readonly severity: string;
}

/** What is said of one of an example's texts: of a condition alone by its parser, of a file by `check`. */
async function said({ file }: CodeExample, text: string): Promise<readonly Said[]> {
  if (file === undefined) return parse(text).issues;
  place?.remove();
  place = folder({ [file]: text });
  const { stdout } = await runCli(["check", "--json"], { cwd: place.path, home: place.home });
  return (JSON.parse(stdout) as { readonly issues: readonly Said[] }).issues;
}

test("a code is in the table once, with a title, a meaning and a cure", () => {
  expect(new Set(rows.map(({ code }) => code)).size).toBe(rows.length);
  const lacking = rows.filter(
    ({ severities, title, means, cure }) =>
      severities.length === 0 || /[.\n]$|^$/.test(title) || !/[.)]$/.test(means) || !/[.)]$/.test(cure),
  );
  expect(lacking.map(({ code }) => code)).toEqual([]);
});

describe("an example has its code, with a severity of the table, and no finding when it is cured", () => {
  test.each(examples)("$code", async ({ code, severities, example }) => {
    const found = (await said(example, example.wrong)).filter((one) => one.code === code);
    expect(found).not.toEqual([]);
    expect(severities).toEqual(expect.arrayContaining(found.map(({ severity }) => severity)));
    expect(await said(example, example.cured)).toEqual([]);
  });
});

describe("help", () => {
  test("of a code prints what it means, its cure and its example", async () => {
    const { stdout, code } = await runCli(["help", "unknown-method"]);
    const row = codeRow("unknown-method");
    expect(code).toBe(0);
    expect(stdout).toContain(row?.title);
    expect(stdout.replaceAll("\n", " ")).toContain(row?.cure);
    expect(stdout).toContain(row?.example?.wrong);
    expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(100);
  });

  test("of every code is its row with --json", async () => {
    const { stdout } = await runCli(["help", "shadowed", "--json"]);
    expect(JSON.parse(stdout)).toEqual(codeRow("shadowed"));
    const both = await runCli(["help", "test", "--json"]);
    expect(JSON.parse(both.stdout)).toEqual(codeRow("test"));
  });

  test("of a code as doctor writes it", async () => {
    expect((await runCli(["help", "policies/unknown-key"])).stdout).toMatch(/^unknown-key /);
  });

  test.each([
    ["unknown-methd", "unknown-method"],
    ["never_applies", "never-applies"],
    ["docter", "doctor"],
    ["syntax-errors", undefined],
  ])("of %s says what was meant", async (given, meant) => {
    const { stderr, code } = await runCli(["help", given]);
    expect(code).toBe(2);
    expect(stderr).toContain(`\`${given}\` is neither a command nor a code`);
    expect(stderr).toContain(meant === undefined ? "gatehouse help" : `did you mean \`${meant}\`?`);
  });

  test("of a command is what --help prints", async () => {
    const { stdout, code } = await runCli(["help", "decide"]);
    expect(code).toBe(0);
    expect(stdout).toBe((await runCli(["decide", "--help"])).stdout);
    expect((await runCli(["help"])).stdout).toBe((await runCli(["--help"])).stdout);
  });

  test("of a name that is both is the command, and the code below it", async () => {
    const { stdout } = await runCli(["help", "test"]);
    expect(stdout).toMatch(/^Usage: gatehouse test /);
    expect(stdout).toContain(codeRow("test")?.title);
  });
});

test("check ends with where codes are explained, if it has said one", async () => {
  const { wrong, cured } = codeRow("unknown-key")?.example ?? { wrong: "", cured: "" };
  const lastLine = async (text: string): Promise<string | undefined> => {
    place?.remove();
    place = folder({ ".gatehouse/rules.yaml": text });
    const { stdout } = await runCli(["check"], { cwd: place.path, home: place.home });
    return stdout.trimEnd().split("\n").at(-1);
  };
  expect(await lastLine(wrong)).toBe("gatehouse help CODE explains the code in brackets");
  expect(await lastLine(cured)).toBe("1 file: 0 errors, 0 warnings");
});

test("the rules of a SARIF report say what their codes mean", async () => {
  place = folder({ "a.yaml": codeRow("unknown-key")?.example?.wrong ?? "" });
  const { stdout } = await runCli(["check", ".", "--format", "sarif"], {
    cwd: place.path,
    home: place.home,
  });
  const log = JSON.parse(stdout) as {
    readonly runs: readonly [{ readonly tool: { readonly driver: { readonly rules: readonly object[] } } }];
  };
  const row = codeRow("unknown-key");
  expect(log.runs[0].tool.driver.rules).toContainEqual({
    id: "unknown-key",
    shortDescription: { text: row?.title },
    fullDescription: { text: row?.means },
    help: { text: row?.cure },
  });
});
