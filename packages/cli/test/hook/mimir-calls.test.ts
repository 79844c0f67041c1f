import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe as describeRows, expect, test as testRows } from "vitest";
import { type Folder, folder, type Ran, runCli } from "../run-cli.js";
import { everyNth } from "../../../../test/assert-law.js";
import { describe, test } from "../../../../test/quick-tests.js";
import { AGENT_CALLS } from "./agent-calls.js";

const made: Folder[] = [];
afterEach(() => {
  for (const one of made.splice(0)) one.remove();
});

/** Document 003, example 3: a validator. */
const VALIDATOR = `import re, sys
if re.search(r"rm\\s+-rf\\s+/", sys.argv[1]):
    print("BLOCKED: a dangerous command")
    sys.exit(1)
`;
const VALIDATES = `hooks:
  pre-bash-execution:
    command: python3 scripts/validate-bash.py "{bash_command}"
    timeout: 60000
    continueOnError: false
`;

const USERS = "~/.mimir/config.yml";
const PROJECTS = ".mimir/config.yml";

function place(files: Readonly<Record<string, string>>): Folder {
  const one = folder({ "scripts/validate-bash.py": VALIDATOR, ...files });
  made.push(one);
  return one;
}

async function hook(one: Folder, agent: string, payload: object, ...more: string[]): Promise<Ran> {
  return await runCli(["hook", agent, ...more], {
    cwd: one.path,
    home: one.home,
    env: { PATH: process.env["PATH"] ?? "" },
    stdin: JSON.stringify(payload),
  });
}

const claude = (cwd: string, tool: string, input: object, more: object = {}): object => ({
  session_id: "s1",
  transcript_path: "/t.jsonl",
  cwd,
  hook_event_name: "PreToolUse",
  permission_mode: "default",
  tool_name: tool,
  tool_input: input,
  tool_use_id: "t1",
  ...more,
});
const after = { hook_event_name: "PostToolUse" };
const log = (one: Folder, name = "log"): readonly string[] =>
  existsSync(join(one.path, name)) ? readFileSync(join(one.path, name), "utf8").trimEnd().split("\n") : [];
const decision = ({ stdout }: Ran): unknown =>
  stdout === ""
    ? undefined
    : (JSON.parse(stdout) as { readonly hookSpecificOutput?: Record<string, unknown> }).hookSpecificOutput?.[
        "permissionDecision"
      ];

describeRows("a validator of Mimir's is asked about the commands of every agent", () => {
  testRows.each(everyNth(3, AGENT_CALLS).map(({ agent, payload }) => [agent, payload] as const))(
    "%s, twice in a row",
    async (agent, payload) => {
      const one = place({ [USERS]: VALIDATES });
      for (let i = 0; i < 2; i++) {
        const denied = await hook(one, agent, payload("rm -rf /", one.path));
        expect(denied.stdout + denied.stderr).toContain("BLOCKED: a dangerous command");
        const passed = await hook(one, agent, payload("ls", one.path));
        expect(passed.stdout + passed.stderr).not.toMatch(/BLOCKED|denied|fail/);
      }
    },
  );

  test("in a project's file as soon as it is trusted, and by `--policies`", async () => {
    const one = place({ [PROJECTS]: VALIDATES });
    const call = claude(one.path, "Bash", { command: "rm -rf /" });
    expect(decision(await hook(one, "claude-code", call))).not.toBe("deny");
    const named = await hook(one, "claude-code", call, "--policies", join(one.path, PROJECTS));
    const shown = await runCli(["trust", "--json"], { cwd: one.path, home: one.home });
    const [row] = (JSON.parse(shown.stdout) as { files: readonly { sha256: string }[] }).files;
    await runCli(["trust", "--yes", row?.sha256 ?? "", PROJECTS], { cwd: one.path, home: one.home });
    expect([decision(await hook(one, "claude-code", call)), decision(named)]).toEqual(["deny", "deny"]);
  });
});

