import { own, parseJsonObject } from "@gatehouse-hooks/json";
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { commandArgs } from "../../../../test/e2e/spawn-cli.js";
import { asUser, type Ended, eachWorld, MARKS, startAsUser, USER, whyNoBox, type World } from "./world.js";

const why = whyNoBox();
let world: World;
eachWorld(why, (made) => {
  world = made;
  writeFileSync(join(world.home, ".gatehouse/settings.json"), '{ "version": 1, "shell": "box" }\n');
});
afterEach(async () => {
  if (why === undefined) await gatehouse(["daemon", "stop"]);
});

function place(more: Readonly<Record<string, string>> = {}) {
  return { cwd: world.workspace, env: { HOME: world.home, XDG_RUNTIME_DIR: world.runtime, ...more } };
}

async function gatehouse(args: readonly string[], input = ""): Promise<Ended> {
  return await asUser(process.execPath, [...commandArgs(), ...args], { ...place(), input });
}

/** What the hook of Claude Code makes of a command. */
async function changed(command: string, session = "s1"): Promise<string> {
  const payload = {
    ...{ hook_event_name: "PreToolUse", tool_use_id: "t1", permission_mode: "default", session_id: session },
    ...{ transcript_path: "/t.jsonl", cwd: world.workspace, tool_name: "Bash", tool_input: { command } },
  };
  const { stdout } = await gatehouse(["hook", "claude-code", "--daemon", "off"], JSON.stringify(payload));
  const text = own(own(own(parseJsonObject(stdout).value, "hookSpecificOutput"), "updatedInput"), "command");
  if (typeof text !== "string") throw new Error(`nothing was changed: ${stdout}`);
  return text;
}

const script = (): string => join(world.home, ".gatehouse/state/box/boxed-call");

/** The text with a script that has nothing to start Node with: what runs then was started without it. */
function withoutNode(text: string): string {
  const other = join(world.root, "without-node");
  writeFileSync(
    other,
    readFileSync(script(), "utf8").replace(/^gatehouse_node=.*$/m, "gatehouse_node=/bin/false"),
  );
  expect(text).toContain(`/bin/bash -p ${script()} box --told `);
  return text.replace(script(), other);
}

/** Runs a text as an agent does. */
async function run(text: string, input = "", env = {}): Promise<Ended> {
  return await asUser("/bin/bash", ["-c", text], { ...place(env), input });
}

/** A call that the daemon has composed, without Node. */
async function call(command: string, input = "", session = "s1"): Promise<Ended> {
  await gatehouse(["daemon", "start"]);
  return await run(withoutNode(await changed(command, session)), input);
}

/** Runs a text that no policy sees. */
const unseen = (text: string): string =>
  `perl -e 'exec "/bin/bash", "-c", join("", map { chr } @ARGV)' ${[...text].map((one) => one.codePointAt(0)).join(" ")}`;

/** Reads a file by a name that no policy sees. */
const sly = (path: string): string =>
  `perl -e 'open F, "<".join("", map { chr } @ARGV) or exit 3; print <F>' ${[...path].map((one) => one.codePointAt(0)).join(" ")}`;

function members(folder: string): readonly string[] {
  const path = join(world.home, ".gatehouse/run", folder);
  return existsSync(path) ? readdirSync(path) : [];
}

/** How often the daemon has loaded the policies of the workspace anew. */
async function reloads(): Promise<unknown> {
  const { stdout } = await gatehouse(["daemon", "status", "--json"]);
  return own(parseJsonObject(stdout).value, "projects");
}

/** Compiled policies as they are stored: each time they are made it is another file. */
function stores(): readonly string[] {
  const folder = join(world.home, ".cache/gatehouse");
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return files
    .map(({ parentPath, name }) => `${join(parentPath, name)} ${statSync(join(parentPath, name)).ino}`)
    .toSorted();
}

