import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { SYSTEMS, type System } from "./systems.table.js";
import type { ToldRows } from "./tell-row.js";

// How many rows of each system's own tests are answered alike, otherwise with a reason, not at all, or wrongly.

interface Counts {
  readonly rows: number;
  readonly pass: number;
  readonly explained: number;
  readonly notRun: number;
  readonly failed: number;
}

interface Report {
  readonly testResults: readonly {
    readonly message: string;
    readonly name: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly meta: { readonly rows?: readonly ToldRows[] };
    }[];
  }[];
}

/** Runs the tests of all systems, counts their rows and prints them; the exit code is 1 where a row failed. */
export function countSystems(root: string): void {
  const tests = [...new Set(SYSTEMS.flatMap((system) => system.tests))];
  const isDeep = (file: string): boolean => file.endsWith(".deep.test.ts");
  const told = [
    ...toldBy(
      root,
      tests.filter((file) => !isDeep(file)),
      ["--project=shared"],
    ),
    ...toldBy(root, tests.filter(isDeep), ["--config=vitest.deep.config.ts", "--project=deep"]),
  ];
  const counted = SYSTEMS.map((system) => [system.name, countsOf(root, system, told)] as const);
  const head = ["system", "rows", "pass", "explained", "not run", "failed"];
  const lines = counted.map(([name, { rows, pass, explained, notRun, failed }]) =>
    [name, rows, pass, explained, notRun, failed].map(String),
  );
  for (const line of [head, ...lines]) {
    console.log(line.map((cell, i) => (i === 0 ? cell.padEnd(22) : cell.padStart(10))).join(""));
  }
  if (counted.some(([, { failed }]) => failed > 0)) process.exitCode = 1;
}

/** What the tests of one tier say of the rows that they run; those of a test that failed have failed. */
function toldBy(root: string, tests: readonly string[], tier: readonly string[]): readonly ToldRows[] {
  if (tests.length === 0) return [];
  const folder = mkdtempSync(path.join(tmpdir(), "gatehouse-systems-"));
  const file = path.join(folder, "report.json");
  const args = ["vitest", "run", ...tier, "--reporter=json", `--outputFile=${file}`, ...tests];
  try {
    spawnSync("npx", args, { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
    const { testResults } = JSON.parse(readFileSync(file, "utf8")) as Report;
    const empty = testResults.filter(({ assertionResults }) => assertionResults.length === 0);
    if (empty.length > 0 || testResults.length !== tests.length)
      throw new Error(
        `not all tests ran: ${empty.map(({ name, message }) => `${name} ${message}`).join("\n")}`,
      );
    return testResults.flatMap(({ assertionResults }) =>
      assertionResults.flatMap(({ status, meta }) =>
        (meta.rows ?? []).map((one) => (status === "failed" && isOne(one) ? failing(one) : one)),
      ),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const isOne = ({ pass, explained, failed }: ToldRows): boolean => pass + explained + failed === 1;
const failing = (told: ToldRows): ToldRows => ({ ...told, pass: 0, explained: 0, failed: 1 });

function countsOf(root: string, { name, rows: files }: System, all: readonly ToldRows[]): Counts {
  const rows = rowsIn(root, files);
  const told = all.filter(({ system }) => system === name);
  const once = new Map<string, ToldRows>();
  for (const one of told) {
    const before = one.id === undefined ? undefined : once.get(one.id);
    // Of several tests of a row the worst counts.
    if (one.id !== undefined && (before === undefined || rank(one) > rank(before))) once.set(one.id, one);
  }
  const counted = [...once.values(), ...told.filter(({ id }) => id === undefined)];
  const sum = (key: "pass" | "explained" | "failed"): number => counted.reduce((n, one) => n + one[key], 0);
  const { pass, explained, failed } = {
    pass: sum("pass"),
    explained: sum("explained"),
    failed: sum("failed"),
  };
  return { rows, pass, explained, failed, notRun: rows - pass - explained - failed };
}

const rank = ({ explained, failed }: ToldRows): number => failed * 2 + explained;

function rowsIn(root: string, files: readonly string[]): number {
  const lines = files.flatMap((file) => readFileSync(path.join(root, file), "utf8").trim().split("\n"));
  const ids = lines.map((line, i) => (JSON.parse(line) as { readonly id?: string }).id ?? String(i));
  return new Set(ids).size;
}