describe("what else a call is", () => {
  const LOGS = `hooks:
  pre-tool-call: { command: 'echo "call {tool_name} {tool_args}" >> log' }
  pre-bash-execution: { command: 'echo "bash {bash_command} {tool_name} {tool_args}" >> log' }
  pre-file-write:
    command: 'echo "write {file_path} {file_name} {file_ext} {tool_name}" >> log'
    patterns: ["src/**/*.ts", "!src/**/*.test.ts"]
  post-tool-call: { command: 'echo "called {tool_name} {tool_result}" >> log' }
  post-bash-execution: { command: 'echo "ran {bash_command} {bash_exit_code} {bash_stdout} {bash_stderr}" >> log' }
  post-file-write: { command: 'echo "written {file_path}" >> log' }
  pre-agent-execute: { command: 'echo "task {task_description} {conversation_id}" >> log' }
  post-agent-execute: { command: 'echo "done {agent_status}" >> log' }
  pre-subagent-create: { command: 'echo "subagent {tool_name}" >> log' }
  post-subagent-complete: { command: 'echo "subagent done" >> log' }
  on-agent-error: { command: 'echo "error {error_message}" >> log' }
  post-context-prune: { command: 'echo "pruned" >> log' }
`;
  const lines = async (payload: (cwd: string) => object): Promise<readonly string[]> => {
    const one = place({ [USERS]: LOGS });
    const ran = await hook(one, "claude-code", payload(one.path));
    expect(decision(ran)).toBeUndefined();
    return log(one).map((line) => line.replaceAll(one.path, "ROOT"));
  };

  test("a command of the shell: any tool's event first", async () => {
    expect(await lines((cwd) => claude(cwd, "Bash", { command: "ls 'a b'" }))).toEqual([
      `call Bash {"command":"ls 'a b'"}`,
      `bash ls 'a b' Bash {"command":"ls 'a b'"}`,
    ]);
  });

  test("a file that is written or edited, with its patterns below the project's root", async () => {
    const write = (cwd: string, file: string, tool = "Write"): object =>
      claude(join(cwd, "src"), tool, { file_path: join(cwd, file), content: "x" });
    expect(await lines((cwd) => write(cwd, "src/a.ts"))).toContain("write ROOT/src/a.ts a.ts .ts Write");
    expect(await lines((cwd) => write(cwd, "src/a.ts", "Edit"))).toHaveLength(2);
    expect(await lines((cwd) => write(cwd, "src/a.test.ts"))).toHaveLength(1);
    expect(await lines((cwd) => write(cwd, "a.ts"))).toHaveLength(1);
    expect(await lines((cwd) => claude(cwd, "Read", { file_path: join(cwd, "src/a.ts") }))).toHaveLength(1);
  });

  test("what has been called: any tool's event last, with what came of it", async () => {
    const ran = { ...after, tool_response: { stdout: "out", stderr: "err", interrupted: false } };
    expect(await lines((cwd) => claude(cwd, "Bash", { command: "ls" }, ran))).toEqual([
      "ran ls 0 out err",
      'called Bash {"stdout":"out","stderr":"err","interrupted":false}',
    ]);
    const wrote = { ...after, tool_response: { filePath: "/x" } };
    expect(await lines((cwd) => claude(cwd, "Write", { file_path: "/x", content: "" }, wrote))).toEqual([
      "written /x",
      'called Write {"filePath":"/x"}',
    ]);
  });

  test("prompts, sub-agents, errors, the end", async () => {
    const session = (name: string, more: object) => (cwd: string) => ({
      session_id: "s1",
      transcript_path: "/t",
      cwd,
      hook_event_name: name,
      ...more,
    });
    expect(await lines(session("UserPromptSubmit", { prompt: "do it" }))).toEqual(["task do it s1"]);
    expect(await lines(session("Stop", { stop_hook_active: false }))).toEqual(["done completed"]);
    expect(await lines(session("StopFailure", { error: "rate_limit" }))).toEqual(["error rate_limit"]);
    expect(await lines(session("PostCompact", { trigger: "auto" }))).toEqual(["pruned"]);
    const task = { description: "d", prompt: "p", subagent_type: "x" };
    expect(await lines((cwd) => claude(cwd, "Task", task))).toContain("subagent Task");
    expect(await lines((cwd) => claude(cwd, "Task", task, { ...after, tool_response: {} }))).toContain(
      "subagent done",
    );
  });

  test("a patch of several files asks about each of them", async () => {
    const one = place({ [USERS]: LOGS });
    const patch = "*** Begin Patch\n*** Add File: src/a.ts\n+x\n*** Add File: src/b.ts\n+y\n*** End Patch\n";
    const payload = claude(one.path, "apply_patch", { command: patch }, { turn_id: "t", model: "m" });
    await hook(one, "codex", payload);
    expect(log(one).filter((line) => line.startsWith("write"))).toEqual([
      `write ${join(one.path, "src/a.ts")} a.ts .ts apply_patch`,
      `write ${join(one.path, "src/b.ts")} b.ts .ts apply_patch`,
    ]);
  });
});

