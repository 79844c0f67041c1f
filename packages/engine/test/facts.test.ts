import { condition } from "@gatehouse-hooks/condition";
import {
  compilePolicies,
  decide,
  type Derive,
  type Event,
  explain,
  type PolicyDefinition,
  policiesOf,
  readEvent,
  render,
  step,
} from "@gatehouse-hooks/engine";
import { openPolicyStore, storePolicySet } from "@gatehouse-hooks/store";
import { type JsonObject, sealJsonObject } from "@gatehouse-hooks/json";
import { createHash } from "node:crypto";
import { expect, test } from "vitest";

/** A deriver small enough to see through: `rm PATH` deletes, `cp FROM TO` writes, and everything else is not understood. */
function deriver(version = "1"): Derive & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    version,
    facts: (event): JsonObject => {
      const params = event["params"] as JsonObject | undefined;
      const given = params?.["command"];
      const command = typeof given === "string" ? given : "";
      asked.push(command);
      if (command === "crash") throw new Error("crash");
      if (command === "nonsense") return [] as never;
      const [name = "", ...paths] = command.split(" ");
      const fact = (operand: number): JsonObject => ({
        path: paths[operand] ?? "",
        home: (paths[operand] ?? "").replace("/home/u", "~"),
        tree: false,
        certainty: "exact",
        linksChecked: true,
        by: `"${command}" operand ${operand + 1}`,
        via: ["sudo", "bash -c"],
        span: [12, 31],
      });
      const facts = {
        complete: name === "rm" || name === "cp",
        deletes: name === "rm" ? paths.map((_, i) => fact(i)) : [],
        writes: name === "cp" ? [fact(1)] : [],
        env: paths.map((path) => ({ name: "TOKEN", value: path })),
      };
      return sealJsonObject(facts).value ?? {};
    },
  };
}

function policy(
  id: string,
  when: string,
  verdict: "deny" | "ask" | "allow" | "warn" = "deny",
  more: Partial<PolicyDefinition> = {},
): PolicyDefinition {
  return {
    id,
    events: ["before_tool_call"],
    condition: condition(when).condition,
    handler: { kind: "static", verdict, reason: id },
    ...more,
  };
}

function event(command: string, more: JsonObject = {}): Event {
  const read = readEvent({ event: "before_tool_call", toolName: "exec", params: { command }, ...more });
  if (read.kind !== "event") throw new Error("not an event");
  return read.event;
}

const ssh = policy("ssh", 'facts.deletes.any(d, d.touches("~/.ssh/**"))');

test("a policy reads the derived facts of the event", () => {
  const derive = deriver();
  const { set, issues } = compilePolicies([ssh], { derive });
  expect(issues).toEqual([]);
  expect(decide(set, event("rm /home/u/.ssh/id")).effect).toBe("deny");
  expect(decide(set, event("rm /tmp/x")).effect).toBe("abstain");
  expect(decide(set, event("cp /home/u/.ssh/id /tmp/x")).effect).toBe("abstain");
});

test("law 11: a set that does not read facts never calls the deriver, another one at most once for an input", () => {
  const derive = deriver();
  const { set: without } = compilePolicies([policy("a", 'params.command.includes("rm")')], { derive });
  for (const command of ["rm /a", "ls", "crash"]) decide(without, event(command));
  expect(derive.asked).toEqual([]);

  const many = Array.from({ length: 40 }, (_, i) =>
    policy(`p${i}`, `facts.writes.any(w, w.touches("/x${i}"))`, "warn"),
  );
  const asks = policy("j", "facts.complete", "warn", {
    handler: { kind: "judge", prompt: "?", timeoutMs: 1, cache: "none" },
  });
  const { set } = compilePolicies([...many, ssh, asks], { derive });
  for (let i = 0; i < 100; i++) {
    const one = event(`cp /a /x${i}`);
    expect(step(set, one, new Map()).kind).toBe("pending");
    decide(set, one);
    expect(derive.asked.splice(0)).toEqual([`cp /a /x${i}`]);
  }
});

