import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Slot } from "@gatehouse-hooks/cache";
import { fileStore } from "../src/file/file-store.js";
import { bundleScript } from "../../../test/bundle-script.js";

let writer: string;
let folder: string;
beforeAll(async () => {
  writer = await bundleScript(join(import.meta.dirname, "file-writer.ts"));
  folder = mkdtempSync(join(tmpdir(), "gatehouse-kill-"));
});
afterAll(() => {
  rmSync(dirname(writer), { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a writer, kills it some milliseconds after its first answer, and gives the numbers it said were stored. */
async function killedWriter(
  path: string,
  run: string,
  after: number,
  largest: number,
  maxBytes: number,
): Promise<number[]> {
  const args = [writer, path, run, String(largest), String(maxBytes)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    if (said === "") setTimeout(() => child.kill("SIGKILL"), after);
    said += text;
  });
  await once(child, "close");
  // A number without its line break may be cut.
  return said.split("\n").slice(0, -1).map(Number);
}

function slot(key: string): Slot {
  return { partition: { scope: "global" }, key, ttlMs: 3_600_000 };
}

test("200 writers killed at random: what they stored is there, nothing else is wrong", async () => {
  const path = join(folder, "verdicts");
  const maxBytes = 512 * 1024 * 1024;
  let checked = 0;
  for (let round = 0; round < 50; round++) {
    // Four at a time on one file; large answers, so that some die in the middle of a write.
    const runs = [0, 1, 2, 3].map((i) => `r${round}-${i}`);
    const stored = await Promise.all(
      runs.map((run, i) => killedWriter(path, run, Math.random() * 8, i % 2 ? 60_000 : 300, maxBytes)),
    );
    const store = fileStore(path, { maxBytes, maxEntries: 1_000_000 });
    for (const [i, run] of runs.entries()) {
      for (const number of stored[i] ?? []) {
        const claim = store.claim(slot(`${run}-${number}`));
        if (claim.kind !== "hit") throw new Error(`lost ${run}-${number}`);
        expect(claim.answer.kind).toBe("deny");
        expect(claim.answer.reason.startsWith(`${run}-${number}:`)).toBe(true);
        checked++;
      }
    }
    store.close();
    if (round % 5 === 4) rmSync(path);
  }
  expect(checked).toBeGreaterThan(200);
}, 180_000);

test("writers killed while they replace the file: it stays readable and bounded", async () => {
  const path = join(folder, "small");
  const maxBytes = 200_000;
  for (let round = 0; round < 10; round++) {
    const runs = [0, 1].map((i) => `s${round}-${i}`);
    await Promise.all(runs.map((run) => killedWriter(path, run, 5 + Math.random() * 30, 2_000, maxBytes)));
    const store = fileStore(path, { maxBytes });
    const last = slot(`after-${round}`);
    const claim = store.claim(last);
    if (claim.kind !== "own") throw new Error(claim.kind);
    expect(store.settle(last, claim.ticket, { kind: "deny", reason: "after" })).toBe(true);
    expect(fileStore(path, { maxBytes }).claim(last)).toMatchObject({ kind: "hit" });
    store.close();
    rmSync(`${path}.replacing`, { force: true });
  }
}, 60_000);
