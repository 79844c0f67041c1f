import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import type { ReplayJson } from "../../../logs/src/replay/replay-suggestion.js";
import { type Folder, folder, runCli } from "../run-cli.js";

const RULES = `version: 1
policies:
  - id: force
    events: before_tool_call
    when: params.command.includes("push --force")
    deny: no force
  - id: never
    events: before_tool_call
    when: toolName == "Nothing"
    ask: sure?
`;
const ASKS = RULES.replace("deny: no force", "ask: with force?");
const JUDGED = `version: 1
policies:
  - id: judged
    events: before_tool_call
    when: params.command.includes("curl")
    judge: { prompt: Is it fine? }
`;

/** A session of Claude Code's. */
const SESSION = readFileSync(join(import.meta.dirname, "../hook/transcripts/claude-code.jsonl"), "utf8");

const call = (command: string, more: object = {}): object => ({
  event: "before_tool_call",
  toolName: "Bash",
  params: { command },
  ...more,
});
const lines = (...rows: readonly unknown[]): string =>
  rows.map((row) => `${typeof row === "string" ? row : JSON.stringify(row)}\n`).join("");

let place: Folder | undefined;
afterEach(() => place?.remove());

async function replayed(
  files: Readonly<Record<string, string>>,
  args: readonly string[],
  stdin = "",
): Promise<{ readonly code: number; readonly report: ReplayJson; readonly stderr: string }> {
  place ??= folder(files);
  const { code, stdout, stderr } = await runCli(["replay", ...args, "--json"], {
    cwd: place.path,
    home: place.home,
    stdin,
  });
  return { code, stderr, report: JSON.parse(stdout) as ReplayJson };
}

const REMEMBERS = `version: 1
memory:
  read: { flag: { events: before_tool_call, when: params.command == "cat .env" } }
  tested: { flag: { events: after_tool_call, when: 'call.ok && params.command == "npm test"' } }
  asked: { count: { events: prompt } }
policies:
  - { id: leak, events: before_tool_call, when: memory.read && params.command.startsWith("curl"), deny: a secret was read }
  - { id: untested, events: before_tool_call, when: '!memory.tested && params.command == "git push"', deny: test first }
`;

describe("policies that remember decide as they did in the session", () => {
  afterEach(() => (place = undefined));
  const of = (sessionKey: string, command: string, event = "before_tool_call"): object => ({
    ...call(command),
    event,
    sessionKey,
  });

  test("each session by itself, with the calls that ran and their results, in one process and in four", async () => {
    const rows = [
      of("a", "curl x"),
      of("a", "cat .env"),
      of("b", "curl x"),
      of("a", "curl x"),
      of("b", "git push"),
      of("b", "npm test", "after_tool_call"),
      of("b", "git push"),
    ];
    const files = { "log.jsonl": lines(...rows), "~/.gatehouse/rules.yaml": REMEMBERS };
    for (const jobs of ["1", "4"]) {
      const { report } = await replayed(files, ["log.jsonl", "--jobs", jobs]);
      expect(report.now.effects).toMatchObject({ deny: 2, abstain: 5 });
      expect(JSON.stringify(report)).not.toContain("no-memory");
    }
    place?.remove();
  });

  test("a day with its audit trail: each event is decided as it was live, by the time of the trail", async () => {
    const recent = `version: 1
memory: { pushes: { count: { events: before_tool_call, when: params.command == "push" }, within: 1h, upTo: 2 } }
policies: [{ id: twice, events: before_tool_call, when: memory.pushes >= 2, ask: twice in an hour }]
`;
    const rows = ["push", "ls", "push", "ls", "push"].map((command, i) => ({
      ...call(command, { sessionKey: "a", toolCallId: `c${i}` }),
    }));
    // The same call, and by what was remembered another decision.
    const files = { "log.jsonl": lines(...rows, rows[1], rows[0]), "~/.gatehouse/rules.yaml": recent };
    place = folder(files);
    const at = { cwd: place.path, home: place.home };
    await runCli(["decide", "--jsonl", "--audit", "trail"], { ...at, stdin: files["log.jsonl"] });
    for (const jobs of ["1", "4"]) {
      const { report } = await replayed({}, ["trail", "log.jsonl", "--jobs", jobs]);
      expect(report.now.effects).toMatchObject({ ask: 4, abstain: 3 });
      // Of the two that came twice it is not known which decision is which.
      expect(report.live).toMatchObject({ different: 0, same: 3 });
    }
    place.remove();
  });

  test("other policies remember by themselves", async () => {
    const files = {
      "log.jsonl": lines(of("a", "cat .env"), of("a", "curl x")),
      "~/.gatehouse/rules.yaml": REMEMBERS,
      "other.yaml": REMEMBERS.replace('"cat .env"', '"cat other"'),
    };
    const { report } = await replayed(files, ["log.jsonl", "--against", "other.yaml"]);
    expect([report.now.effects, report.against?.effects]).toMatchObject([{ deny: 1 }, { abstain: 2 }]);
    place?.remove();
  });

  test("a session that an agent keeps: the results that its file tells are those of after a call", async () => {
    const rules = `version: 1
memory: { ran: { count: { events: after_tool_call, when: call.ok } }, said: { count: { events: prompt } } }
policies: [{ id: second, events: before_tool_call, when: memory.ran >= 1 && memory.said >= 1, deny: once }]
`;
    const { report } = await replayed({ "s.jsonl": SESSION, "~/.gatehouse/rules.yaml": rules }, ["s.jsonl"]);
    expect(report.now.effects.deny).toBeGreaterThan(0);
    expect(report.now.effects.abstain).toBeGreaterThan(0);
    place?.remove();
  });
});

