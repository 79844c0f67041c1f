import {
  compilePolicies,
  type CompileOptions,
  decide,
  explain,
  loadPolicySet,
  type LostPolicy,
  readEvent,
  savePolicySet,
  policiesOf,
} from "@gatehouse-hooks/engine";
import { VOCABULARY } from "@gatehouse-hooks/hosts";
import { describe, expect, test } from "vitest";

const broken: LostPolicy = {
  file: ".mayros/hooks/a.md",
  events: "all gating",
  tier: "project",
  why: "the name is missing; cure: add a line `name: a`",
  line: 3,
};

const guard = {
  id: "guard",
  events: ["before_tool_call"],
  handler: { kind: "static", verdict: "deny", reason: "no" },
};

function effect(
  lost: readonly LostPolicy[],
  event: string,
  policies: readonly unknown[] = [],
  options: CompileOptions = {},
): string {
  const read = readEvent({ event, toolName: "exec", params: {}, message: "hello" });
  if (read.kind !== "event") throw new Error("no event");
  return decide(compilePolicies({ policies, lost, vocabulary: VOCABULARY }, options).set, read.event).effect;
}

describe("what was lost is data, and a stand-in denies what it would have guarded (S4, M1, N1)", () => {
  test("not known which events: every gating one, those in no table included, and no other", () => {
    for (const { name, gates } of VOCABULARY.events) {
      expect([name, effect([broken], name)]).toEqual([name, gates ? "deny" : "abstain"]);
    }
    expect(effect([broken], "before_deploy")).toBe("deny");
    expect(effect([broken], "before_deploy", [{ ...guard, events: ["before_deploy"], enabled: false }])).toBe(
      "deny",
    );
  });

  test("known events: exactly those, in no table or gating nothing as they may be", () => {
    const lost = [{ ...broken, events: ["message_sending", "before_deploy", "post_tool_use"] }];
    expect(effect(lost, "message_sending")).toBe("deny");
    expect(effect(lost, "before_deploy")).toBe("deny");
    expect(effect(lost, "post_tool_use")).toBe("deny");
    expect(effect(lost, "before_tool_call")).toBe("abstain");
    expect(effect(lost, "before_release")).toBe("abstain");
  });

  test("no events: nothing could have been denied, and nothing is", () => {
    const lost = [{ ...broken, events: [] }];
    expect(effect(lost, "before_tool_call")).toBe("abstain");
    expect(policiesOf(compilePolicies({ policies: [], lost }).set)).toEqual([]);
  });

  test("more events than a policy may list become all gating ones", () => {
    const events = Array.from({ length: 101 }, (_, i) => `event_${i}`);
    expect(effect([{ ...broken, events }], "event_100")).toBe("deny");
  });

  test("any number of losses: the last one counts, too", () => {
    const lost = Array.from({ length: 5_000 }, (_, i) => ({ ...broken, events: [`before_${i}`] }));
    expect(effect(lost, "before_4999")).toBe("deny");
    expect(effect(lost, "before_5000")).toBe("abstain");
  });

  test("`onLost: warn` warns, and the enforced tier denies all the same (M5)", () => {
    expect(effect([broken], "before_tool_call", [], { onLost: "warn" })).toBe("abstain");
    const lost = [{ ...broken, tier: "enforced" as const }];
    expect(effect(lost, "before_tool_call", [], { onLost: "warn" })).toBe("deny");
    expect(effect(lost, "before_tool_call", [], { onLost: "ignore" })).toBe("abstain");
  });

  test("the reason names file, line, cure, and how many more", () => {
    const read = readEvent({ event: "before_tool_call" });
    if (read.kind !== "event") throw new Error("no event");
    const of = (lost: readonly LostPolicy[]): string =>
      decide(compilePolicies({ policies: [], lost }).set, read.event).reason;
    const one =
      "the policy file `.mayros/hooks/a.md:3` cannot be loaded: the name is missing; cure: add a line `name: a`";
    expect(of([broken])).toBe(one);
    expect(of([broken, { ...broken, line: 9 }])).toBe(`${one} (and 1 more)`);
  });

  test("a policy with something to say about the event says it first", () => {
    const own = { ...guard, id: "own", priority: -1_000_000 };
    const { set } = compilePolicies({ policies: [own], lost: [broken] });
    const read = readEvent({ event: "before_tool_call" });
    if (read.kind !== "event") throw new Error("no event");
    expect(decide(set, read.event).policy).toBe("own");
    expect(explain(set, read.event, new Map(), { others: true })).toMatchObject({
      elsewhere: { count: 0, policies: [] },
    });
  });

  test("ids stay short whatever the path, and are not taken twice", () => {
    const lost = [
      { ...broken, file: "x".repeat(5000) },
      { ...broken, file: "x".repeat(5000), events: ["a"] },
    ];
    const { set } = compilePolicies({ policies: [], lost });
    expect(new Set(policiesOf(set).map(({ id }) => id)).size).toBe(2);
    for (const { id } of policiesOf(set)) expect(id.length).toBeLessThan(500);
  });

  test("stand-ins are stored with their set", () => {
    const { set } = compilePolicies({ policies: [], lost: [broken] });
    const stored = loadPolicySet(savePolicySet(set)).set;
    const read = readEvent({ event: "before_deploy" });
    if (read.kind !== "event") throw new Error("no event");
    expect(decide(stored, read.event).effect).toBe("deny");
  });
});

