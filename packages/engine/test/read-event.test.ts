import { isSealed } from "@gatehouse-hooks/json";
import { readEvent } from "@gatehouse-hooks/engine";
import { expect, test } from "vitest";

test("an event is copied and frozen: later changes of the original change nothing", () => {
  const original = { event: "before_tool_call", params: { list: [1] } };
  const read = readEvent(original);
  if (read.kind !== "event") throw new Error(read.issue.message);
  original.params.list.push(2);
  expect(JSON.stringify(read.event)).toBe('{"event":"before_tool_call","params":{"list":[1]}}');
  expect(Object.isFrozen(read.event["params"])).toBe(true);
  expect(isSealed(read.event)).toBe(true);
});

test("an event that was read is not copied again", () => {
  const read = readEvent({ event: "e" });
  if (read.kind !== "event") throw new Error(read.issue.message);
  expect(readEvent(read.event)).toEqual({ kind: "event", event: read.event });
});

const cyclic: Record<string, unknown> = { event: "e" };
cyclic["self"] = cyclic;

test.each<[string, unknown, string]>([
  ["nothing", undefined, "json-not-plain"],
  ["a text", "before_tool_call", "json-not-object"],
  ["a list", [{ event: "e" }], "json-not-object"],
  ["a function inside", { event: "e", run: () => 1 }, "json-not-plain"],
  [
    "a getter",
    Object.defineProperty({ event: "e" }, "x", { get: () => 1, enumerable: true }),
    "json-not-plain",
  ],
  ["a date", { event: "e", at: new Date(0) }, "json-not-plain"],
  ["not a number", { event: "e", n: Number.NaN }, "json-number"],
  ["a lone surrogate", { event: "e", text: "\ud800" }, "json-lone-surrogate"],
  ["a cycle", cyclic, "json-too-deep"],
  ["too many values", { event: "e", list: Array.from({ length: 100_001 }, () => 0) }, "json-too-many"],
  ["no name", { toolName: "exec" }, "missing-event-name"],
  ["an empty name", { event: "" }, "missing-event-name"],
  ["a name that is no text", { event: 7 }, "missing-event-name"],
  ["a name that is too long", { event: "e".repeat(201) }, "missing-event-name"],
  ["an inherited name", Object.create({ event: "e" }), "json-not-plain"],
])("%s is refused", (_, value, code) => {
  const read = readEvent(value);
  expect(read).toMatchObject({ kind: "refused", issue: { severity: "error", code } });
});

test("the longest name is taken", () => {
  expect(readEvent({ event: "e".repeat(200) }).kind).toBe("event");
});

test("a missing name says what to write", () => {
  expect(readEvent({})).toEqual({
    kind: "refused",
    issue: {
      severity: "error",
      code: "missing-event-name",
      message: "an event needs the key `event` with a name of 1 to 200 characters",
      cure: 'for example { "event": "before_tool_call", "toolName": "exec" }',
    },
  });
});
