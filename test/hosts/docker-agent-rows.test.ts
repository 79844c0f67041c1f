import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Compat } from "@gatehouse-hooks/hosts";
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
import { runGrantRow, runModeRow, runSafetyRow } from "./docker-agent-safety-rows.js";
import { DEVIATIONS, FORMAT_DEVIATIONS } from "./docker-agent-register.js";
import type { Row, RunRow } from "./docker-agent-row.js";
import { tellRow } from "../conformance/tell-row.js";
import { watched } from "../../packages/hosts/test/docker-agent/expectation.js";
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
  "safety-classify": runSafetyRow,
  "safety-mode": runModeRow,
  "shell-grant": runGrantRow,
};

const compats = ({ eras }: Row): readonly Compat[] =>
  eras.includes("2026-05") ? ["2026-05", "2026-09"] : ["2026-09"];

const cases = ROWS.flatMap((row) => compats(row).map((compat) => [row.id, compat, row] as const));
const used = new Set<string>();

/** Runs a row, and fails when a part of its expectation is not looked at. */
async function runRow(row: Row, compat: Compat): Promise<void> {
  const run = RUN[row.kind];
  if (run === undefined) throw new Error(`nothing runs rows of the kind ${row.kind}`);
  const { expected, unread } = watched(row.expect);
  await run({ ...row, expect: expected }, compat, directory);
  expect(unread(), "keys of the expectation that the adapter does not read").toEqual([]);
}

test.each(cases)("%s, as %s", async (_, compat, row) => {
  const found = [...FORMAT_DEVIATIONS, ...DEVIATIONS].filter(({ when }) => when(row));
  tellRow("docker-agent", row.id, found.length === 0 ? "pass" : "explained");
  if (found.length === 0) return await runRow(row, compat);
  for (const { id } of found) used.add(id);
  if (found.every(({ fields }) => fields !== undefined)) {
    const other = found.flatMap(({ fields = [] }) => fields);
    const left = Object.entries(row.expect).filter(([key]) => !other.includes(key));
    await runRow({ ...row, expect: Object.fromEntries(left) }, compat);
    await renew();
  }
  // An entry that is not needed any more must go.
  await expect(runRow(row, compat)).rejects.toThrow();
});

test("every entry of the register is used, and stands in SPEC.md", () => {
  const entries = [...FORMAT_DEVIATIONS, ...DEVIATIONS];
  expect(entries.map(({ id }) => id).filter((id) => !used.has(id))).toEqual([]);
  const spec = readFileSync(new URL("../../packages/hosts/docker-agent/SPEC.md", import.meta.url), "utf8");
  const idsOf = (from: string, to: string): readonly string[] => {
    const part = spec.slice(spec.indexOf(from), spec.indexOf(to));
    return [...part.matchAll(/^\| `([a-z0-9-]+)`/gm)].map((match) => match[1] ?? "");
  };
  expect(idsOf("### In a host", "Further, without").toSorted()).toEqual(
    DEVIATIONS.map(({ id }) => id).toSorted(),
  );
  const registered = idsOf("## Register of deviations", "### In a host");
  expect(FORMAT_DEVIATIONS.map(({ id }) => id).filter((id) => !registered.includes(id))).toEqual([]);
});
