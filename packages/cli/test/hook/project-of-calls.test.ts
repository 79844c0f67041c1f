import { mkdirSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tierRows } from "../../../../test/assert-law.js";
import { type Folder, folder, runCli } from "../run-cli.js";
import { AGENT_CALLS, type AgentCall, callOf } from "./agent-calls.js";
import { denies, git, makeRepository, write } from "./git-folders.js";

const USERS = `version: 1
policies:
  - id: outside
    events: before_tool_call
    when: facts.deletes.any(d, d.local == null)
    deny: this is outside of the workspace
`;

/** Where a call can happen, by the words of docs/hook.md. */
interface Places {
  readonly home: string;
  readonly project: string;
  readonly below: string;
  readonly worktree: string;
  /** In no project. */
  readonly outside: string;
  readonly other: string;
  readonly nested: string;
  /** Where Cursor starts the user's own hooks. */
  readonly settings: string;
}

let one: Folder;
let at: Places;
beforeAll(() => {
  one = folder({ "~/.gatehouse/rules.yaml": USERS, "a/x": "", x: "", "vendor/lib/x": "" });
  const root = realpathSync(dirname(one.path));
  const home = join(root, "home");
  const project = join(root, "project");
  at = {
    home,
    project,
    below: join(project, "a"),
    worktree: join(root, "worktree"),
    outside: join(root, "outside"),
    other: join(root, "other"),
    nested: join(project, "vendor/lib"),
    settings: join(home, ".cursor"),
  };
  makeRepository(project);
  git(project, "worktree", "add", "-q", "-b", "one", at.worktree);
  write(project, { ".gatehouse/p.yaml": denies("of-project") });
  write(at.other, { ".gatehouse/p.yaml": denies("of-other"), x: "" });
  makeRepository(at.other);
  makeRepository(at.nested);
  for (const path of [at.outside, at.settings]) mkdirSync(path, { recursive: true });
});
afterAll(() => one.remove());

interface Call {
  readonly agent: AgentCall;
  readonly cwd: string;
  readonly started: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly more?: object;
}

async function said(command: string, { agent, cwd, started, env = {}, more = {} }: Call): Promise<string> {
  const payload = { ...agent.payload(command, cwd), ...more };
  const { stdout, stderr } = await runCli(["hook", agent.agent], {
    cwd: started,
    home: at.home,
    stdin: JSON.stringify(payload),
    env,
  });
  return stdout + stderr;
}

/** Which projects' policies hold, and which folder is the workspace. */
async function placeOf(call: Call, workspaces: readonly string[]): Promise<object> {
  const policies: string[] = [];
  for (const name of ["of-project", "of-other"])
    if ((await said(`echo ${name}`, call)).includes(`the policy of ${name}`)) policies.push(name);
  const inside: string[] = [];
  for (const folder of workspaces)
    if (!(await said(`rm ${folder}/x`, call)).includes("outside of the workspace")) inside.push(folder);
  return { policies, inside };
}

describe("the table of docs/hook.md holds for every agent", () => {
  /** By the agent's own word the project is named; else by where the payload and the process are. */
  const CALLS = [true, false].flatMap((named) =>
    (["project", "below", "worktree", "outside"] as const).flatMap((where) =>
      AGENT_CALLS.filter(({ variable }) => !named || variable !== undefined).map(
        (agent) => [agent.agent, named ? "a variable names it" : "nothing names it", where] as const,
      ),
    ),
  );
  // Each agent, each way and each place is in the quick tier.
  const mixed = CALLS.toSorted((a, b) => weightOf(a) - weightOf(b));
  function weightOf([agent, , where]: (typeof CALLS)[number]): number {
    const places = ["project", "below", "worktree", "outside"];
    return (AGENT_CALLS.findIndex((call) => call.agent === agent) * 3 + places.indexOf(where)) % 4;
  }

  test.each(tierRows(10, mixed))("%s, %s, the call is in: %s", async (name, how, where) => {
    const agent = callOf(name);
    const { variable = "" } = agent;
    const call: Call =
      how === "a variable names it"
        ? { agent, cwd: at[where], started: at.settings, env: { [variable]: at.project } }
        : { agent, cwd: at[where], started: at.project };
    expect(await placeOf(call, [at.project, at.worktree])).toEqual({
      policies: ["of-project"],
      inside: [where === "worktree" ? at.worktree : at.project],
    });
  });
});

