import { afterEach, expect, test } from "vitest";
import { type Folder, folder, runCli } from "./run-cli.js";

let place: Folder | undefined;
afterEach(() => place?.remove());

const SECRET = `version: 1
memory:
  secret: { flag: { events: before_tool_call, when: 'facts.reads.any(r, !r.list && r.touches("**/.env"))' } }
  pushes: { count: { events: before_tool_call, when: params.command == "push" }, upTo: 20, within: 2h }
  tested:
    flag: { events: after_tool_call, when: 'call.ok && params.command == "npm test"' }
    until: { events: before_tool_call, when: 'params.command == "edit"' }
  read: { set: { events: after_tool_call, when: call.ok, each: facts.reads, add: path }, full: forget }
  said: { origins: { user: { events: prompt, text: prompt } } }
policies:
  - { id: leak, events: before_tool_call, when: memory.secret && facts.network.size() > 0, ask: a secret was read }
  - { id: often, events: before_tool_call, when: memory.pushes >= 4 && params.command == "push", deny: too often }
  - { id: untested, events: before_tool_call, when: '!memory.tested && params.command == "commit"', deny: test first }
  - { id: unread, events: before_tool_call, tools: Edit, when: '!facts.writes.all(w, w.path in memory.read)', deny: read first }
  - { id: who, events: before_tool_call, tools: send, when: 'flows.any(f, !("user" in f.from))', ask: nobody said so }
`;

interface Shown {
  readonly loosens: boolean;
  readonly witness: object;
  readonly session?: readonly { readonly event: { readonly params?: object }; readonly after: number }[];
  readonly changed: readonly string[];
}

async function difference(
  from: string,
  to: string,
  old: string = SECRET,
): Promise<{ shown: readonly Shown[]; text: string }> {
  place = folder({ "old.yaml": old, "new.yaml": old.replace(from, to) });
  const at = { cwd: place.path, home: place.home };
  const { stdout } = await runCli(["diff", "old.yaml", "new.yaml", "--json"], at);
  const { differences, unknown } = JSON.parse(stdout) as {
    differences: readonly Shown[];
    unknown: readonly unknown[];
  };
  expect(unknown).toEqual([]);
  return { shown: differences, text: (await runCli(["diff", "old.yaml", "new.yaml"], at)).stdout };
}

test.each<[string, string, string, readonly [policy: string, steps: number, loosens: boolean][]]>([
  [
    "another file is secret",
    "**/.env",
    "**/.netrc",
    [
      ["leak", 2, true],
      ["leak", 2, false],
    ],
  ],
  [
    "a policy over a flag is gone",
    "ask: a secret was read }",
    "ask: a secret was read, enabled: false }",
    [["leak", 2, true]],
  ],
  ["fewer times are enough", "memory.pushes >= 4", "memory.pushes >= 3", [["often", 4, false]]],
  ["a shorter window", "within: 2h", "within: 1h", [["often", 5, true]]],
  [
    "what empties a flag is gone",
    "    until: { events: before_tool_call, when: 'params.command == \"edit\"' }\n",
    "",
    [["untested", 3, true]],
  ],
  [
    "what sets a flag after the call sets it before",
    "after_tool_call, when: 'call.ok && ",
    "before_tool_call, when: '",
    [
      ["untested", 2, false],
      ["untested", 2, true],
    ],
  ],
  [
    "a source that says nothing",
    "user: { events: prompt, text: prompt }",
    "user: { events: prompt, when: 'false', text: prompt }",
    [["who", 2, false]],
  ],
])("%s: a shortest session shows it", async (_, from, to, expected) => {
  const { shown } = await difference(from, to);
  expect(
    shown.map(({ changed, session, loosens }) => [changed[0], session?.length, loosens]),
    JSON.stringify(shown),
  ).toEqual(expected);
});

test("people read the session in one line", async () => {
  const { text } = await difference("memory.pushes >= 4", "memory.pushes >= 3");
  expect(text.split("\n")[0]).toBe(
    'stricter abstain → deny: {"event":"before_tool_call","toolName":"","params":{"command":"push"}} 3 times, then {"event":"before_tool_call","toolName":"","params":{"command":"push"}}',
  );
});

const TOOLS = `version: 1
memory:
  files: { set: { events: after_tool_call, tools: Read, when: call.ok, add: params.file_path }, full: forget }
  friends:
    set: { events: after_tool_call, tools: contacts, when: call.ok, each: result.contacts, where: 'it.kind == "friend"', add: address }
    full: forget
policies:
  - { id: unread, events: before_tool_call, tools: Edit, when: '!(params.file_path in memory.files)', deny: read first }
  - { id: stranger, events: before_tool_call, tools: mail, when: '!(params.to in memory.friends)', ask: who is that }
`;

test.each<[string, string, string, string]>([
  ["another value is added", "add: params.file_path", "add: params.path", "unread"],
  ["another tool adds", "tools: Read", "tools: View", "unread"],
  ["other items count", 'it.kind == "friend"', 'it.kind == "colleague"', "stranger"],
  ["another member of items is added", "add: address", "add: email", "stranger"],
  ["items are elsewhere", "each: result.contacts", "each: result.people", "stranger"],
])(
  "of tools that are no shells, %s: a session of two steps shows it, both ways",
  async (_, from, to, policy) => {
    const { shown } = await difference(from, to, TOOLS);
    expect(
      shown.map(({ changed, session, loosens }) => [changed[0], session?.length, loosens]),
      JSON.stringify(shown),
    ).toEqual([
      [policy, 2, false],
      [policy, 2, true],
    ]);
  },
);