describe("a definition that cannot be used is lost, and its stand-in denies (N13)", () => {
  test.each<[string, unknown, readonly string[] | "all gating"]>([
    [
      "a misspelt verdict",
      { ...guard, handler: { ...guard.handler, verdict: "deney" } },
      ["before_tool_call"],
    ],
    ["a misspelt key", { ...guard, wehn: "x" }, ["before_tool_call"]],
    ["`event` for `events`", { id: "a", event: "before_tool_call", handler: guard.handler }, "all gating"],
    ["no events", { ...guard, events: [] }, "all gating"],
    ["an event that is a number", { ...guard, events: ["before_tool_call", 1] }, "all gating"],
    ["no object", "guard", "all gating"],
    ["a function", () => "deny", "all gating"],
    ["a warning that is misspelt elsewhere", { ...guard, handler: { kind: "static", verdict: "warn" } }, []],
    ["an allow that is misspelt elsewhere", { ...guard, handler: { kind: "static", verdict: "allow" } }, []],
    ["a policy that is switched off", { ...guard, enabled: false, wehn: "x" }, []],
  ])("%s", (_what, definition, events) => {
    const { lost, issues, set } = compilePolicies([definition]);
    expect(issues.some((issue) => issue.severity === "error")).toBe(true);
    expect(lost).toHaveLength(1);
    expect(lost[0]?.events).toEqual(events);
    const read = readEvent({ event: "before_tool_call" });
    if (read.kind !== "event") throw new Error("no event");
    expect(decide(set, read.event).effect).toBe(events.length === 0 ? "abstain" : "deny");
    expect(policiesOf(compilePolicies([definition], { onLost: "ignore" }).set)).toEqual([]);
  });

  test("where and whose it was is kept", () => {
    const { lost } = compilePolicies([
      { ...guard, tier: "enforced", source: { path: "a.yaml", line: 7 }, wehn: "x" },
    ]);
    expect(lost).toEqual([
      {
        file: "a.yaml",
        line: 7,
        tier: "enforced",
        events: ["before_tool_call"],
        why: 'policy `guard`: unrecognized key: "wehn"',
      },
    ]);
  });

  test("a stored set that cannot be read denies all gating events", () => {
    const { set, lost } = loadPolicySet("not JSON");
    expect(lost).toHaveLength(1);
    const read = readEvent({ event: "before_deploy" });
    if (read.kind !== "event") throw new Error("no event");
    expect(decide(set, read.event).effect).toBe("deny");
  });
});

describe("kinds of an embedder's own", () => {
  const kinds = [
    { name: "before_deploy", gates: true, input: null, context: false, known: true },
    { name: "after_deploy", gates: false, input: null, context: false, known: true },
  ];

  test("say what gates, for stand-ins and failures", () => {
    expect(effect([broken], "before_deploy", [], { kinds })).toBe("deny");
    expect(effect([broken], "after_deploy", [], { kinds })).toBe("abstain");
    const judge = { kind: "judge", prompt: "p", timeoutMs: 1000, cache: "none" };
    const policies = [{ id: "j", events: ["before_deploy", "after_deploy"], handler: judge }];
    expect(effect([], "before_deploy", policies, { kinds })).toBe("deny");
    expect(effect([], "after_deploy", policies, { kinds })).toBe("abstain");
    expect(effect([], "after_deploy", policies)).toBe("deny");
  });

  test("are known: no warning for a policy that waits for them", () => {
    const policies = [{ ...guard, events: ["before_deploy"] }];
    expect(compilePolicies(policies, { kinds }).issues).toEqual([]);
    expect(compilePolicies(policies).issues.map(({ code }) => code)).toEqual(["unknown-event"]);
  });

  test.each([
    ["a documented event", { name: "before_tool_call" }],
    ["no name", { name: "" }],
    ["the same twice", { name: "after_deploy" }],
  ])("%s is a caller's bug", (_what, change) => {
    expect(() => compilePolicies([], { kinds: [...kinds, { ...kinds[0], ...change } as never] })).toThrow(
      TypeError,
    );
  });
});