describe.skipIf(why !== undefined)(
  `a boxed call without Node${why === undefined ? "" : `: skipped, ${why}`}`,
  () => {
    test("has the streams and the exit code of the call, and says that it was in a box where it fails", async () => {
      const { status, stdout, stderr } = await call(
        'cat; echo err >&2; printf \'%s|\' "$0" "$GATEHOUSE_BOX"; exit 7',
        "in\n",
      );
      expect([status, stdout]).toEqual([7, "in\n/bin/bash|1|"]);
      expect(stderr).toMatch(/^err\ngatehouse box: this ran in a box: nothing is written outside of .*\.\n$/);
      expect(await call("kill -9 $$")).toMatchObject({ status: 137 });
      expect(await call("printf 'no line break' >&2")).toEqual({
        status: 0,
        stdout: "",
        stderr: "no line break",
      });
    });

    test("reads no secret, writes nothing outside, and sees variables by their names alone", async () => {
      const steal = `${sly(join(world.home, ".ssh/id_rsa"))}; ${sly(join(world.workspace, ".env"))}; perl -e 'open F, ">", "$ENV{HOME}/planted"'; env`;
      const text = withoutNode(await changed(steal));
      await gatehouse(["daemon", "start"]);
      const { stdout, stderr } = await run(text, "", { MY_TOKEN: "MARK-VARIABLE", KEPT: "kept" });
      expect(stdout).toContain("TOKEN=held-by-gatehouse");
      expect(stdout).toContain("KEPT=kept");
      expect(stdout + stderr).not.toMatch(/MARK-/);
      expect(existsSync(join(world.home, "planted"))).toBe(false);
    });

    test("what came, or got another name, between two calls is hidden from the second", async () => {
      const late = join(world.workspace, "tpl/hooks/.env");
      const key = join(world.home, ".ssh/id_rsa");
      const read = `echo ran; ${sly(late)}; ${sly(join(world.workspace, "tpl/a"))}`;
      // What the daemon remembers of a folder is what has been there for a while.
      await new Promise((resolve) => setTimeout(resolve, 2_500));
      expect((await call(read)).stdout).toBe("ran\n");
      writeFileSync(late, `A=${MARKS.variables}\n`, { mode: 0o644 });
      linkSync(key, join(world.workspace, "tpl/a"));
      expect((await call(read)).stdout).toBe("ran\nA=held-by-gatehouse\n");
    });

    test("policies that come between two calls hold for the second", async () => {
      expect((await call(sly(join(world.workspace, "t.txt")))).stdout).toBe("cat X\n");
      const more =
        'policies:\n  - id: no-t\n    events: before_tool_call\n    when: facts.reads.any(r, r.touches("./t.txt"))\n    deny: not this\n';
      appendFileSync(join(world.home, ".gatehouse/first.yaml"), more);
      expect((await call(sly(join(world.workspace, "t.txt")))).stdout).toBe("");
      const text = await changed("echo ran");
      writeFileSync(join(world.home, ".gatehouse/broken.yaml"), "version: 1\npolicies: [");
      // Node is asked, which says why.
      expect((await run(withoutNode(text))).stdout).toBe("");
      const { status, stdout, stderr } = await run(text);
      expect([status, stdout]).toEqual([2, ""]);
      expect(stderr).toContain("cannot be loaded");
    });

    test("a signal reaches the command, which may say what it means", async () => {
      await gatehouse(["daemon", "start"]);
      for (const signal of ["SIGTERM", "SIGINT", "SIGUSR1"] as const) {
        const text = withoutNode(
          await changed(`trap 'echo got; exit 3' ${signal.slice(3)}; echo on; while :; do sleep 0.1; done`),
        );
        const child = startAsUser("/bin/bash", ["-c", `exec ${text}`], place());
        let said = "";
        await new Promise<void>((resolve) => {
          child.stdout.on("data", (part: Buffer) => {
            said += part.toString();
            resolve();
          });
        });
        const ended = new Promise((resolve) => child.on("close", resolve));
        child.kill(signal);
        expect(await ended).toBe(3);
        expect(said).toBe("on\ngot\n");
      }
    });

    test("policies are not loaded anew for the placeholders of a box, neither by the daemon nor by a hook", async () => {
      const isGone = (): boolean => !existsSync(join(world.workspace, ".mayros"));
      await call("true");
      await expect.poll(isGone, { timeout: 60_000 }).toBe(true);
      const before = [await reloads(), stores()];
      expect(before).toMatchObject([[{ reloads: expect.any(Number) as number }], [expect.any(String)]]);
      const child = startAsUser(
        "/bin/bash",
        ["-c", `exec ${withoutNode(await changed("echo on; read line"))}`],
        place(),
      );
      await new Promise<void>((resolve) => child.stdout.once("data", () => resolve()));
      expect(isGone()).toBe(false);
      await changed("echo ran");
      expect((await call("echo ran")).stdout).toBe("ran\n");
      const during = [await reloads(), stores()];
      child.stdin.end("\n");
      await expect.poll(isGone, { timeout: 60_000 }).toBe(true);
      await changed("echo ran");
      expect((await call("echo ran")).stdout).toBe("ran\n");
      expect([during, [await reloads(), stores()]]).toEqual([before, before]);
    });

    test("calls that are made alike share their mounts, which hold after each change", async () => {
      const [env, settings] = [".env", ".mcp.json"].map((one) => join(world.workspace, one)) as [
        string,
        string,
      ];
      const probe = unseen(
        [
          "touch /dev/own 2>/dev/null && rm /dev/own || echo shared",
          `cat .env ~/.ssh/id_rsa 2>/dev/null`,
          "touch .git/hooks/planted .mcp.json/planted .claude/planted .gatehouse/planted ~/planted 2>/dev/null",
          "{ echo planted >.mcp.json; } 2>/dev/null; mv .git .got 2>/dev/null; mv .claude .cloud 2>/dev/null; rmdir .mcp.json 2>/dev/null",
          "ls /proc/self/task >/dev/null && echo x >/var/tmp/mine && ls /var/tmp && touch written && echo ran $(id -u) $(grep -c '^Cap.*0000000000000000' /proc/self/status) $(unshare -Ur true 2>/dev/null || echo none)",
        ].join("; "),
      );
      const text = withoutNode(await changed(probe));
      await gatehouse(["daemon", "start"]);
      const held = `TOKEN=held-by-gatehouse\nmine\nran ${USER ?? process.getuid?.()} 5 none\n`;
      const planted = (): readonly string[] =>
        [".git/hooks", ".mcp.json", ".claude", ".gatehouse", ".."].filter((one) =>
          existsSync(join(world.workspace, one, "planted")),
        );
      const changes: Readonly<Record<string, () => void>> = {
        nothing: () => undefined,
        "a file is another one": () => {
          writeFileSync(`${env}.new`, `TOKEN=${MARKS.variables}\n`, { mode: 0o644 });
          renameSync(`${env}.new`, env);
        },
        "a folder is another one": () => {
          const hooks = join(world.workspace, ".git/hooks");
          renameSync(hooks, `${hooks}.old`);
          mkdirSync(hooks, { mode: 0o777 });
          chmodSync(hooks, 0o777);
        },
        "what was not there is": () => {
          rmSync(settings, { recursive: true, force: true });
          writeFileSync(settings, "{}\n");
          chmodSync(settings, 0o666);
        },
        "a long pause": () => spawnSync("/bin/sleep", ["5"]),
      };
      // Terminals and locks between processes are there.
      const tools = `python3 -c "import multiprocessing as m, os, pty; m.Lock(); print(os.isatty(pty.openpty()[1]))"; ls /dev/shm; touch /dev/shm/x`;
      for (const one of [1, 2, 3, 4]) expect((await call(unseen(tools))).stdout, String(one)).toBe("True\n");
      for (const [name, change] of Object.entries(changes)) {
        change();
        let isShared = false;
        for (let calls = 0; calls < 20 && !isShared; calls++) {
          const { stdout, stderr } = await run(text);
          expect(stdout.replace("shared\n", ""), `${name}: ${stderr}`).toBe(held);
          expect(planted(), name).toEqual([]);
          isShared = stdout.includes("shared");
        }
        expect(isShared, name).toBe(true);
      }
      expect(readFileSync(settings, "utf8")).toBe("{}\n");
    });

    test("leaves nothing: after an end, and after KILL", async () => {
      const before = readdirSync(world.workspace);
      const { stdout } = await call(
        "ls -d .claude .mcp.json; git add -A; git status --porcelain | grep -c mcp.json",
      );
      expect(stdout).toBe(".claude\n.mcp.json\n0\n");
      const nothing = (): unknown => [readdirSync(world.workspace), members("boxes"), members("calls")];
      await expect.poll(nothing, { timeout: 60_000 }).toEqual([before, [], []]);
      const child = startAsUser(
        "/bin/bash",
        ["-c", `exec ${withoutNode(await changed("echo on; sleep 600"))}`],
        place(),
      );
      await new Promise<void>((resolve) => child.stdout.once("data", () => resolve()));
      expect(readdirSync(world.workspace)).toContain(".mcp.json");
      child.kill("SIGKILL");
      await expect.poll(nothing, { timeout: 60_000 }).toEqual([before, [], []]);
    });

    test("git reads no other configuration afterwards", async () => {
      const redirect =
        "mkdir evil && cp -r .git/objects .git/refs .git/HEAD evil && echo ../evil > .git/commondir";
      const { stderr } = await call(unseen(redirect));
      expect(stderr).toContain("commondir`, which the command has made, is removed");
      expect(existsSync(join(world.workspace, ".git/commondir"))).toBe(false);
    });

    test("the boxes of a session share a /tmp and a network, another session has others", async () => {
      await gatehouse(["daemon", "start"]);
      const server = `python3 -u -c "import http.server as h; s = h.HTTPServer(('127.0.0.1', 0), h.SimpleHTTPRequestHandler); open('/tmp/port', 'w').write(str(s.server_port)); print('on', flush=True); s.serve_forever()" 2>/dev/null`;
      const child = startAsUser("/bin/bash", ["-c", `exec ${withoutNode(await changed(server))}`], place());
      onTestFinished(() => void child.kill("SIGKILL"));
      await new Promise<void>((resolve) => child.stdout.once("data", () => resolve()));
      const [port] = [
        readFileSync(join(world.home, ".gatehouse/state/box/tmp", String(sessions()[0]), "port"), "utf8"),
      ];
      const ask = `perl -MIO::Socket::INET -e '$s = IO::Socket::INET->new(join(":", "127.0.0.1", ${port})) or exit 4; print $s "GET /t.txt HTTP/1.0\\r\\n\\r\\n"; print grep { /cat/ } <$s>'`;
      expect((await call(ask)).stdout).toBe("cat X\n");
      expect((await call(`ls /tmp; ${ask}`, "", "s2")).stdout).toBe("");
      // Boxes that Node makes are in the same network.
      expect((await run((await changed(ask)).replace(`/bin/bash -p ${script()}`, node()))).stdout).toBe(
        "cat X\n",
      );
    });

    test("is given no descriptor but its streams", async () => {
      await gatehouse(["daemon", "start"]);
      const steal = "cat /proc/self/fd/40/.ssh/id_rsa /proc/self/fd/4/keep/a.txt; ls -l /proc/self/fd";
      const text = withoutNode(await changed(unseen(steal)));
      const { stdout, stderr } = await run(`exec 40<"$HOME" 4<"$HOME"; ${text}`);
      expect(stdout).toContain(" -> /proc/");
      expect(stdout).not.toContain(` -> ${world.root}`);
      expect(stdout + stderr).not.toMatch(/MARK|^keep$/m);
      expect((await run(`exec 0<"$HOME"; ${text}`)).stdout).toBe("");
    });

    test("facts-unsound: it is said and recorded", async () => {
      const trail = join(world.home, "trail");
      const unsound = "git init -q --template=tpl .";
      const daemon = startAsUser(
        process.execPath,
        [...commandArgs(), "daemon", "run"],
        place({ GATEHOUSE_AUDIT: trail }),
      );
      onTestFinished(() => void daemon.kill("SIGKILL"));
      await expect.poll(() => members("").includes("daemon.mark"), { timeout: 60_000 }).toBe(true);
      const { stderr } = await run(withoutNode(await changed(unsound)));
      expect(stderr).toContain("facts-unsound");
      const noted = (): boolean =>
        existsSync(trail) &&
        readdirSync(trail).some((name) =>
          readFileSync(join(trail, name), "utf8").includes('"facts-unsound"'),
        );
      await expect.poll(noted, { timeout: 60_000 }).toBe(true);
    });
  },
);

