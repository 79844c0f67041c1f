import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { install, nodeOf, prepareSuite, versionOf } from "../install-row.js";
import type { SuiteRow } from "../rows.table.js";

/** What came of the suite in one framework. */
export interface SuiteResult {
  readonly row: SuiteRow;
  readonly version: string;
  readonly held: number;
  /** What a framework cannot do, and does not. */
  readonly excepted: number;
  /** What is wrong, a line each. */
  readonly wrong: readonly string[];
}

/** What `run-suite.ts` says of a case. */
interface CaseLine {
  readonly name: string;
  readonly wrong: readonly string[];
  readonly why?: string;
}

const root = path.resolve(import.meta.dirname, "../../..");
const TSX = path.join(root, "node_modules/tsx/dist/esm/index.mjs");

/** Runs the whole suite against one framework, with the built packages. */
export function runSuiteRow(row: SuiteRow, cases: number): SuiteResult {
  const { install: name, driver, npm, node } = row;
  if (name !== undefined) install(name);
  const folder = name === undefined ? root : prepareSuite(name, driver);
  const script = path.join(folder, "test/frameworks/suite/run-suite.ts");
  const compiled = name === undefined ? "" : compile(folder);
  const { stdout, stderr } = spawnSync(nodeOf(node), ["--import", TSX, script, driver], { encoding: "utf8" });
  const lines = stdout.split("\n").filter((line) => line.startsWith('{"name"'));
  const each = lines.map((line) => JSON.parse(line) as CaseLine);
  const wrong = each.flatMap(({ name: about, wrong: what, why }) =>
    why === undefined
      ? what.map((one) => `${about}: ${one}`)
      : what.length > 0
        ? []
        : [`${about}: it holds, though ${why}`],
  );
  const missing =
    each.length === cases ? [] : [`${each.length} of ${cases} cases ran: ${stderr.slice(-2_000)}`];
  return {
    row,
    version: name === undefined ? ownVersion(npm) : versionOf({ install: name, npm }),
    held: each.filter((one) => one.wrong.length === 0).length,
    excepted: each.filter((one) => one.why !== undefined && one.wrong.length > 0).length,
    wrong: [...wrong, ...missing, ...(compiled === "" ? [] : [compiled])],
  };
}

/** @returns what does not compile */
function compile(folder: string): string {
  const { status, stdout } = spawnSync(path.join(root, "node_modules/.bin/tsc"), ["-p", folder], {
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  return status === 0 ? "" : stdout;
}

function ownVersion(npm: string): string {
  const text = readFileSync(path.join(root, "node_modules", npm, "package.json"), "utf8");
  return (JSON.parse(text) as { readonly version: string }).version;
}
