// One suite for every store of hook states.
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterFire, fileHookStates, type HookStates, memoryHookStates } from "@gatehouse-hooks/hooks";
import { freshHookState } from "../src/hook-state.js";
import { afterAll, describe, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "gatehouse-states-"));
afterAll(() => rmSync(folder, { recursive: true }));

let serial = 0;
const stores: Readonly<Record<string, () => HookStates>> = {
  memory: () => memoryHookStates(),
  file: () => fileHookStates(join(folder, String(serial++))),
};

describe.each(Object.entries(stores))("%s", (_, open) => {
  test("a state is fresh, then what was last written, for its session and hook alone", async () => {
    const states = open();
    expect(await states.read("s", "h")).toEqual(freshHookState);
    expect(await states.update("s", "h", (state) => afterFire(state, 3, ["aa"]))).toBe(true);
    expect(await states.read("s", "h")).toEqual({ fires: 1, firedAt: 3, consumed: ["aa"] });
    expect(await states.read("s", "h2")).toEqual(freshHookState);
    expect(await states.read("../s", "h")).toEqual(freshHookState);
    expect(await states.update("s", "h", () => undefined)).toBe(false);
    expect((await states.read("s", "h")).fires).toBe(1);
  });

  test("changes at once do not lose each other", async () => {
    const states = open();
    const most = 5;
    const done = await Promise.all(
      Array.from({ length: 20 }, () =>
        states.update("s", "h", (state) => (state.fires >= most ? undefined : afterFire(state, 0, []))),
      ),
    );
    expect(done.filter(Boolean)).toHaveLength(most);
    expect((await states.read("s", "h")).fires).toBe(most);
  });

  test("what is remembered is bounded", async () => {
    const states = open();
    const hashes = Array.from({ length: 1_500 }, (_, at) => at.toString(16));
    await states.update("s", "h", (state) => afterFire(state, 0, hashes));
    expect((await states.read("s", "h")).consumed).toEqual(hashes.slice(-1_000));
  });
});

test("files: counts survive a restart, no name becomes a path, a broken file counts as none", async () => {
  const path = join(folder, "kept");
  await fileHookStates(path).update("../../etc/passwd", "h", (state) => afterFire(state, 1, []));
  expect((await fileHookStates(path).read("../../etc/passwd", "h")).fires).toBe(1);
  const [file, ...others] = readdirSync(path);
  expect(others).toEqual([]);
  expect(file).toMatch(/^[0-9a-f]{64}\.json$/);
  writeFileSync(join(path, file ?? ""), '{"fires":');
  expect(await fileHookStates(path).read("../../etc/passwd", "h")).toEqual(freshHookState);
});

test("files: the lock of a process that died is taken over", async () => {
  const path = join(folder, "dead");
  await fileHookStates(path).update("s", "h", (state) => afterFire(state, 1, []));
  const [file = ""] = readdirSync(path);
  const lock = join(path, file.replace(".json", ".lock"));
  writeFileSync(lock, "");
  const longAgo = new Date(Date.now() - 60_000);
  utimesSync(lock, longAgo, longAgo);
  expect(await fileHookStates(path).update("s", "h", (state) => afterFire(state, 2, []))).toBe(true);
  expect(readdirSync(path)).toEqual([file]);
});

test("files: a damaged one is not written over, and what is not a state is damaged", async () => {
  const path = join(folder, "damaged");
  await fileHookStates(path).update("s", "h", (state) => afterFire(state, 1, []));
  const [file = ""] = readdirSync(path);
  for (const text of [
    '{"fires":',
    "{}",
    "[]",
    "null",
    '{"fires":"9"}',
    `{"fires":1,"x":"${"y".repeat(200_000)}"}`,
  ]) {
    writeFileSync(join(path, file), text);
    const update = fileHookStates(path).update("s", "h", (state) => afterFire(state, 2, []));
    await expect(update).rejects.toThrow("damaged");
    expect(readFileSync(join(path, file), "utf8")).toBe(text);
  }
});

test("files: their number is bounded, those unused for longest go first", async () => {
  const path = join(folder, "many");
  const states = fileHookStates(path, { maxEntries: 20 });
  await states.update("first", "h", (state) => afterFire(state, 0, []));
  const [first = ""] = readdirSync(path);
  const longAgo = new Date(Date.now() - 60_000);
  utimesSync(join(path, first), longAgo, longAgo);
  for (let at = 0; at < 60; at++) {
    await states.update(`s${at}`, "h", (state) => afterFire(state, 0, []));
    expect(readdirSync(path).length).toBeLessThanOrEqual(20);
  }
  expect(readdirSync(path)).not.toContain(first);
  expect((await states.read("s59", "h")).fires).toBe(1);
});

test("memory: the state unused for longest is forgotten", async () => {
  const states = memoryHookStates({ maxEntries: 2 });
  for (const session of ["a", "b", "c"])
    await states.update(session, "h", (state) => afterFire(state, 0, []));
  const fires = await Promise.all(
    ["a", "b", "c"].map(async (session) => (await states.read(session, "h")).fires),
  );
  expect(fires).toEqual([0, 1, 1]);
});
