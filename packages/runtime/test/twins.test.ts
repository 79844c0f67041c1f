import { type Condition, compilePolicies, type Event, type PolicyDefinition } from "@gatehouse-hooks/engine";
import { parse } from "@gatehouse-hooks/condition";
import { VOCABULARY } from "@gatehouse-hooks/hosts";
import { createRuntime, type RuntimeHost } from "@gatehouse-hooks/runtime";
import { expect, test } from "vitest";

const when = (text: string): Condition => ({ text, ast: parse(text).ast });
const policy = (
  id: string,
  events: readonly string[],
  more: Partial<PolicyDefinition>,
): PolicyDefinition => ({
  id,
  events,
  handler: { kind: "static", verdict: "warn", reason: id },
  ...more,
});
const deny = { kind: "static", verdict: "deny", reason: "no" } as const;

/** A host whose shell event is the twin of a call. */
const host: RuntimeHost = {
  events: [],
  twins: {
    of: { "pre-bash-execution": ["before_tool_call"] },
    make: (event: Event) =>
      event.event === "before_tool_call"
        ? [{ event: "pre-bash-execution", bash_command: commandOf(event) }]
        : [],
  },
};

function commandOf({ params }: Event): unknown {
  return (Object(params) as Record<string, unknown>)["command"];
}

const call = { event: "before_tool_call", toolName: "Bash", params: { command: "ls" } };

async function decide(policies: readonly PolicyDefinition[], event: unknown = call) {
  const { set } = compilePolicies(policies, { vocabulary: VOCABULARY });
  const runtime = createRuntime({ policies: set, hosts: [host] });
  const atOnce = runtime.decideAtOnce(event);
  const decision = await runtime.decide(event);
  expect(atOnce).toEqual(decision);
  expect(runtime.stats().decisions).toBe(2);
  await runtime.close();
  return decision;
}

test("the stricter of the event and its twin counts, whichever it is", async () => {
  const loose = { handler: { kind: "static", verdict: "allow", reason: "yes" } } as const;
  const rows = [
    [["before_tool_call"], ["pre-bash-execution"]],
    [["pre-bash-execution"], ["before_tool_call"]],
  ] as const;
  for (const [one, other] of rows) {
    const decision = await decide([policy("a", one, loose), policy("b", other, { handler: deny })]);
    expect([decision.effect, decision.policy]).toEqual(["deny", "b"]);
  }
});

test("a policy that listens to the event itself is not asked about its twin, too", async () => {
  for (const events of [["before_tool_call", "pre-bash-execution"], ["*"]]) {
    const { warnings } = await decide([policy("a", events, {}), policy("b", ["pre-bash-execution"], {})]);
    expect(warnings.map((one) => one.policy)).toEqual(["a", "b"]);
  }
});

test("a twin is of the event as it goes on, and a refused one denies", async () => {
  const set = { kind: "static", verdict: "approve", reason: "", updatedInput: { command: "rm" } } as const;
  const guard = policy("b", ["pre-bash-execution"], {
    condition: when('bash_command == "rm"'),
    handler: deny,
  });
  expect((await decide([guard])).effect).toBe("abstain");
  const rewritten = await decide([policy("a", ["before_tool_call"], { handler: set }), guard]);
  expect(rewritten).toMatchObject({ effect: "deny", policy: "b" });
  expect(rewritten).not.toHaveProperty("updatedInput");
  expect((await decide([guard], { ...call, params: {} })).effect).toBe("deny");
});

test("where no policy lists a twin, none is made", async () => {
  let asked = 0;
  const counting: RuntimeHost = {
    events: [],
    twins: { of: { "pre-bash-execution": ["before_tool_call"] }, make: () => (asked++, []) },
  };
  const { set } = compilePolicies([policy("a", ["before_tool_call"], {})], { vocabulary: VOCABULARY });
  const runtime = createRuntime({ policies: set, hosts: [counting] });
  await runtime.decide(call);
  expect(asked).toBe(0);
  await runtime.close();
});
