import { readFileSync } from "node:fs";
import {
  type Because,
  compilePolicies,
  type Event,
  explain,
  type PolicyAccount,
  readEvent,
  render,
  type Verdict,
} from "@gatehouse-hooks/engine";
import { describe, expect, test } from "vitest";
import { showValue } from "../src/explain/show-value.js";
import { definitionOf, type RowPolicy } from "./row-policy.js";
import { CONSTANT, growth, testGrowth } from "../../../test/growth.js";

interface Row {
  readonly name: string;
  readonly policies: readonly RowPolicy[];
  readonly event: object;
  readonly because: Readonly<Record<string, readonly Partial<Because>[]>>;
}

const rows = JSON.parse(
  readFileSync(new URL("rows/explain.json", import.meta.url), "utf8"),
) as readonly Row[];

function eventOf(rest: object): Event {
  const read = readEvent({ event: "before_tool_call", ...rest });
  if (read.kind !== "event") throw new Error(read.issue.message);
  return read.event;
}

function explained(
  policies: readonly RowPolicy[],
  rest: object,
  verdicts: Readonly<Record<string, Verdict>> = {},
  options = {},
): ReturnType<typeof explain> {
  const { set } = compilePolicies(policies.map(definitionOf));
  return explain(set, eventOf(rest), new Map(Object.entries(verdicts)), options);
}

function kinds(accounts: readonly PolicyAccount[]): Record<string, string> {
  return Object.fromEntries(accounts.map((account) => [account.policy, account.kind]));
}

describe("why a policy does not apply", () => {
  test.each(rows)("$name", ({ policies, event, because }) => {
    const { policies: accounts } = explained(policies, event);
    for (const [id, expected] of Object.entries(because)) {
      const account = accounts.find((one) => one.policy === id);
      if (account?.kind !== "not-applicable") throw new Error(`\`${id}\` is ${account?.kind}`);
      expect(account.because).toHaveLength(expected.length);
      expect(account.because).toMatchObject(expected);
    }
  });

  test("at most eight tests, each with at most four values, texts and values shortened", () => {
    const long = "x".repeat(300);
    const many = Array.from({ length: 12 }, (_, i) => `params.p${i} == "${long}"`).join(" || ");
    const wide = "params.a == params.b";
    const { policies } = explained(
      [
        { id: "many", say: "deny", when: many },
        {
          id: "wide",
          say: "deny",
          when: `[params.a, params.b, params.c, params.d, params.e].any(x, ${wide})`,
        },
      ],
      { params: { p0: "ab ".repeat(100), a: 1 } },
    );
    const [first, second] = policies;
    if (first?.kind !== "not-applicable" || second?.kind !== "not-applicable") throw new Error("applied");
    expect(first.because).toHaveLength(8);
    expect(first.because[0]?.text).toHaveLength(120);
    expect(first.because[0]?.saw[0]?.value).toHaveLength(80);
    expect(second.because[0]?.saw.map(({ path }) => path)).toEqual([
      "params.a",
      "params.b",
      "params.c",
      "params.d",
    ]);
  });

  test("a stored condition that lost its places shows the whole text", () => {
    const definition = definitionOf({ id: "a", say: "deny", when: 'toolName == "read"' });
    const ast = JSON.parse(
      JSON.stringify(definition.condition?.ast).replaceAll(/"span":\[\d+,\d+\]/g, '"span":[90,95]'),
    ) as object;
    const { set } = compilePolicies([{ ...definition, condition: { text: 'toolName == "read"', ast } }]);
    const [account] = explain(set, eventOf({ toolName: "exec" })).policies;
    expect(account).toMatchObject({ because: [{ text: 'toolName == "read"' }] });
  });
});

