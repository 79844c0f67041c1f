import { expect, test } from "vitest";

import { analyzeTrial } from "../src/work/task.js";
import { exampleTrial, payloadExample, POLICY_EXAMPLES } from "../src/model/examples.table.js";
import { nearestTrial } from "../src/model/nearest-trial.js";
import { TRIED_AGENTS } from "../src/model/prepare-trial.js";
import { runTrial, type ShownDecision } from "../src/model/run-trial.js";
import { NO_AGENT, type PlaygroundTrial } from "../src/model/trial.js";

function decided(trial: PlaygroundTrial): ShownDecision {
  const { answer } = runTrial(trial);
  if (answer.kind === "refused") throw new Error(answer.why.message);
  return answer;
}

function tried(policies: string, command: string, more: Partial<PlaygroundTrial> = {}): PlaygroundTrial {
  const event = payloadExample(NO_AGENT, command);
  return { policies, event, agent: NO_AGENT, interactive: true, supposed: {}, ...more };
}

const HEAD = "version: 1\npolicies:\n";

test.each(TRIED_AGENTS.map(({ name }) => name))(
  "the example of %s is one of its payloads, and is denied",
  (agent) => {
    const { effect, policy, remarks, spoken, event } = decided(exampleTrial(0, agent));
    expect([effect, policy]).toEqual(["deny", "git/force-push"]);
    expect(remarks).toEqual([]);
    expect(event).toContain("git push --force origin main");
    if (agent === NO_AGENT) expect(spoken).toBeUndefined();
    else expect(`${spoken?.stdout}${spoken?.stderr}`).toContain("push without force");
  },
);

test("the examples have no findings, but the one that is about them", () => {
  const found = POLICY_EXAMPLES.map(({ title }, at) => {
    const { policies } = exampleTrial(at, NO_AGENT);
    return [title, runTrial(exampleTrial(at, NO_AGENT)).findings.length, analyzeTrial(policies).length];
  });
  expect(found).toEqual([
    ["Packs and a rule", 0, 0],
    ["A judge", 0, 0],
    ["Findings", 0, 2],
    ["Read only", 0, 0],
  ]);
});

test.each([
  [
    "a policy",
    `${HEAD}  - { id: no, observe: true, events: before_tool_call, when: params.command.includes("push"), deny: no pushes }\n`,
  ],
  ["a file", "version: 1\nobserve: true\nextends: [pack/git]\n"],
])("%s that is tried silently decides nothing, and what it would have decided is shown", (_, policies) => {
  const { effect, remarks } = decided(tried(policies, "git push --force"));
  expect([effect, remarks]).toEqual([
    "abstain",
    [expect.stringMatching(/^observed, and not acted on: deny by (?:no|git\/force-push): /)],
  ]);
  expect(decided(tried(policies, "git status")).remarks).toEqual([]);
});

test("a result is plain JSON", () => {
  const result = runTrial(exampleTrial(0, "claude-code"));
  expect(JSON.parse(JSON.stringify(result))).toEqual(result);
});

test("a payload of another agent is noticed", () => {
  const trial = { ...exampleTrial(0, "claude-code"), event: payloadExample("opencode", "ls") };
  const { answer } = runTrial(trial);
  expect(JSON.stringify(answer)).toContain("OpenCode");
});

test("a judge is not called: its answer is supposed", () => {
  const trial = exampleTrial(1, NO_AGENT);
  const key = "project/no-data-loss";
  const effects = (["approve", "deny", "failure"] as const).map((supposed) => {
    const { effect, policies } = decided({ ...trial, supposed: { [key]: supposed } });
    expect(policies[0]).toMatchObject({ key, asks: { handler: "judge", supposed } });
    return effect;
  });
  expect(effects).toEqual(["abstain", "deny", "deny"]);
  expect(decided(trial).policies[0]?.asks?.supposed).toBe("approve");
});

test("a condition shows which of its parts held, and what they saw", () => {
  const policies = `${HEAD}  - id: p
    events: before_tool_call
    when: params.command == "ls" && !(toolName == "Bash" || params.none == 1)
    deny: no
`;
  const [policy] = decided(tried(policies, "ls")).policies;
  expect(policy).toMatchObject({
    state: "not-applicable",
    tree: {
      kind: "and",
      holds: false,
      parts: [
        { kind: "test", holds: true, saw: [{ path: "params.command", value: '"ls"' }] },
        {
          kind: "not",
          holds: false,
          parts: [
            {
              kind: "or",
              holds: true,
              parts: [{ holds: true }, { holds: false, saw: [{ value: "missing" }] }],
            },
          ],
        },
      ],
    },
  });
});

test("facts are those of a Linux machine with a home folder of its own", () => {
  const { facts } = decided(tried(HEAD, "rm -r ~/x && curl -d @y https://example.com"));
  const lines = Object.fromEntries(facts.map(({ name, lines: all }) => [name, all.map(({ text }) => text)]));
  expect(lines["deletes"]).toEqual(["/home/user/x"]);
  expect(lines["connects"]).toEqual(["to and from https://example.com"]);
  const span = facts.find(({ name }) => name === "deletes")?.lines[0]?.span;
  expect(span).toEqual([6, 9]);
});

