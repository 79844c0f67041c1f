import { condition } from "@gatehouse-hooks/condition";
import { expect, test } from "vitest";
import { compilePolicies, decide } from "@gatehouse-hooks/engine";
import { openPolicyStore, storePolicySet } from "@gatehouse-hooks/store";

const hash = (text: string): string =>
  [...text].reduce((sum, one) => (sum * 31 + one.charCodeAt(0)) | 0, 7).toString();

test("a stored condition that this program refuses is damage of the store, and not a policy that applies to everything", () => {
  const compiled = compilePolicies([
    {
      id: "harmless",
      events: ["before_tool_call"],
      condition: condition('!params.command.matches("^rm ")').condition,
      handler: { kind: "static", verdict: "warn", reason: "removes" },
    },
  ]);
  // Another program's store: its hash is right, and its pattern is one that nothing here reads.
  const rehashed = (text: string): string => hash(text.replaceAll("^rm ", "^r(1"));
  const text = storePolicySet(compiled, { hash: rehashed, writer: "w" }).replaceAll("^rm ", "^r(1");
  const opened = openPolicyStore(text, { hash, writer: "w" });
  if (opened.kind !== "opened") throw new Error(opened.issue.message);
  const event = { event: "before_tool_call", toolName: "Bash", params: { command: "ls" } };
  decide(opened.stored.set, event);
  expect(opened.stored.damage?.message).toContain("a condition of it is refused");
  expect(decide(opened.stored.set, event).effect).toBe("deny");
});
