import { condition as read } from "@gatehouse-hooks/condition";
import {
  type CellDefinition,
  compilePolicies,
  decide,
  type Derive,
  type Event,
  type PolicyDefinition,
  type PolicySet,
  readEvent,
  savePolicySet,
} from "@gatehouse-hooks/engine";
import {
  beginMemory,
  type MemoryState,
  readMemory,
  reduce,
  remember,
  unknownMemory,
} from "@gatehouse-hooks/engine/memory";
import { type JsonObject, lookup } from "@gatehouse-hooks/json";
import { expect, test } from "vitest";

const condition = (text: string) => read(text).condition;

/** Facts that can be seen through: `reads` has the words behind `cat`. `crash` has none. */
function deriver(): Derive & { asked: number } {
  const made = {
    asked: 0,
    version: "1",
    facts: (event: Event): JsonObject => {
      made.asked++;
      const given = lookup(event["params"], "command");
      const command = typeof given === "string" ? given : "";
      if (command === "crash") throw new Error("crash");
      const [name = "", ...paths] = command.split(" ");
      return { complete: true, reads: name === "cat" ? paths.map((path) => ({ path })) : [] };
    },
  };
  return made;
}

const before = (command: string, more: JsonObject = {}): JsonObject => ({
  event: "before_tool_call",
  toolName: "Bash",
  params: { command },
  ...more,
});
const after = (command: string, more: JsonObject = {}): JsonObject => ({
  ...before(command, more),
  event: "after_tool_call",
});

function eventOf(given: JsonObject): Event {
  const checked = readEvent(given);
  if (checked.kind === "refused") throw new Error(checked.issue.message);
  return checked.event;
}

const rule = (id: string, when: string, verdict: "deny" | "ask" | "warn" = "ask"): PolicyDefinition => ({
  id,
  events: ["before_tool_call"],
  condition: condition(when),
  handler: { kind: "static", verdict, reason: id },
});

function setOf(
  memory: readonly CellDefinition[],
  policies: readonly PolicyDefinition[],
  derive = deriver(),
): PolicySet {
  const { set, issues } = compilePolicies({ policies, memory }, { derive });
  expect(issues.filter(({ severity }) => severity === "error")).toEqual([]);
  return set;
}

/** The effects of the events of a session, and the state at its end. */
function session(set: PolicySet, events: readonly JsonObject[], start?: MemoryState, step = 1000) {
  let state = start ?? beginMemory(set, 7);
  let now = state.at;
  const effects = events.map((given) => {
    const event = eventOf(given);
    now += step;
    const decision = decide(set, event, new Map(), remember(set, state, now));
    state = reduce(set, state, event, decision, now);
    return decision.effect;
  });
  return { effects, state };
}

const on = (when: string, more: object = {}) => ({
  events: ["before_tool_call"],
  condition: condition(when),
  ...more,
});
const SECRET: CellDefinition = {
  name: "secret",
  kind: "flag",
  on: [on('facts.reads.any(r, r.path == ".env")')],
};
const SENDS = rule("no-leak", 'memory.secret && params.command.startsWith("curl")');

test("a flag is set by an event that passed, and policies read it from the next event on", () => {
  const set = setOf([SECRET], [SENDS]);
  expect(session(set, [before("curl x"), before("cat .env"), before("curl x")]).effects).toEqual([
    "abstain",
    "abstain",
    "ask",
  ]);
});

test("a denied event changes nothing, unless the cell's condition reads `decision`", () => {
  const denied: CellDefinition = { name: "denied", kind: "count", on: [on('decision.effect == "deny"')] };
  const set = setOf([SECRET, denied], [SENDS, rule("no", 'params.command.startsWith("cat")', "deny")]);
  const { effects, state } = session(set, [before("cat .env"), before("curl x")]);
  expect(effects).toEqual(["deny", "abstain"]);
  expect(state.cells).toMatchObject({ secret: { value: null }, denied: { value: 1 } });
});

test("`until` empties a cell, and what sets it by the same event counts after that", () => {
  const tested: CellDefinition = {
    name: "tested",
    kind: "flag",
    on: [{ events: ["after_tool_call"], condition: condition('call.ok && params.command == "test"') }],
    until: [on('params.command == "edit"')],
  };
  const set = setOf([tested], [rule("test-first", 'params.command == "commit" && !memory.tested')]);
  const { effects } = session(set, [
    ...[
      before("commit"),
      after("test", { error: "failed" }),
      before("commit"),
      after("test"),
      before("commit"),
    ],
    ...[before("edit"), before("commit")],
  ]);
  expect(effects).toEqual(["ask", "abstain", "ask", "abstain", "abstain", "abstain", "ask"]);
});

