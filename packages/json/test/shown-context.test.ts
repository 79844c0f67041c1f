import { expect, test } from "vitest";
import { canonicalJson } from "@gatehouse-hooks/json/canonical";
import { type JsonObject, shownContext } from "@gatehouse-hooks/json";

/** The same call as two agents' tables make it, with what tells one call from the next. */
const call = (nth: number, command = "ls"): JsonObject => ({
  event: "before_tool_call",
  toolCallId: `call ${nth}`,
  timestamp: nth,
  params: { command, timestamp: 7 },
  raw: { tool_use_id: `toolu ${nth}`, turn_id: nth, tool_input: { command, call_id: "a parameter" } },
});
const seen = (event: JsonObject, uses?: readonly string[]): string =>
  canonicalJson(shownContext(uses === undefined ? {} : { uses }, event));

test("a call that is made again is the same question", () => {
  expect(seen(call(1))).toBe(seen(call(2)));
  expect(seen(call(1))).not.toBe(seen(call(1, "rm")));
});

test("what a call does is shown whole, whatever its parameters are named", () => {
  expect(shownContext({}, call(1))).toEqual({
    event: "before_tool_call",
    params: { command: "ls", timestamp: 7 },
    raw: { tool_input: { command: "ls", call_id: "a parameter" } },
  });
});

test("who names a number of the call sees it", () => {
  expect(shownContext({ uses: ["raw.turn_id"] }, call(1))).toEqual({ raw: { turn_id: 1 } });
});