describe("the strictest answer is spoken", () => {
  const RULES = (rule: string): string =>
    `version: 1\npolicies:\n  - id: rule\n    events: before_tool_call\n${rule}`;
  const call = (one: Folder, command: string): object => claude(one.path, "Bash", { command });

  test("an allow of another policy does not loosen a block, and a deny is not loosened by a hook that passes", async () => {
    const allows = place({ [USERS]: VALIDATES, "~/.gatehouse/a.yaml": RULES("    allow: fine\n") });
    expect(decision(await hook(allows, "claude-code", call(allows, "rm -rf /")))).toBe("deny");
    expect(decision(await hook(allows, "claude-code", call(allows, "ls")))).toBe("allow");
    const denies = place({ [USERS]: VALIDATES, "~/.gatehouse/a.yaml": RULES("    deny: never\n") });
    expect(decision(await hook(denies, "claude-code", call(denies, "ls")))).toBe("deny");
  });

  test("what a policy rewrites is what the hook is asked about", async () => {
    const set = '    set: { command: "rm -rf /" }\n';
    const one = place({ [USERS]: VALIDATES, "~/.gatehouse/a.yaml": RULES(set) });
    expect(decision(await hook(one, "claude-code", call(one, "ls")))).toBe("deny");
  });

  test("after a deny the hooks still run: a log misses nothing", async () => {
    const logs = `hooks: { pre-tool-call: { command: 'echo "{tool_name}" >> log' }, pre-bash-execution: { command: 'exit 1', continueOnError: false } }\n`;
    const one = place({ [USERS]: logs, "~/.gatehouse/a.yaml": RULES("    deny: never\n") });
    expect(decision(await hook(one, "claude-code", call(one, "ls")))).toBe("deny");
    expect(log(one)).toEqual(["Bash"]);
  });

  test("the organisation's, the user's and the project's hooks run in this order, each after the one before", async () => {
    const hooks = (name: string, wait: string, key = "hooks"): string =>
      `${key}:\n  pre-tool-call:\n    command: 'sleep ${wait}; echo ${name} >> log; exit 1'\n    continueOnError: false\n`;
    const team = `enforcement:\n${hooks("enforced", "0.3").replace(/^/gm, "  ").trimEnd()}\n`;
    const one = place({ "team.yml": team, [USERS]: hooks("user", "0.1") });
    const args = ["--enforced", join(one.path, "team.yml"), "--policy-format", "mimir"];
    const denied = await hook(one, "claude-code", call(one, "ls"), ...args);
    expect([decision(denied), log(one)]).toEqual(["deny", ["enforced", "user"]]);
    expect(denied.stdout).toContain("mimir.enforced.pre-tool-call");
  });
});

