import { condition } from "@gatehouse-hooks/condition";
import { expect, test } from "vitest";
import { compilePolicies, decide } from "@gatehouse-hooks/engine";
import { createFacts, PROGRAMS, TOOL_ROWS } from "@gatehouse-hooks/facts";
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

test("so is a stored glob that is none, which is read when a path is first compared with it", () => {
  const derive = createFacts({ programs: [PROGRAMS], tools: [TOOL_ROWS] });
  const compiled = compilePolicies(
    [
      {
        id: "keys",
        events: ["before_tool_call"],
        condition: condition('facts.writes.any(w, w.touches("/keys/**"))').condition,
        handler: { kind: "static", verdict: "ask", reason: "writes a key" },
      },
    ],
    { derive },
  );
  const open = (glob: string) => {
    const written = (text: string): string => text.replaceAll("/keys/**", glob);
    const text = written(storePolicySet(compiled, { hash: (one) => hash(written(one)), writer: "w" }));
    const opened = openPolicyStore(text, { hash, writer: "w", derive });
    if (opened.kind !== "opened") throw new Error(opened.issue.message);
    return opened.stored;
  };
  const touching = (file: string) => ({
    event: "before_tool_call",
    toolName: "Bash",
    params: { command: `touch ${file}` },
  });
  const whole = open("/keys/**");
  expect(decide(whole.set, touching("/keys/one")).effect).toBe("ask");
  expect(decide(whole.set, touching("/other")).effect).toBe("abstain");
  expect(whole.damage).toBeNull();
  const broken = open("keys//**");
  decide(broken.set, touching("/keys/one"));
  expect(broken.damage?.message).toContain("a condition of it is refused");
  expect(decide(broken.set, touching("/other")).effect).toBe("deny");
});