test("what does not read facts is asked before they are derived", () => {
  const derive = deriver();
  const { set } = compilePolicies([{ ...ssh, matcher: condition('toolName == "exec"').condition }], {
    derive,
  });
  expect(decide(set, event("rm /home/u/.ssh/id", { toolName: "read" })).effect).toBe("abstain");
  expect(derive.asked).toEqual([]);
});

test("facts that come with the event are replaced, and the trace says so", () => {
  const derive = deriver();
  const { set } = compilePolicies([ssh, policy("any", "facts.fake", "ask")], { derive });
  const lied = event("rm /home/u/.ssh/id", { facts: { complete: true, deletes: [], fake: true } });
  const decision = decide(set, lied);
  expect([decision.effect, decision.policy]).toEqual(["deny", "ssh"]);
  expect(decision.trace[0]?.notes).toEqual(["replaced `facts` of the event by those that are derived"]);
  expect(decide(set, event("ls", { facts: { fake: true } })).effect).toBe("abstain");
  expect(decide(set, event("rm /home/u/.ssh/id")).trace[0]?.notes).toBe(undefined);
});

test("without a deriver a policy that reads facts is an error, and fails", () => {
  const { set, issues } = compilePolicies([ssh]);
  expect(issues).toMatchObject([
    {
      severity: "error",
      code: "no-facts",
      message: "`ssh` reads `facts`, and nothing derives them: the policy fails on every event",
      cure: "compile the policies with `derive`",
    },
  ]);
  const decision = decide(set, event("ls", { facts: { deletes: [] } }));
  expect([decision.effect, decision.trace[0]?.failure]).toEqual([
    "deny",
    { code: "no-facts", onFailure: "deny" },
  ]);
  const mild = compilePolicies([{ ...ssh, onFailure: "warn" }]).set;
  expect(decide(mild, event("ls"))).toMatchObject({
    effect: "abstain",
    warnings: [{ policy: "ssh", reason: "the policy reads `facts`, and nothing derives them" }],
  });
});

