import { expect, test } from "vitest";
import { runCli, runRows } from "./run-cli.js";

const retry = { pattern: "retry", weight: 2 };
const threshold = {
  patterns: [retry, { pattern: "probably", weight: 1 }, { pattern: "checked", weight: -3 }],
  threshold: 3,
};

test("signals: a score a line, with the patterns that were found", async () => {
  const rows = await runRows(
    ["signals"],
    [
      { signals: [retry], texts: ["let me retry", "no"], ignored: 1 },
      { signals: threshold, texts: ["retry", "probably"] },
      { signals: { ...threshold, scope: "window" }, texts: ["retry", "probably"] },
      { signals: threshold, texts: ["probably retry", "probably retry, checked"] },
      { signals: { ...threshold, window: 1 }, texts: ["probably retry", "so"] },
      { signals: ["retry"], texts: ["retry"], prompt: "help me" },
      { signals: { patterns: [retry], threshold: 1, vetoes: ["asked"] }, texts: ["retry", "you asked"] },
      { signals: [{ clauses: [{ noun: ["test"], verb: ["skip"] }], weight: 3 }, retry], texts: ["retry"] },
    ],
  );
  expect(rows).toEqual([
    { fires: true, score: 2, matched: ["retry"], texts: ["let me retry"], unavailable: 0 },
    { fires: false, score: 2, matched: ["retry", "probably"], texts: [], unavailable: 0 },
    { fires: true, score: 3, matched: ["retry", "probably"], texts: ["retry", "probably"], unavailable: 0 },
    {
      fires: true,
      score: 3,
      matched: ["retry", "probably", "checked"],
      texts: ["probably retry"],
      unavailable: 0,
    },
    { fires: false, score: 0, matched: [], texts: [], unavailable: 0 },
    { fires: false, score: 0, matched: [], texts: [], unavailable: 0 },
    { fires: false, score: 2, matched: ["retry"], texts: [], unavailable: 0 },
    { fires: true, score: 2, matched: ["retry"], texts: ["retry"], unavailable: 1 },
  ]);
});

test("signals: errors are rows", async () => {
  const rows = await runRows(
    ["signals"],
    [
      "nonsense",
      {},
      { signals: [{ pattern: "(" }], texts: [] },
      { signals: [{ pattern: "a", weight: "2" }], texts: [] },
      { signals: { patterns: [], scope: "turn" }, texts: [] },
      { signals: [], texts: [1] },
      { signals: [{ clauses: [{ noun: ["one"] }] }], texts: [] },
      { signals: [], texts: [], prompt: 1 },
      { signals: { patterns: [], threshold: null }, texts: [] },
    ],
  );
  for (const row of rows)
    expect(row).toMatchObject({ ok: false, issues: [{ code: expect.any(String) as string }] });
});

test("signals: one document", async () => {
  const ran = await runCli(["signals", "-"], {
    stdin: JSON.stringify({ signals: [retry], texts: ["retry"] }),
  });
  expect(ran).toMatchObject({ code: 0, stdout: "fires with a score of 2: retry\n" });
  expect(await runCli(["signals", "-"], { stdin: "{}" })).toMatchObject({ code: 2 });
});
