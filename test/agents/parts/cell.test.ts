import { expect, test } from "vitest";
import { type CellVerdict, type Expectation, type Observation, judgeCell } from "./cell.js";

const reached: Observation = { reached: true, hung: false, ran: false };

const rows: readonly (readonly [Expectation, Partial<Observation>, CellVerdict])[] = [
  ["stays", {}, "ok"],
  ["stays", { ran: true }, "open"],
  // A call that ran is open, whatever became of the agent.
  ["stays", { ran: true, hung: true }, "open"],
  ["stays", { hung: true }, "hangs"],
  // A call that was never made shows nothing.
  ["stays", { reached: false }, "untested"],
  ["runs", { ran: true }, "ok"],
  ["runs", {}, "shut"],
  ["runs", { reached: false }, "untested"],
  ["either", {}, "ok"],
  ["either", { ran: true }, "ok"],
  ["either", { hung: true }, "hangs"],
];

test.each(rows)("expected %s, seen %o: %s", (expected, seen, verdict) => {
  expect(judgeCell(expected, { ...reached, ...seen })).toBe(verdict);
});
