import { compilePolicies, decide } from "@gatehouse-hooks/engine";
import { loadPack, packs, VOCABULARY } from "@gatehouse-hooks/hosts";
import { expect, test } from "vitest";
import { everyNth } from "../assert-law.js";
import { derive } from "./derive.js";
import { DANGEROUS, HARMLESS } from "./windows.table.js";

const policies = packs()
  .filter(({ name, memory }) => name !== "read-only" && memory === undefined)
  .flatMap((pack) => loadPack(pack).policies);
const { set } = compilePolicies(policies, { vocabulary: VOCABULARY, derive });

function judge(toolName: string, command: string): string {
  const { effect, policy } = decide(set, {
    ...{ event: "before_tool_call", toolName, params: { command }, platform: "win32" },
    ...{ cwd: String.raw`C:\proj`, workspace: String.raw`C:\proj`, home: String.raw`C:\Users\me` },
  });
  return effect === "deny" || effect === "ask" ? `${effect} ${policy ?? ""}` : "passes";
}

test.each(DANGEROUS)("%s is stopped: %s", (tool, command) => {
  expect(judge(tool, command)).not.toBe("passes");
});

test("an ordinary day on Windows is left alone", () => {
  const stopped = everyNth(3, HARMLESS).flatMap(([tool, command]) => {
    const judged = judge(tool, command);
    return judged === "passes" ? [] : [`${command}: ${judged}`];
  });
  expect(HARMLESS.length).toBeGreaterThan(200);
  expect(stopped).toEqual([]);
});
