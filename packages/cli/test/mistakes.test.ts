import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import { type Folder, folder, runCli } from "./run-cli.js";

/** A row of `formats/test/corpora/mistakes.jsonl`: a policy file as people write it. */
interface Row {
  readonly id: string;
  /** The kind of mistake; `control` is a file without one. */
  readonly class: string;
  /** Where the file lies in the project. */
  readonly path: string;
  readonly text: string;
  /** An event that the author clearly meant to stop. */
  readonly event: unknown;
  /** `error`: an error, and the guard still stands. `warning`: said. `fine`: no word, and it does what it says. */
  readonly expect: "error" | "warning" | "fine";
  /** An event that the file clearly does not mean to stop. */
  readonly pass?: unknown;
}

interface Said {
  readonly severity: string;
  readonly path?: string;
  readonly line?: number;
  readonly cure?: string;
}

const rows = readFileSync(new URL("../../hosts/test/corpora/mistakes.jsonl", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as Row);

let project: Folder | undefined;
afterEach(() => project?.remove());

/** What `check` and `decide` say about a row in an empty project, with an empty home. */
async function ask({ path, text, event, pass }: Row) {
  project = folder({ [path]: text });
  const place = { cwd: project.path, home: project.home };
  const checked = await runCli(["check", "--json"], place);
  const { issues } = JSON.parse(checked.stdout) as { readonly issues: readonly Said[] };
  const effectOf = async (asked: unknown): Promise<unknown> => {
    const { stdout } = await runCli(["decide", "--json"], { ...place, stdin: JSON.stringify(asked) });
    return (JSON.parse(stdout) as { readonly effect: unknown }).effect;
  };
  return {
    code: checked.code,
    issues,
    effect: await effectOf(event),
    passed: pass === undefined ? undefined : await effectOf(pass),
  };
}

type Answer = Awaited<ReturnType<typeof ask>>;

const stops = ({ effect }: Answer): boolean => effect === "deny" || effect === "ask";
const isFine = (answer: Answer): boolean =>
  answer.code === 0 &&
  answer.issues.length === 0 &&
  stops(answer) &&
  (answer.passed === undefined || answer.passed === "abstain");

/** Says what a row should have been, or nothing. */
function wrongWith(row: Row, answer: Answer): string | null {
  const { code, issues } = answer;
  // An obvious meaning may be supported instead.
  if (row.pass !== undefined && isFine(answer)) return null;
  switch (row.expect) {
    case "fine":
      return "no issue, the event stopped and the other one not";
    case "warning":
      return issues.length > 0 ? null : "at least one warning";
    case "error": {
      const located = issues.some(
        ({ severity, path, line, cure }) =>
          severity === "error" && path !== undefined && line !== undefined && cure !== undefined,
      );
      if (code !== 1 || !located) return "an error with path, line and cure, and exit code 1";
      return stops(answer) ? null : "the event stopped";
    }
  }
}

describe("mistakes in policy files are said, and switch no guard off (N1–N5, N9–N11)", () => {
  test.each(rows)("$class: $id", async (row) => {
    const answer = await ask(row);
    expect(wrongWith(row, answer), JSON.stringify(answer, null, 1)).toBeNull();
  });
});

test("on a terminal what bad usage says is wrapped at its width; a program reads a line", async () => {
  const said = async (columns?: number): Promise<readonly string[]> =>
    (await runCli(["import"], { ...(columns && { columns }) })).stderr.split("\n");
  const [whole, wrapped] = [await said(), await said(60)];
  expect(Math.max(...whole.map((line) => line.length))).toBeGreaterThan(120);
  expect(Math.max(...wrapped.map((line) => line.length))).toBeLessThanOrEqual(60);
  const words = (lines: readonly string[]): readonly string[] => lines.join(" ").split(/\s+/);
  expect(words(wrapped)).toEqual(words(whole));
});
