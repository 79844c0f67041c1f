import {
  admitEvent,
  compilePolicies,
  type EventNotice,
  type PolicySet,
  readEvent,
} from "@gatehouse-hooks/engine";
import { editDistance, nearName } from "@gatehouse-hooks/json";
import fc from "fast-check";
import { expect, test } from "vitest";
import { assertLaw } from "../../../../test/assert-law.js";

const FIELDS = ["toolName", "params", "toolCallId", "workspace", "sessionKey", "agentId", "platform"];

function newSet(): PolicySet {
  return compilePolicies([
    {
      id: "a",
      events: ["before_tool_call"],
      handler: { kind: "static", verdict: "deny", reason: "no" },
    },
  ]).set;
}

function noticesOf(set: PolicySet, given: object): readonly EventNotice[] {
  const read = readEvent({ event: "before_tool_call", toolName: "exec", params: {}, ...given });
  if (read.kind !== "event") throw new Error(read.issue.message);
  const admission = admitEvent(set, read.event);
  return admission.kind === "admitted" ? admission.notices : [admission.notice];
}

/** A field with up to three steps of a typist's hand. */
const misspelt = fc
  .tuple(
    fc.constantFrom(...FIELDS),
    fc.array(fc.tuple(fc.nat(12), fc.constantFrom("x", "s", "I", "")), { maxLength: 3 }),
  )
  .map(([field, steps]) => {
    let name = field;
    for (const [at, letter] of steps) name = name.slice(0, at) + letter + name.slice(at + 1);
    return name;
  });

test("misspelt fields: what was asked of a set before changes no answer", () => {
  const used = newSet();
  // More names than are kept.
  for (let i = 0; i < 1_500; i++) noticesOf(used, { [`sessionKe${i}`]: 1 });
  assertLaw(
    fc.property(fc.uniqueArray(misspelt, { maxLength: 6 }), fc.subarray(FIELDS), (names, there) => {
      const given = Object.fromEntries(
        [...names, ...there]
          .filter((name) => !["toolName", "params", "event", "__proto__"].includes(name))
          .map((name) => [name, "x"]),
      );
      const first = noticesOf(newSet(), given);
      expect(noticesOf(used, given)).toEqual(first);
      expect(noticesOf(used, given)).toEqual(first);
    }),
  );
});

test("near names: two steps in a long name, one in a short one", () => {
  const letter = fc.constantFrom("a", "b", "q", "z", "é", "");
  const word = fc.string({ unit: letter, minLength: 6, maxLength: 11 });
  const steps = fc.array(fc.tuple(fc.nat(10), letter), { maxLength: 3 });
  assertLaw(
    fc.property(word, steps, (name, hand) => {
      fc.pre(name.length >= 5);
      let other = name;
      for (const [at, by] of hand) other = other.slice(0, at) + by + other.slice(at + 1);
      const limit = name.length < 8 ? 1 : 2;
      const near = name !== other && editDistance(name, other, limit) <= limit;
      expect(nearName(name, [other])).toBe(near ? other : null);
    }),
  );
});
