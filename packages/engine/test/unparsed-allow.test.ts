import { expect, test } from "vitest";
import { compilePolicies, decide } from "../src/index.js";

const event = { event: "before_tool_call", toolName: "Bash", params: { command: "rm -rf /" } };
const unparsed = { text: "params.command ==", ast: null };

test.each([
  { part: "condition", tests: { condition: unparsed } },
  { part: "matcher", tests: { matcher: unparsed } },
])("an allow whose $part did not parse lets nothing pass, and a deny holds", ({ tests }) => {
  const effect = (verdict: "allow" | "deny"): string => {
    const policy = { id: verdict, events: ["before_tool_call"], ...tests };
    const { set } = compilePolicies([{ ...policy, handler: { kind: "static", verdict, reason: "r" } }]);
    return decide(set, event).effect;
  };
  expect(effect("allow")).toBe("abstain");
  expect(effect("deny")).toBe("deny");
});
