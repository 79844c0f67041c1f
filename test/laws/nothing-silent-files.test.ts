import { compilePolicies, type Event, step } from "@gatehouse-hooks/engine";
import { load, type Loaded, VOCABULARY } from "@gatehouse-hooks/hosts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { assertLaw } from "../assert-law.js";

/** What reads a file. */
type Reader = typeof load;

/** A file with a guard. What stands between `«` and `»` is free: another text there is another rule. */
interface Guarding {
  readonly format: string;
  readonly path: string;
  readonly text: string;
  /** An event that the file stops, or of which it asks somebody who may. */
  readonly event: Event;
}

const CALL: Event = { event: "before_tool_call", toolName: "exec", params: { command: "rm -rf x" } };
const SHELL: Event = { event: "pre_tool_use", tool_name: "shell", tool_input: { cmd: "rm -rf x" } };
const BASH: Event = { event: "PreToolUse", tool_name: "Bash", tool_input: { command: "rm -rf x" } };

const native = (path: string, text: string, event: Event): Guarding => ({
  format: "gatehouse",
  path,
  text,
  event,
});

const FILES: readonly Guarding[] = [
  native(
    "rules.yaml",
    `version: 1
policies:
  - id: «no-rm»
    events: before_tool_call
    tools: exec
    when: params.command.includes("«rm -rf»")
    deny: «no recursive deletes»
`,
    CALL,
  ),
  native(
    "rules.yaml",
    `version: 1
policies:
  - { id: «a», events: [before_tool_call], tools: ["exec", 'bash'], deny: «no», priority: «3» }
  - { id: «b», events: session_start, warn: «hello» }
`,
    CALL,
  ),
  native(
    "rules.yaml",
    `# «rules of the house»
version: 1
policies:
- id: «x»
  description: «what it is for»
  events:
    - pre_tool_use
    - PreToolUse
  when: 'tool_name «==» "shell" «&&» tool_input.cmd.startsWith("«rm»")'
  ask: >-
    «sure?»
`,
    SHELL,
  ),
  native(
    "rules.yaml",
    `version: 1
policies:
  - id: «c»
    events: PreToolUse, PostToolUse
    tools: Bash|Write
    command: { run: «exit 2», args: [«a»], timeout: «20s» }
    onFailure: deny
`,
    BASH,
  ),
  native(
    "rules.yaml",
    `version: 1
policies:
  - id: «j»
    events: before_tool_call
    tools:
      - exec
    judge:
      prompt: «Is it bad?»
      model: «anthropic/claude»
      uses: [params.command]
`,
    CALL,
  ),
  native(
    "rules.yaml",
    `version: 1
policies:
  - id: «m»
    events: message_sending
    when: message.lower().includes("«x»")
    deny: «no»
`,
    { event: "message_sending", message: "x" },
  ),
  native(
    "rules.yaml",
    `version: 1
policies:
  - id: «b»
    events: pre-bash-execution
    when: |
      bash_command.includes("«rm»")
    deny: «no»
`,
    { event: "pre-bash-execution", bash_command: "rm x" },
  ),
  native(
    "rules.json",
    `{
  "version": 1,
  "policies": [
    {
      "id": "«a»",
      "events": ["before_tool_call"],
      "tools": "exec",
      "when": "params.command.includes(\\"«rm»\\")",
      "deny": "«no»"
    }
  ]
}
`,
    CALL,
  ),
  {
    format: "mayros",
    path: "guard.md",
    text: `---
name: «guard»
events: before_tool_call
condition: toolName «==» "exec" «&&» params.command.includes("«rm»")
timeout: «5000»
---
«Deny it.»
`,
    event: CALL,
  },
  {
    format: "mayros",
    path: "guard.md",
    text: `---
name: "«guard»"
events: [before_tool_call, message_sending]
condition: 'toolName «==» "exec" «&&» params.command.startsWith("«rm»")'
enabled: true
---
«Deny it.»
`,
    event: CALL,
  },
  {
    format: "mimir",
    path: ".mimir/config.yml",
    text: `hooks:
  pre-bash-execution:
    command: «exit 1»
    timeout: «5000»
`,
    event: { event: "pre-bash-execution", bash_command: "rm x" },
  },
  {
    format: "mimir",
    path: ".mimir/config.yml",
    text: `hooks:
  pre-file-write:
    command: "«exit 1»"
    patterns: ["«**/*»"]
    continueOnError: false
`,
    event: { event: "pre-file-write", file_path: "/p/x", working_dir: "/p" },
  },
  {
    format: "docker-agent",
    path: "agent.yaml",
    text: `agents:
  «root»:
    hooks:
      pre_tool_use:
        - matcher: "shell"
          hooks:
            - type: command
              command: «exit 2»
`,
    event: SHELL,
  },
  {
    format: "docker-agent",
    path: "agent.yaml",
    text: `permissions:
  deny:
    - "shell:cmd=«rm*»"
    - read_file
`,
    event: SHELL,
  },
  {
    format: "docker-agent",
    path: "hooks.yaml",
    text: `pre_tool_use:
  - hooks: [{ type: command, command: «exit 2», timeout: «5» }]
`,
    event: SHELL,
  },
];

