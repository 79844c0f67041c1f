import { spawn } from "node:child_process";
import { verifyTrail } from "@gatehouse-hooks/audit";
import { expect, test } from "vitest";
import { tempDir } from "../../../test/temp-dir.js";
import { nodeArgs } from "./node-args.js";
import { reasonsOf, recordsOf } from "./trails.js";

test("a writer killed at any moment loses at most the record it was writing, and verifying says so", async () => {
  const directory = await tempDir();
  let acknowledged = 0;
  for (let kill = 0; kill < 8; kill++) {
    const seen = await killedWriter(directory, kill, 5 + kill * 9);
    acknowledged += seen;
    const reasons = reasonsOf(await recordsOf(directory)).filter((one) => one.startsWith(`${kill}.`));
    // Everything acknowledged is there, in order; at most one more was under way.
    expect(reasons.length).toBeGreaterThanOrEqual(seen);
    expect(reasons.length).toBeLessThanOrEqual(seen + 1);
    expect(reasons).toEqual(reasons.map((_, n) => `${kill}.${n}`));
    const report = await verifyTrail(directory);
    expect(report.ok).toBe(true);
    expect(report.problems.some((one) => one.code === "unfinished")).toBe(true);
  }
  expect(acknowledged).toBeGreaterThan(0);
}, 120_000);

/** Runs a writer that says each acknowledged record, kills it after a while, and gives back how many it had said. */
function killedWriter(directory: string, run: number, afterMs: number): Promise<number> {
  return new Promise((resolve) => {
    const [node = "", ...args] = nodeArgs("writer.ts", directory, String(run));
    const child = spawn(node, args, { stdio: ["ignore", "pipe", "inherit"] });
    let out = "";
    let timer: NodeJS.Timeout | undefined;
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      out += text;
      timer ??= setTimeout(() => child.kill("SIGKILL"), afterMs);
    });
    child.on("close", () => {
      clearTimeout(timer);
      resolve(out.split("\n").length - 1);
    });
  });
}
