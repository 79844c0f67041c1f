/**
 * Decides the same calls in every runtime, and compares the answers with those of the oldest Node that is supported.
 *
 *     pnpm runtimes            compares
 *     pnpm runtimes --write    writes test/runtimes/RESULTS.md, too
 *
 * Exit code 1 when an answer differs.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { install, versionOf } from "./installed.js";
import { prepare } from "./prepared.js";
import { runsOf } from "./runs.js";

const { values } = parseArgs({ options: { write: { type: "boolean", default: false } } });

interface Result {
  readonly runtime: string;
  readonly version: string;
  readonly how: string;
  /** The answers that are not the first run's; or what the runtime said instead of any. */
  readonly differs: string;
}

function differences(expected: readonly string[], text: string): string {
  let lines: readonly unknown[];
  try {
    lines = JSON.parse(text) as readonly unknown[];
  } catch {
    return `no answers: ${text.trim().slice(0, 300).replaceAll(/[\n|]/g, " ")}`;
  }
  const differing = expected.filter((line, index) => lines[index] !== line).length;
  return lines.length === expected.length && differing === 0 ? "nothing" : `${differing} answers`;
}

/** The answers of the first run, each in its effect's count: a comparison of nothing would say nothing. */
function countsOf(lines: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const [effect = ""] = line.split(" ");
    counts.set(effect, (counts.get(effect) ?? 0) + 1);
  }
  return [...counts].map(([effect, count]) => `${count} ${effect}`).join(", ");
}

install();
const root = path.resolve(import.meta.dirname, "../..");
execFileSync(path.join(root, "node_modules/.bin/tsx"), ["tools/build.ts"], { cwd: root, stdio: "ignore" });
const folder = mkdtempSync(path.join(tmpdir(), "gatehouse-runtimes-"));
const results: Result[] = [];
let expected: readonly string[] = [];
try {
  for (const { runtime, program, how, answers } of runsOf(await prepare(folder))) {
    const text = await answers().catch((error: unknown) => String(error));
    if (results.length === 0) expected = JSON.parse(text) as readonly string[];
    const result = { runtime, version: versionOf(program), how, differs: differences(expected, text) };
    results.push(result);
    process.stdout.write(`${runtime} ${result.version}, ${how}: ${result.differs}\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

if (values.write) {
  const table = [
    "# Runtimes",
    "",
    "<!-- Written by `pnpm runtimes --write`; do not edit. -->",
    "",
    `The last run, on ${new Date().toISOString().slice(0, 10)}: the ${expected.length} calls of \`conformance/v1/facts.jsonl\`, decided by the policies of`,
    "[`program.mjs`](program.mjs): by patterns, facts, a policy in code and a judge. The answers of the first row:",
    `${countsOf(expected)}. See [docs/runtimes.md](../../docs/runtimes.md).`,
    "",
    "| runtime | version | how | calls | differs |",
    "| --- | --- | --- | --- | --- |",
    ...results.map(
      ({ runtime, version, how, differs }) =>
        `| ${runtime} | ${version} | ${how} | ${expected.length} | ${differs} |`,
    ),
    "",
  ].join("\n");
  const file = path.join(import.meta.dirname, "RESULTS.md");
  writeFileSync(file, table);
  execFileSync(path.join(root, "node_modules/.bin/oxfmt"), [file], { stdio: "ignore" });
}
if (results.some(({ differs }) => differs !== "nothing")) process.exitCode = 1;