describe("who said what", () => {
  const say = (
    id: string,
    verdict: RowPolicy["say"],
    priority: number,
    rest: Partial<RowPolicy> = {},
  ): RowPolicy => ({ id, say: verdict, priority, ...rest }) as RowPolicy;

  test("who applied, who was not asked any more, and who would not have applied anyway", () => {
    const { policies, effect, policy, reason, changes } = explained(
      [
        say("warns", "warn", 9),
        say("denies", "deny", 8),
        say("asks", "ask", 7),
        say("no", "ask", 6, { when: "x == 1" }),
      ],
      {},
    );
    expect(kinds(policies)).toEqual({
      warns: "applied",
      denies: "applied",
      asks: "skipped",
      no: "not-applicable",
    });
    expect(policies[2]).toEqual({ policy: "asks", tier: "project", kind: "skipped", by: "denies" });
    expect({ effect, policy, reason }).toEqual({
      effect: "deny",
      policy: "denies",
      reason: "denies says deny",
    });
    expect(changes).toEqual([{ without: ["denies"], effect: "ask", policy: "asks", needs: [] }]);
  });

  test("whoever was asked before a rewrite is explained by the input that it saw", () => {
    const { policies } = explained(
      [
        say("early", "ask", 9, { when: 'params.cmd == "ls"' }),
        say("writes", "warn", 8, { set: { cmd: "ls" } }),
        say("denies", "deny", 7),
        say("late", "ask", 6, { when: 'params.cmd == "ls"' }),
        say("never", "ask", 5, { when: 'params.cmd == "rm"' }),
      ],
      { params: { cmd: "rm" } },
    );
    expect(kinds(policies)).toEqual({
      early: "not-applicable",
      writes: "applied",
      denies: "applied",
      late: "skipped",
      never: "not-applicable",
    });
    expect(policies[0]).toMatchObject({ because: [{ saw: [{ path: "params.cmd", value: '"rm"' }] }] });
    expect(policies[4]).toMatchObject({ because: [{ saw: [{ path: "params.cmd", value: '"ls"' }] }] });
  });

  test("whose verdict is missing, and who waits for it", () => {
    const command = { kind: "command", command: "c", timeoutMs: 1 } as const;
    const { set } = compilePolicies([
      definitionOf({ id: "judge", judge: true, priority: 9 }),
      { ...definitionOf({ id: "command", say: "ask", priority: 8 }), handler: command },
      definitionOf({ id: "behind", say: "ask", priority: 7 }),
      definitionOf({ id: "no", say: "ask", priority: 6, when: "x == 1" }),
    ]);
    const { policies, effect, changes } = explain(set, eventOf({}));
    expect(effect).toBeNull();
    expect(changes).toEqual([]);
    expect(kinds(policies)).toEqual({
      judge: "pending",
      command: "pending",
      behind: "waiting",
      no: "not-applicable",
    });
    expect(policies[0]).toMatchObject({ needs: ["project/judge"], handler: "judge", entries: [] });
    expect(policies[2]).toMatchObject({ on: "command" });
  });

  test("behind a deny that is known nobody waits", () => {
    const { policies } = explained(
      [{ id: "judge", judge: true, priority: 9 }, say("denies", "deny", 8), say("asks", "ask", 7)],
      {},
    );
    expect(kinds(policies)).toEqual({ judge: "pending", denies: "applied", asks: "skipped" });
  });

  test("what leaving out one after the other would change", () => {
    const list = [say("a", "deny", 9), say("b", "deny", 8), say("c", "ask", 7), say("d", "allow", 6)];
    expect(explained(list, {}).changes).toEqual([
      { without: ["a"], effect: "deny", policy: "b", needs: [] },
      { without: ["a", "b"], effect: "ask", policy: "c", needs: [] },
    ]);
    expect(explained(list.slice(3), {}).changes).toEqual([
      { without: ["d"], effect: "abstain", policy: null, needs: [] },
    ]);
    expect(explained([], {}).changes).toEqual([]);
    const four = ["a", "b", "c", "d"].map((id, i) => say(id, "deny", 9 - i));
    expect(explained(four, {}).changes.map((change) => change.without.length)).toEqual([1, 2, 3]);
  });

  test("a verdict that nobody had to give yet", () => {
    const list = [say("a", "deny", 9), { id: "j", judge: true, priority: 8 } as RowPolicy];
    expect(explained(list, {}).changes).toEqual([
      { without: ["a"], effect: null, policy: null, needs: ["j"] },
    ]);
    expect(explained(list, {}, { "project/j": { kind: "ask", reason: "hm" } }).changes).toEqual([
      { without: ["a"], effect: "ask", policy: "j", needs: [] },
    ]);
  });

  test("others are counted, and named when asked for", () => {
    const list = [
      say("off", "deny", 9, { enabled: false } as Partial<RowPolicy>),
      say("end", "warn", 8, { events: ["session_end"] }),
      say("end-off", "warn", 8, { events: ["session_end"], enabled: false } as Partial<RowPolicy>),
    ];
    expect(explained(list, {})).toMatchObject({
      disabled: { count: 1 },
      elsewhere: { count: 2 },
      policies: [],
    });
    expect(explained(list, {})).not.toHaveProperty("disabled.policies");
    expect(explained(list, {}, {}, { others: true })).toMatchObject({
      disabled: { count: 1, policies: ["off"] },
      elsewhere: { count: 2, policies: ["end", "end-off"] },
    });
  });

  test("of those that do not apply, so many are listed as asked for", () => {
    const list = Array.from({ length: 5 }, (_, i) =>
      say(`p${i}`, "ask", 9 - i, { when: i === 4 ? "true" : "x == 1" }),
    );
    const { policies, omitted } = explained(list, {}, {}, { limit: 2 });
    expect(kinds(policies)).toEqual({ p0: "not-applicable", p1: "not-applicable", p4: "applied" });
    expect(omitted).toBe(2);
  });
});

