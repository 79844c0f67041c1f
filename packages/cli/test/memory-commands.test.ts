import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { person } from "./person.js";
import { type Folder, folder, type Ran, runCli } from "./run-cli.js";

const RULES = `version: 1
memory:
  secretRead: { flag: { events: before_tool_call, when: 'facts.reads.any(r, !r.list && r.touches("**/.env"))' } }
  fetches: { count: { events: before_tool_call, tools: WebFetch }, upTo: 5, until: { events: prompt } }
  tested: { flag: { events: after_tool_call, when: 'call.ok && params.command == "npm test"' } }
  read: { set: { events: after_tool_call, tools: Read, add: params.file_path }, full: forget }
  mine: { count: { events: before_tool_call, tools: Bash }, upTo: 9, scope: agent }
policies:
  - id: secret-then-network
    events: before_tool_call
    when: memory.secretRead && facts.network.size() > 0
    ask: a secret was read in this session
`;
const ENFORCED = `version: 1
memory: { pushed: { flag: { events: before_tool_call, when: 'params.command == "git push"' } } }
policies: [{ id: once, events: before_tool_call, when: 'memory.pushed && params.command == "git push"', deny: once }]
`;

const made: Folder[] = [];
afterEach(() => {
  for (const one of made.splice(0)) one.remove();
});
function here(files: Readonly<Record<string, string>> = {}): Folder {
  const one = folder({ "~/.gatehouse/rules.yaml": RULES, ".env": "A=1", ...files });
  made.push(one);
  return one;
}

const run = async (
  { path, home }: Folder,
  args: readonly string[],
  more: { readonly terminal?: ReturnType<typeof person> } = {},
): Promise<Ran> => await runCli(args, { cwd: path, home, ...more });

async function hook(at: Folder, command: string, session = "s1"): Promise<string> {
  const call = { tool_name: "Bash", tool_input: { command }, permission_mode: "default" };
  return await told(at, session, { hook_event_name: "PreToolUse", ...call });
}

async function told({ path, home }: Folder, session: string, more: object): Promise<string> {
  const payload = { session_id: session, cwd: path, transcript_path: "/nonexistent", ...more };
  const env = { GATEHOUSE_NO_DAEMON: "1" };
  return (await runCli(["hook", "claude-code"], { cwd: path, home, stdin: JSON.stringify(payload), env }))
    .stdout;
}

interface Shown {
  readonly memory: readonly {
    readonly owner: Readonly<Record<string, string>>;
    readonly events: number;
    readonly cells: readonly Readonly<Record<string, unknown>>[];
  }[];
}
const shown = ({ stdout }: Ran): Shown["memory"] => (JSON.parse(stdout) as Shown).memory;
const cell = (memory: Shown["memory"], name: string) =>
  memory.flatMap(({ cells }) => cells).find((one) => one["cell"] === name);

describe("gatehouse memory", () => {
  test("lists sessions, the last one first, and shows the cells of one with the events that they are from", async () => {
    const at = here();
    expect((await run(at, ["memory"])).stdout).toBe("nothing is remembered of any session\n");
    await hook(at, "cat .env");
    await hook(at, "ls", "s2");
    const lines = (await run(at, ["memory"])).stdout.trimEnd().split("\n");
    expect(lines).toEqual([
      expect.stringMatching(/^session s2 of claude-code +1 event +just now$/),
      expect.stringMatching(/^session s1 of claude-code +1 event +just now +secretRead$/),
    ]);
    const one = (await run(at, ["memory", "s1"])).stdout;
    expect(one).toMatch(/^session s1 of claude-code: 1 event, the last just now\n/);
    expect(one).toMatch(/secretRead +flag +set +since event 1 \(Bash, just now\)/);
    expect(one).toMatch(/fetches +count +0/);
    expect(one).toMatch(/mine +count +1 +since event 1/);
    const memory = shown(await run(at, ["memory", "s1", "--json"]));
    expect(memory.map(({ owner }) => owner["scope"])).toEqual(["session", "agent"]);
    expect(cell(memory, "secretRead")).toMatchObject({
      known: true,
      value: true,
      since: { n: 0, tool: "Bash" },
    });
  });

  test("a session of which nothing is kept is a mistake, and so is a file without `rebuild`", async () => {
    const at = here();
    const none = await run(at, ["memory", "s9"]);
    expect([none.code, none.stderr]).toEqual([
      2,
      expect.stringContaining("nothing is remembered of a session `s9`"),
    ]);
    expect((await run(at, ["memory", "s9", "file"])).code).toBe(2);
  });
});

