import { condition } from "@gatehouse-hooks/condition";
import { compilePolicies, type Event, readEvent, step, policiesOf } from "@gatehouse-hooks/engine";
import { describe, expect, test } from "vitest";
import { policySet, partsOf } from "../../src/policy-set.js";

function eventOf(rest: object): Event {
  const read = readEvent({ event: "before_tool_call", ...rest });
  if (read.kind !== "event") throw new Error(read.issue.message);
  return read.event;
}

const texts = {
  tool: 'toolName == "exec"',
  either: 'toolName == "exec" || toolName == "bash"',
  list: 'toolName in ["bash", "sh"] && params.command.includes("sudo")',
  both: 'params.command.startsWith("git ") && toolName == "exec" && params.command.endsWith("--force")',
  mixed: 'toolName == "write" || params.path.endsWith(".env")',
  remove: 'toolName == "exec" && params.command.includes("rm ")',
  copy: 'toolName == "exec" && params.command.includes("dd ")',
  number: "params.count == 3",
  nothing: "params.owner == null",
  mirrored: '"exec" == toolName',
  deep: 'params.options["a b"].list[1] == "x"',
  length: "params.args.length == 2",
  negated: '!(toolName != "exec")',
  never: "false",
  always: '!(toolName == "exec")',
  empty: 'params.command.includes("")',
  less: "params.count < 3",
  unparsed: "toolName ==",
} as const;

const policies = policiesOf(
  compilePolicies(
    Object.entries(texts).map(([id, text], order) => ({
      id,
      order,
      events: ["before_tool_call"],
      handler: { kind: "static", verdict: "warn", reason: id },
      condition: condition(text).condition,
    })),
  ).set,
);

/** What no index can leave out. */
const EVERYWHERE = ["always", "unparsed"];

describe("only those come up that the event calls", () => {
  test.each<[string, object, readonly string[]]>([
    ["another tool", { toolName: "read", params: { owner: "me" } }, []],
    ["a tool", { toolName: "exec", params: { owner: "me" } }, ["tool", "either", "mirrored", "negated"]],
    ["the other of two tools", { toolName: "bash", params: { owner: "me" } }, ["either"]],
    [
      "a tool of a list with its word",
      { toolName: "sh", params: { owner: "me", command: "x sudo" } },
      ["list", "empty"],
    ],
    [
      "a word without its tool",
      { toolName: "read", params: { owner: "me", command: "sudo git --force" } },
      ["empty"],
    ],
    [
      "a beginning",
      { toolName: "exec", params: { owner: "me", command: "git push" } },
      ["tool", "either", "mirrored", "negated", "empty"],
    ],
    [
      "a beginning and an end",
      { toolName: "exec", params: { owner: "me", command: "git push --force" } },
      ["tool", "either", "both", "mirrored", "negated", "empty"],
    ],
    [
      "an alternative on another path",
      { toolName: "read", params: { owner: "me", path: "/a/.env" } },
      ["mixed"],
    ],
    ["a number", { toolName: "read", params: { owner: "me", count: 3 } }, ["number"]],
    ["a smaller number", { toolName: "read", params: { owner: "me", count: 2 } }, ["less"]],
    ["a number as text", { toolName: "read", params: { owner: "me", count: "3" } }, []],
    ["null", { toolName: "read", params: { owner: null } }, ["nothing"]],
    ["missing", { toolName: "read", params: {} }, ["nothing"]],
    ["no object where one is expected", { toolName: "read", params: "text" }, ["nothing"]],
    [
      "a deep path",
      { toolName: "read", params: { owner: "me", options: { "a b": { list: [0, "x"] } } } },
      ["deep"],
    ],
    ["the length of a list", { toolName: "read", params: { owner: "me", args: ["a", "b"] } }, ["length"]],
    ["the length of a text is none", { toolName: "read", params: { owner: "me", args: "ab" } }, []],
  ])("%s", (_, rest, expected) => {
    const of = partsOf(policySet(policies, "index")).forEvent("before_tool_call");
    const found = of.candidates(eventOf(rest)).map((position) => of.policies[position]?.policy.id);
    expect(found.filter((id) => !EVERYWHERE.includes(id ?? ""))).toEqual(expected);
    expect(found).toEqual(expect.arrayContaining(EVERYWHERE));
  });
});