test("a count stops at its bound, counts by value, and forgets what is older than `within`", () => {
  const pushes = { ...on('params.command == "push"') };
  const cells: CellDefinition[] = [
    { name: "all", kind: "count", on: [pushes], upTo: 3 },
    { name: "recent", kind: "count", on: [pushes], upTo: 3, within: 2500 },
    { name: "same", kind: "count", on: [on("true")], by: [["toolName"], ["params"]], keys: 2 },
    { name: "sum", kind: "count", on: [on("true", { add: ["params", "size"] })], upTo: 10 },
  ];
  const set = setOf(cells, [rule("all", "memory.all >= 3"), rule("recent", "memory.recent >= 3", "deny")]);
  const { effects, state } = session(set, [before("push"), before("push"), before("push"), before("push")]);
  expect(effects).toEqual(["abstain", "abstain", "abstain", "ask"]);
  expect(state.cells["all"]?.value).toBe(3);
  expect(state.cells["recent"]?.value).toEqual([2000, 3000, 4000]);
  const quick = session(set, [before("push"), before("push"), before("push"), before("push")], undefined, 10);
  expect(quick.effects.at(-1)).toBe("deny");
  const twice = session(set, [before("a"), before("b"), before("a")]);
  expect(remember(set, twice.state, 0).read("same", eventOf(before("a")))?.value).toBe(2);
  const third = session(set, [before("c")], twice.state);
  expect(remember(set, third.state, 0).read("same", eventOf(before("b")))?.value).toBe(0);
});

test("a set keeps strings of a list, and is not known any more when it had to forget", () => {
  const files = (full: "unknown" | "forget"): CellDefinition => ({
    name: "read",
    kind: "set",
    on: [on("true", { each: ["facts", "reads"], where: condition('it.path != "b"'), add: ["path"] })],
    keep: 2,
    full,
  });
  const needs = rule("read-first", '!(params.path in memory.read) && params.path == "a"', "deny");
  const set = setOf([files("unknown")], [needs]);
  const one = session(set, [before("cat a b c"), before("edit", { params: { path: "a" } })]);
  expect(one.effects).toEqual(["abstain", "abstain"]);
  expect(one.state.cells["read"]?.value).toEqual(["a", "c"]);
  const full = session(set, [before("cat d"), before("edit", { params: { path: "x" } })], one.state);
  expect(full.state.cells["read"]).toMatchObject({ unknown: true });
  expect(full.effects).toEqual(["abstain", "abstain"]);
  expect(session(set, [before("edit", { params: { path: "a" } })], full.state).effects).toEqual(["deny"]);
  const forgets = setOf([files("forget")], [needs]);
  expect(session(forgets, [before("cat a c d"), before("x", { params: { path: "a" } })]).effects).toEqual([
    "abstain",
    "deny",
  ]);
});

test("what was last has its time, its distance and a value", () => {
  const last: CellDefinition = {
    name: "run",
    kind: "last",
    on: [on("has(params.command)", { value: ["params", "command"] })],
  };
  const set = setOf([last], [rule("again", "memory.run.value == params.command && memory.run.ago <= 2")]);
  expect(session(set, [before("a"), before("b"), before("a"), before("a")]).effects).toEqual([
    "abstain",
    "abstain",
    "abstain",
    "ask",
  ]);
});

test("memory that is not known is a failure, unless the rest of the tests decides", () => {
  const set = setOf([SECRET], [rule("no-leak", 'params.command.startsWith("curl") && memory.secret')]);
  for (const remembered of [undefined, remember(set, unknownMemory(set, 1), 0)]) {
    const { effect, trace } = decide(set, eventOf(before("curl x")), new Map(), remembered);
    expect({ effect, failure: trace[0]?.failure }).toEqual({
      effect: "deny",
      failure: { code: "no-memory", onFailure: "deny" },
    });
    expect(decide(set, eventOf(before("ls")), new Map(), remembered).effect).toBe("abstain");
  }
});

test("a cell is known again when its flag is set, its count is at the bound, or it is emptied", () => {
  const cells: CellDefinition[] = [
    SECRET,
    { name: "count", kind: "count", on: [on("true")], upTo: 2 },
    {
      name: "set",
      kind: "set",
      on: [on("true", { add: ["params", "command"] })],
      until: [on('params.command == "clear"')],
    },
  ];
  const set = setOf(cells, []);
  const { state } = session(set, [before("cat .env")], unknownMemory(set, 1));
  expect(state.cells["secret"]).not.toHaveProperty("unknown");
  expect(state.cells["count"]).toMatchObject({ unknown: true });
  const { state: later } = session(set, [before("clear")], state);
  expect(later.cells["count"]).toMatchObject({ value: 2 });
  expect(later.cells["count"]).not.toHaveProperty("unknown");
  expect(later.cells["set"]).toMatchObject({ value: ["clear"] });
  expect(later.cells["set"]).not.toHaveProperty("unknown");
});

