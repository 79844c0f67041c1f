import { createAuditTrail } from "@gatehouse-hooks/audit";
import { own } from "@gatehouse-hooks/json";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { folder, type Folder, runCli } from "../run-cli.js";

let place: Folder | undefined;
afterEach(() => place?.remove());

test("a replay of a trail counts the calls that did what their facts do not have", async () => {
  place = folder({ "r.yaml": "version: 1\npolicies: []\n" });
  const trail = createAuditTrail({ directory: join(place.path, "trail") });
  for (const code of ["facts-unsound", "facts-unsound", "approved"])
    void trail.record({ kind: "note", code, message: "m" });
  await trail.close();
  const at = { cwd: place.path, home: place.home };
  const { stdout } = await runCli(["replay", "trail", "--policies", "r.yaml", "--json"], at);
  expect(own(JSON.parse(stdout), "unsound")).toBe(2);
  const { stdout: lines } = await runCli(["replay", "trail", "--policies", "r.yaml"], at);
  expect(lines).toContain("2 calls did what facts do not have");
});
