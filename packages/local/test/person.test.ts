import process from "node:process";
import { describe, expect, test } from "vitest";
import { requirePerson } from "../src/person/index.js";
import { aboveTerminal, askingProcess, madeByAgent } from "../src/person/made-by-agent.js";
import { processesFrom, type SeenProcess } from "../src/person/process-tree.js";

/** A process by its words; `start` is its number unless it is given. */
function seen(pid: number, parent: number, words: string, more: Partial<SeenProcess> = {}): SeenProcess {
  return {
    ...{ pid, parent, start: String(pid), user: 1000, words: words.split(" "), leads: false, variables: [] },
    ...{ group: "0::/user/terminal.scope", ...more },
  };
}

const INIT = seen(1, 0, "/sbin/init", { user: 0, group: "0::/init.scope" });
const MANAGER = seen(90, 1, "/usr/lib/systemd/systemd --user", { group: "0::/user/init.scope" });
const TERMINAL = seen(100, 90, "/usr/libexec/gnome-terminal-server");
/** An agent of no known name, in the first tab. */
const AGENT = seen(300, 200, "worker");
const TAB = [seen(200, 100, "bash", { leads: true }), TERMINAL, MANAGER, INIT];
const ASKING = [{ pid: 300, start: "300", group: "0::/user/terminal.scope" }];

describe("who has a hook started", () => {
  test.each([
    ["the agent itself", [AGENT, ...TAB], 300],
    ["a shell of the agent", [seen(301, 300, "/bin/sh -c x"), AGENT, ...TAB], 300],
    ["a shell in a shell", [seen(302, 301, "bash -lc x"), seen(301, 300, "sh -c x"), AGENT, ...TAB], 300],
    [
      "an agent that leads the session",
      [seen(300, 100, "worker", { leads: true }), TERMINAL, MANAGER, INIT],
      300,
    ],
  ])("%s: the first that is no shell", (_, above, pid) => {
    expect(askingProcess(above)?.pid).toBe(pid);
  });

  test("a person's own shell is no agent", () => {
    expect(askingProcess(TAB)).toBeUndefined();
  });
});

describe("a terminal that an agent has made", () => {
  const pty = [
    seen(402, 401, "gatehouse approve x"),
    seen(401, 400, "sh -c x", { leads: true }),
    seen(400, 300, "python3 answer.py"),
  ];
  const orphan = pty.map((one) => (one.pid === 400 ? { ...one, parent: 90 } : one));
  test.each<readonly [string, readonly SeenProcess[], RegExp]>([
    ["below the agent that asks", [...pty, AGENT, ...TAB], /agent that wants to make the call/],
    ["left behind, taken over by the user's manager", [...orphan, MANAGER, INIT], /left behind/],
    [
      "left behind, taken over by the first process",
      [...pty.map((one) => (one.pid === 400 ? { ...one, parent: 1 } : one)), INIT],
      /left behind/,
    ],
    [
      "below an agent by its name",
      [...pty, seen(300, 200, "/usr/bin/codex exec x"), ...TAB],
      /agent `codex`/,
    ],
    [
      "below an agent that Node runs",
      [...pty, seen(300, 200, "node --no-warnings /usr/local/bin/gemini -p x"), ...TAB],
      /agent `gemini`/,
    ],
    [
      "below an agent that Node runs by its folder",
      [...pty, seen(300, 200, "/x/node /home/me/.local/share/cursor-agent/versions/1/index.js"), ...TAB],
      /agent `cursor-agent`/,
    ],
    [
      "by a variable that the agent gives to its commands",
      [...orphan.map((one) => ({ ...one, variables: ["PATH", "CLAUDECODE"] })), MANAGER, INIT],
      /CLAUDECODE/,
    ],
    ["of which nothing is told", [], /nothing tells/],
  ])("%s", (_, from, why) => {
    expect(madeByAgent(from, ASKING)).toMatch(why);
  });

  test("another process that has the number of the agent later is not the agent", () => {
    const later = [seen(402, 300, "bash", { leads: true }), seen(300, 100, "tmux", { start: "50" })];
    expect(madeByAgent([...later, TERMINAL, MANAGER, INIT], ASKING)).toBeUndefined();
  });
});

describe("a person's terminal", () => {
  const shell = (parent: number): readonly SeenProcess[] => [
    seen(502, 501, "gatehouse approve x"),
    seen(501, parent, "bash", { leads: true }),
  ];
  test.each<readonly [string, readonly SeenProcess[]]>([
    ["another tab of the same program", [...shell(100), TERMINAL, MANAGER, INIT]],
    ["the agent's own, while it is stopped", [seen(502, 200, "gatehouse approve x"), ...TAB]],
    [
      "a program that was started later, as a unit of its own",
      [...shell(480), seen(480, 90, "kitty", { group: "0::/user/kitty.scope" }), MANAGER, INIT],
    ],
    [
      "a login from another machine",
      [...shell(480), seen(480, 470, "sshd"), seen(470, 90, "sshd", { user: 0 }), INIT],
    ],
    ["one from outside of a container", shell(0)],
    ["an editor that edits a file with the name of an agent", [seen(502, 200, "vim codex"), ...TAB]],
  ])("%s", (_, from) => {
    expect(madeByAgent(from, ASKING)).toBeUndefined();
  });
});

test("of the terminal that a hook shares with its agent, what is above it counts", () => {
  const hook = [seen(310, 300, "node hook"), seen(300, 200, "claude"), ...TAB];
  expect(madeByAgent(hook)).toMatch(/claude/);
  expect(madeByAgent(aboveTerminal(hook))).toBeUndefined();
  const made = [
    seen(310, 300, "node hook"),
    seen(300, 210, "codex"),
    seen(210, 205, "sh", { leads: true }),
    seen(205, 204, "python3 pty.py"),
    seen(204, 200, "claude"),
    ...TAB,
  ];
  expect(madeByAgent(aboveTerminal(made))).toMatch(/claude/);
});

test("this process is seen with those above it, and a terminal of no process is a person's", () => {
  const [own, above] = processesFrom(process.pid);
  expect([own?.pid, own?.parent, above?.pid]).toEqual([process.pid, process.ppid, process.ppid]);
  expect(own?.user).toBe(process.getuid?.());
  expect(own?.words.length).toBeGreaterThan(0);
  expect(() => requirePerson({ ask: () => Promise.resolve(""), tell: () => undefined })).not.toThrow();
});