describe("gatehouse forget", () => {
  test("has a session begin anew when a person says so, and no other one", async () => {
    const at = here();
    for (const session of ["s1", "s2"]) await hook(at, "cat .env", session);
    const no = await run(at, ["forget", "s1"], { terminal: person(() => "no") });
    expect([no.code, no.stdout]).toEqual([1, "declined: the session is as it was\n"]);
    expect(await hook(at, "curl https://h.example")).toContain('"permissionDecision":"ask"');
    const terminal = person();
    const yes = await run(at, ["forget", "s1"], { terminal });
    expect([yes.code, yes.stdout]).toEqual([0, "forgotten: the session begins anew\n"]);
    expect(terminal.read.join("\n")).toContain("secretRead");
    expect(await hook(at, "curl https://h.example")).toBe("");
    expect(await hook(at, "curl https://h.example", "s2")).toContain('"permissionDecision":"ask"');
  });

  test("has a session begin that was deleted in its middle, of an agent that tells how sessions start", async () => {
    const at = here();
    await told(at, "s1", { hook_event_name: "SessionStart", source: "startup" });
    await hook(at, "ls");
    const folderOf = join(at.home, ".gatehouse/state/memory");
    for (const name of readdirSync(folderOf))
      for (const version of readdirSync(join(folderOf, name)))
        if (readFileSync(join(folderOf, name, version), "utf8").includes('"of":"session:'))
          rmSync(join(folderOf, name, version));
    for (let i = 0; i < 2; i++)
      expect(await hook(at, "curl https://h.example")).toContain('"permissionDecision":"deny"');
    expect((await run(at, ["forget", "s1"], { terminal: person() })).code).toBe(0);
    expect((await run(at, ["memory"])).stdout).toBe("nothing is remembered of any session\n");
    expect(await hook(at, "curl https://h.example")).toBe("");
  });

  test("is refused without a terminal: an agent has none", async () => {
    const at = here();
    await hook(at, "cat .env");
    const refused = await run(at, ["forget", "s1"]);
    expect([refused.code, refused.stdout]).toEqual([
      1,
      expect.stringContaining("refused: there is no terminal"),
    ]);
    expect(await hook(at, "curl https://h.example")).toContain('"permissionDecision":"ask"');
  });
});

const FRAME = { sessionId: "s1", version: "2.1.330", userType: "external", gitBranch: "", cwd: "/work" };
const SECOND = Date.UTC(2026, 0, 1);
let uuid = 0;
const record = (at: number, more: object): string =>
  JSON.stringify({
    ...{ ...FRAME, uuid: `u${uuid++}`, parentUuid: null, isSidechain: false },
    ...{ timestamp: new Date(SECOND + at * 1_000).toISOString(), ...more },
  });
const said = (at: number, content: unknown, more: object = {}): string =>
  record(at, { type: "user", message: { role: "user", content }, ...more });
/** A call and its result. */
function call(at: number, name: string, input: object, more: object = {}, failed = false): string {
  const id = `toolu_${String(at).padStart(20, "0")}`;
  const content = [{ type: "tool_use", id, name, input }];
  const result = failed ? "Exit code 1\nno" : "ok";
  return [
    record(at, { type: "assistant", message: { role: "assistant", id: `m${at}`, content }, ...more }),
    said(at + 0.5, [{ type: "tool_result", tool_use_id: id, content: result, is_error: failed }], more),
  ].join("\n");
}

