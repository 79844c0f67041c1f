import type { JsonObject } from "@gatehouse-hooks/json";
import { expect, test } from "vitest";
import { ACTION_KINDS, createFacts, exampleEvents, type Facts, PROGRAMS, TOOL_ROWS } from "../src/index.js";

const { facts } = createFacts({ programs: [PROGRAMS], tools: [TOOL_ROWS] });

/** Whether an event that is shown has the facts in truth. */
function isShown(thought: JsonObject, has: (facts: Facts) => boolean): boolean {
  return exampleEvents({ event: "before_tool_call", toolName: "", params: {}, facts: thought }).some(
    (event) => has(facts(event)),
  );
}

test.each<[string, JsonObject, (facts: Facts) => boolean]>([
  [
    "deletes",
    { deletes: [{ path: "/etc/hosts" }] },
    (of) => of.deletes.some((one) => one.path === "/etc/hosts"),
  ],
  [
    "below a folder",
    { deletes: [{ path: "/etc/" }] },
    (of) => of.deletes.some((one) => one.path === "/etc/x"),
  ],
  [
    "a tree",
    { deletes: [{ path: "/etc", tree: true }] },
    (of) => of.deletes.some((one) => one.tree && one.path === "/etc"),
  ],
  [
    "the home folder",
    { writes: [{ home: "~/.ssh/x" }] },
    (of) => of.writes.some((one) => one.home === "~/.ssh/x"),
  ],
  ["the workspace", { reads: [{ local: "./.env" }] }, (of) => of.reads.some((one) => one.local === "./.env")],
  [
    "links that were looked up",
    { writes: [{ local: "./a", linksChecked: true }] },
    (of) => of.writes.some((one) => one.linksChecked && one.local === "./a"),
  ],
  [
    "a strange name",
    { reads: [{ path: "/a b'\\*c" }] },
    (of) => of.reads.some((one) => one.path === "/a b'\\*c"),
  ],
  [
    "a mode",
    { writes: [{ path: "/etc/x", op: "mode" }] },
    (of) => of.writes.some((one) => one.op === "mode"),
  ],
  [
    "what is appended",
    { writes: [{ path: "/etc/x", append: true }] },
    (of) => of.writes.some((one) => one.append),
  ],
  ["names only", { reads: [{ path: "/etc", list: true }] }, (of) => of.reads.some((one) => one.list)],
  [
    "a command on another machine",
    { commands: [{ program: "claude", place: "remote" }] },
    (of) => of.commands.some((one) => one.program === "claude" && one.place === "remote"),
  ],
  [
    "a command in a container",
    { commands: [{ program: "ls", place: "container" }] },
    (of) => of.commands.some((one) => one.program === "ls" && one.place === "container"),
  ],
  [
    "the program that does it",
    { actions: [{ kind: "config.change", by: "gatehouse" }] },
    (of) => of.actions.some((one) => one.kind === "config.change" && one.by.startsWith("gatehouse")),
  ],
  [
    "a host",
    { network: [{ host: "a.example" }] },
    (of) => of.network.some((one) => one.host === "a.example"),
  ],
  [
    "a file that is sent",
    { network: [{ direction: "out", sends: [{ home: "~/.ssh/id" }] }] },
    (of) =>
      of.network.some(({ sends }) =>
        sends.some((one) => typeof one === "object" && one.home === "~/.ssh/id"),
      ),
  ],
  [
    "the environment that is sent",
    { network: [{ sends: ["environment"] }] },
    (of) => of.network.some(({ sends }) => sends.includes("environment")),
  ],
  [
    "code from the network",
    { executes: [{ from: "network" }] },
    (of) => of.executes.some(({ from }) => from === "network"),
  ],
  [
    "decoded code",
    { executes: [{ from: "decoded" }] },
    (of) => of.executes.some(({ from }) => from === "decoded"),
  ],
  [
    "a package",
    { executes: [{ from: "package" }] },
    (of) => of.executes.some(({ from }) => from === "package"),
  ],
  [
    "inline code",
    { executes: [{ from: "inline", lang: "python" }] },
    (of) => of.executes.some(({ lang }) => lang === "python"),
  ],
  [
    "a program",
    { commands: [{ program: "kubectl" }] },
    (of) => of.commands.some(({ program }) => program === "kubectl"),
  ],
  [
    "a push",
    { actions: [{ kind: "git.push", branch: "main" }] },
    (of) => of.actions.some(({ branch }) => branch === "main"),
  ],
  [
    "a forced push",
    { actions: [{ kind: "git.force-push", remote: "up", branch: "a b" }] },
    (of) => of.actions.some(({ kind, remote }) => kind === "git.force-push" && remote === "up"),
  ],
  ["a variable", { env: [{ name: "LD_PRELOAD" }] }, (of) => of.env.some(({ name }) => name === "LD_PRELOAD")],
  ["what is not known", { complete: false }, (of) => !of.complete],
  [
    "several at once",
    { reads: [{ path: "/a" }], deletes: [{ path: "/b" }] },
    (of) => of.reads.some(({ path }) => path === "/a") && of.deletes.some(({ path }) => path === "/b"),
  ],
])("an event shows %s", (_, thought, has) => {
  expect(isShown(thought, has)).toBe(true);
});

test("every kind of action is shown", () => {
  const kinds = Object.keys(ACTION_KINDS);
  const shown = kinds.filter((kind) =>
    isShown({ actions: [{ kind }] }, (of) => of.actions.some((one) => one.kind === kind)),
  );
  // Hooks add them, by what is on the machine: no command by itself shows them.
  const onMachine = ["code.unanswered", "code.changed"];
  expect(kinds.filter((kind) => !shown.includes(kind))).toEqual(onMachine);
});

test("what the event says is kept, and other tools have no example", () => {
  const said = { event: "x", tool_name: "shell", tool_input: { timeout: 3 }, cwd: "/w" };
  expect(exampleEvents({ ...said, facts: { deletes: [{ path: "/a" }] } })[1]).toEqual({
    home: "/home/user",
    workspace: "/home/user/project",
    ...said,
    tool_input: { timeout: 3, command: "rm /a" },
  });
  expect(exampleEvents({ toolName: "Read", facts: { deletes: [{ path: "/a" }] } })).toEqual([]);
  expect(exampleEvents({ toolName: "Bash" })).toEqual([]);
});
