import { importRules } from "@gatehouse-hooks/hosts/import";
import { expect, test } from "vitest";
import { IMPORT_ROWS } from "./import-rows.table.js";
import { importedSet } from "./imported-set.js";
import { provenRules } from "./proven-rules.js";

const PLACE = {
  host: "claude-code",
  cwd: "/workspace/project",
  workspace: "/workspace/project",
  home: "/home/user",
};

test.each(IMPORT_ROWS.map((row) => [JSON.stringify(row.permissions), row] as const))("%s", (_, row) => {
  const text = JSON.stringify({ permissions: row.permissions });
  const [file] = importRules([{ path: ".claude/settings.json", text }]);
  if (file === undefined) throw new Error("nothing was imported");
  const set = importedSet(provenRules(file));
  const wrong: unknown[] = [];
  for (const { call, says } of row.calls) {
    const given =
      typeof call === "string"
        ? { tool: { kind: "shell", name: "Bash" }, toolName: "Bash", params: { command: call } }
        : call;
    const effect = set.effectOf({ ...PLACE, links: {}, ...given });
    if (!says.some((one) => one === effect)) wrong.push([call, effect]);
  }
  expect(wrong).toEqual([]);
});