describe("the cheaper way", () => {
  const others = (n: number, text: (i: number) => string): ReturnType<typeof policySet> => {
    const definitions = Array.from({ length: n }, (_, i) => ({
      id: `p${i}`,
      order: i,
      events: ["before_tool_call"],
      handler: { kind: "static", verdict: "deny", reason: "no" },
      condition: condition(text(i)).condition,
    }));
    return policySet(policiesOf(compilePolicies(definitions).set));
  };
  const candidates = (set: ReturnType<typeof policySet>, event: Event): number =>
    partsOf(set).forEvent("before_tool_call").candidates(event).length;

  const word = (i: number): string => `toolName == "exec" && params.command.includes("word${i}.")`;
  const says = (command: string): Event => eventOf({ toolName: "exec", params: { command } });

  test("from the second event on, only those are asked that listen for its tool, or for any", () => {
    const set = others(20, (i) => (i % 4 === 0 ? `params.n == ${i} || x` : `toolName in ["t${i}", "all"]`));
    expect(candidates(set, eventOf({ toolName: "t7" }))).toBe(20);
    expect(candidates(set, eventOf({ toolName: "t7" }))).toBe(6);
    expect(candidates(set, eventOf({ toolName: "all" }))).toBe(20);
    expect(candidates(set, eventOf({ toolName: "none" }))).toBe(5);
    expect(candidates(set, eventOf({}))).toBe(5);
  });

  test("so many values and policies without one that the lists are merged each time", () => {
    const all = others(600, (i) => (i % 2 === 0 ? "x" : `toolName == "t${i}"`));
    const set = partsOf(policySet(policiesOf(all), "lists")).forEvent("before_tool_call");
    const expected = (i: number): number[] =>
      Array.from({ length: 600 }, (_, at) => at).filter((at) => at % 2 === 0 || at === i);
    for (let i = 1; i < 160; i += 2)
      expect(set.candidates(eventOf({ toolName: `t${i}`, x: 1 }))).toEqual(expected(i));
  });

  test("a process that decides a few times does not pay for an index; one that goes on does", () => {
    const set = others(50, word);
    const counts = Array.from({ length: 70 }, () => candidates(set, says("word7.")));
    expect(counts.slice(0, 63)).toEqual(Array.from({ length: 63 }, () => 50));
    expect(counts.slice(63)).toEqual(Array.from({ length: 7 }, () => 1));
  });

  test("the more policies, the sooner", () => {
    const set = others(4_096, word);
    const counts = Array.from({ length: 5 }, () => candidates(set, says("word7.")));
    expect(counts).toEqual([4_096, 4_096, 1, 1, 1]);
  });

  test("an index that leaves out next to nobody is not used", () => {
    const set = others(50, (i) => (i < 40 ? `toolName != "t${i}"` : `toolName == "t45" && params.n == ${i}`));
    for (let i = 0; i < 70; i++) expect(candidates(set, eventOf({ toolName: "t45" }))).toBe(50);
  });

  test("an event that was not read at the boundary is decided as if there were no index", () => {
    const set = others(50, (i) => `toolName == "t${i}"`);
    for (let i = 0; i < 70; i++) candidates(set, eventOf({ toolName: "none" }));
    const inherited = Object.assign(Object.create({ toolName: "t3" }) as Event, {
      event: "before_tool_call",
    });
    expect(candidates(set, inherited)).toBe(50);
    expect(step(set, inherited, new Map())).toMatchObject({ decision: { effect: "abstain" } });
    const plain = { event: "before_tool_call", toolName: "t3" };
    expect(step(set, plain, new Map())).toMatchObject({ decision: { effect: "deny", policy: "p3" } });
  });

  test("a policy with very many alternatives still comes up, and only where it should or may", () => {
    const many = Array.from({ length: 300 }, (_, i) => `"t${i}"`).join(", ");
    const words = Array.from({ length: 80 }, (_, i) => `params.command.includes("w${i}")`).join(" || ");
    const three = '"t1", "t2", "t3"';
    const set = partsOf(
      policySet(
        policiesOf(
          compilePolicies(
            [`toolName in [${many}]`, words, `toolName in [${three}] && (${words})`, 'toolName == "t1"'].map(
              (text, order) => ({
                id: `p${order}`,
                order,
                events: ["before_tool_call"],
                handler: { kind: "static", verdict: "warn", reason: "" },
                condition: condition(text).condition,
              }),
            ),
          ).set,
        ),
        "index",
      ),
    ).forEvent("before_tool_call");
    const event = (toolName: string, command: string): Event => eventOf({ toolName, params: { command } });
    expect(set.candidates(event("t299", "w79"))).toEqual([0, 1]);
    expect(set.candidates(event("t2", "w7"))).toEqual([0, 1, 2]);
    expect(set.candidates(event("t1", "w7"))).toEqual([0, 1, 2, 3]);
    expect(set.candidates(event("none", "w7"))).not.toContain(2);
  });

  test("nobody has anything to say: the same frozen answer each time", () => {
    const set = others(50, (i) => `toolName == "t${i}"`);
    const first = step(set, eventOf({ toolName: "none" }), new Map());
    expect(step(set, eventOf({ toolName: "other" }), new Map())).toBe(first);
    expect(step(set, eventOf({ event: "session_end" }), new Map())).toBe(first);
    expect(first).toEqual({
      kind: "decided",
      decision: {
        effect: "abstain",
        policy: null,
        reason: "",
        warnings: [],
        context: [],
        systemMessages: [],
        trace: [],
      },
    });
    if (first.kind !== "decided") throw new Error("pending");
    expect(
      Object.isFrozen(first) && Object.isFrozen(first.decision) && Object.isFrozen(first.decision.trace),
    ).toBe(true);
  });
});

test.each([
  ["two policies that look without case are asked", ["(?i)secret", "(?i)token"], true],
  ["four are looked for all at once", ["(?i)secret", "(?i)token", "(?i)passwd", "(?i)apikey"], false],
  ["one that looks for a string as it is, is looked for", ["secret"], false],
])("%s", (_, patterns, asked) => {
  const set = policySet(
    policiesOf(
      compilePolicies(
        patterns.flatMap((pattern, order) =>
          ["write", "read"].map((tool) => ({
            id: `${tool} ${pattern}`,
            order,
            events: ["before_tool_call"],
            handler: { kind: "static" as const, verdict: "deny" as const, reason: pattern },
            condition: condition(`toolName == "${tool}" && params.content.matches("${pattern}")`).condition,
          })),
        ),
      ).set,
    ),
  );
  const harmless = eventOf({ toolName: "write", params: { content: "the list of items is read" } });
  const found = eventOf({ toolName: "write", params: { content: "a SECRET, a secret" } });
  const candidates = (event: Event): number =>
    partsOf(set).forEvent("before_tool_call").candidates(event).length;
  // The index comes when policies have been asked in vain some times.
  for (let i = 0; i < 200; i++) candidates(harmless);
  expect(candidates(harmless)).toBe(asked ? patterns.length : 0);
  expect(step(set, found, new Map())).toMatchObject({ decision: { effect: "deny" } });
  expect(step(set, harmless, new Map())).toMatchObject({ decision: { effect: "abstain" } });
});