function sessions(): readonly string[] {
  return readdirSync(join(world.home, ".gatehouse/state/box/tmp"));
}

function node(): string {
  return [process.execPath, ...commandArgs()].join(" ");
}

/** A daemon of the same user that answers each question with the same words. */
const ANSWERING =
  'exec 7>"$0/daemon.boxes"; echo "$$ 7" >&7; echo on; while :; do for p in "$0"/calls/*.pipe; do [ ! -p "$p" ] || { rm -f "${p%pipe}ask"; printf "%s\\n" "$1" >"$p"; rm -f "$p"; }; done; sleep 0.05; done';

describe.skipIf(why !== undefined)(
  `a boxed call where the daemon does not say how${why === undefined ? "" : `: skipped, ${why}`}`,
  () => {
    test("Node makes the box: no daemon, one that has ended, and an answer that is none", async () => {
      const text = await changed('echo ran; echo "$GATEHOUSE_BOX"');
      const made = { status: 0, stdout: "ran\n1\n", stderr: "" };
      expect(await run(text)).toEqual(made);
      const folder = join(world.home, ".gatehouse/run");
      // A number that another process has by now: it does not have the file open.
      const others = await asUser(
        "/bin/bash",
        ["-c", 'mkdir -p -m 700 "$0/calls" && echo "$PPID 1" >"$0/daemon.boxes"', folder],
        place(),
      );
      expect(others.status).toBe(0);
      expect(await run(text)).toEqual(made);
      expect((await run(withoutNode(text))).stdout).toBe("");
      for (const answer of [
        "no",
        "plain 0 0",
        "box plain",
        "box plain 0",
        "box plain 0 x",
        "box open 0 0",
        "box plain 0 0 1",
        "",
      ]) {
        const daemon = startAsUser("/bin/bash", ["-c", ANSWERING, folder, answer], place());
        onTestFinished(() => void daemon.kill("SIGKILL"));
        await new Promise((resolve) => daemon.stdout.once("data", resolve));
        expect(await run(text), answer).toEqual(made);
        expect((await run(withoutNode(text))).stdout, answer).toBe("");
        daemon.kill("SIGKILL");
      }
    });

    test("nothing is run where none can be made: no namespaces within a box", async () => {
      await gatehouse(["daemon", "start"]);
      const text = await changed("touch ran");
      const outer = [
        "--dev-bind",
        "/",
        "/",
        "--unshare-user",
        "--disable-userns",
        "--",
        "/bin/bash",
        "-c",
        text,
      ];
      const { status, stderr } = await asUser("/usr/bin/bwrap", outer, place());
      expect(status).toBe(125);
      expect(stderr).toContain("nothing was run");
      expect(existsSync(join(world.workspace, "ran"))).toBe(false);
    });

    test("the script is made anew where it was changed, and Node starts where it cannot be made", async () => {
      await changed("true");
      const right = readFileSync(script(), "utf8");
      writeFileSync(script(), "echo evil\n");
      await changed("true");
      expect(readFileSync(script(), "utf8")).toBe(right);
      rmSync(script());
      mkdirSync(script());
      expect(await changed("true")).toMatch(/^\S*node \S+ box --told /);
    });
  },
);
