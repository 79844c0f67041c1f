import { spawnSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../../..");
const tsx = path.join(root, "node_modules/tsx/dist/esm/index.mjs");

/** What differs when something is put into `Object.prototype` or `Array.prototype`, in a process of its own. */
function differing(events: "real" | "inherits"): readonly string[] {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [
      ...["--conditions=@gatehouse-hooks/source", "--import", tsx],
      ...[path.join(import.meta.dirname, "pollution/child.ts"), events],
    ],
    { encoding: "utf8", cwd: root },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return JSON.parse(stdout) as readonly string[];
}

test("pollution: what rows and events do not say they do not inherit", () => {
  expect(differing("real")).toEqual([]);
}, 600_000);

test("pollution: events that inherit are caught", () => {
  expect(differing("inherits").some((one) => one.startsWith("Object.cwd"))).toBe(true);
}, 600_000);
