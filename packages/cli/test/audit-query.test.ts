import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { DUCKDB_VERSION } from "../../logs/src/query/duckdb.js";
import { folder, type Folder, runCli } from "./run-cli.js";

// What DuckDB answers is asked by `pnpm duckdb`; here it is not installed.

let made: Folder | undefined;
afterEach(() => made?.remove());

const INSTALL = `  npm install --global @duckdb/node-api@${DUCKDB_VERSION}\n`;
const EVENT = '{"event":"before_tool_call","toolName":"ls","params":{}}\n';

test("without DuckDB a question is answered with the line that installs it", async () => {
  made = folder({});
  const place = { cwd: made.path, home: made.home };
  expect(await runCli(["audit", "query", "SELECT 1"], place)).toEqual({
    code: 2,
    stdout: "",
    stderr: `gatehouse: this needs the package @duckdb/node-api\n${INSTALL}`,
  });
});

test("the line installs the version that is tested, which the command names as its peer", () => {
  const read = (path: string): unknown => JSON.parse(readFileSync(join(import.meta.dirname, path), "utf8"));
  expect(read("../package.json")).toMatchObject({
    peerDependencies: { "@duckdb/node-api": `^${DUCKDB_VERSION}` },
    peerDependenciesMeta: { "@duckdb/node-api": { optional: true } },
  });
  expect(read("../../../test/duckdb/package.json")).toMatchObject({
    dependencies: { "@duckdb/node-api": DUCKDB_VERSION },
  });
});

test("without DuckDB a replay says so before it begins, and writes nothing", async () => {
  made = folder({ "log.jsonl": EVENT });
  const place = { cwd: made.path, home: made.home };
  const { code, stdout, stderr } = await runCli(["replay", "log.jsonl", "--parquet", "rows.parquet"], place);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(INSTALL);
  expect(existsSync(join(made.path, "rows.parquet"))).toBe(false);
});

test.each([
  [["audit", "query"], "expected a question in SQL"],
  [["audit", "query", "SELECT 1", "--csv", "--json"], "both --csv and --json"],
  [["audit", "query", "SELECT 1", "--limit", "many"], "--limit is `many`"],
  [["audit", "query", "SELECT 1", "--deadline", "3601"], "--deadline is `3601`"],
  [["audit", "verify", "SELECT 1"], "`SELECT 1` after `verify`"],
  [["audit", "ask"], "no action `ask` of audit"],
  [["replay", "log.jsonl", "--parquet", "x", "--anonymise"], "both --parquet and --anonymise"],
  [["replay", "log.jsonl", "--parquet", "x", "--state", "y"], "both --parquet and --state"],
])("%j is refused", async (args, says) => {
  made = folder({ "log.jsonl": EVENT });
  const { code, stdout, stderr } = await runCli(args, { cwd: made.path, home: made.home });
  expect(code).toBe(2);
  expect(`${stdout}${stderr}`).toContain(says);
});
