import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:net";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { markPath } from "../../../agents/src/daemon/daemon-mark.js";
import { CAT, CURL, type LinePlace, linePlace, type LineStart } from "./line-place.js";

/** What both the daemon and the hook answer: who has, and a deny of what has the word in it. */
const DENY = `{"hookSpecificOutput":{"permissionDecision":"deny"},"by":"`;
const HOOK = `let text = ""; process.stdin.on("data", (part) => (text += part));
process.stdin.on("end", () => process.stdout.write(text.includes("denied") ? ${JSON.stringify(`${DENY}hook"}`)} : ""));`;
/** The same as a script of the shell, which starts sooner than Node. */
const SCRIPT = `case $(${CAT ?? "cat"}) in *denied*) printf %s '${DENY}hook"}' ;; esac`;

let there: LinePlace;
let server: Server | undefined;
beforeEach(() => {
  there = linePlace({ isShell: true });
  there.hook(SCRIPT);
});
afterEach(async () => {
  server?.close();
  server = undefined;
  await there.remove();
});

async function serve(): Promise<void> {
  await there.serve(({ payload }) => ({
    stdout: Buffer.from(payload).toString().includes("denied") ? `${DENY}daemon"}` : "",
  }));
}

/** A harmless call passes, and a denied one is denied. */
async function expectHeld(by: "daemon" | "hook", start: LineStart = {}): Promise<void> {
  const asked = there.calls.length;
  expect(await there.run(`{"command":"ls"}`, start)).toEqual({ status: 0, stdout: "", stderr: "" });
  expect(await there.run(`{"command":"denied"}`, start)).toEqual({
    status: 0,
    stdout: `${DENY}${by}"}`,
    stderr: "",
  });
  if (by === "daemon") expect(there.calls.length - asked).toBe(2);
}

function write(path: string, text: string, mode = 0o600): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode });
}

const MARK = "0123456789abcdef".repeat(4);
const reply = (status: string, body: string, more = ""): string =>
  `HTTP/1.1 ${status}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${more}connection: close\r\n\r\n${body}`;
const ALLOW = `{"hookSpecificOutput":{"permissionDecision":"allow"}}`;
const whole = (body: string): string => `${MARK}\n${body}\n${MARK}`;

