/**
 * Runs the examples of frameworks that are large, or need another Node, and the whole suite, against the real libraries:
 *
 *     pnpm frameworks [install or driver…] [--write]
 *
 * `--write` writes RESULTS.md. Exit code 1 where something does not hold.
 */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { FRAMEWORK_CASES } from "./framework-cases.js";
import { install, nodeOf, prepareRow, versionOf } from "./install-row.js";
import { FRAMEWORK_ROWS, type FrameworkRow, SUITE_ROWS } from "./rows.table.js";
import { SUITE_CASES } from "./suite/cases/index.js";
import { runSuiteRow, type SuiteResult } from "./suite/run-suite-row.js";

const root = path.resolve(import.meta.dirname, "../..");
const COLUMNS = ["deny", "ask", "rewrite", "broken"] as const;

/** What `run-row.ts` says. */
interface RowReport {
  readonly node: string;
  readonly wrong: Readonly<Record<string, readonly string[]>>;
}

interface RowResult extends RowReport {
  readonly row: FrameworkRow;
  readonly version: string;
  readonly typed: boolean;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: "boolean", default: false } },
});
const rows = FRAMEWORK_ROWS.filter((row) => positionals.length === 0 || positionals.includes(row.install));
if (values.write && rows.length < FRAMEWORK_ROWS.length) {
  process.stderr.write("`--write` is for whole runs: leave the names out\n");
  process.exit(2);
}
const results = rows.map(runRow);
const suites = SUITE_ROWS.filter(
  ({ install: name = "", driver }) =>
    positionals.length === 0 || positionals.includes(name) || positionals.includes(driver),
).map((row) => {
  const suite = runSuiteRow(row, SUITE_CASES.length);
  const { version, held, wrong } = suite;
  process.stdout.write(
    `${wrong.length === 0 ? "ok" : "FAILED"} ${row.library} ${version}: ${held} of ${SUITE_CASES.length} cases\n`,
  );
  for (const message of wrong) process.stdout.write(`  ${message.slice(0, 1_000)}\n`);
  return suite;
});
if (values.write)
  writeFileSync(path.join(import.meta.dirname, "RESULTS.md"), tableOf(results) + suiteTable(suites));
process.exitCode = results.every(isRight) && suites.every(({ wrong }) => wrong.length === 0) ? 0 : 1;

function runRow(row: FrameworkRow): RowResult {
  install(row.install);
  const folder = prepareRow(row);
  const compiled = spawnSync(path.join(root, "node_modules/.bin/tsc"), ["-p", folder], {
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  const tsx = path.join(root, "node_modules/tsx/dist/esm/index.mjs");
  const script = path.join(folder, "test/frameworks/run-row.ts");
  const ran = spawnSync(nodeOf(row.node), ["--import", tsx, script, row.example], { encoding: "utf8" });
  const report = reportOf(ran.stdout) ?? { node: "", wrong: { broken: [`it did not run: ${ran.stderr}`] } };
  const result = { ...report, row, version: versionOf(row), typed: compiled.status === 0 };
  process.stdout.write(
    `${isRight(result) ? "ok" : "FAILED"} ${row.library} ${result.version}, Node ${result.node}\n`,
  );
  if (!result.typed) process.stdout.write(`${compiled.stdout}\n`);
  for (const message of Object.values(result.wrong).flat()) process.stdout.write(`  ${message}\n`);
  return result;
}

/** Libraries may print before: the report is the last line. */
function reportOf(output: string): RowReport | undefined {
  const last = output.trimEnd().split("\n").at(-1) ?? "";
  return last.startsWith("{") ? (JSON.parse(last) as RowReport) : undefined;
}

function isRight({ typed, wrong }: RowResult): boolean {
  return typed && COLUMNS.every((column) => wrong[column]?.length === 0);
}

function tableOf(all: readonly RowResult[]): string {
  const date = new Date().toISOString().slice(0, 10);
  const lines = all.map(({ row, version, node, typed, wrong }) => [
    row.library,
    `\`${row.npm}\` ${version}`,
    node,
    date,
    ...COLUMNS.map((column) => yes(wrong[column]?.length === 0)),
    yes(typed),
  ]);
  const heads = ["library", "version", "Node", "date", ...COLUMNS, "types"];
  const table = [heads, heads.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`);
  return `# The last run of \`pnpm frameworks\`

Written by \`pnpm frameworks --write\`; do not edit. Each example of \`examples/frameworks\` ran against the real library with a scripted
model, in ${FRAMEWORK_CASES.length} cases. deny: the tool did not run, and the model was told why; ask: the agent paused, and went on after a yes
and after a no; rewrite: the tool ran as rewritten; broken: a policy that does not compile, or throws, denied; types: the example
compiles, strictly, with the library's own types.

${table.join("\n")}
`;
}

function suiteTable(all: readonly SuiteResult[]): string {
  const heads = ["library", "version", "Node", "hold", "cannot", "fail"];
  const lines = all.map(({ row, version, held, excepted, wrong }) => [
    row.library,
    `\`${row.npm}\` ${version}`,
    `${row.node}`,
    `${held} of ${SUITE_CASES.length}`,
    `${excepted}`,
    `${wrong.length}`,
  ]);
  const table = [heads, heads.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`);
  return `
# The suite

The ${SUITE_CASES.length} cases of \`test/frameworks/suite\`, each against each framework, with all tools gated by \`gate\`. cannot: what a framework
does otherwise, with the reasons in docs/frameworks.md.

${table.join("\n")}
`;
}

function yes(holds: boolean): string {
  return holds ? "yes" : "**no**";
}