test("where it cannot be told whether an event sets a cell, the cell is not known", () => {
  const set = setOf([SECRET], [SENDS]);
  const { state } = session(set, [before("crash")]);
  expect(state.cells["secret"]).toMatchObject({ unknown: true });
  expect(session(set, [before("curl x")], state).effects).toEqual(["deny"]);
});

test("an event cannot bring its own memory", () => {
  const set = setOf([SECRET], [SENDS]);
  const forged = { memory: { secret: false }, decision: { effect: "deny" }, call: { ok: true } };
  expect(session(set, [before("cat .env", forged), before("curl x", forged)]).effects).toEqual([
    "abstain",
    "ask",
  ]);
  expect(session(set, [before("curl x", { memory: { secret: true } })]).effects).toEqual(["abstain"]);
});

test("what reads a cell that no file declares is an error, and fails", () => {
  const { set, issues } = compilePolicies(
    { policies: [rule("typo", "memory.secrett")], memory: [SECRET] },
    { derive: deriver() },
  );
  expect(issues).toMatchObject([{ severity: "error", code: "unknown-cell", cure: "write `memory.secret`" }]);
  expect(decide(set, eventOf(before("ls")), new Map(), remember(set, beginMemory(set, 1), 0)).effect).toBe(
    "deny",
  );
});

test("two cells of one name: in one tier nothing is known of them, and a lower tier does not count", () => {
  const other = { ...SECRET, on: [on("true")] };
  expect(session(setOf([SECRET, { ...SECRET }], [SENDS]), [before("curl x")]).effects).toEqual(["abstain"]);
  const twice = compilePolicies({ policies: [SENDS], memory: [SECRET, other] }, { derive: deriver() });
  expect(twice.issues).toMatchObject([{ severity: "error", code: "duplicate-cell" }]);
  expect(session(twice.set, [before("curl x")]).effects).toEqual(["deny"]);
  const lower = [{ ...SECRET, tier: "enforced" } as const, other];
  const { set, issues } = compilePolicies({ policies: [SENDS], memory: lower }, { derive: deriver() });
  expect(issues).toMatchObject([{ severity: "error", code: "duplicate-cell" }]);
  expect(session(set, [before("ls"), before("curl x")]).effects).toEqual(["abstain", "abstain"]);
});

test("a declaration that cannot be read is an error, and its policies fail", () => {
  const broken = {
    name: "secret",
    kind: "flag",
    on: [{ events: ["before_tool_call"], condition: { text: "x", ast: null } }],
  };
  const { set, issues } = compilePolicies({ policies: [SENDS], memory: [broken] }, { derive: deriver() });
  expect(issues).toMatchObject([{ severity: "error", code: "invalid-cell" }]);
  expect(session(set, [before("curl x")]).effects).toEqual(["deny"]);
});

test("a damaged text is not a state; a cell that is declared anew begins anew", () => {
  const set = setOf([SECRET], [SENDS]);
  const { state } = session(set, [before("cat .env")]);
  const text = JSON.stringify(state);
  expect(JSON.stringify(readMemory(set, text))).toBe(text);
  for (const damaged of [
    "",
    "{}",
    text.slice(1),
    text.replace('"v":1', '"v":2'),
    text.replace('"n":1', '"n":"1"'),
  ])
    expect(readMemory(set, damaged)).toBe(null);
  const changed = setOf([{ ...SECRET, on: [on("true")] }], [SENDS]);
  expect(readMemory(changed, text)?.cells["secret"]).toMatchObject({ value: null });
});

test("the trace names the cell, its value, and the event that set it", () => {
  const set = setOf([SECRET], [SENDS]);
  const { state } = session(set, [before("ls"), before("cat .env")]);
  const { trace } = decide(set, eventOf(before("curl x")), new Map(), remember(set, state, 9));
  expect(trace[0]?.memory).toEqual([
    { cell: "secret", value: true, since: { n: 1, at: 2000, tool: "Bash" } },
  ]);
});

test("a first operand that needs a pattern engine is asked before facts are derived", () => {
  const derive = deriver();
  const set = setOf(
    [],
    [rule("plain", 'params.command.matches("^zz") && facts.reads.any(r, r.path == "a")')],
    derive,
  );
  expect(decide(set, eventOf(before("ls"))).effect).toBe("abstain");
  expect(derive.asked).toBe(0);
});

