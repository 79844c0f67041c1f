import { describe, expect, test } from "vitest";
import { jsonLines } from "../json-lines.js";
import { judgeAfterInit } from "./first-packs.js";

/** A command of a public session, a CI file or a document, and what a careful person would want of it. */
interface EverydayRow {
  readonly from: string;
  readonly expect: "none" | "ask" | "either";
  readonly command: string;
}

/** A command of a public report of a fault, and the answers that are right. */
interface ReportRow {
  readonly expect: readonly ("none" | "ask" | "deny")[];
  readonly command: string;
}

const everyday = jsonLines<EverydayRow>("../vectors/everyday.jsonl", import.meta.url).map((row) => ({
  ...row,
  ...judgeAfterInit(row.command),
}));
type Judged = (typeof everyday)[number];

const isStopped = ({ effect }: Pick<Judged, "effect">): boolean => effect === "ask" || effect === "deny";
const isDenied = ({ effect }: Judged): boolean => effect === "deny";
const shown = (rows: readonly Judged[]): readonly string[] =>
  rows.map(({ policy, command }) => `${policy ?? ""}: ${command.slice(0, 200)}`);
const real = everyday.filter(({ from }) => from !== "fault");

describe("ordinary commands", () => {
  const harmless = real.filter(({ expect: wanted }) => wanted === "none");

  test("what should pass is denied once in two thousand times at most, and stopped once in five hundred", () => {
    const stopped = harmless.filter(isStopped);
    expect(harmless.length).toBe(1508);
    expect(stopped.filter(isDenied).length, shown(stopped).join("\n")).toBeLessThanOrEqual(
      harmless.length * 0.0005,
    );
    expect(stopped.length, shown(stopped).join("\n")).toBeLessThanOrEqual(harmless.length * 0.002);
  });

  test("nine in ten of those that deserve a question are stopped, and a tenth of these denied at most", () => {
    const risky = real.filter(({ expect: wanted }) => wanted === "ask");
    const stopped = risky.filter(isStopped);
    expect(risky.length).toBe(27);
    expect(stopped.length).toBeGreaterThanOrEqual(risky.length * 0.9);
    expect(stopped.filter(isDenied).length).toBeLessThanOrEqual(stopped.length * 0.1);
  });

  test("an agent's work in a project meets one question in a hundred calls at most", () => {
    for (const agent of ["claude-code", "codex"]) {
      const calls = real.filter(({ from }) => from === agent);
      expect(calls.length).toBeGreaterThan(50);
      expect(calls.filter(isStopped).length).toBeLessThanOrEqual(calls.length * 0.01);
    }
  });

  test("what was wrongly stopped once is not", () => {
    const faults = everyday.filter(({ from }) => from === "fault");
    expect(faults.length).toBe(67);
    expect(shown(faults.filter(isStopped))).toEqual([]);
  });
});

test.each([
  "cat src/*",
  "cp dist/* public/",
  "grep -n foo *",
  "grep -rn foo .",
  "gh release create v1 dist/*",
  "find . -name '*.pyc' -delete",
  "find . -name __pycache__ -exec rm -rf {} +",
  "find . -name '*.ts' -exec sed -i s/a/b/ {} +",
  "find . -type d -name dist -prune -exec rm -rf {} \\;",
  "find . -path ./node_modules -prune -o -name '*.pyc' -print | xargs rm -f",
  "find . \\( -name '*.o' -o -name '*.a' \\) -delete",
  "rm -rf build/*",
  "ls -la *",
  "wc -l **/*.ts",
  "tar czf out.tgz dist/*",
  "chmod +x scripts/*",
  "sed -n 1,5p */*.md",
  "for f in *.json; do jq . $f; done",
  "diff -r a b",
  "mv out/* dist/",
  "git add *",
  "du -sh * .[!.]*",
])("a wildcard that names no guarded file stops nothing: %s", (command) => {
  expect(judgeAfterInit(command).effect).toBe("abstain");
});

test("commands of public reports are answered as the reports want it", () => {
  const wrong = jsonLines<ReportRow>("../vectors/reports.jsonl", import.meta.url).flatMap((row) => {
    const { effect } = judgeAfterInit(row.command);
    const answer = effect === "ask" || effect === "deny" ? effect : "none";
    return row.expect.includes(answer) ? [] : [`${answer}: ${row.command}`];
  });
  // A process that gets the variables may print them: the question is the class's answer.
  expect(wrong).toEqual(["ask: node --env-file=.env app.js"]);
});

test("shell programs with an effect are stopped, and those without are not", () => {
  const rows = jsonLines<{ readonly effect: boolean; readonly code: string }>(
    "../vectors/programs.jsonl",
    import.meta.url,
  );
  const of = (effect: boolean): readonly boolean[] =>
    rows.filter((row) => row.effect === effect).map(({ code }) => isStopped(judgeAfterInit(code)));
  const share = (stopped: readonly boolean[]): number => stopped.filter(Boolean).length / stopped.length;
  expect(rows.length).toBe(300);
  expect(share(of(true))).toBeGreaterThanOrEqual(0.95);
  // The rest of these read accounts of the machine and files of another user, which is asked about wherever it happens.
  expect(share(of(false))).toBeLessThanOrEqual(0.07);
});
