import { spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import sqlite from "node-sqlite3-wasm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SESSION_FORMATS, type SessionCall, sessionCallKey } from "@gatehouse-hooks/hosts/sessions";
import { SESSION_AGENTS, sessionPlaces } from "../../../logs/src/replay/agent-logs.js";
import { type ReadItem, readSessions } from "./read-sessions.js";

const VECTORS = path.resolve(import.meta.dirname, "../../../hosts/test/sessions/vectors");

let folder = "";
beforeAll(async () => (folder = await mkdtemp(path.join(tmpdir(), "session-files-"))));
afterAll(() => rm(folder, { recursive: true }));

type Issues = readonly (ReadItem & { readonly kind: "issue" })["issue"][];

async function read(...paths: readonly string[]): Promise<{
  readonly calls: readonly SessionCall[];
  readonly issues: Issues;
  readonly places: readonly string[];
}> {
  const calls: SessionCall[] = [];
  const places: string[] = [];
  const issues: Issues[number][] = [];
  for await (const item of readSessions(paths)) {
    if (item.kind === "issue") issues.push(item.issue);
    else {
      calls.push(item.call);
      places.push(`${path.basename(item.place.path)}:${item.place.line}`);
    }
  }
  return { calls, issues, places };
}

/** A file below the folder of this test. */
async function file(name: string, content: string | Uint8Array): Promise<string> {
  const its = path.join(folder, name);
  await mkdir(path.dirname(its), { recursive: true });
  await writeFile(its, content);
  return its;
}

const META = { type: "session", version: 3, id: "s1", timestamp: "2026-11-22T10:00:00.000Z", cwd: "/shop" };
const meta = JSON.stringify(META);
const call = (id: string, command = "ls"): string =>
  JSON.stringify({
    type: "message",
    timestamp: "2026-11-22T10:00:01.000Z",
    message: { role: "assistant", content: [{ type: "toolCall", id, name: "bash", arguments: { command } }] },
  });
const result = (toolCallId: string): string =>
  JSON.stringify({
    type: "message",
    message: { role: "toolResult", toolCallId, content: [], isError: false },
  });

test("a folder with the files of eight agents: every call once, and what is no session is said", async () => {
  const { calls, issues } = await read(VECTORS);
  const truths = (await readdir(VECTORS, { recursive: true })).filter((name) => name.endsWith(".truth.json"));
  const rows = await Promise.all(
    truths.map(
      async (name) =>
        JSON.parse(await readFile(path.join(VECTORS, name), "utf8")) as {
          readonly id: string;
          readonly session: string;
        }[],
    ),
  );
  const expected = rows.flat().map(({ id, session }) => `${id} ${session}`);
  expect(expected).toHaveLength(341);
  expect(calls.map(({ id, session }) => `${id} ${session}`).toSorted()).toEqual(expected.toSorted());
  expect(new Set(calls.map((one) => sessionCallKey(one))).size).toBe(341);
  expect(issues.map((issue) => issue.path).toSorted()).toEqual(
    truths.map((name) => path.join(VECTORS, name)).toSorted(),
  );
  expect(new Set(issues.map(({ code }) => code))).toEqual(new Set(["unknown-log"]));
});

test("a sub-agent's call is told of by the file of its parent, which lies beside it", async () => {
  const { calls } = await read(path.join(VECTORS, "qwen-code/team/.qwen/projects/-home-user-shop/subagents"));
  expect(calls.map(({ outcome, by, parent }) => [outcome, by, parent])).toEqual([
    ["ran", null, "call_e1wsqUplRWBVkaiWvUCqcEMd"],
    ["denied", "hook", "call_e1wsqUplRWBVkaiWvUCqcEMd"],
    ["ran", null, "call_e1wsqUplRWBVkaiWvUCqcEMd"],
    ["failed", null, "call_e1wsqUplRWBVkaiWvUCqcEMd"],
  ]);
});

describe("OpenCode's database", () => {
  const DATABASE = path.join(VECTORS, "opencode/team/.local/share/opencode/opencode.db");

  test("has what the exports have", async () => {
    const database = await read(DATABASE);
    const exported = await read(path.join(VECTORS, "opencode/team/export"));
    const known = (one: SessionCall): unknown => ({ ...one, line: 0 });
    const byId = (left: SessionCall, right: SessionCall): number => (left.id < right.id ? -1 : 1);
    expect(database.issues).toEqual([]);
    expect(database.calls.toSorted(byId).map(known)).toEqual(exported.calls.toSorted(byId).map(known));
  });

  test("is read with its write-ahead log, and is not touched", async () => {
    const live = path.join(folder, "live");
    await mkdir(live);
    const its = path.join(live, "opencode.db");
    await cp(DATABASE, its);
    const database = new sqlite.Database(its);
    database.exec("PRAGMA locking_mode=EXCLUSIVE");
    database.exec("PRAGMA journal_mode=WAL");
    const data = JSON.stringify({
      type: "tool",
      tool: "bash",
      callID: "call_inTheLogOnly0000001",
      state: { status: "completed", input: { command: "ls" } },
    });
    database.run(
      `insert into part select 'prt_z', message_id, session_id, 1795341250999, 0, ? from part where instr(data, '"callID"') > 0 limit 1`,
      [data],
    );
    try {
      const before = await readFile(its);
      const { calls, issues } = await read(its);
      expect(issues).toEqual([]);
      expect(calls.map(({ id }) => id)).toContain("call_inTheLogOnly0000001");
      expect((await readFile(its)).equals(before)).toBe(true);
      expect((await readdir(live)).toSorted()).toEqual([
        "opencode.db",
        "opencode.db-wal",
        "opencode.db.lock",
      ]);
    } finally {
      database.close();
    }
  });

  test("a row that is not JSON is said, and the others are read; so is a database that is none", async () => {
    const its = path.join(folder, "broken.db");
    await cp(DATABASE, its);
    const database = new sqlite.Database(its);
    const count = database.all("select id from part where instr(data, '\"callID\"') > 0").length;
    database.exec(
      `update part set data = '{"callID":' where id = (select min(id) from part where instr(data, '"callID"') > 0)`,
    );
    database.close();
    const { calls, issues } = await read(its);
    expect(calls).toHaveLength(count - 1);
    expect(issues).toMatchObject([{ code: "session-line-broken", path: its, severity: "warning" }]);
    const cut = await file("cut.db", (await readFile(DATABASE)).subarray(0, 3_000));
    expect((await read(cut)).issues).toMatchObject([{ code: "session-database-unreadable", path: cut }]);
    const other = path.join(folder, "other.db");
    const another = new sqlite.Database(other);
    another.exec("create table t (a)");
    another.close();
    expect((await read(other)).issues).toMatchObject([{ code: "unknown-log", path: other }]);
  });
});

test("without the library for databases, they are said, and the other files are read", () => {
  // What `npm install --omit=optional` leaves.
  const hooks = `export const resolve = (name, context, next) => {
    if (name === "node-sqlite3-wasm") throw Object.assign(new Error("not found"), { code: "ERR_MODULE_NOT_FOUND" });
    return next(name, context);
  };`;
  const register = `import { register } from "node:module"; register(${JSON.stringify(asModule(hooks))});`;
  const { stdout } = spawnSync(
    process.execPath,
    [
      "--conditions=@gatehouse-hooks/source",
      ...["--import", "tsx", "--import", asModule(register)],
      path.join(import.meta.dirname, "read-in-process.ts"),
      path.join(VECTORS, "opencode/team"),
    ],
    { encoding: "utf8" },
  );
  expect(JSON.parse(stdout)).toMatchObject({ calls: 10, issues: ["session-library-missing"] });
});

function asModule(text: string): string {
  return `data:text/javascript,${encodeURIComponent(text)}`;
}

describe("lines", () => {
  test("a call is where its line is", async () => {
    const its = await file(
      "plain.jsonl",
      [meta, "", call("call_1"), result("call_1"), call("call_2"), ""].join("\r\n"),
    );
    expect(await read(its)).toMatchObject({ places: ["plain.jsonl:3", "plain.jsonl:5"], issues: [] });
  });

  test("what is not a record is said with its place, and the rest is read", async () => {
    const lines = [
      meta,
      call("call_1"),
      "{ not JSON",
      result("call_1"),
      "[1]",
      call("call_2"),
      '{"type":"message","mess',
    ];
    const its = await file("broken.jsonl", lines.join("\n"));
    const { calls, issues } = await read(its);
    expect(calls.map(({ id, outcome }) => [id, outcome])).toEqual([
      ["call_1", "ran"],
      ["call_2", "unknown"],
    ]);
    expect(issues.map(({ code, line }) => [code, line])).toEqual([
      ["session-line-broken", 3],
      ["session-line-broken", 5],
      ["session-line-broken", 7],
    ]);
    for (const issue of issues)
      expect(issue).toMatchObject({ path: its, cure: expect.any(String) as string });
  });

  test("a line of many megabytes is read, one above the limit is said", async () => {
    const large = "x".repeat(5 * 1024 * 1024);
    const over = "x".repeat(33 * 1024 * 1024);
    const its = await file(
      "long.jsonl",
      [meta, call("call_1", large), result("call_1"), call("call_2", over), call("call_3")].join("\n"),
    );
    const { calls, issues } = await read(its);
    expect(calls.map(({ id, params }) => [id, JSON.stringify(params).length > large.length])).toEqual([
      ["call_1", true],
      ["call_3", false],
    ]);
    expect(issues).toMatchObject([{ code: "session-line-too-long", path: its, line: 4 }]);
  });

  test("`__proto__` in a file is a name like any other", async () => {
    const its = await file(
      "proto.jsonl",
      [
        meta,
        call("call_1").replace('"command"', '"__proto__":{"by":"hook"},"command"'),
        result("call_1"),
      ].join("\n"),
    );
    const { calls } = await read(its);
    expect(calls).toMatchObject([{ outcome: "ran", by: null }]);
    expect(Object.keys(calls[0]?.params ?? {})).toContain("__proto__");
  });
});

test("a session that is continued in a fork: the original comes first, whatever the files are called", async () => {
  const one = (id: string, session: string, began: string): string =>
    JSON.stringify({
      info: { id: session, directory: "/shop", time: { created: Date.parse(began) } },
      messages: [
        {
          parts: [
            {
              type: "tool",
              tool: "bash",
              callID: id,
              state: { status: "completed", input: {}, time: { start: 1 } },
            },
          ],
        },
      ],
    });
  const fork = await file("forks/a.json", one("call_abcdefghijklmnop", "ses_fork", "2026-11-22T11:00:00Z"));
  const original = await file(
    "forks/b.json",
    one("call_abcdefghijklmnop", "ses_original", "2026-11-22T10:00:00Z"),
  );
  expect((await read(fork, original)).calls.map(({ session }) => session)).toEqual(["ses_original"]);
  expect((await read(fork)).calls.map(({ session }) => session)).toEqual(["ses_fork"]);
});

test("a document over several lines is one", async () => {
  const text = await readFile(
    path.join(VECTORS, "opencode/work/export/ses_dfd532b9cffeRog5zVi331mSbO.json"),
    "utf8",
  );
  const its = await file("pretty.json", JSON.stringify(JSON.parse(text), null, 2));
  expect((await read(its)).calls).toHaveLength(20);
});

test("files that are named are said where they are not sessions, those beside sessions are passed over", async () => {
  const empty = await file("odd/empty.jsonl", "");
  const other = await file("odd/other.jsonl", '{"something":"else"}\n');
  const binary = await file("odd/binary.bin", Uint8Array.from([0, 1, 2, 255]));
  const missing = path.join(folder, "odd/missing.jsonl");
  const { calls, issues } = await read(empty, other, binary);
  expect([calls, issues.map(({ code, path: its }) => [code, its])]).toEqual([
    [],
    [
      ["unknown-log", other],
      ["unknown-log", binary],
    ],
  ]);
  await expect(read(missing)).rejects.toThrow("no file or folder");
  await file("kept/.hidden/s.jsonl", [meta, call("call_1")].join("\n"));
  await file("kept/agent-1.meta.json", "{}");
  await file("kept/notes.txt", "notes");
  await symlink("..", path.join(folder, "kept/.hidden/up"));
  await symlink("nowhere.jsonl", path.join(folder, "kept/gone.jsonl"));
  const kept = await read(path.join(folder, "kept"));
  expect(kept.calls).toHaveLength(1);
  expect(kept.issues.map(({ code, path: its }) => [code, its])).toEqual([
    ["file-unreadable", path.join(folder, "kept/gone.jsonl")],
  ]);
});

test.each([...SESSION_AGENTS])("the sessions of %s are found where the agent keeps them", async (agent) => {
  expect(SESSION_FORMATS.map((format) => format.agent)).toContain(agent);
  const places = sessionPlaces(path.join(VECTORS, agent, "team"), agent);
  const home = agent === "cline" ? sessionPlaces(path.join(VECTORS, agent, "work"), agent) : places;
  const { calls } = await read(...home.slice(0, 1));
  expect(calls.length).toBeGreaterThan(4);
  expect(new Set(calls.map((one) => one.agent))).toEqual(new Set([agent]));
  const page = await readFile(path.resolve(import.meta.dirname, "../../../../docs/session-files.md"), "utf8");
  for (const place of sessionPlaces("~", agent)) expect(page).toContain(place);
});

test("an agent that is not known has no place", () => {
  expect(SESSION_AGENTS.toSorted()).toEqual(
    [...new Set(SESSION_FORMATS.map(({ agent }) => agent))].toSorted(),
  );
  expect(["constructor", "__proto__", ""].flatMap((agent) => sessionPlaces("/home/user", agent))).toEqual([]);
});