describe("after a deny that takes no question, of the organisation or of the user", () => {
  const DENIES = "version: 1\npolicies:\n  - id: rule\n    events: before_tool_call\n    deny: never\n";
  const LOGS = `hooks:
  pre-tool-call: { command: 'echo "tool {tool_name}" >> log; exit 1', continueOnError: true }
  pre-bash-execution: { command: 'echo "bash {bash_command}" >> log' }
`;
  const files = { "~/.gatehouse/a.yaml": DENIES, [PROJECTS]: LOGS };
  const bash = (one: Folder): object => claude(one.path, "Bash", { command: "ls" });
  async function trust(one: Folder, file: string): Promise<void> {
    const shown = await runCli(["trust", "--json"], { cwd: one.path, home: one.home });
    const { files: rows } = JSON.parse(shown.stdout) as {
      files: readonly { path: string; sha256: string }[];
    };
    const row = rows.find(({ path }) => path.endsWith(file));
    await runCli(["trust", "--yes", row?.sha256 ?? "", file], { cwd: one.path, home: one.home });
  }

  test("the hooks of a trusted project run, each time, and what they say is told", async () => {
    const one = place(files);
    await trust(one, PROJECTS);
    for (let i = 0; i < 2; i++) {
      const denied = await hook(one, "claude-code", bash(one));
      expect(decision(denied)).toBe("deny");
      expect(denied.stdout).toContain("[rule] never");
    }
    expect(log(one)).toEqual(["tool Bash", "bash ls", "tool Bash", "bash ls"]);
  });

  test("the hooks of a project that is not trusted do not", async () => {
    const one = place(files);
    expect(decision(await hook(one, "claude-code", bash(one)))).toBe("deny");
    expect(log(one)).toEqual([]);
  });

  test("nor do the project's judges and native commands, whose formats do not say that they always run", async () => {
    const rules = `version: 1\npolicies:\n  - { id: slow, events: before_tool_call, command: "echo native >> log" }\n`;
    const one = place({ ...files, ".gatehouse/b.yaml": rules });
    await trust(one, PROJECTS);
    await trust(one, ".gatehouse/b.yaml");
    expect(decision(await hook(one, "claude-code", bash(one)))).toBe("deny");
    expect(log(one)).toEqual(["tool Bash", "bash ls"]);
  });

  test("also by `decide`, one event or many", async () => {
    const own = "version: 1\npolicies:\n  - id: rule\n    events: pre-bash-execution\n    deny: never\n";
    const one = place({ ...files, "~/.gatehouse/a.yaml": own });
    await trust(one, PROJECTS);
    const at = {
      cwd: one.path,
      home: one.home,
      stdin: '{"event":"pre-bash-execution","bash_command":"ls"}\n',
    };
    const single = await runCli(["decide", "--json"], at);
    const many = await runCli(["decide", "--jsonl"], at);
    for (const { stdout } of [single, many])
      expect(JSON.parse(stdout)).toMatchObject({ effect: "deny", policy: "rule" });
    expect(log(one)).toEqual(["bash ls", "bash ls"]);
  });

  test("also after a deny in an agent's own words", async () => {
    const stop =
      "hooks:\n  pre_tool_use:\n    - { matcher: '*', hooks: [{ type: command, command: 'exit 2' }] }\n";
    const one = place({ "stop.yaml": stop, [USERS]: LOGS });
    const payload = {
      session_id: "s1",
      cwd: one.path,
      hook_event_name: "pre_tool_use",
      agent_name: "root",
      tool_name: "shell",
      tool_use_id: "t1",
      tool_input: { cmd: "ls", cwd: "." },
    };
    const paths = [
      "--policies",
      join(one.path, "stop.yaml"),
      "--policies",
      join(one.home, ".mimir/config.yml"),
    ];
    const denied = await hook(one, "docker-agent", payload, ...paths);
    expect(denied.stdout + denied.stderr).toMatch(/deny|block/);
    expect(log(one)).toEqual(["tool shell", "bash ls"]);
  });
});

describe("a hook that asks first, where nobody is there to ask", () => {
  test("does not run, and denies only where its failure would have", async () => {
    const asks = (more: string): string =>
      `hooks: { pre-bash-execution: { command: "echo ran >> log", prompt: true${more} } }\n`;
    const bash = (one: Folder): object => claude(one.path, "Bash", { command: "ls" });
    const advisory = place({ [USERS]: asks("") });
    expect(decision(await hook(advisory, "claude-code", bash(advisory)))).toBeUndefined();
    const blocking = place({ [USERS]: asks(", continueOnError: false") });
    expect(decision(await hook(blocking, "claude-code", bash(blocking)))).toBe("deny");
    expect([log(advisory), log(blocking)]).toEqual([[], []]);
  });
});

describe("a hook that cannot be loaded", () => {
  test("denies the calls that it would have guarded, and no other", async () => {
    const broken = "hooks: { pre-bash-execution: { continueOnError: false } }\n";
    const one = place({ [USERS]: broken });
    const bash = claude(one.path, "Bash", { command: "ls" });
    expect(decision(await hook(one, "claude-code", bash))).toBe("deny");
    const read = claude(one.path, "Read", { file_path: "/x" });
    expect(decision(await hook(one, "claude-code", read))).toBeUndefined();
  });
});

describe("what an agent never sends", () => {
  test("is told by `check --host` and `list`, and what it sends under another name is not", async () => {
    const one = place({
      [USERS]: `${VALIDATES}  pre-context-add: { command: "./check.sh", continueOnError: false }\n`,
    });
    const at = { cwd: one.path, home: one.home };
    const checked = await runCli(["check", "--host", "claude-code"], at);
    expect(checked.stdout).toContain("Claude Code never fires `pre-context-add`");
    expect(checked.stdout).not.toContain("never fires `pre-bash-execution`");
    const listed = await runCli(["list", "--host", "claude-code"], at);
    expect(listed.stdout).toContain("never fires `pre-context-add`");
    const call = claude(one.path, "Bash", { command: "ls" });
    expect(decision(await hook(one, "claude-code", call))).toBeUndefined();
  });
});
