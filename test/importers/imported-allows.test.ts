// What a file of an agent allows is allowed to that agent alone, and of a shell one command by itself.
import { importRules } from "@gatehouse-hooks/hosts/import";
import fc from "fast-check";
import { expect, test } from "vitest";
import { assertLaw } from "../assert-law.js";
import { importedSet } from "./imported-set.js";
import { provenRules } from "./proven-rules.js";

/** Who allows a command, in which file, and how the agent's hook tells of the call. */
interface AllowsIn {
  readonly host: string;
  readonly tool: string;
  readonly path: string;
  /** The text of a file that allows commands that begin with some words. */
  readonly text: (words: string) => string;
  /** The text of one that allows every command; absent: nothing is kept of such a rule. */
  readonly all?: string;
}

const list = (words: string): string => JSON.stringify(words.split(" "));
const FILES: readonly AllowsIn[] = [
  {
    ...{ host: "claude-code", tool: "Bash", path: ".claude/settings.json" },
    text: (words) => JSON.stringify({ permissions: { allow: [`Bash(${words}:*)`] } }),
    all: JSON.stringify({ permissions: { allow: ["Bash"] } }),
  },
  {
    ...{ host: "codex", tool: "Bash", path: ".codex/rules/default.rules" },
    text: (words) => `prefix_rule(pattern=${list(words)}, decision="allow")\n`,
  },
  {
    ...{ host: "gemini-cli", tool: "run_shell_command", path: ".gemini/policies/a.toml" },
    text: (words) =>
      `[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "${words}"\ndecision = "allow"\npriority = 100\n`,
  },
  {
    ...{ host: "cursor", tool: "Shell", path: ".cursor/cli.json" },
    text: (words) =>
      JSON.stringify({ permissions: { allow: [`Shell(${words.replace(" ", ":")}*)`], deny: [] } }),
    all: JSON.stringify({ permissions: { allow: ["Shell(*)"], deny: [] } }),
  },
  {
    ...{ host: "opencode", tool: "bash", path: "opencode.json" },
    text: (words) => JSON.stringify({ permission: { bash: { [`${words} *`]: "allow" } } }),
    all: JSON.stringify({ permission: { bash: "allow" } }),
  },
  {
    ...{ host: "docker-agent", tool: "shell", path: "agent.yaml" },
    text: (words) => `permissions:\n  allow: ["shell:cmd=${words}*"]\n`,
    all: 'permissions:\n  allow: ["shell", "*"]\n',
  },
];

/** What comes beside a command in a line, `X` for it. */
const BESIDE = [
  "X; rm -rf /",
  "X && rm -rf /",
  "X || rm -rf /",
  "X | sh",
  "X |& sh",
  "X & rm -rf /",
  "X\nrm -rf /",
  "rm -rf /; X",
  "cd / && X",
  "(X)",
  "{ X; }",
  "X $(rm -rf /)",
  "X `rm -rf /`",
  'X "$(rm -rf /)"',
  "X <(rm -rf /)",
  "X > /etc/passwd",
  "X 2>&1",
  "X $HOME",
  "A=1 X",
  "! X",
  "if X; then rm -rf /; fi",
];

type Say = (command: string, by?: string) => string;
const made = new Map<string, Say>();

/** What the imported file says of a command of an agent; made once, since importing takes longer than asking. */
function sayOf(file: AllowsIn, text: string): Say {
  const known = made.get(text);
  if (known !== undefined) return known;
  const { path, host, tool } = file;
  const [read] = importRules([{ path, text }]);
  if (read === undefined || read.importer === null) throw new Error(`${path} is not recognised`);
  const { effectOf } = importedSet(provenRules(read));
  const say: Say = (command, by = host) =>
    effectOf({
      ...{ host: by, cwd: "/work", tool: { kind: "shell", name: tool }, toolName: tool },
      params: host === "docker-agent" ? { cmd: command, command } : { command },
      raw: { hook_event_name: "pre_tool_use", tool_name: tool, tool_input: { cmd: command } },
    });
  made.set(text, say);
  return say;
}

test("law: an imported allow is its agent's, and no other command rides on it", () => {
  const allowed = new Set<string>();
  const word = fc.constantFrom("git status", "make all");
  assertLaw(
    fc.property(
      fc.constantFrom(...FILES),
      word,
      fc.constantFrom(...BESIDE),
      fc.constantFrom(...FILES, { host: "copilot" }, { host: "mayros" }, { host: "" }),
      fc.boolean(),
      (file, command, beside, { host: other }, isAll) => {
        const say = sayOf(file, isAll ? (file.all ?? file.text(command)) : file.text(command));
        const own = say(command);
        if (own === "allow") allowed.add(`${file.host} ${isAll && file.all !== undefined ? "all" : "some"}`);
        if (other !== file.host) expect(say(command, other)).toBe("abstain");
        expect(say(beside.replaceAll("X", () => command))).toBe("abstain");
      },
    ),
    { quick: 150 },
  );
  // Each of them allows what it is made for.
  expect([...allowed].sort()).toEqual(
    FILES.flatMap(({ host, all }) => [...(all === undefined ? [] : [`${host} all`]), `${host} some`]).sort(),
  );
});

test.each([
  [
    ".claude/settings.json",
    { permissions: { allow: ["WebFetch(domain:example.com)", "Read(docs/**)", "mcp__github__list"] } },
  ],
  ["opencode.json", { permission: { webfetch: "allow", edit: { "docs/*.md": "allow" } } }],
  [
    ".cursor/cli.json",
    { permissions: { allow: ["Read(docs/**)", "WebFetch(example.com)", "Mcp(github:*)"], deny: [] } },
  ],
])("what %s allows besides commands is its agent's, too", (path, content) => {
  const [file] = importRules([{ path, text: JSON.stringify(content) }]);
  const allows =
    file?.policies.map(({ policy }) => policy).filter((policy) => Object.hasOwn(policy, "allow")) ?? [];
  expect(allows.length).toBeGreaterThan(0);
  for (const { when } of allows)
    expect(when).toMatch(/^\(host == "(?:claude-code|opencode|cursor)" \|\| !has\(host\)\)/);
});