describe("gatehouse replay", () => {
  afterEach(() => (place = undefined));

  test("events, rows around them and blank lines; what cannot be read has its place", async () => {
    const log = lines(
      call("git push --force", { sessionKey: "s1", timestamp: "2026-01-31T12:00:00Z" }),
      "",
      { event: call("ls"), at: 1_769_900_000_000, session: "s2", agent: "codex" },
      "not json",
      { something: "else" },
      [1],
    );
    const { code, report } = await replayed({ "r.yaml": RULES, "a.jsonl": log }, [
      "a.jsonl",
      "--policies",
      "r.yaml",
    ]);
    expect(code).toBe(0);
    expect(report.events).toBe(2);
    expect(report.now.effects).toEqual({ deny: 1, ask: 0, allow: 0, abstain: 1, unknown: 0 });
    expect(report.now.neverHit).toEqual(["never"]);
    expect(report.unreadable.places.map(({ place: { line }, code: of }) => [line, of])).toEqual([
      [4, "json-syntax"],
      [5, "unknown-row"],
      [6, "not-an-object"],
    ]);
    expect(report.days.map(({ day, deny }) => [day, deny])).toEqual([["2026-01-31", 1]]);
    expect(report.sessions.rows.map(({ session, agent }) => [session, agent])).toEqual([
      ["s1", null],
      ["s2", "codex"],
    ]);
  });

  test("what a person did, against what the policies say", async () => {
    const force = call("git push --force");
    const log = lines(
      { event: force, outcome: "ran", person: "allowed" },
      { event: force, outcome: "ran" },
      { event: call("ls"), outcome: "denied", by: "native", person: "refused" },
      { event: force, outcome: "denied", by: "hook" },
      { event: call("ls"), outcome: "nonsense", person: 1 },
    );
    const { report } = await replayed({ "r.yaml": RULES, "a.jsonl": log }, [
      "a.jsonl",
      "--policies",
      "r.yaml",
    ]);
    expect(report.contrasts.map(({ kind, policy, events }) => [kind, policy, events])).toEqual([
      ["denied-allowed", "force", 1],
      ["abstained-refused", null, 1],
      ["denied-ran", "force", 1],
    ]);
    expect(report.outcomes).toMatchObject({ ran: 2, denied: 2, deniedBy: { hook: 1, native: 1, unsaid: 0 } });
  });

  test("--against: flips, the classes of the analysis that the log shows, and exit code 1 when it is looser", async () => {
    const log = lines(call("git push --force"), call("ls"), call("git push --force origin"));
    const files = { "old.yaml": RULES, "new.yaml": ASKS, "a.jsonl": log };
    const args = ["a.jsonl", "--policies", "old.yaml", "--against", "new.yaml"];
    const { code, report } = await replayed(files, args);
    expect(code).toBe(1);
    expect(report.flips).toMatchObject({ same: 1, flipped: 2, looser: 2, stricter: 0, unknown: 0 });
    expect(report.flips?.groups[0]?.examples.map(({ place: at }) => at)).toEqual([
      { path: "a.jsonl", line: 1, offset: 0 },
      { path: "a.jsonl", line: 3, offset: log.lastIndexOf('{"event"') },
    ]);
    expect(report.flips?.classes.map(({ from, to, events }) => [from.effect, to.effect, events])).toEqual([
      ["deny", "ask", 2],
    ]);
    expect((await replayed(files, [...args, "--allow-loosening"])).code).toBe(0);
  });

  test("a question that no record answers is unknown, and is answered by an audit trail among the logs", async () => {
    const event = call("curl x", { sessionKey: "s" });
    place = folder({ "r.yaml": JUDGED, "a.jsonl": lines(event, event) });
    const without = await replayed({}, ["a.jsonl", "--policies", "r.yaml"]);
    expect(without.report.now.effects.unknown).toBe(2);
    expect(without.report.now.questions).toEqual({ count: 1, exact: true });

    const { eventHash, handlerHash } = await hashesOf(event);
    const record = { v: 1, at: "2026-01-01T00:00:00.000Z", run: "0123456789abcdef", prev: [] };
    writeFileSync(
      join(place.path, "000001.jsonl"),
      lines(
        { ...record, kind: "open", pid: 1, user: "u", host: "h" },
        {
          ...record,
          kind: "run",
          policy: "judged",
          tier: "project",
          handler: "judge",
          handlerHash,
          event: "before_tool_call",
          eventHash,
          outcome: "deny",
          reason: "not fine",
          ms: 3,
        },
        {
          ...record,
          kind: "decision",
          event: "before_tool_call",
          eventHash,
          policySet: "",
          effect: "allow",
          policy: "old",
          reason: "",
          ms: 2.5,
          hooks: [],
        },
      ),
    );
    const { report } = await replayed({}, ["000001.jsonl", "a.jsonl", "--policies", "r.yaml"]);
    expect(report.now.effects).toMatchObject({ deny: 2, unknown: 0 });
    expect(report.now.policies[0]?.questions).toEqual({ needed: 2, recorded: 2 });
    expect(report.live).toMatchObject({ effects: { allow: 1 }, different: 2, latency: { decisions: 1 } });
    expect(report.unreadable.count).toBe(0);
  });

  test("secrets are hidden, and with --anonymise also names, paths and hosts, the same thing by the same word", async () => {
    const log = lines(
      { event: call("git push --force https://alice:hunter2hunter2@git.acme.example/x"), outcome: "ran" },
      { event: call("git push --force; cat /home/alice/orion/a.ts /home/alice/orion/b.ts"), outcome: "ran" },
    );
    const files = { "r.yaml": RULES, "a.jsonl": log };
    const args = ["a.jsonl", "--policies", "r.yaml"];
    expect(JSON.stringify((await replayed(files, args)).report)).not.toContain("hunter2");
    const text = JSON.stringify((await replayed(files, [...args, "--anonymise"])).report);
    for (const name of ["alice", "acme", "orion", "hunter2"]) expect(text).not.toContain(name);
    const [folderOfA, folderOfB] = [
      ...text.matchAll(/\/home\/(?<user>user-[0-9a-f]{8})\/(?<name>name-[0-9a-f]{8})\//g),
    ];
    expect(folderOfA?.[0]).toBeDefined();
    expect(folderOfA?.[0]).toBe(folderOfB?.[0]);
    expect(text).toContain("git push --force");
  });

  test("a file of no known format is said, and makes the exit code 2 unless it is to be left out", async () => {
    const files = {
      "r.yaml": RULES,
      "logs/a.jsonl": lines(call("ls")),
      "logs/b.json": '{"a":1}\n',
      "logs/c.jsonl": "",
    };
    const { code, report } = await replayed(files, ["logs", "--policies", "r.yaml"]);
    expect(code).toBe(2);
    expect(report.events).toBe(1);
    expect(report.unrecognised.places.map(({ place: at, code: of }) => [at.path, of])).toEqual([
      ["logs/b.json", "unknown-log"],
    ]);
    expect((await replayed(files, ["logs", "--policies", "r.yaml", "--skip-unknown"])).code).toBe(0);
  });

  test("standard input says what a file says", async () => {
    const log = lines(call("ls"), call("git push --force"));
    const files = { "r.yaml": RULES, "a.jsonl": log };
    const fromFile = await replayed(files, ["a.jsonl", "--policies", "r.yaml"]);
    const fromInput = await replayed(files, ["-", "--policies", "r.yaml"], log);
    // Only the name of what was read is another one.
    const renamed = JSON.stringify(fromInput.report).replaceAll('"path":"-"', '"path":"a.jsonl"');
    expect(JSON.parse(renamed)).toEqual(fromFile.report);
  });

  test("a state is gone on from, and refused for other policies and other files", async () => {
    const log = lines(call("ls"), call("git push --force"));
    const files = { "r.yaml": RULES, "other.yaml": ASKS, "a.jsonl": log };
    const args = ["a.jsonl", "--policies", "r.yaml", "--state", "state.json"];
    const first = await replayed(files, args);
    const again = await replayed(files, args);
    expect(again.report).toEqual(first.report);
    const cwd = { cwd: place?.path ?? "", home: place?.home ?? "" };
    const other = await runCli(
      ["replay", "a.jsonl", "--policies", "other.yaml", "--state", "state.json"],
      cwd,
    );
    expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining("other policies") as string });
    writeFileSync(join(cwd.cwd, "a.jsonl"), `${log}${lines(call("rm"))}`);
    const changed = await runCli(["replay", ...args], cwd);
    expect(changed).toMatchObject({ code: 2, stderr: expect.stringContaining("not as it was") as string });
    writeFileSync(join(cwd.cwd, "state.json"), "{}");
    expect(await runCli(["replay", ...args], cwd)).toMatchObject({ code: 2 });
  });

  test("sessions of an agent are read; hostile lines and keys hide nothing", async () => {
    const vectors = join(import.meta.dirname, "../../../hosts/test/sessions/vectors/claude-code/work");
    place = folder({ "r.yaml": RULES });
    const { report } = await replayed({}, [vectors, "--policies", "r.yaml", "--skip-unknown"]);
    const truth = JSON.parse(readFileSync(`${vectors}.truth.json`, "utf8")) as readonly object[];
    expect(report.calls).toBe(truth.length);
    expect(report.agents.map(({ agent }) => agent)).toEqual(["claude-code"]);

    const hostile = lines(
      '{"event":"before_tool_call","toolName":"__proto__","params":{"__proto__":{"command":"x"}},"sessionKey":"__proto__"}',
      {
        event: call("ls"),
        agent: "constructor",
        session: "__proto__",
        decision: { effect: "deny", policy: "__proto__" },
      },
      '{"event":"before_tool_call","toolName":"a","params":{},"toolName":"b"}',
      `{"event":${"[".repeat(70)}${"]".repeat(70)}}`,
    );
    writeFileSync(join(place.path, "h.jsonl"), hostile);
    const second = await replayed({}, ["h.jsonl", "--policies", "r.yaml"]);
    expect(second.report.events).toBe(2);
    expect(second.report.unreadable.count).toBe(2);
    expect(second.report.sessions.count).toBe(2);
  });

  test("words for what cannot be done", async () => {
    place = folder({ "r.yaml": RULES, "a.jsonl": lines(call("ls")) });
    const cwd = { cwd: place.path, home: place.home };
    const said = async (...args: readonly string[]): Promise<string> => {
      const { code, stderr } = await runCli(["replay", ...args], cwd);
      expect(code).toBe(2);
      return stderr;
    };
    expect(await said()).toContain("~/.claude/projects");
    expect(await said("none.jsonl")).toContain("no file or folder `none.jsonl`");
    expect(await said("-", "a.jsonl")).toContain("other logs");
    expect(await said("a.jsonl", "--jobs", "x")).toContain("from 1 to 256");
    expect(await said("--agents")).toContain("no agent keeps sessions here");
  });

  test("--agents finds the sessions of an agent whose folder a variable has moved", async () => {
    place = folder({ "r.yaml": RULES, "moved/projects/-home-user-shop/s.jsonl": SESSION });
    const { code, stdout } = await runCli(["replay", "--agents", "--policies", "r.yaml", "--json"], {
      cwd: place.path,
      home: place.home,
      env: { CLAUDE_CONFIG_DIR: join(place.path, "moved") },
    });
    expect(code).toBe(0);
    expect((JSON.parse(stdout) as ReplayJson).calls).toBeGreaterThan(0);
  });
});