test.each(["crash", "nonsense"])(
  "a deriver that fails is a failure of the policies that read facts: %s",
  (command) => {
    const derive = deriver();
    const parts = [
      ssh,
      policy("decided", 'toolName == "read" && facts.complete'),
      policy("later", 'facts.complete && toolName == "read"'),
      policy("either", 'facts.complete || toolName == "exec"', "ask", { onFailure: "ignore" }),
    ];
    const more = Array.from({ length: 30 }, (_, i) =>
      policy(`w${i}`, `facts.writes.any(w, w.touches("/${i}"))`, "warn"),
    );
    const { set } = compilePolicies(
      [...parts, ...more].map((one) => ({ ...one, onFailure: one.onFailure ?? "warn" })),
      { derive },
    );
    const results = Array.from({ length: 100 }, () => decide(set, event(command)));
    expect(new Set(results.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(results[0]?.effect).toBe("ask");
    expect(results[0]?.trace.map(({ policy: id }) => id).sort()).toEqual(
      ["ssh", "either", ...more.map(({ id }) => id)].sort(),
    );
    expect(results[0]?.warnings[0]?.reason).toBe("the policy reads `facts`, and they could not be derived");
  },
);

test("each new input has its own facts", () => {
  const derive = deriver();
  const rewrites = policy("rewrites", 'params.command == "rm /tmp/x"', "allow", {
    priority: -1,
    handler: {
      kind: "static",
      verdict: "approve",
      reason: "",
      updatedInput: { command: "rm /home/u/.ssh/id" },
    },
  });
  const { set } = compilePolicies([ssh, rewrites], { derive });
  const one = event("rm /tmp/x");
  const decision = decide(set, one);
  expect([decision.effect, decision.policy, decision.trace.at(-1)?.again]).toEqual(["deny", "ssh", true]);
  expect(derive.asked).toEqual(["rm /tmp/x", "rm /home/u/.ssh/id"]);
  decide(set, one);
  expect(derive.asked.length).toBe(2);
});

test("an allow needs complete understanding", () => {
  const derive = deriver();
  const { set, issues } = compilePolicies(
    [
      policy("tidy", 'toolName == "exec" || facts.deletes.size() == 0', "allow"),
      policy("all", "!facts.x", "allow"),
    ],
    { derive },
  );
  expect(issues).toEqual([]);
  expect(policiesOf(set).map((one) => one.condition?.text)).toEqual([
    "facts.complete && (!facts.x)",
    'facts.complete && (toolName == "exec" || facts.deletes.size() == 0)',
  ]);
  expect(decide(set, event("rm /a")).effect).toBe("allow");
  expect(decide(set, event("curl x")).effect).toBe("abstain");
  expect(explain(set, event("curl x")).policies[0]).toMatchObject({
    kind: "not-applicable",
    because: [{ text: "facts.complete", was: false, saw: [{ path: "facts.complete", value: "false" }] }],
  });
  const again = compilePolicies(policiesOf(set), { derive });
  expect(policiesOf(again.set)).toEqual(policiesOf(set));
});

test("the trace names the fact, and explain prints it", () => {
  const derive = deriver();
  const either = policy(
    "either",
    'facts.writes.any(w, true) || facts.deletes.any(d, d.touches("~/.ssh/**"))',
  );
  const { set } = compilePolicies([either], { derive });
  const one = event("rm /tmp/x /home/u/.ssh/id");
  const said =
    'deletes ~/.ssh/id (exact): "rm /tmp/x /home/u/.ssh/id" operand 2, via sudo › bash -c, characters 12–31';
  expect(decide(set, one).trace[0]?.facts).toMatchObject([
    { list: "deletes", index: 1, fact: { path: "/home/u/.ssh/id", certainty: "exact" }, said },
  ]);
  expect(render(explain(set, one))).toContain(said);
  const env = compilePolicies([policy("env", "facts.env.any(e, e.value)")], { derive }).set;
  const secret = "ghp_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
  const shown = decide(env, event(`ls ${secret}`)).trace[0]?.facts;
  expect(shown).toMatchObject([{ list: "env", index: 0, fact: { name: "TOKEN", value: "[redacted]" } }]);
});

test("a judge sees facts when its `uses` names them, with the version of what derived them", () => {
  const derive = deriver("7");
  const judge = (uses?: readonly string[]): PolicyDefinition => ({
    id: "j",
    events: ["before_tool_call"],
    handler: {
      kind: "judge",
      prompt: "?",
      timeoutMs: 1,
      cache: "none",
      ...(uses === undefined ? {} : { uses }),
    },
  });
  const needOf = (one: PolicyDefinition, command: string) => {
    const next = step(compilePolicies([one], { derive }).set, event(command), new Map());
    return next.kind === "pending" ? next.needs[0] : next.decision;
  };
  expect(needOf(judge(["facts.deletes"]), "rm /a")).toMatchObject({
    derives: "7",
    event: { facts: { deletes: [{ path: "/a" }] } },
  });
  for (const uses of [undefined, ["params.command"]]) {
    const need = needOf(judge(uses), "rm /a");
    expect(need).not.toHaveProperty("derives");
    expect(need).not.toHaveProperty("event.facts");
  }
  expect(needOf(judge(["facts"]), "crash")).toMatchObject({
    effect: "deny",
    trace: [{ failure: { code: "no-facts" } }],
  });
});

/** An outcome, a condition, and what is warned of. */
type WarnRow = readonly [outcome: "allow" | "ask" | "deny" | "warn", when: string, codes: readonly string[]];

test.each<WarnRow>([
  ...[
    String.raw`^echo(?: (?:[^[:cntrl:];&|<>$\x60(){}\\"\x27#!]|"[^[:cntrl:]"$\x60\\]*"|\x27[^[:cntrl:]\x27]*\x27)*)?$`,
    String.raw`^npm run (?:test|build)$`,
    String.raw`^ls [\w./-]+$`,
  ].map((pattern): WarnRow => ["allow", `params.command.matches(${JSON.stringify(pattern)})`, []]),
  ...[
    String.raw`^echo .*$`,
    String.raw`^ls|rm$`,
    String.raw`^ls(?: x)*|rm$`,
    String.raw`^echo [^[:cntrl:]&|<>$\x60(){}\\"\x27#!]*$`,
    String.raw`^echo [^;&|<>$\x60(){}\\"\x27#!]*$`,
    String.raw`^echo "[^[:cntrl:]"\x60\\]*"$`,
    String.raw`^echo [^[:cntrl:]!-&;|<>$\x60(){}\\"\x27]*$`,
    String.raw`^echo [^[:cntrl:];&|<>$\x60(){}\\"\x27#!]*`,
    String.raw`echo [^[:cntrl:];&|<>$\x60(){}\\"\x27#!]*$`,
  ].map((pattern): WarnRow => [
    "allow",
    `params.command.matches(${JSON.stringify(pattern)})`,
    ["allow-by-text"],
  ]),
  ["allow", 'params.command.startsWith("git status")', ["allow-by-text"]],
  ["allow", 'toolName == "exec" && params.command.lower().matches("^ls")', ["allow-by-text"]],
  ["allow", 'params.command == "ls" && !params.command.includes(";")', []],
  ["deny", 'params.command.startsWith("git status")', []],
  ["deny", '!facts.writes.any(w, w.touches("./**"))', ["absence-of-facts", "within-in-deny"]],
  ["deny", 'facts.complete && !facts.writes.any(w, w.op == "x")', []],
  ["allow", '!facts.writes.any(w, w.touches("~/.ssh/**"))', []],
  ["allow", 'facts.writes.all(w, w.touches("./**"))', ["touches-in-allow"]],
  ["allow", 'facts.writes.all(w, w.within("./**"))', []],
  ["deny", 'facts.writes.any(w, w.within("/etc/**"))', ["within-in-deny"]],
  ["deny", 'facts.writes.any(w, !w.within("./**"))', []],
  ["ask", 'facts.writes.any(w, !w.touches("./**"))', ["within-in-deny"]],
] as const)("%s when %s: %j", (verdict, when, codes) => {
  const { issues } = compilePolicies([policy("p", when, verdict)], { derive: deriver() });
  expect(issues.map(({ code }) => code)).toEqual(codes);
});

test("a store is of the version that derives its facts", () => {
  const derive = deriver("1");
  const options = { hash: (text: string) => createHash("sha256").update(text).digest("hex"), writer: "test" };
  const text = storePolicySet(compilePolicies([ssh], { derive }), options);
  const opened = openPolicyStore(text, { ...options, derive });
  if (opened.kind !== "opened") throw new Error(opened.issue.message);
  for (const command of ["rm /home/u/.ssh/id", "rm /tmp/x", "crash"])
    expect(decide(opened.stored.set, event(command))).toEqual(
      decide(compilePolicies([ssh], { derive }).set, event(command)),
    );
  for (const other of [{ derive: deriver("2") }, {}])
    expect(openPolicyStore(text, { ...options, ...other })).toMatchObject({
      kind: "refused",
      issue: { code: "store-outdated" },
    });
});

test("what is not a deriver is refused", () => {
  for (const derive of [
    { facts: 1, version: "1" },
    { facts: () => ({}) },
    { facts: () => ({}), version: "" },
  ])
    expect(() => compilePolicies([], { derive: derive as never })).toThrow(TypeError);
});
