import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { verifyTrail } from "@gatehouse-hooks/audit";
import { expect, onTestFinished, test } from "vitest";
import { bundleScript } from "../../../test/bundle-script.js";
import { tempDir } from "../../../test/temp-dir.js";
import { reasonsOf, recordsOf } from "./trails.js";

test("a writer killed at any moment loses at most the record it was writing, and verifying says so", async () => {
  const directory = await tempDir();
  const program = await bundleScript(join(import.meta.dirname, "writer.ts"));
  onTestFinished(() => rmSync(dirname(program), { recursive: true }));
  let acknowledged = 0;
  for (let kill = 0; kill < 8; kill++) {
    const seen = await killedWriter([program, directory, String(kill)], 5 + kill * 9);
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
function killedWriter(args: readonly string[], afterMs: number): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
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