describe("whose word counts", () => {
  const claude = callOf("claude-code");
  const cursor = callOf("cursor");
  const ALL = (): readonly string[] => [at.project, at.other, at.outside];

  test.each<[string, () => Call, () => object]>([
    [
      "Cursor's user hooks, with its variable",
      () => ({ agent: cursor, cwd: "", started: at.settings, env: { CURSOR_PROJECT_DIR: at.project } }),
      () => ({ policies: ["of-project"], inside: [at.project] }),
    ],
    [
      "Cursor's user hooks, with the workspace in the payload",
      () => ({ agent: cursor, cwd: "", started: at.settings, more: { workspace_roots: [at.project] } }),
      () => ({ policies: ["of-project"], inside: [at.project] }),
    ],
    [
      "Cursor's user hooks, with the working directory alone",
      () => ({ agent: cursor, cwd: at.below, started: at.settings }),
      () => ({ policies: ["of-project"], inside: [at.project] }),
    ],
    [
      "of several folders of a workspace the one that the command is in",
      () => ({
        agent: cursor,
        cwd: at.other,
        started: at.settings,
        more: { workspace_roots: [at.project, at.other] },
      }),
      () => ({ policies: ["of-other"], inside: [at.other] }),
    ],
    [
      "of several folders of a workspace the first, where the call is in none",
      () => ({
        agent: cursor,
        cwd: at.outside,
        started: at.other,
        more: { workspace_roots: [at.project, at.other] },
      }),
      () => ({ policies: ["of-project"], inside: [at.project] }),
    ],
    [
      "a variable before the payload",
      () => ({
        agent: cursor,
        cwd: at.other,
        started: at.other,
        env: { CLAUDE_PROJECT_DIR: at.project },
        more: { workspace_roots: [at.other] },
      }),
      () => ({ policies: ["of-project"], inside: [at.project] }),
    ],
    [
      "the payload before the process; the policies of both hold",
      () => ({ agent: claude, cwd: at.other, started: at.below }),
      () => ({ policies: ["of-project", "of-other"], inside: [at.other] }),
    ],
    [
      "a nested repository in the project that the hook was started in",
      () => ({ agent: claude, cwd: at.nested, started: at.below }),
      () => ({ policies: ["of-project"], inside: [at.project] }),
    ],
    [
      "a folder in no project, in a process that is in none either",
      () => ({ agent: claude, cwd: at.outside, started: at.settings }),
      () => ({ policies: [], inside: [at.outside] }),
    ],
    [
      "the home is no workspace of a session that was started elsewhere",
      () => ({ agent: claude, cwd: at.home, started: at.outside }),
      () => ({ policies: [], inside: [at.outside] }),
    ],
    [
      "a variable that is not absolute counts for nothing",
      () => ({ agent: claude, cwd: at.other, started: at.other, env: { CLAUDE_PROJECT_DIR: "relative" } }),
      () => ({ policies: ["of-other"], inside: [at.other] }),
    ],
  ])("%s", async (_, call, expected) => {
    expect(await placeOf(call(), ALL())).toEqual(expected());
  });

  test("the option `--project` is the word of whoever wrote the line, and a worktree of it is one", async () => {
    for (const [cwd, command, expected] of [
      [at.other, "echo of-project", "the policy of of-project"],
      [at.other, `rm ${at.other}/x`, "outside of the workspace"],
      [at.worktree, `rm ${at.project}/x`, "outside of the workspace"],
      [at.worktree, "rm x", ""],
    ] as const) {
      const { stdout } = await runCli(["hook", "claude-code", "--project", at.project], {
        cwd,
        home: at.home,
        stdin: JSON.stringify(claude.payload(command, cwd)),
      });
      expect([command, cwd, stdout]).toEqual([command, cwd, expected && expect.stringContaining(expected)]);
    }
  });

  test("the path of a file says which folder of the workspace its edit is in", async () => {
    const payload = {
      conversation_id: "c",
      cursor_version: "2.4",
      hook_event_name: "beforeReadFile",
      workspace_roots: [at.project, at.other],
      content: "of-other",
    };
    write(at.other, {
      ".gatehouse/reads.yaml": `version: 1\npolicies:\n  - id: reads\n    events: before_tool_call\n    when: facts.reads.any(r, r.touches("./x"))\n    deny: not x\n`,
    });
    for (const [path, expected] of [
      [join(at.other, "x"), "deny"],
      [join(at.project, "x"), ""],
    ] as const) {
      const { stdout } = await runCli(["hook", "cursor"], {
        cwd: at.settings,
        home: at.home,
        stdin: JSON.stringify({ ...payload, file_path: path }),
      });
      expect([path, stdout === "" ? "" : "deny"]).toEqual([path, expected]);
    }
  });

  test.each([
    ["of one type", { workspace_roots: "text" }],
    ["that are not absolute", { workspace_roots: ["a", "./b", ""] }],
    ["of other things", { workspace_roots: [1, null, {}, ["/"]] }],
    ["with characters that no path has", { workspace_roots: ["/a\0b"] }],
    [
      "longer than paths are",
      { workspace_roots: [`/${"a/".repeat(100_000)}`], cwd: `/${"b/".repeat(100_000)}` },
    ],
  ])("words %s count for nothing", async (_, more) => {
    const call: Call = { agent: claude, cwd: at.below, started: at.below, more };
    expect(await said("echo of-project", call)).toContain("the policy of of-project");
  });
});