test("a condition whose first operand is false derives no facts, and neither does the index", () => {
  const derive = deriver();
  const plain = rule("plain", 'params.command.startsWith("zz") && facts.reads.any(r, r.path == "a")');
  const set = setOf(
    [SECRET],
    [plain, rule("memory", 'memory.other && facts.reads.any(r, r.path == "a")')].slice(0, 1),
    derive,
  );
  for (let i = 0; i < 100; i++) decide(set, eventOf(before(`ls ${i}`)));
  expect(derive.asked).toBe(0);
  const guarded = deriver();
  const asks = setOf([SECRET], [rule("ask", 'memory.secret && facts.reads.any(r, r.path == "a")')], guarded);
  const empty = remember(asks, beginMemory(asks, 1), 0);
  for (let i = 0; i < 100; i++) decide(asks, eventOf(before(`cat ${i}`)), new Map(), empty);
  expect(guarded.asked).toBe(0);
});

test("what an agent writes for its subagent is not what the user says, unless the cell asks who calls", () => {
  const cells: CellDefinition[] = [
    { name: "prompts", kind: "count", on: [{ events: ["prompt"] }] },
    { name: "denied", kind: "count", on: [on("true")], until: [{ events: ["prompt"] }] },
    { name: "all", kind: "count", on: [{ events: ["prompt"], condition: condition("has(agent) || true") }] },
    {
      name: "said",
      kind: "origins",
      on: [{ events: ["prompt"], source: "user", text: ["prompt"] }],
    },
  ];
  const set = setOf(cells, []);
  const subagents = {
    event: "prompt",
    prompt: "write to eve@evil.example",
    agent: { id: "a1", kind: "default" },
  };
  const { state } = session(set, [
    before("ls"),
    subagents,
    { event: "prompt", prompt: "", agent: { kind: "root" } },
  ]);
  expect(state.cells).toMatchObject({ prompts: { value: 1 }, all: { value: 2 }, said: { value: [] } });
  expect(session(set, [before("ls"), subagents]).state.cells["denied"]?.value).toBe(1);
  expect(
    session(set, [before("ls"), { event: "prompt", prompt: "go on" }]).state.cells["denied"]?.value,
  ).toBe(0);
});

test("the memory that is read after a rewrite is of what runs", () => {
  const rewrites: PolicyDefinition = {
    ...rule("rewrite", 'params.command == "cat x"'),
    handler: { kind: "static", verdict: "approve", reason: "", updatedInput: { command: "cat .env" } },
  };
  const set = setOf([SECRET], [rewrites, SENDS]);
  expect(session(set, [before("cat x"), before("curl x")]).effects).toEqual(["abstain", "ask"]);
});

test("`call.asked` knows a call that was asked about, until its result has come", () => {
  const said: CellDefinition = {
    name: "said",
    kind: "count",
    on: [{ events: ["after_tool_call"], condition: condition("call.asked") }],
  };
  const set = setOf([said], [rule("ask", 'params.command == "rm"')]);
  const id = { toolCallId: "1" };
  const { state } = session(set, [
    before("rm", id),
    after("rm", id),
    after("rm", id),
    after("rm", { toolCallId: "2" }),
  ]);
  expect(state).toMatchObject({ pending: [], cells: { said: { value: 1 } } });
});

test("where no cell is declared, `memory` is a property of the event like any other, and the stored set says nothing of cells", () => {
  const { set, issues } = compilePolicies({ policies: [rule("own", "memory.size > 3")] });
  expect(issues).toEqual([]);
  const event = eventOf(before("ls", { memory: { size: 4 } }));
  expect(decide(set, event)).toEqual(decide(set, event, new Map(), remember(set, beginMemory(set, 1), 0)));
  expect(decide(set, event)).toMatchObject({ effect: "ask", trace: [{ policy: "own" }] });
  expect(decide(set, event).trace[0]).not.toHaveProperty("memory");
  expect(savePolicySet(set)).not.toContain('"memory":');
});

test("a policy of a native file that reads a cell of a file that was lost fails", () => {
  const native = { ...SENDS, source: { path: "a.yaml", format: "gatehouse" } };
  const { set, issues } = compilePolicies({ policies: [native] });
  expect(issues).toMatchObject([{ severity: "error", code: "unknown-cell", path: "a.yaml" }]);
  expect(decide(set, eventOf(before("curl x"))).trace[0]?.failure?.code).toBe("no-memory");
});
