// Which project a call is of, through every door: the quick beginning of the built command, the whole command, and the daemon.
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callOf } from "../../packages/cli/test/hook/agent-calls.js";
import { denies, git, makeRepository, write } from "../../packages/cli/test/hook/git-folders.js";
import { tierRows } from "../assert-law.js";
import { gatehouse } from "./spawn-cli.js";

let root = "";
let home = "";
let main = "";
let worktree = "";
let settings = "";

const USERS = `version: 1
policies:
  - id: outside
    events: before_tool_call
    when: facts.deletes.any(d, d.local == null)
    deny: this is outside of the workspace
`;

beforeAll(async () => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), "gh-p-")));
  home = path.join(root, "home");
  main = path.join(root, "main");
  worktree = path.join(root, "worktree");
  settings = path.join(home, ".cursor");
  mkdirSync(settings, { recursive: true });
  // The built-in policies are not asked about here, and to load them takes most of a first call.
  write(home, {
    ".gatehouse/rules.yaml": USERS,
    ".gatehouse/settings.json": '{ "version": 1, "ownConfig": "off" }',
  });
  write(main, { x: "" });
  makeRepository(main);
  git(main, "worktree", "add", "-q", "-b", "one", worktree);
  write(main, { ".gatehouse/p.yaml": denies("of-project") });
  await run(["daemon", "start"], settings, "");
});
afterAll(async () => {
  await run(["daemon", "stop"], settings, "");
  rmSync(root, { recursive: true, force: true });
});

async function run(args: readonly string[], cwd: string, stdin: string, env = {}) {
  return await gatehouse(args, {
    cwd,
    env: { HOME: home, XDG_CACHE_HOME: path.join(home, "cache"), ...env },
    stdin,
  });
}

interface Row {
  readonly agent: string;
  /** Where the hook is started. */
  readonly started: () => string;
  readonly cwd: () => string;
  readonly more?: () => object;
  readonly env?: () => Readonly<Record<string, string>>;
  /** The other checkout, if the call is in one. */
  readonly outside: () => string;
}

const ROWS: Readonly<Record<string, Row>> = {
  "a linked worktree, the variable names the main checkout": {
    agent: "claude-code",
    started: () => worktree,
    cwd: () => worktree,
    env: () => ({ CLAUDE_PROJECT_DIR: main }),
    outside: () => main,
  },
  "Cursor's user hooks": {
    agent: "cursor",
    started: () => settings,
    cwd: () => "",
    more: () => ({ workspace_roots: [main] }),
    outside: () => worktree,
  },
  "a linked worktree, nothing is named": {
    agent: "codex",
    started: () => worktree,
    cwd: () => worktree,
    outside: () => main,
  },
  "Cursor's user hooks, the variable": {
    agent: "cursor",
    started: () => settings,
    cwd: () => "",
    env: () => ({ CURSOR_PROJECT_DIR: main }),
    outside: () => worktree,
  },
  "a shell that has gone elsewhere": {
    agent: "qwen-code",
    started: () => main,
    cwd: () => root,
    outside: () => worktree,
  },
};

/** Each starts four processes for each of three calls. */
const TRIED = tierRows(2, Object.entries(ROWS));

test.each(TRIED)("%s: each door decides the same", async (_, row) => {
  const { agent, started, cwd, more, env = () => ({}), outside } = row;
  for (const [command, reason] of [
    ["echo of-project", "the policy of of-project"],
    [`rm -rf ${outside()}/x`, "this is outside of the workspace"],
    ["ls", ""],
  ] as const) {
    const payload = JSON.stringify({ ...callOf(agent).payload(command, cwd()), ...more?.() });
    for (const door of [[], [], ["--daemon", "off"], ["--daemon", "auto"]]) {
      const { stdout, stderr } = await run(["hook", agent, ...door], started(), payload, env());
      const said = [door.join(" "), command, stdout + stderr];
      expect(said).toEqual([
        door.join(" "),
        command,
        reason === "" ? reason : expect.stringContaining(reason),
      ]);
    }
  }
});

test("the daemon was asked, once for each call with it", async () => {
  const { stdout } = await run(["daemon", "status", "--json"], settings, "");
  const { projects } = JSON.parse(stdout) as {
    readonly projects: readonly { readonly project: string; readonly decisions: number }[];
  };
  const total = projects.reduce((sum, { decisions }) => sum + decisions, 0);
  expect(total).toBe(TRIED.length * 3);
  for (const { project } of projects) expect([main, worktree]).toContain(project);
});
