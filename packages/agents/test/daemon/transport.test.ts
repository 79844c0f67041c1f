import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { createServer as createHttpServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { askDaemon, type HookCall } from "../../src/daemon/ask-daemon.js";
import { callSocket } from "../../src/daemon/call-socket.js";
import { markPath } from "../../src/daemon/daemon-mark.js";
import { type SocketPlace, socketPlace } from "../../src/daemon/own-socket.js";
import { type Daemon, type DaemonOptions, serveDaemon } from "../../src/daemon/serve-daemon.js";

let home = "";
let place: Extract<SocketPlace, { kind: "place" }>;
const daemons: Daemon[] = [];

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "gh-d-"));
  const found = socketPlace(home);
  if (found.kind === "refused") throw new Error(found.message);
  place = found;
});
afterEach(async () => {
  await Promise.all(daemons.splice(0).map((one) => one.close()));
  await rm(home, { recursive: true, force: true });
});

const text = new TextDecoder();

async function serve(options: Partial<DaemonOptions> = {}): Promise<Daemon> {
  const daemon = await serveDaemon({
    place,
    answer: ({ agent, payload, folder }) =>
      Promise.resolve({ stdout: `${agent} ${folder} ${text.decode(payload)}`, stderr: "", exitCode: 0 }),
    status: () => ({ fine: true }),
    idleMs: 60_000,
    ...options,
  });
  daemons.push(daemon);
  return daemon;
}

const call = (payload: string, more: Partial<HookCall> = {}): HookCall => ({
  agent: "claude-code",
  payload: new TextEncoder().encode(payload),
  caller: 4711,
  folder: "/work/a b?c=d&e\n#",
  folderIs: "cwd",
  ...more,
});

const ask = (payload: string, more: Partial<HookCall> = {}, timeoutMs = 5_000) =>
  askDaemon(place, call(payload, more), timeoutMs);

describe("the daemon answers what deciding by oneself would", () => {
  test("the payload, the agent and the working directory arrive as they are", async () => {
    await serve();
    expect(await ask('{"a":"é"}')).toEqual({
      kind: "answered",
      answered: { stdout: 'claude-code /work/a b?c=d&e\n# {"a":"é"}', stderr: "", exitCode: 0 },
    });
  });

  test("a payload of 3 MB, and an exit code with a message", async () => {
    await serve({
      answer: ({ payload }) =>
        Promise.resolve({ stdout: "", stderr: `${payload.length} bytes`, exitCode: 2 }),
    });
    expect(await ask("x".repeat(3_000_000))).toEqual({
      kind: "answered",
      answered: { stdout: "", stderr: "3000000 bytes", exitCode: 2 },
    });
  });

  test("30 calls at once each get their own answer", async () => {
    await serve();
    const all = await Promise.all(Array.from({ length: 30 }, (_, i) => ask(String(i), { folder: "/" })));
    expect(all.map((one) => one.kind === "answered" && one.answered.stdout)).toEqual(
      Array.from({ length: 30 }, (_, i) => `claude-code / ${i}`),
    );
  });
});

