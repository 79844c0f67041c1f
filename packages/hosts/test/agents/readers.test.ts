import { expect, test } from "vitest";
import { rowsOf } from "../rows.js";
import { type Fate, type Measured, READERS } from "./readers.js";

interface Row extends Measured {
  readonly agent: string;
  readonly event: string;
  readonly answer: string;
  readonly ran: Fate;
}

const ROWS = rowsOf<Row>("./agents/answers/measured.jsonl");

test("the readers say what the real agents did with every answer that was tried", () => {
  const wrong = ROWS.filter((row) => READERS[row.agent]?.(row, row.event) !== row.ran).map(
    ({ agent, answer, ran }) => `${agent}: ${answer}: ${ran}`,
  );
  expect(wrong).toEqual([]);
});

test("there are rows of every agent that was run, of each outcome", () => {
  const found = new Map<string, Set<Fate>>();
  for (const { agent, ran } of ROWS) found.set(agent, (found.get(agent) ?? new Set<Fate>()).add(ran));
  expect([...found.keys()].toSorted()).toEqual(
    Object.keys(READERS)
      .filter((name) => name !== "cursor")
      .toSorted(),
  );
  for (const [agent, fates] of found)
    expect([agent, fates.has("runs"), fates.has("no")]).toEqual([agent, true, true]);
});
