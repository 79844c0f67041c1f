import { VOCABULARY, eventKindOf } from "@gatehouse-hooks/hosts";
import { expect, test } from "vitest";

test("every documented event is found by its name, once", () => {
  expect(new Set(VOCABULARY.events.map((kind) => kind.name)).size).toBe(VOCABULARY.events.length);
  for (const kind of VOCABULARY.events) {
    expect(eventKindOf(kind.name)).toBe(kind);
    expect(kind.known).toBe(true);
  }
});

test("an event that nobody documents gates and may carry everything", () => {
  for (const name of ["before_launch", "constructor", "__proto__", ""]) {
    expect(eventKindOf(name)).toEqual({
      name,
      gates: true,
      input: { path: "params" },
      context: true,
      known: false,
    });
  }
});

// Document 000, "Supported events": the three that can block are those that come before something happens.
test.each([
  ["before_tool_call", true],
  ["message_sending", true],
  ["after_tool_call", false],
  ["before_prompt_build", false],
  ["before_agent_start", false],
  ["session_start", false],
  ["session_end", false],
])("%s gates: %s", (name, gates) => {
  expect(eventKindOf(name).gates).toBe(gates);
});
