import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { chmod, mkdir, readdir, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { createSnapshots, type Snapshots } from "@gatehouse-hooks/commands";
import { describe, expect, test } from "vitest";
import { tempDir } from "../../../../test/temp-dir.js";
import { ask } from "./ask.js";

interface Place {
  readonly dir: string;
  readonly home: string;
  readonly snapshots: Snapshots;
  readonly fire: (event: string, more?: object) => Promise<void>;
  readonly write: (file: string, text: string) => Promise<void>;
  readonly read: (file: string) => string;
}

async function place(): Promise<Place> {
  const dir = await tempDir();
  const home = await tempDir();
  execFileSync("git", ["init", "--quiet"], { cwd: dir });
  const snapshots = createSnapshots({ env: { PATH: process.env["PATH"] }, home });
  return {
    dir,
    home,
    snapshots,
    async fire(event, more = {}) {
      const verdict = await ask("snapshot", { event, session_id: "s", cwd: dir, ...more }, [], { snapshots });
      expect(verdict).toEqual({ kind: "approve", reason: "" });
    },
    async write(file, text) {
      await mkdir(path.dirname(path.join(dir, file)), { recursive: true });
      await writeFile(path.join(dir, file), text);
    },
    read: (file) => readFileSync(path.join(dir, file), "utf8"),
  };
}

const filesOf = async ({ snapshots, dir }: Place): Promise<readonly (readonly string[])[]> =>
  (await snapshots.list("s", dir)).map(({ files }) => files);

describe("snapshot", () => {
  test("a turn that changes files can be taken back: changed, added, removed", async () => {
    const here = await place();
    const { dir, snapshots, fire, write, read } = here;
    await write("changed", "before");
    await write("sub/removed", "was here");
    await fire("turn_start");
    await write("changed", "after");
    await write("sub/added \n*é", "new");
    await rm(path.join(dir, "sub/removed"));
    await fire("turn_end");
    expect(await filesOf(here)).toEqual([["changed", "sub/added \n*é", "sub/removed"]]);
    expect(await snapshots.undo("s", dir)).toEqual({ kind: "undone", files: 3 });
    expect([read("changed"), read("sub/removed"), existsSync(path.join(dir, "sub/added \n*é"))]).toEqual([
      "before",
      "was here",
      false,
    ]);
    expect(await snapshots.undo("s", dir)).toEqual({ kind: "nothing-to-undo" });
  });

  test("a tool call is a change of its own, found by its id", async () => {
    const here = await place();
    const { fire, write } = here;
    await fire("pre_tool_use", { tool_use_id: "1" });
    await fire("pre_tool_use", { tool_use_id: "2" });
    await write("a", "1");
    await fire("post_tool_use", { tool_use_id: "2" });
    await fire("post_tool_use", { tool_use_id: "unknown" });
    expect(await filesOf(here)).toEqual([["a"]]);
  });

  test("nothing changed, nothing kept", async () => {
    const { dir, snapshots, fire, write } = await place();
    await write("a", "1");
    await fire("session_start");
    await fire("turn_start");
    await fire("turn_end");
    await fire("session_end");
    expect(await snapshots.list("s", dir)).toEqual([]);
  });

  test("ignored files and large new files are left out", async () => {
    const here = await place();
    const { dir, snapshots, fire, write } = here;
    await write(".gitignore", "ignored\n");
    await writeFile(path.join(dir, ".git", "info", "exclude"), "excluded\n");
    await fire("turn_start");
    await write("ignored", "x");
    await write("excluded", "x");
    await write("large", "x".repeat(2_097_153));
    await write("small", "x".repeat(2_097_152));
    await fire("turn_end");
    expect(await filesOf(here)).toEqual([["small"]]);
    expect(await snapshots.undo("s", dir)).toEqual({ kind: "undone", files: 1 });
    expect((await readdir(dir)).sort()).toEqual([".git", ".gitignore", "excluded", "ignored", "large"]);
  });

  test("several changes are taken back to any of them", async () => {
    const { dir, snapshots, fire, write, read } = await place();
    for (const text of ["1", "2", "3"]) {
      await fire("turn_start");
      await write("a", text);
      await fire("turn_end");
    }
    expect(await snapshots.reset("s", dir, 1)).toEqual({ kind: "undone", files: 1 });
    expect(read("a")).toBe("1");
    expect(await snapshots.list("s", dir)).toHaveLength(1);
  });

  test("the user's repository stays as it is: no commit, no index, no object", async () => {
    const { dir, fire, write } = await place();
    const state = (): string =>
      execFileSync("find", [".git", "-type", "f", "-newer", ".git/HEAD"], { cwd: dir, encoding: "utf8" });
    await fire("session_start");
    await write("a", "1");
    const before = state();
    await fire("turn_start");
    await write("a", "2");
    await fire("turn_end");
    expect(state()).toBe(before);
  });

  test("undoing does not remove through a link that leads out", async () => {
    const { dir, snapshots, fire, write } = await place();
    const outside = await tempDir();
    await writeFile(path.join(outside, "file"), "precious");
    await fire("turn_start");
    await write("sub/file", "x");
    await fire("turn_end");
    await rm(path.join(dir, "sub"), { recursive: true });
    await symlink(outside, path.join(dir, "sub"));
    await snapshots.undo("s", dir);
    expect(readFileSync(path.join(outside, "file"), "utf8")).toBe("precious");
  });

  test("outside a repository, and without a session, nothing happens", async () => {
    const { dir, snapshots } = await place();
    const cwd = await tempDir();
    await ask("snapshot", { event: "turn_start", session_id: "s", cwd }, [], { snapshots });
    await ask("snapshot", { event: "turn_start", cwd }, [], { snapshots });
    expect(await snapshots.list("s", dir)).toEqual([]);
    expect(await snapshots.undo("s", cwd)).toEqual({ kind: "nothing-to-undo" });
  });

  test("another process goes on where one ended, and takes back what it recorded (D21)", async () => {
    const { dir, snapshots, fire, write, read, home } = await place();
    await write("a", "1");
    await fire("pre_tool_use", { tool_use_id: "1" });
    await write("a", "2");
    const later = createSnapshots({ env: { PATH: process.env["PATH"] }, home });
    const event = { event: "post_tool_use", session_id: "s", cwd: dir, tool_use_id: "1" };
    await ask("snapshot", event, [], { snapshots: later });
    const [session] = await snapshots.sessions(dir);
    expect(session).toMatchObject({ session: "s", checkpoints: [{ files: ["a"] }] });
    const last = createSnapshots({ env: { PATH: process.env["PATH"] }, home });
    expect(await last.undo("s", dir)).toEqual({ kind: "undone", files: 1 });
    expect(read("a")).toBe("1");
    expect(await snapshots.sessions(dir)).toEqual([]);
  });

  test("several at once lose nothing (D21)", async () => {
    const { dir, write, home } = await place();
    const at = (event: string, id: number): Promise<unknown> =>
      ask("snapshot", { event, session_id: "s", cwd: dir, tool_use_id: String(id) }, [], {
        snapshots: createSnapshots({ env: { PATH: process.env["PATH"] }, home }),
      });
    const ids = [1, 2, 3, 4];
    await Promise.all(ids.map((id) => at("pre_tool_use", id)));
    await write("a", "1");
    await Promise.all(ids.map((id) => at("post_tool_use", id)));
    const kept = await createSnapshots({ env: { PATH: process.env["PATH"] }, home }).list("s", dir);
    expect(kept.map(({ files }) => files)).toEqual(ids.map(() => ["a"]));
  });

  test("a record that somebody else may write, or that is damaged, is none (D21)", async () => {
    const { dir, snapshots, fire, write, home } = await place();
    await fire("turn_start");
    await write("a", "1");
    await fire("turn_end");
    const [shadow = ""] = await readdir(path.join(home, ".gatehouse", "snapshots"));
    const sessions = path.join(home, ".gatehouse", "snapshots", shadow, "sessions");
    const [name = ""] = await readdir(sessions);
    const file = path.join(sessions, name);
    const text = readFileSync(file, "utf8");
    await chmod(file, 0o666);
    expect(await snapshots.list("s", dir)).toEqual([]);
    await chmod(file, 0o600);
    expect(await snapshots.list("s", dir)).toHaveLength(1);
    for (const damaged of [text.slice(1), text.replace(/"tree":"[^"]*"/, '"tree":"--output=x"')]) {
      await writeFile(file, damaged);
      expect(await snapshots.list("s", dir)).toEqual([]);
    }
  });

  test("files come back byte by byte, whatever attributes the work tree has (S7)", async () => {
    const { dir, snapshots, fire, write, read } = await place();
    await write(".gitattributes", "* text=auto eol=lf ident filter=lfs\n");
    await write("a", "1\r\n$Id: x $\r\n");
    await fire("turn_start");
    await write("a", "2");
    await fire("turn_end");
    await snapshots.undo("s", dir);
    expect(read("a")).toBe("1\r\n$Id: x $\r\n");
  });
});