/** A character of the structure. */
interface Place {
  readonly offset: number;
  /** What is before it is structure, too: another character there is no part of a free text. */
  readonly inside: boolean;
}

/** The text of a file, and the places of its structure. */
function structureOf({ text }: Guarding): { readonly text: string; readonly places: readonly Place[] } {
  let plain = "";
  const places: Place[] = [];
  let free = false;
  let inside = true;
  for (const character of text) {
    if (character === "«" || character === "»") {
      free = character === "«";
      inside = false;
      continue;
    }
    if (!free) places.push({ offset: plain.length, inside });
    inside = !free;
    plain += character;
  }
  return { text: plain, places };
}

const CASES = FILES.map((_, index) => index);

const STRUCTURES = FILES.map(structureOf);

/** The file stops its event, or asks a judge or a command that would. */
function stops({ policies, lost }: Loaded, event: Event): boolean {
  const { set } = compilePolicies({ policies, lost }, { vocabulary: VOCABULARY });
  const stepped = step(set, event, new Map());
  return (
    stepped.kind === "pending" || stepped.decision.effect === "deny" || stepped.decision.effect === "ask"
  );
}

function says({ policies, lost, issues }: Loaded): boolean {
  return (
    issues.length > 0 || compilePolicies({ policies, lost }, { vocabulary: VOCABULARY }).issues.length > 0
  );
}

/** What people mistype, and what an editor leaves behind. */
const LETTERS = [
  "",
  "x",
  "_",
  "-",
  "A",
  "e",
  "s",
  "0",
  " ",
  "\t",
  "\n",
  ":",
  "#",
  "'",
  '"',
  "{",
  "]",
  "*",
  "|",
  ",",
  ".",
].concat(["\u200b", "\u00a0", "\u0430", "“", "\u2028"]);

/** The file with one character of its structure changed, gone or added. */
function mutated(index: number, at: number, letter: string, add: boolean): string {
  const { text, places } = STRUCTURES[index] ?? { text: "", places: [] };
  const { offset, inside } = places[at % places.length] ?? { offset: 0, inside: true };
  const before = text.slice(0, offset);
  // A comment is how people switch a line off.
  const comments = letter === "#" && /(?:^|\s)$/.test(before);
  // A line end goes, or stays: another character in its place is two changes.
  const stays = text[offset] === "\n" && letter !== "";
  return before + (comments ? "" : letter) + text.slice(offset + (stays || (add && inside) ? 0 : 1));
}

function law(read: Reader): fc.IProperty<[number, number, string, boolean]> {
  return fc.property(
    fc.constantFrom(...CASES),
    fc.nat(10_000),
    fc.constantFrom(...LETTERS),
    fc.boolean(),
    (index, at, letter, insert) => {
      const file = FILES[index];
      if (file === undefined) return false;
      const { format, path, event } = file;
      const loaded = read(mutated(index, at, letter, insert), { format, path });
      return says(loaded) || stops(loaded, event);
    },
  );
}

test.each(FILES.map((file, index) => [index, file] as const))(
  "file %i is right, and stops its event",
  (index, file) => {
    const loaded = load(STRUCTURES[index]?.text ?? "", { format: file.format, path: file.path });
    expect(loaded.issues).toEqual([]);
    expect(stops(loaded, file.event)).toBe(true);
  },
);

test("nothing silent: a typing error in the structure of a file never turns a deny into an abstain without an issue", () => {
  // Once silent: a member that a record of ours has not, and a number behind a fixed name.
  const found: [number, number, string, boolean][] = [
    [2, 126, ".", false],
    [10, 5, "0", true],
    [12, 68, "0", true],
    [13, 33, "0", true],
  ];
  assertLaw(law(load), {}, found);
}, 600_000);

/** Reads a file, and says nothing of names that it does not know. */
const silent: Reader = (text, options) => {
  const loaded = load(text, options);
  return { ...loaded, lost: [], issues: loaded.issues.filter(({ code }) => !code.startsWith("unknown-")) };
};

test("nothing silent: a reader that says nothing of unknown names is caught", () => {
  expect(() => fc.assert(law(silent), { numRuns: 20_000, endOnFailure: true })).toThrow();
});
