import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { type Folder, folder, runCli } from "./run-cli.js";

const made: Folder[] = [];
afterEach(() => {
  for (const one of made.splice(0)) one.remove();
});

const RULES = `version: 1
policies:
  - id: ssh-keys
    events: before_tool_call
    when: facts.writes.any(w, w.touches("~/.ssh/**")) || facts.deletes.any(d, d.touches("~/.ssh/**"))
    deny: keys are not for agents
  - id: outside
    events: before_tool_call
    when: facts.deletes.any(d, d.local == null)
    ask: this is outside of the workspace
  - id: inside
    events: before_tool_call
    when: facts.writes.size() > 0 && facts.writes.all(w, w.within("./**"))
    allow: it is in the workspace
`;

/** A project in a folder of its own, with keys in the user's home. */
function place(rules = RULES): Folder {
  const one = folder({
    "~/.gatehouse/rules.yaml": rules,
    "~/.ssh/authorized_keys": "",
    ".git/HEAD": "",
    "src/a.ts": "",
    "other/b.ts": "",
  });
  made.push(one);
  const { path, home } = one;
  symlinkSync(join(home, ".ssh"), join(path, "keys"));
  symlinkSync("keys", join(path, "again"));
  symlinkSync("src", join(path, "code"));
  symlinkSync(join(home, ".ssh", "new"), join(path, "dangling"));
  symlinkSync("loop", join(path, "loop"));
  return one;
}

function payload(tool: string, input: object, cwd: string, more: object = {}): string {
  return JSON.stringify({
    session_id: "s1",
    transcript_path: "/t.jsonl",
    hook_event_name: "PreToolUse",
    permission_mode: "default",
    tool_use_id: "t1",
    cwd,
    tool_name: tool,
    tool_input: input,
    ...more,
  });
}

/** `deny`, `ask`, `allow`, or `none` where nothing is printed. */
async function hook(one: Folder, given: string, cwd = one.path, env = {}): Promise<unknown> {
  const { stdout } = await runCli(["hook", "claude-code"], { cwd, home: one.home, stdin: given, env });
  if (stdout === "") return "none";
  const answer = JSON.parse(stdout) as { readonly hookSpecificOutput: Record<string, unknown> };
  return answer.hookSpecificOutput["permissionDecision"];
}

const bash = async (one: Folder, command: string, more: object = {}, cwd = one.path): Promise<unknown> =>
  await hook(one, payload("Bash", { command }, cwd, more), cwd);

describe("hook", () => {
  test("links are seen, in every tool, the first time and from the store", async () => {
    const one = place();
    for (let i = 0; i < 2; i++) {
      expect(await bash(one, "echo y >> keys/authorized_keys")).toBe("deny");
      expect(await bash(one, "echo y >> again/authorized_keys")).toBe("deny");
      expect(await bash(one, "cp src/a.ts src/../keys/authorized_keys")).toBe("deny");
      expect(await bash(one, "cd keys && rm authorized_keys")).toBe("deny");
      expect(await bash(one, "rm -rf keys/*")).toBe("deny");
      expect(await bash(one, "echo y > dangling")).toBe("deny");
      expect(
        await hook(one, payload("Write", { file_path: `${one.path}/keys/k`, content: "" }, one.path)),
      ).toBe("deny");
    }
  });

  test("an allow holds where links lead to the workspace, and where nothing is unknown", async () => {
    const one = place();
    expect(await bash(one, "echo y > src/a.ts")).toBe("allow");
    expect(await bash(one, "echo y > code/a.ts")).toBe("allow");
    expect(await bash(one, "echo y > src/new/b.ts")).toBe("allow");
    expect(await bash(one, "echo y > loop/a")).toBe("none");
    expect(await bash(one, "echo y > src/*.ts")).toBe("allow");
    expect(await bash(one, "echo y > s*/a.ts")).toBe("none");
    expect(await bash(one, "echo y > k*/a")).toBe("deny");
    expect(await bash(one, "echo y > *")).toBe("deny");
    // More than are looked at.
    const many = Array.from({ length: 300 }, (_, i) => `src/${i}`).join(" ");
    expect(await bash(one, `touch ${many}`)).toBe("none");
  });

  test("a link is removed without what it points to", async () => {
    const one = place();
    expect(await bash(one, "rm keys")).toBe("none");
    expect(await bash(one, "rm -rf keys/")).toBe("deny");
  });

  test("the home and the workspace are known, wherever the shell has gone", async () => {
    const one = place();
    expect(await bash(one, `echo y >> ${one.home}/.ssh/authorized_keys`)).toBe("deny");
    const src = join(one.path, "src");
    expect(await bash(one, "rm -rf ../other", {}, src)).toBe("none");
    expect(await bash(one, "rm -rf ../../project2", {}, src)).toBe("ask");
  });

  test("going elsewhere does not move the workspace", async () => {
    const one = place();
    const elsewhere = payload("Bash", { command: "rm a" }, one.home);
    expect(await hook(one, elsewhere, one.home, { CLAUDE_PROJECT_DIR: one.path })).toBe("ask");
  });

  test("a workspace that is reached through a link is the workspace", async () => {
    const one = place();
    const linked = join(realpathSync(one.home), "project");
    symlinkSync(one.path, linked);
    expect(await bash(one, "echo y > src/a.ts", {}, linked)).toBe("allow");
    expect(await bash(one, `echo y > ${realpathSync(one.path)}/src/a.ts`, {}, linked)).toBe("allow");
    expect(await bash(one, "echo y >> keys/authorized_keys", {}, linked)).toBe("deny");
  });

  test("what the payload says of the place is not believed", async () => {
    const one = place();
    const lies = { home: "/elsewhere", workspace: "/", platform: "darwin", links: {} };
    for (const more of [lies, { project_dir: "/", working_dir: "/" }]) {
      expect(await bash(one, `echo y >> ${one.home}/.ssh/authorized_keys`, more)).toBe("deny");
      expect(await bash(one, "echo y >> keys/authorized_keys", more)).toBe("deny");
      expect(await bash(one, `rm -rf ${one.home}/x`, more)).toBe("ask");
    }
  });
});