describe("render", () => {
  test("says everything in plain lines", () => {
    const { set } = compilePolicies([
      definitionOf({ id: "writes", say: "warn", set: { cmd: "ls" }, priority: 9 }),
      definitionOf({ id: "judge", judge: true, priority: 8, onFailure: "warn" } as RowPolicy),
      definitionOf({ id: "denies", say: "deny", priority: 7, when: 'params.cmd == "ls"' }),
      definitionOf({ id: "asks", say: "ask", priority: 6 }),
      definitionOf({
        id: "no",
        say: "ask",
        priority: 5,
        when: '!has(toolName) && params.cmd == "rm"',
      }),
      definitionOf({ id: "off", say: "ask", enabled: false } as RowPolicy),
      definitionOf({ id: "end", say: "warn", events: ["session_end"] }),
    ]);
    const verdicts = new Map<string, Verdict>([
      ['["project/judge","project/writes"]', { kind: "failure", code: "timeout", message: "late" }],
    ]);
    const event = eventOf({ toolName: "exec", params: { cmd: "rm" } });
    expect(render(explain(set, event, verdicts, { others: true })))
      .toBe(`deny by \`denies\`: denies says deny (before_tool_call)
without \`denies\` the effect would be ask by \`asks\`

applied:
  \`writes\` (project) says warn: writes says warn
  \`judge\` (project) says failure (timeout, which means warn): late
  \`denies\` (project) says deny: denies says deny

not asked any more:
  \`asks\` (project), because \`denies\` denied

does not apply:
  \`no\` (project): has(toolName) is true, toolName is "exec"

1 switched off: \`off\`
1 for other events: \`end\`
`);
    expect(render(explain(set, event, new Map(), { limit: 0 })))
      .toBe(`undecided: verdicts are missing (before_tool_call)

applied:
  \`writes\` (project) says warn: writes says warn
  \`denies\` (project) says deny: denies says deny

verdict missing:
  \`judge\` (project) waits for its judge

not asked any more:
  \`asks\` (project), because \`denies\` denied

1 more that do not apply
1 switched off
1 for other events
`);
  });

  test("a change that needs a verdict says whose", () => {
    const list = [
      { id: "a", say: "deny", priority: 9 },
      { id: "b", say: "deny", priority: 8 },
      { id: "j", judge: true, priority: 7 },
    ] as RowPolicy[];
    expect(render(explained(list, {})).split("\n").slice(0, 3)).toEqual([
      "deny by `a`: a says deny (before_tool_call)",
      "without `a` the effect would still be deny by `b`",
      "without `a`, `b` the verdict of `j` would be needed",
    ]);
  });

  test("nothing to say is one line", () => {
    expect(render(explained([], {}))).toBe("abstain (before_tool_call)\n");
  });

  test("nothing in it reaches the terminal as a control", () => {
    const text = render(
      explained(
        [
          { id: "a\u001b[31m", say: "deny", when: 'params.x == "\u202e"' },
          { id: "b", say: "ask" },
        ],
        { params: { x: "\u0007\u009b1m\n" } },
      ),
    );
    expect(text.replaceAll("\n", "")).not.toMatch(/\p{Cc}|\p{Cf}/u);
    expect(text).toContain("`a\\u{1b}[31m`");
  });

  test("a second look and what was dropped are told", () => {
    const text = render(
      explained(
        [
          { id: "first", say: "ask", priority: 9 },
          { id: "writes", say: "warn", set: { cmd: "ls" }, priority: 8 },
          { id: "again", say: "warn", set: { cmd: "cat" }, priority: 7 },
        ],
        { params: {} },
      ),
    );
    expect(text).toContain("`first` (project) says ask about the rewritten input: first says ask");
    expect(text).toContain("overwrote `cmd`, set by `writes`");
  });
});

