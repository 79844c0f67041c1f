import { type JsonValue, own } from "@gatehouse-hooks/json";
import { EFFECTS } from "./sets/set-shape.js";

type Members = Readonly<Record<string, JsonValue>>;

/** The key that a handler's string means when a string is written in place of the mapping. */
const HANDLER_TEXT: ReadonlyMap<string, string> = new Map([
  ["judge", "prompt"],
  ["command", "run"],
  ["builtin", "name"],
  ["function", "name"],
]);

/** What one word after `expect:` means. */
const EXPECT_WORDS: Readonly<Record<string, JsonValue>> = {
  deny: { effect: "deny" },
  ask: { effect: "ask" },
  allow: { effect: "allow" },
  abstain: { effect: "abstain" },
  warn: { effect: "abstain", warns: true },
  skip: { applies: false },
};

/** Writes out the shorthands of a policy: `judge: "text"` is `judge: { prompt: "text" }`, and effects are those of calls. */
export function expandPolicy(policy: JsonValue): JsonValue {
  if (!isMembers(policy)) return policy;
  const isEffects = EFFECTS.some((key) => Object.hasOwn(policy, key)) && !Object.hasOwn(policy, "events");
  return mapMembers(isEffects ? { ...policy, events: "before_tool_call" } : policy, (value, key) => {
    const inner = HANDLER_TEXT.get(key);
    return typeof value === "string" && inner !== undefined ? { [inner]: value } : value;
  });
}

/**
 * Writes out the shorthands of a test: one word for `expect` and for an answer, `answer` for the answer of the policy
 * next to it, and the event's name where that policy lists one event only.
 */
export function expandTest(test: JsonValue, policy: string | null, event: string | null): JsonValue {
  if (!isMembers(test)) return test;
  const answer = policy === null ? undefined : own(test, "answer");
  const answers = own(test, "answers");
  const entries = Object.entries(test).filter(([key]) => answer === undefined || key !== "answer");
  const expanded = mapMembers(Object.fromEntries(entries), (value, key) => {
    if (key === "expect" && typeof value === "string") return own(EXPECT_WORDS, value) ?? value;
    if (key === "answers" && isMembers(value)) return mapMembers(value, expandAnswer);
    if (key === "event" && isMembers(value) && !Object.hasOwn(value, "event") && event !== null) {
      return { event, ...value };
    }
    return value;
  });
  if (answer === undefined || policy === null || answers !== undefined) return expanded;
  return { ...expanded, answers: Object.fromEntries([[policy, expandAnswer(answer)]]) };
}

function expandAnswer(answer: JsonValue): JsonValue {
  return typeof answer === "string" ? { kind: answer } : answer;
}

/** A copy with each member changed; own keys only. */
function mapMembers(members: Members, change: (value: JsonValue, key: string) => JsonValue): Members {
  return Object.fromEntries(Object.entries(members).map(([key, value]) => [key, change(value, key)]));
}

export function isMembers(value: JsonValue | undefined): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
