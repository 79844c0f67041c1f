import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Compat } from "@gatehouse/formats";
import { afterAll, beforeEach, expect, test } from "vitest";
import { runChainRow } from "./docker-agent-chain-rows.js";
import {
  runCompactionRow,
  runEnvironmentRow,
  runFailureRow,
  runInputRow,
  runIterationsRow,
} from "./docker-agent-hook-rows.js";
import { runPipelineRow } from "./docker-agent-pipeline-rows.js";
import { DEVIATIONS } from "./docker-agent-register.js";
import type { Row, RunRow } from "./docker-agent-row.js";
import { requireProgram } from "../require-program.js";

// The hooks that people write read their input with it.
requireProgram("jq");

const ROWS = readFileSync(new URL("docker-agent-rows.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Row);

let directory = "";
async function renew(): Promise<void> {
  if (directory !== "") await rm(directory, { recursive: true, force: true });
  directory = await mkdtemp(path.join(tmpdir(), "gatehouse-rows-"));
}
beforeEach(renew);
afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
});

const RUN: Readonly<Record<string, RunRow>> = {
  "approval-chain": runChainRow,
  input: runInputRow,
  compaction: runCompactionRow,
  "handler-env": runEnvironmentRow,
  failure: runFailureRow,
  pipeline: runPipelineRow,
  builtin: runIterationsRow,
};

const compats = ({ eras }: Row): readonly Compat[] =>
  eras.includes("2026-05") ? ["2026-05", "2026-09"] : ["2026-09"];

const cases = ROWS.flatMap((row) => compats(row).map((compat) => [row.id, compat, row] as const));
const used = new Set<string>();

test.each(cases)("%s, as %s", async (id, compat, row) => {
  const run = RUN[row.kind];
  if (run === undefined) throw new Error(`nothing runs rows of the kind ${row.kind}`);
  const deviation = DEVIATIONS.find(
    ({ rows, only }) => rows.some((one) => one === id) && (only === undefined || only === compat),
  );
  if (deviation === undefined) return await run(row, compat, directory);
  used.add(deviation.id);
  const { fields } = deviation;
  if (fields !== undefined) {
    const left = Object.entries(row.expect).filter(([key]) => !fields.includes(key));
    await run({ ...row, expect: Object.fromEntries(left) }, compat, directory);
    await renew();
  }
  // An entry that is not needed any more must go.
  await expect(run(row, compat, directory)).rejects.toThrow();
});

test("every entry of the register is used, and stands in SPEC.md", () => {
  expect(DEVIATIONS.map(({ id }) => id).filter((id) => !used.has(id))).toEqual([]);
  const spec = readFileSync(new URL("../../packages/formats/docker-agent/SPEC.md", import.meta.url), "utf8");
  const part = spec.slice(spec.indexOf("### In a host"), spec.indexOf("## Not read"));
  const ids = [...part.matchAll(/^\| `([a-z0-9-]+)`/gm)].map((match) => match[1] ?? "");
  expect(ids.toSorted()).toEqual(DEVIATIONS.map(({ id }) => id).toSorted());
});

test("no row that is registered is missing", () => {
  const ids = new Set(ROWS.map(({ id }) => id));
  expect(DEVIATIONS.flatMap(({ rows }) => rows).filter((id) => !ids.has(id))).toEqual([]);
});