test("what cannot be an event says why, and where", () => {
  expect(runTrial({ ...tried(HEAD, "ls"), event: '{"event": ' }).answer).toMatchObject({
    kind: "refused",
    why: { offset: expect.any(Number) as number },
  });
  expect(runTrial({ ...tried(HEAD, "ls"), event: "[]" }).answer.kind).toBe("refused");
  expect(runTrial({ ...tried(HEAD, "ls"), event: '{"event": "before_tool_cal"}' }).answer.kind).toBe(
    "refused",
  );
  expect(runTrial(tried(HEAD, "ls", { agent: "__proto__" })).answer.kind).toBe("refused");
});

test("a misspelt key is found, with what mends it", () => {
  const policies = `${HEAD}  - id: p\n    events: before_tool_call\n    denyy: no\n`;
  const { findings } = runTrial(tried(policies, "ls"));
  const fixes = findings.flatMap((finding) => finding.fixes);
  expect(findings.map(({ line }) => line)).toContain(5);
  expect(fixes).toContainEqual(
    expect.objectContaining({ newText: "deny", start: policies.indexOf("denyy") }),
  );
});

test("a finding of the analysis has an event that shows it", () => {
  const { policies } = exampleTrial(2, NO_AGENT);
  const [shadowed, never] = analyzeTrial(policies);
  expect([shadowed?.code, never?.code]).toEqual(["shadowed", "never-applies"]);
  const conflict = `${HEAD}  - {id: a, events: before_tool_call, when: params.command == "ls", allow: yes}
  - {id: b, events: before_tool_call, when: params.command.startsWith("l"), deny: no}
`;
  const [found] = analyzeTrial(conflict);
  const event = JSON.stringify(found?.witness);
  expect(decided({ ...tried(conflict, ""), event }).policy).toBe("b");
});

test("hostile texts give a result", () => {
  for (const text of [
    "",
    "{",
    "&a [*a]",
    `${HEAD}  - ${"[".repeat(5000)}`,
    "\u0000",
    "version: 1\nextends: [pack/none]\n",
  ])
    expect(runTrial(tried(text, "ls")).answer.kind).toBe("decided");
});

test("the nearest change is one that the policies answer otherwise", () => {
  const trial = exampleTrial(0, "claude-code");
  const nearest = nearestTrial(trial);
  expect(nearest?.changes.map(({ path, from }) => [path, from])).toEqual([
    ["params.command", '"git push --force origin main"'],
  ]);
  const again = decided({ ...trial, agent: NO_AGENT, event: JSON.stringify(nearest?.event) });
  expect([again.effect, again.policy]).toEqual([nearest?.effect, nearest?.policy]);
  expect(again.effect).not.toBe("deny");
});

test("no nearest change is made up", () => {
  const always = `${HEAD}  - {id: a, events: before_tool_call, deny: no}\n`;
  expect(nearestTrial(tried(always, "ls"))).toBeNull();
  expect(nearestTrial({ ...tried(always, "ls"), event: "{" })).toBeNull();
});

test.each([
  ["a payload", "claude-code", (command: string) => payloadExample("claude-code", command)],
  [
    "an argument under another name",
    "docker-agent",
    (command: string) => payloadExample("docker-agent", command),
  ],
  [
    "arguments as JSON in a string",
    "copilot",
    (command: string) =>
      JSON.stringify({
        sessionId: "s",
        timestamp: 1,
        cwd: "/w",
        toolName: "bash",
        toolArgs: JSON.stringify({ command }),
      }),
  ],
  ["escapes", NO_AGENT, (command: string) => payloadExample(NO_AGENT, command).replaceAll("x", "\\u0078")],
])("a fact says where in the event it comes from: %s", (_, agent, payload) => {
  const event = payload('echo "é\\n" 🚀 \t&& rm -r ~/x');
  const { facts } = decided(tried(HEAD, "", { agent, event }));
  const line = facts.find(({ name }) => name === "deletes")?.lines[0];
  expect(line?.text).toBe("/home/user/x");
  expect(event.slice(...(line?.place ?? [0, 0])).replace("\\u0078", "x")).toBe("~/x");
});

test("a fact that is not of the event's text has no place in it", () => {
  const two = JSON.stringify({
    event: "before_tool_call",
    toolName: "Bash",
    params: { command: "rm a", cmd: "ls; rm b" },
  });
  const file = JSON.stringify({ event: "before_tool_call", toolName: "Write", params: { file_path: "/a" } });
  for (const event of [two, file]) {
    const lines = decided(tried(HEAD, "", { event })).facts.flatMap((group) => group.lines);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter(({ place }) => place !== undefined)).toEqual([]);
  }
});