describe("decide", () => {
  async function decide(one: Folder, command: string, more: object = {}): Promise<string> {
    const event = { event: "before_tool_call", toolName: "exec", params: { command }, ...more };
    const { stdout } = await runCli(["decide", "--json"], {
      cwd: one.path,
      home: one.home,
      stdin: JSON.stringify(event),
    });
    return (JSON.parse(stdout) as { readonly effect: string }).effect;
  }

  test("fills in what the event does not say", async () => {
    const one = place();
    for (let i = 0; i < 2; i++) {
      expect(await decide(one, `echo y >> ${one.home}/.ssh/authorized_keys`)).toBe("deny");
      expect(await decide(one, "echo y >> keys/authorized_keys")).toBe("deny");
      expect(await decide(one, "echo y > src/a.ts")).toBe("allow");
      expect(await decide(one, "echo y > ../a.ts", { cwd: join(one.path, "src") })).toBe("allow");
    }
  });

  test("what the event says counts", async () => {
    const one = place();
    const at = { cwd: "/w/p", home: "/home/u" };
    expect(await decide(one, "echo y > /home/u/.ssh/k", at)).toBe("deny");
    expect(await decide(one, `echo y >> ${one.home}/.ssh/authorized_keys`, at)).toBe("abstain");
    // Nothing of the project: the directory that it works in is the workspace.
    expect(await decide(one, "rm a", at)).toBe("abstain");
    expect(await decide(one, "rm ../a", at)).toBe("ask");
    expect(await decide(one, "echo y >> keys/a", { links: { [`${one.path}/keys`]: "/etc" } })).toBe(
      "abstain",
    );
    expect(await decide(one, "echo y >> keys/a", { platform: "another" })).toBe("abstain");
  });

  test("a home that is not absolute is none, and usual ones are guessed", async () => {
    const one = place();
    const { stdout } = await runCli(["facts", "--json", "cat /root/.ssh/id_rsa"], {
      cwd: one.path,
      home: "home",
    });
    expect(JSON.parse(stdout)).toMatchObject({ reads: [{ home: "~/.ssh/id_rsa", homeGuessed: true }] });
  });
});

describe("facts", () => {
  test("of a command are looked at, of rows they are what the rows say", async () => {
    const one = place();
    const here = { cwd: one.path, home: one.home };
    const { stdout } = await runCli(["facts", "--json", "cat keys/authorized_keys"], here);
    expect(JSON.parse(stdout)).toMatchObject({
      complete: true,
      reads: [
        { home: "~/.ssh/authorized_keys", linksChecked: true },
        { local: "./keys/authorized_keys", linksChecked: true },
      ],
    });
    const row = JSON.stringify({ command: "cat keys/a ~/b", cwd: one.path });
    const rows = await runCli(["facts", "--jsonl"], { ...here, stdin: `${row}\n` });
    expect(JSON.parse(rows.stdout)).toMatchObject({
      facts: {
        reads: [
          { local: "./keys/a", linksChecked: false },
          { home: "~/b", path: null },
        ],
      },
    });
  });

  test("a folder in the place of a file, and a name that is too long", async () => {
    const one = place();
    mkdirSync(join(one.path, "deep"));
    writeFileSync(join(one.path, "deep", "file"), "");
    const { stdout } = await runCli(["facts", "--json", `cat deep/file/x ${"n".repeat(300)}`], {
      cwd: one.path,
      home: one.home,
    });
    expect(JSON.parse(stdout)).toMatchObject({ complete: true, reads: [{ linksChecked: true }, {}] });
  });
});