describe("where no answer comes, the caller is told to decide by itself", () => {
  test.each<[string, Partial<DaemonOptions>]>([
    ["an answer that fails", { answer: () => Promise.reject(new Error("broken")) }],
    ["an answer that never comes", { answer: () => new Promise(() => undefined) }],
    ["a payload beyond the limit", { maxBytes: 3 }],
  ])("%s", async (_, options) => {
    const daemon = await serve(options);
    expect((await ask("1234", {}, 300)).kind).toBe("silent");
    daemons.splice(daemons.indexOf(daemon), 1);
    void daemon.close();
  });

  test("no daemon, a socket without one, a file in its place", async () => {
    expect((await ask("x")).kind).toBe("silent");
    await (await serve()).close();
    expect((await ask("x")).kind).toBe("silent");
    await writeFile(place.socket, "");
    expect((await ask("x")).kind).toBe("silent");
  });

  const MARK = "0123456789abcdef".repeat(4);
  const EMPTY = JSON.stringify({ stdout: "", stderr: "", exitCode: 0 });
  test.each<[string, number, string, string]>([
    ["an empty answer", 200, "", "an answer without the daemon's mark"],
    ["an answer without a mark", 200, "{}", "an answer without the daemon's mark"],
    ["the same with another exit code", 422, EMPTY, "an answer without the daemon's mark"],
    ["text before it", 200, `x${MARK}\n{}\n${MARK}`, "an answer without the daemon's mark"],
    ["text behind it", 200, `${MARK}\n{}\n${MARK}\n`, "an answer without the daemon's mark"],
    [
      "the mark of another",
      200,
      `${MARK}\n{}\n${MARK}`.replaceAll("0", "1"),
      "an answer without the daemon's mark",
    ],
    ["the mark alone", 200, `${MARK}\n${MARK}`, "an answer without the daemon's mark"],
    ["another status", 204, `${MARK}\n{}\n${MARK}`, "an answer without the daemon's mark"],
    ["a redirection", 302, `${MARK}\n{}\n${MARK}`, "status 302"],
    ["no JSON", 422, `${MARK}\n{}\n${MARK}`, "an answer that is none"],
  ])("nonsense at the other end: %s", async (_, status, body, why) => {
    await mkdir(place.folder, { recursive: true, mode: 0o700 });
    await writeFile(markPath(place.folder), `${MARK}\n`, { mode: 0o600 });
    const server = createHttpServer((request, response) => {
      request.resume().on("end", () => response.writeHead(status).end(body));
    });
    await new Promise<void>((resolve) => server.listen(place.socket, resolve));
    expect(await ask("x")).toEqual({ kind: "silent", why });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  test.each<[string, (path: string) => Promise<unknown>]>([
    ["is not there", (path) => rm(path)],
    ["others may read", (path) => chmod(path, 0o644)],
    ["is empty", (path) => writeFile(path, "")],
    ["is cut", (path) => writeFile(path, "0123\n")],
    [
      "is a link",
      async (path) => {
        await rename(path, join(home, "mark"));
        await symlink(join(home, "mark"), path);
      },
    ],
  ])("a mark that %s", async (_, spoil) => {
    await serve();
    await spoil(markPath(place.folder));
    expect(await ask("x")).toEqual({ kind: "silent", why: "there is no mark of a daemon" });
  });

  test("who asks without a mark gets the answer as it is, for other programs", async () => {
    await serve();
    const asked = await callSocket(place, "/hook/claude-code?cwd=/", 5_000, new Uint8Array());
    expect(asked).toEqual({ kind: "replied", status: 200, text: "claude-code / " });
  });

  test.each(["relative", ""])("a working directory that is not absolute: `%s`", async (folder) => {
    await serve();
    expect((await ask("x", { folder })).kind).toBe("silent");
  });
});

describe("only the user's own socket is bound and asked", () => {
  test("the folder is for its owner only, and so is the socket", async () => {
    await serve();
    expect((await stat(place.folder)).mode & 0o777).toBe(0o700);
    expect((await stat(place.socket)).mode & 0o777).toBe(0o600);
    expect((await stat(markPath(place.folder))).mode & 0o777).toBe(0o600);
    expect((await readdir(place.folder)).sort()).toEqual(["daemon.mark", "daemon.sock"]);
  });

  test("a folder that others can enter is neither used nor asked through", async () => {
    const daemon = await serve();
    await chmod(place.folder, 0o755);
    expect(await ask("x")).toMatchObject({
      kind: "silent",
      why: expect.stringContaining("other users") as string,
    });
    await daemon.close();
    await expect(serve()).rejects.toThrow("other users can enter");
  });

  test("a link in the folder's or the socket's place is not followed", async () => {
    const elsewhere = join(home, "elsewhere");
    await mkdir(elsewhere, { mode: 0o700 });
    await mkdir(join(home, ".gatehouse"));
    await symlink(elsewhere, place.folder);
    await expect(serve()).rejects.toThrow("is not a folder");
    await rm(place.folder);
    await serve();
    await symlink(place.socket, join(place.folder, "link.sock"));
    const linked = { ...place, socket: join(place.folder, "link.sock") };
    expect(await askDaemon(linked, call("x"), 1_000)).toMatchObject({ kind: "silent" });
  });

  test("a home whose path is too long has none", () => {
    expect(socketPlace(`/${"h".repeat(100)}`)).toMatchObject({ kind: "refused" });
  });
});

describe("one daemon at a time", () => {
  test("a newer one takes the place at once; the older one leaves and takes nothing with it", async () => {
    const answer = (stdout: string) => () => Promise.resolve({ stdout, stderr: "", exitCode: 0 });
    const older = await serve({ answer: answer("older"), lookMs: 20 });
    await serve({ answer: answer("newer") });
    expect(await ask("x")).toMatchObject({ answered: { stdout: "newer" } });
    await older.closed;
    expect(await ask("x")).toMatchObject({ answered: { stdout: "newer" } });
  });

  test("it leaves when nobody calls, and when its program has changed", async () => {
    await (
      await serve({ idleMs: 30 })
    ).closed;
    expect(await readdir(place.folder)).toEqual([]);
    await (
      await serve({ lookMs: 20, isCurrent: () => Promise.resolve(false) })
    ).closed;
    expect(await readdir(place.folder)).toEqual([]);
  });

  test("a call in flight is answered before it leaves", async () => {
    let release: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => (release = resolve));
    const daemon = await serve({
      answer: async () => {
        await waiting;
        return { stdout: "late", stderr: "", exitCode: 0 };
      },
    });
    const asked = ask("x");
    await new Promise((resolve) => setTimeout(resolve, 100));
    const closed = daemon.close();
    release();
    expect(await asked).toMatchObject({ answered: { stdout: "late" } });
    await closed;
  });
});