/** Something else at the place of the daemon, where it has left its mark. */
async function impostor(says: string): Promise<void> {
  mkdirSync(there.place.folder, { recursive: true, mode: 0o700 });
  write(markPath(there.place.folder), `${MARK}\n`);
  server = createServer((socket) => {
    socket.on("error", () => undefined);
    let text = "";
    socket.on("data", (part) => {
      text += part.toString();
      if (/denied|ls"/.test(text)) socket.end(says);
    });
  });
  await new Promise<void>((resolve) => server?.listen(there.place.socket, resolve));
}

// Without curl on this machine the line has no daemon to ask, and what is tried with one is not there.
const withCurl = CURL === undefined ? describe.skip : describe;
const DECIDERS = CURL === undefined ? (["hook"] as const) : (["daemon", "hook"] as const);

withCurl("no settings of curl count", () => {
  const FILES: readonly (readonly [string, (home: string) => LineStart])[] = [
    [".curlrc", () => ({})],
    ["elsewhere/.curlrc", (home) => ({ env: { CURL_HOME: join(home, "elsewhere") } })],
    ["configs/curlrc", (home) => ({ env: { XDG_CONFIG_HOME: join(home, "configs") } })],
    [".config/curlrc", () => ({})],
    ["work/.curlrc", (home) => ({ cwd: join(home, "work") })],
  ];
  test.each([
    "output = /dev/null",
    "remote-name",
    "remote-name-all",
    "include",
    "head",
    'write-out = "%{http_code} and more"',
    "dump-header = -",
    "trace-ascii = -",
    "trace = -",
    "verbose\nstderr = -",
    "proxy = http://127.0.0.1:9",
    "socks5 = 127.0.0.1:9",
    "preproxy = socks5://127.0.0.1:9",
    "unix-socket = /nonexistent",
    "request = GET",
    "header = x-gatehouse-project: /elsewhere",
    "url = file:///dev/null",
    "next",
    "range = 0-3",
    "max-time = 0.0001",
    "no-buffer\nmax-filesize = 1",
    "netrc-file = /dev/zero",
    "config = /dev/zero",
  ])("%j", async (settings) => {
    await serve();
    write(join(there.home, ".curlrc"), `${settings}\n`);
    await expectHeld("daemon");
    expect(there.calls.every(({ folderIs }) => folderIs === "cwd")).toBe(true);
  });

  test.each(FILES)("in %s", async (name, start) => {
    await serve();
    write(join(there.home, name), "output = /dev/null\n");
    await expectHeld("daemon", start(there.home));
  });

  test.each(["http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"])("a proxy in %s", async (name) => {
    await serve();
    await expectHeld("daemon", { env: { [name]: "http://127.0.0.1:9", no_proxy: "" } });
  });
});

describe("programs and code of others do not come before ours", () => {
  const TOOLS = ["curl", "cat", "node", "sh", "printf", "env", "test", "["];

  beforeEach(async () => {
    await there.remove();
    there = linePlace();
    there.hook(HOOK);
  });

  test.each(DECIDERS)("a program first on PATH that says nothing; the %s decides", async (by) => {
    if (by === "daemon") await serve();
    for (const name of TOOLS) write(join(there.home, "bin", name), "#!/bin/sh\nexit 0\n", 0o755);
    await expectHeld(by, { env: { PATH: `${join(there.home, "bin")}:${process.env["PATH"] ?? ""}` } });
    await expectHeld(by, { env: { PATH: "" } });
  });

  test.each(DECIDERS)("variables that load code; the %s decides", async (by) => {
    if (by === "daemon") await serve();
    const code = join(there.home, "x.cjs");
    const ran = join(there.home, "ran");
    write(code, `require("node:fs").writeFileSync(${JSON.stringify(ran)}, ""); process.exit(0);`);
    const module = join(there.home, "x.mjs");
    write(module, `process.exit(0);`);
    write(join(there.home, "rc"), "exit 0\n");
    write(
      join(there.home, "openssl.cnf"),
      "nodejs_conf = a\n[a]\nproviders = b\n[b]\nc = d\n[d]\nmodule = /nonexistent.so\nactivate = 1\n",
    );
    for (const env of [
      { NODE_OPTIONS: `--require ${code}` },
      { NODE_OPTIONS: `--import ${module}` },
      { NODE_OPTIONS: "--title=x --no-such-option" },
      { NODE_OPTIONS: "--check" },
      { NODE_CHANNEL_FD: "1" },
      { NODE_V8_COVERAGE: join(there.home, "coverage") },
      { NODE_REPL_EXTERNAL_MODULE: code },
      { NODE_PATH: there.home },
      { OPENSSL_CONF: join(there.home, "openssl.cnf") },
      { LD_AUDIT: "/nonexistent.so" },
      { BASH_ENV: join(there.home, "rc"), ENV: join(there.home, "rc") },
    ]) {
      const { status, stdout } = await there.run(`{"command":"denied"}`, { env });
      expect([env, status, stdout]).toEqual([env, 0, `${DENY}${by}"}`]);
    }
    expect(existsSync(ran)).toBe(false);
    expect(existsSync(join(there.home, "coverage"))).toBe(false);
  });

  // Where /bin/sh is bash, it takes functions from the environment.
  const bash = ["/bin/bash", "/usr/bin/bash"].find((path) => existsSync(path));
  test.skipIf(bash === undefined || CURL === undefined)("functions in the environment", async () => {
    await serve();
    const shell = join(there.home, "sh");
    symlinkSync(bash ?? "", shell);
    const names = [
      "curl",
      "cat",
      "printf",
      "read",
      "echo",
      "[",
      "test",
      "ask",
      "unset",
      "trap",
      ".",
      "exit",
      "false",
    ];
    for (const name of names) {
      const env = { [`BASH_FUNC_${name}%%`]: "() { exit 0; }" };
      const { status, stdout } = await there.run(`{"command":"denied"}`, { env, shell, sh: shell });
      expect([name, status, stdout]).toEqual([name, 0, `${DENY}daemon"}`]);
    }
  });
});

withCurl("only the socket of this user's daemon is asked", () => {
  /** Moves something away while a call is made, with a link in its place. */
  async function expectNotFollowed(path: string): Promise<void> {
    const moved = join(there.home, "moved");
    renameSync(path, moved);
    symlinkSync(moved, path);
    await expectHeld("hook");
    rmSync(path);
    renameSync(moved, path);
  }

  test.each<[string, () => string]>([
    ["a socket", () => there.place.socket],
    ["a mark", () => markPath(there.place.folder)],
    ["a folder", () => there.place.folder],
  ])("%s that is a link", async (_, path) => {
    await serve();
    await expectNotFollowed(path());
    expect(there.calls).toEqual([]);
    await expectHeld("daemon");
  });

  // A daemon sees links itself, so something else has to be there.
  test.each<[string, () => string]>([
    ["a socket", () => there.place.socket],
    ["a mark", () => markPath(there.place.folder)],
    ["a folder", () => there.place.folder],
  ])("%s that is a link to what looks like a daemon", async (_, path) => {
    await impostor(reply("200 OK", whole(ALLOW)));
    await expectNotFollowed(path());
  });

  test.each(["777", "755", "710", "1777"])(
    "a folder of mode %s: the daemon that is asked does not answer",
    async (mode) => {
      await serve();
      chmodSync(there.place.folder, Number.parseInt(mode, 8));
      await expectHeld("hook");
      expect(there.calls).toEqual([]);
      chmodSync(there.place.folder, 0o700);
      await expectHeld("daemon");
    },
  );
});

describe("an answer counts with the daemon's mark around it alone", () => {
  test("this is an answer", async () => {
    await impostor(reply("200 OK", whole(ALLOW)));
    expect((await there.run(`{"command":"denied"}`)).stdout).toBe(
      CURL === undefined ? `${DENY}hook"}` : ALLOW,
    );
  });

  test.each<[string, string]>([
    ["204", reply("204 No Content", "")],
    ["an empty 200", reply("200 OK", "")],
    ["302 elsewhere", reply("302 Found", "", "location: http://gatehouse/elsewhere\r\n")],
    ["302 with all that an answer has", reply("302 Found", whole(ALLOW))],
    ["201 with it", reply("201 Created", whole(ALLOW))],
    ["206 with it", reply("206 Partial Content", whole(ALLOW))],
    ["422 with it", reply("422 Unprocessable", whole(ALLOW))],
    ["an answer without a mark", reply("200 OK", ALLOW)],
    ["text before it", reply("200 OK", `HTTP/1.1 200 OK\n${whole(ALLOW)}`)],
    ["a line break before it", reply("200 OK", `\n${whole(ALLOW)}`)],
    ["text behind it", reply("200 OK", `${whole(ALLOW)} more`)],
    ["a line break behind it", reply("200 OK", `${whole(ALLOW)}\n`)],
    ["the mark in front alone", reply("200 OK", `${MARK}\n${ALLOW}`)],
    ["the mark behind alone", reply("200 OK", `${ALLOW}\n${MARK}`)],
    ["the mark once", reply("200 OK", MARK)],
    ["the mark twice, and nothing between", reply("200 OK", `${MARK}\n${MARK}`)],
    ["another mark", reply("200 OK", whole(ALLOW).replaceAll("0", "1"))],
    ["a pattern for one", reply("200 OK", `*\n${ALLOW}\n*`)],
    ["no mark, where one would be", reply("200 OK", `\n${ALLOW}\n`)],
    ["a body that is cut", reply("200 OK", whole(ALLOW)).slice(0, -1)],
    ["a body that is cut before the mark", reply("200 OK", whole(ALLOW)).slice(0, -MARK.length)],
    ["a chunk that is cut", `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n100\r\n${whole(ALLOW)}`],
    ["HTTP/0.9", whole(ALLOW)],
    ["nothing", ""],
  ])("%s is none", async (_, says) => {
    await impostor(says);
    await expectHeld("hook");
  });

  test.each<[string, string]>([
    ["an empty mark", "\n"],
    ["no mark at all", ""],
    ["one without its line break", MARK],
    ["a short one", `${"a".repeat(8)}\n`],
    ["a pattern", `${"*".repeat(64)}\n`],
  ])("%s in the file: nothing is believed", async (_, text) => {
    await impostor(reply("200 OK", `${text.trim()}\n${ALLOW}\n${text.trim()}`));
    writeFileSync(markPath(there.place.folder), text);
    await expectHeld("hook");
  });
});

describe("a script that is not as it was written blocks what is before an action", () => {
  test.each<[string, () => void]>([
    ["gone", () => rmSync(there.script)],
    ["emptied", () => writeFileSync(there.script, "")],
    ["a folder", () => (rmSync(there.script), mkdirSync(there.script))],
    ["another text", () => writeFileSync(there.script, "gatehouse\n")],
  ])("%s", async (_, spoil) => {
    spoil();
    const { status, stdout, stderr } = await there.run("{}");
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/gatehouse: no decision, so this is blocked\n$/);
    // Elsewhere a block would be a loop.
    expect([0, 1]).toContain((await there.run("{}", { blocks: false })).status);
  });

  test("cut anywhere before it answers", async () => {
    const whole = readFileSync(there.script, "utf8");
    const answers = whole.indexOf("exit 0; }") + "exit 0; }".length;
    const closely = answers - 60;
    for (let kept = 0; kept < answers; kept += kept < closely ? 29 : 1) {
      writeFileSync(there.script, whole.slice(0, kept));
      const { status, stdout } = await there.run(`{"command":"denied"}`);
      expect([kept, status, stdout]).toEqual([kept, 2, ""]);
    }
    writeFileSync(there.script, whole.slice(0, answers));
    await expectHeld("hook");
  });
});