function transcript(at: Folder, lines: readonly string[], subagent: readonly string[] = []): string {
  const projects = join(at.home, ".claude/projects/work");
  mkdirSync(join(projects, "s1/subagents"), { recursive: true });
  writeFileSync(join(projects, "s1.jsonl"), `${lines.join("\n")}\n`);
  if (subagent.length > 0)
    writeFileSync(join(projects, "s1/subagents/agent-a1.jsonl"), `${subagent.join("\n")}\n`);
  return join(projects, "s1.jsonl");
}

describe("gatehouse memory rebuild", () => {
  test("makes of a transcript of Claude Code what the hooks would have left: calls, results, prompts and subagents", async () => {
    const at = here();
    const file = transcript(
      at,
      [
        said(0, "look around"),
        call(1, "WebFetch", { url: "https://h.example", prompt: "x" }),
        said(3, "go on"),
        call(4, "WebFetch", { url: "https://h.example", prompt: "x" }),
        said(6, "<local-command-stdout>no prompt</local-command-stdout>"),
        said(7, [{ type: "text", text: "This session is being continued" }], { isCompactSummary: true }),
        call(8, "Bash", { command: "npm test" }, {}, true),
        call(10, "Read", { file_path: "/work/a.ts" }),
      ],
      [call(5, "Bash", { command: "cat .env" }, { isSidechain: true, agentId: "a1" })],
    );
    const memory = shown(await run(at, ["memory", "rebuild", file, "--dry-run", "--json"]));
    expect(cell(memory, "secretRead")).toMatchObject({
      value: true,
      since: { tool: "Bash", at: SECOND + 5_000 },
    });
    expect(cell(memory, "fetches")).toMatchObject({ value: 1 });
    expect(cell(memory, "tested")).toMatchObject({ value: false });
    expect(cell(memory, "read")).toMatchObject({ value: 1 });
    expect(await hook(at, "curl https://h.example")).toBe("");
    const written = await run(at, ["memory", "rebuild", file], { terminal: person() });
    expect([written.code, written.stdout]).toEqual([0, expect.stringMatching(/^written: /)]);
    expect(await hook(at, "curl https://h.example")).toContain('"permissionDecision":"ask"');
  });

  test("writes nothing when the person says no, and nothing without a terminal", async () => {
    const at = here();
    const file = transcript(at, [call(1, "Bash", { command: "cat .env" })]);
    const no = await run(at, ["memory", "rebuild", file], { terminal: person(() => "no") });
    expect([no.code, no.stdout]).toEqual([1, "declined: the session is as it was\n"]);
    expect((await run(at, ["memory", "rebuild", file])).code).toBe(2);
    expect(existsSync(join(at.home, ".gatehouse/state/memory"))).toBe(false);
  });

  test("puts a state right that is damaged", async () => {
    const at = here();
    await hook(at, "cat .env");
    const folderOf = join(at.home, ".gatehouse/state/memory");
    for (const name of readdirSync(folderOf))
      for (const version of readdirSync(join(folderOf, name)))
        writeFileSync(join(folderOf, name, version), "{");
    expect(await hook(at, "curl https://h.example")).toContain('"permissionDecision":"deny"');
    const file = transcript(at, [call(1, "Bash", { command: "ls" })]);
    expect((await run(at, ["memory", "rebuild", file], { terminal: person() })).code).toBe(0);
    expect(await hook(at, "curl https://h.example")).toBe("");
  });

  test("leaves the cells of the organisation as they are kept: an agent can write its own file", async () => {
    const at = here({ "org/rules.yaml": ENFORCED });
    const enforced = ["--enforced", join(at.path, "org")];
    const file = transcript(at, [call(1, "Bash", { command: "git push" })]);
    const dry = ["memory", "rebuild", file, "--dry-run", "--json", ...enforced];
    expect(cell(shown(await run(at, dry)), "pushed")).toMatchObject({ known: false });
    expect(cell(shown(await run(at, dry)), "secretRead")).toMatchObject({ known: true, value: false });
  });

  test("what is not the file of one session is refused", async () => {
    const at = here({ "x.jsonl": '{"event":"prompt"}\n', "y.txt": "hello" });
    for (const name of ["x.jsonl", "y.txt", "none.jsonl"])
      expect([name, (await run(at, ["memory", "rebuild", name, "--dry-run"])).code]).toEqual([name, 2]);
  });
});