describe("values are shown", () => {
  test.each<[string, unknown, string]>([
    [
      "cmd",
      "plain text, with-some-dashes and/a/path/to.ts",
      '"plain text, with-some-dashes and/a/path/to.ts"',
    ],
    ["cmd", "git commit 1234567", '"git commit 1234567"'],
    ["cmd", "npm-install skeleton-key task-force-one", '"npm-install skeleton-key task-force-one"'],
    ["cmd", null, "null"],
    ["cmd", undefined, "missing"],
    ["cmd", [1, true, { a: [] }], '[1,true,{"a":[]}]'],
    ["password", null, "null"],
    ["password", true, "true"],
    ["password", "x", "[redacted]"],
    ["accessToken", 7, "[redacted]"],
    ["cmd", `use sk-${"a1".repeat(10)} now`, '"use [redacted] now"'],
    ["cmd", `ghp_${"a1".repeat(10)}`, '"[redacted]"'],
    ["cmd", `AKIA${"A1".repeat(8)}`, '"[redacted]"'],
    ["cmd", "https://me:hunter2@host/x", '"https[redacted]host/x"'],
    ["cmd", "curl -H 'Authorization: Basic dTpw' url", "\"curl -H '[redacted]' url\""],
    ["cmd", "send it as bearer abcdef.ghijkl", '"send it as [redacted]"'],
    ["cmd", "a basic understanding of bearers", '"a basic understanding of bearers"'],
    ["cmd", "PASSWORD=hunter2 run", '"[redacted] run"'],
    ["cmd", `x ${"0123456789abcdef".repeat(3)} y`, '"x [redacted] y"'],
    ["cmd", "-----BEGIN RSA PRIVATE KEY-----\nabc", '"[redacted]"'],
    ["cmd", { headers: { Cookie: "a=b" } }, '{"headers":{"Cookie":"[redacted]"}}'],
  ])("%s %j", (name, value, shown) => {
    expect(showValue(name, value as never)).toBe(shown);
  });

  test("at most 80 characters, well-formed", () => {
    const cut = showValue("x", `${"a".repeat(77)}\u{1f512}\u{1f512}`);
    expect(cut.length).toBeLessThanOrEqual(80);
    expect(/\p{Surrogate}/u.test(cut)).toBe(false);
  });

  testGrowth("a value is shown in time that does not grow with it", () => {
    const makers: readonly ((size: number) => readonly string[] | string)[] = [
      (size) => Array.from({ length: size / 2 }, () => "token=".repeat(20)),
      (size) => "a".repeat(10 * size),
      (size) => "bearer ".repeat(size),
      (size) => "authorization: ".repeat(size),
      (size) => "token = ".repeat(size),
      (size) => "://a:".repeat(size),
    ];
    for (const make of makers) {
      const grows = growth(
        (size) => {
          const value = make(size);
          return () => {
            expect(showValue("x", value).length).toBeLessThanOrEqual(80);
          };
        },
        12_500,
        CONSTANT,
      );
      expect(grows, String(make)).toBeLessThan(CONSTANT);
    }
  });
});

test("an account says where its policy stands, when that is known", () => {
  const handler = { kind: "static", verdict: "deny", reason: "no" } as const;
  const events = ["before_tool_call"];
  const { set } = compilePolicies([
    { id: "placed", events, handler, source: { path: "a.md", line: 3 }, priority: 200 },
    { id: "nowhere", events, handler },
  ]);
  const { policies } = explain(set, eventOf({}), new Map());
  expect(policies.map((one) => [one.policy, one.source, "source" in one])).toEqual([
    ["placed", { path: "a.md", line: 3 }, true],
    ["nowhere", undefined, false],
  ]);
});