async function hashesOf(
  event: object,
): Promise<{ readonly eventHash: string; readonly handlerHash: string }> {
  const { hash } = await import("node:crypto");
  const { canonicalJson } = await import("@gatehouse-hooks/json/canonical");
  const { load } = await import("@gatehouse-hooks/hosts");
  const { policies } = load(JUDGED, { path: "r.yaml" });
  const sha256 = (value: unknown): string => hash("sha256", canonicalJson(value), "hex");
  return { eventHash: sha256(event), handlerHash: sha256(policies[0]?.handler) };
}

describe("what would have been stopped", () => {
  afterEach(() => (place = undefined));
  const LOG = lines(
    ...["a", "b", "c", "d"].map((branch) => call(`git push --force origin ${branch}`)),
    call("ls"),
  );

  test("each policy that stops something is named with its calls, though the log tells of no outcome", async () => {
    const { report } = await replayed({ ".gatehouse/rules.yaml": RULES, "log.jsonl": LOG }, ["log.jsonl"]);
    expect(report.stops.map(({ effect, policy, events }) => [effect, policy, events])).toEqual([
      ["deny", "force", 4],
    ]);
    expect(report.stops[0]?.examples.map((one) => one.call)).toEqual(
      ["a", "b", "c", "d"].map((branch) => `git push --force origin ${branch}`),
    );
  });

  test("people see three calls of each, and how many rules never applied", async () => {
    const many = Array.from(
      { length: 5 },
      (_, index) => `  - { id: idle-${index}, events: before_tool_call, when: toolName == "x", deny: no }\n`,
    ).join("");
    place = folder({ ".gatehouse/rules.yaml": RULES + many, "log.jsonl": LOG });
    const { stdout } = await runCli(["replay", "log.jsonl"], { cwd: place.path, home: place.home });
    expect(stdout).toContain(
      "what they would have stopped\ndeny 4 × `force`\n    log.jsonl:1  git push --force origin a\n",
    );
    expect(stdout.match(/ {2}git push --force origin/g)).toHaveLength(3);
    expect(stdout).toContain("6 of 7 rules never applied (--json names them)");
    expect(stdout).not.toContain("idle-0");
  });

  test.each(["1", "3"])("the same from %s pieces of a log", async (jobs) => {
    const big = Array.from({ length: 60 }, () => LOG).join("");
    const { report } = await replayed({ ".gatehouse/rules.yaml": ASKS, "a.jsonl": big, "b.jsonl": big }, [
      "a.jsonl",
      "b.jsonl",
      "--jobs",
      jobs,
    ]);
    expect(report.stops.map(({ effect, policy, events }) => [effect, policy, events])).toEqual([
      ["ask", "force", 480],
    ]);
    expect(report.stops[0]?.examples.map((one) => [one.place.path, one.place.line])).toEqual(
      [1, 2, 3, 4, 6].map((line) => ["a.jsonl", line]),
    );
  });

  test("the page has them, and its calls are without secrets", async () => {
    const secret = `ghp_${"a1B2".repeat(9)}`;
    place = folder({
      ".gatehouse/rules.yaml": RULES,
      "log.jsonl": lines(call(`git push --force https://${secret}@example.com/x`)),
    });
    await runCli(["replay", "log.jsonl", "--html", "out.html"], { cwd: place.path, home: place.home });
    const page = readFileSync(join(place.path, "out.html"), "utf8");
    expect(page).toContain('"stops":[{"effect":"deny","policy":"force","events":1');
    expect(page).toContain("git push --force");
    expect(page).not.toContain(secret);
  });
});
