// Policies with `observe` in a program: they decide nothing, and what they would have decided is told and recorded.
import { createAuditTrail } from "@gatehouse-hooks/audit";
import { createGatehouse, type GatehouseOptions } from "@gatehouse-hooks/core";
import type { Decision } from "@gatehouse-hooks/engine";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempDir } from "../../../test/temp-dir.js";

const PUSH = {
  event: "before_tool_call",
  toolName: "Bash",
  params: { command: "git push --force" },
} as const;
const LOOK = { ...PUSH, params: { command: "git status" } } as const;
const TRIED = "version: 1\nobserve: true\nextends: [pack/git]\n";
const ACTING =
  "version: 1\npolicies:\n  - { id: said, events: before_tool_call, warn: careful, context: on main }\n";
const RUNS = "version: 1\npolicies:\n  - { id: run, observe: true, events: before_tool_call, function: f }\n";

async function opened(texts: readonly string[], options: Partial<GatehouseOptions> = {}, isDeaf = false) {
  const told: string[] = [];
  const observed: Decision[] = [];
  const listens =
    options.audit === undefined && !isDeaf ? { onObserved: (one: Decision) => void observed.push(one) } : {};
  const gatehouse = await createGatehouse({
    policies: texts.map((text) => ({ text })),
    onNotice: ({ code }) => void told.push(code),
    ...listens,
    ...options,
  });
  return { gatehouse, told, observed };
}

test.each(["decide", "decideAtOnce"] as const)(
  "by `%s`: told what it would have been, and nothing changes",
  async (way) => {
    const { gatehouse, observed } = await opened([TRIED, ACTING]);
    const without = await opened([ACTING]);
    for (const event of [PUSH, LOOK])
      expect(await gatehouse[way](event)).toEqual(await without.gatehouse[way](event));
    await gatehouse.close();
    await without.gatehouse.close();
    expect(observed).toMatchObject([{ effect: "deny", policy: "git/force-push" }]);
  },
);

test("recorded in the trail as `observed`, with the policy and the call's hash, and never as a decision that was given", async () => {
  const directory = await tempDir();
  const audit = createAuditTrail({ directory });
  const { gatehouse } = await opened([TRIED], { audit });
  expect(await gatehouse.decide(PUSH)).toMatchObject({ effect: "abstain" });
  await gatehouse.close();
  await audit.close();
  const lines = readdirSync(directory)
    .filter((name) => name.endsWith(".jsonl"))
    .flatMap((name) => readFileSync(join(directory, name), "utf8").split("\n"))
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const notes = lines.filter(({ code }) => code === "observed");
  expect(notes).toMatchObject([
    { kind: "note", policy: "git/force-push", hash: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown },
  ]);
  expect(lines.filter(({ effect }) => effect === "deny")).toEqual([]);
});

test("said once where nothing hears of a trial, and not where something does or nothing is tried", async () => {
  expect((await opened([TRIED], {}, true)).told).toEqual(["observed-unheard"]);
  expect((await opened([TRIED])).told).toEqual([]);
  expect((await opened([ACTING], {}, true)).told).toEqual([]);
});

test("a listener that throws, and an event that is none, change no decision", async () => {
  const { gatehouse } = await opened([TRIED], {
    onObserved: () => {
      throw new Error("broken");
    },
  });
  expect(await gatehouse.decide(PUSH)).toMatchObject({ effect: "abstain" });
  expect(await gatehouse.decideUnknown(7)).toMatchObject({ effect: "deny" });
  await gatehouse.close();
});

test("a trial runs nothing, and what is changed after the answer is not what is tried", async () => {
  let runs = 0;
  const { gatehouse, observed } = await opened([TRIED, RUNS], {
    handlers: { function: () => Promise.resolve({ kind: "deny", reason: `run ${++runs}` }) },
  });
  const event = { ...LOOK, params: { command: "git status" } };
  const deciding = gatehouse.decide(event);
  event.params.command = "git push --force";
  await deciding;
  await gatehouse.close();
  expect([runs, observed]).toEqual([0, []]);
});

test("new policies are tried from then on", async () => {
  const { gatehouse, observed } = await opened([ACTING]);
  await gatehouse.decide(PUSH);
  await gatehouse.reload({ text: TRIED });
  await gatehouse.decide(PUSH);
  await gatehouse.reload({ text: ACTING });
  await gatehouse.decide(PUSH);
  await gatehouse.close();
  expect(observed).toHaveLength(1);
});

test("what is lost of other files is not of the trial", async () => {
  const lost = "version: 1\npolicies:\n  - { id: lost, events: before_tool_call, deny: no, allow: yes }\n";
  const { gatehouse, observed } = await opened([TRIED, lost]);
  expect(await gatehouse.decide(LOOK)).toMatchObject({ effect: "deny" });
  await gatehouse.close();
  expect(observed).toEqual([]);
});
