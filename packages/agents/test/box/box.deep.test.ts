import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { describe, expect, test } from "vitest";
import { commandArgs } from "../../../../test/e2e/spawn-cli.js";
import {
  asUser,
  boxed,
  type Ended,
  eachWorld,
  MARKS,
  start,
  startAsUser,
  USER,
  userPrefix,
  whyNoBox,
  type World,
} from "./world.js";

const why = whyNoBox();
let world: World;
eachWorld(why, (made) => (world = made));

async function sh(script: string, input = ""): Promise<Ended> {
  return await boxed(world, ["bash", "-c", script], input);
}

/** What is in the workspace, as a person and as git see it. */
async function state(): Promise<readonly string[]> {
  const { stdout } = await asUser("/usr/bin/git", ["status", "--porcelain", "--ignored"], {
    cwd: world.workspace,
    env: { HOME: world.home },
  });
  const inGit = readdirSync(join(world.workspace, ".git")).filter((name) => name !== "ORIG_HEAD");
  return [...readdirSync(world.workspace), ...inGit, stdout].toSorted();
}

/** A command in a box that goes on until it is told, and has said that it runs. */
async function running(script: string, first = "true"): Promise<ReturnType<typeof startAsUser>> {
  const { home, workspace, runtime } = world;
  const args = [...commandArgs(), "box", "--", "bash", "-c", `${first}; echo on; ${script}`];
  const child = startAsUser(process.execPath, args, {
    cwd: workspace,
    env: { HOME: home, XDG_RUNTIME_DIR: runtime },
  });
  await new Promise<void>((resolve) => child.stdout.once("data", () => resolve()));
  return child;
}

async function endOf(child: ReturnType<typeof startAsUser>): Promise<number | null> {
  return await new Promise((resolve) => child.on("close", (code) => resolve(code)));
}

describe.skipIf(why !== undefined)(`gatehouse box${why === undefined ? "" : `: skipped, ${why}`}`, () => {
  test("exit code, streams, arguments and the folder are those of the command alone", async () => {
    expect(await sh("cat; echo err >&2; pwd; exit 7", "in\n")).toEqual({
      status: 7,
      stdout: `in\n${world.workspace}\n`,
      stderr: "err\n",
    });
    const odd = await boxed(world, ["printf", "%s|", "a b", "", "$HOME", "'\"\\\n"]);
    expect(odd).toEqual({ status: 0, stdout: "a b||$HOME|'\"\\\n|", stderr: "" });
    expect((await sh("kill -9 $$")).status).toBe(137);
    expect((await boxed(world, ["no-such-program"])).status).toBe(127);
  });

  test("a signal reaches the command, which may say what it means", async () => {
    const child = await running("while :; do sleep 0.1; done", "trap 'exit 3' TERM");
    const ended = endOf(child);
    child.kill("SIGTERM");
    expect(await ended).toBe(3);
  });

  test("the workspace can be written, and nothing else; /tmp is private", async () => {
    const { stdout } = await sh(
      'echo x > made; mkdir -p d/e; echo y > d/e/f; rm t.txt; echo z > /tmp/z; cat /tmp/z; for p in ~/a /etc/a /usr/a ../a; do (echo x > "$p") 2>/dev/null && echo "wrote $p"; done; true',
    );
    expect(stdout).toBe("z\n");
    expect(readFileSync(join(world.workspace, "d/e/f"), "utf8")).toBe("y\n");
  });

  test("a secret refuses, its public part does not; variables are shown by their names alone", async () => {
    const { stdout, stderr } = await sh(
      "cat ~/.ssh/id_rsa; cat ~/.ssh/id_rsa.pub .env .env.example sub/.env; echo x >> .env",
    );
    expect(stdout).toBe("public\nTOKEN=held-by-gatehouse\nTOKEN=\nSUB=held-by-gatehouse\n");
    expect(stderr).toMatch(/id_rsa: Permission denied[^]*\.env: (?:Read-only file system|Permission denied)/);
  });

  test("box-env: programs read the names, and no value is in their output, in memory or in what is left", async () => {
    const read = `node --env-file=.env -p process.env.TOKEN; python3 - <<'END'
import os, re
mark = b"1937-VNE-KRAM"[::-1]
for one in os.listdir("/proc"):
    if not one.isdigit() or int(one) == os.getpid(): continue
    try:
        with open(f"/proc/{one}/maps") as maps, open(f"/proc/{one}/mem", "rb", 0) as memory:
            for line in maps:
                start, end = (int(at, 16) for at in line.split()[0].split("-"))
                try:
                    memory.seek(start)
                    if mark in memory.read(end - start): print("found in", one)
                except (OSError, ValueError, OverflowError): pass
    except OSError: pass
print("looked")
END`;
    expect(await sh(read)).toEqual({ status: 0, stdout: "held-by-gatehouse\nlooked\n", stderr: "" });
    const { stdout } = await asUser(
      "/usr/bin/grep",
      ["-rl", MARKS.variables, join(world.home, ".gatehouse")],
      {
        cwd: "/",
        env: {},
      },
    );
    expect(stdout).toBe("");
  });

  test("a secret by another name: a hard link from before, and a link in the workspace", async () => {
    writeFileSync(join(world.workspace, "shared.txt"), `A=${MARKS.variables}\n`);
    linkSync(join(world.workspace, ".env"), join(world.workspace, "hard"));
    mkdirSync(join(world.workspace, "l"));
    symlinkSync("../shared.txt", join(world.workspace, "l/.env"));
    const { stdout } = await sh("cat hard l/.env shared.txt; true");
    expect(stdout).not.toContain(MARKS.variables);
  });

  test("box-leaves-nothing: after an end, after TERM, and after KILL once another box has started", async () => {
    const before = await state();
    const { stdout } = await sh(
      "ls -d .claude .mcp.json; git add -A; git status --porcelain | grep -c mcp.json",
    );
    expect(stdout).toBe(".claude\n.mcp.json\n0\n");
    const { stdout: added } = await sh("git reset -q");
    expect(added).toBe("");
    expect(await state()).toEqual(before);
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      const child = await running("sleep 60");
      const ended = endOf(child);
      child.kill(signal);
      await ended;
      if (signal === "SIGKILL") await sh("true");
      expect(await state()).toEqual(before);
    }
  });

  test("box-leaves-nothing: a second box still holds after the first has ended", async () => {
    const before = await state();
    const first = await running("read line");
    const second = await running(
      "read line; echo x > .mcp.json/x; echo y > .mcp.json; mkdir .claude/hooks; exit 5",
    );
    const ends = [endOf(first), endOf(second)];
    first.stdin.end("\n");
    await ends[0];
    expect(readdirSync(world.workspace)).toContain(".mcp.json");
    second.stdin.end("\n");
    expect(await ends[1]).toBe(5);
    expect(await state()).toEqual(before);
  });

  test("box-fails-closed: no bubblewrap, no namespaces, a program in its place that does nothing", async () => {
    const { root, home, workspace, runtime } = world;
    const command = [process.execPath, ...commandArgs(), "box", "--", "touch", "ran"];
    const how = { cwd: workspace, env: { HOME: home, XDG_RUNTIME_DIR: runtime } };
    const outer = [
      "--ro-bind",
      "/",
      "/",
      "--dev-bind",
      "/dev",
      "/dev",
      "--bind",
      "/proc",
      "/proc",
      "--bind",
      root,
      root,
    ];
    const [file, before] = userPrefix();
    const without = async (program: string): Promise<Ended> =>
      await start(
        "/usr/bin/bwrap",
        [
          ...[...outer, "--ro-bind", program, "/usr/bin/bwrap"],
          ...(file === undefined ? ["--"] : ["--cap-add", "ALL", "--", file, ...before]),
          ...command,
        ],
        how,
      );
    const nested = [...outer, "--unshare-user", "--disable-userns", "--", ...command];
    const unmade = [
      await without("/dev/null"),
      await without("/bin/false"),
      await asUser("/usr/bin/bwrap", nested, how),
      // A box has folders for temporary files of its own: a program in the machine's is not in it.
      ...(command.some((word) => /^\/(?:var\/)?tmp\//.test(word)) ? [] : [await boxed(world, command)]),
      // Who is root, and may do no more than any other.
      ...(USER === undefined
        ? []
        : [await start("/usr/bin/bwrap", [...outer, "--cap-drop", "ALL", "--", ...command], how)]),
    ];
    for (const { status, stderr, stdout } of unmade) {
      expect([status, stdout]).toEqual([125, ""]);
      expect(stderr).toContain("nothing was run");
    }
    expect(readdirSync(workspace)).not.toContain("ran");
  });

  test("box-fails-closed: policies that cannot be loaded", async () => {
    writeFileSync(join(world.home, ".gatehouse/broken.yaml"), "version: 1\npolicies: [");
    const { status, stderr } = await sh("touch ran");
    expect(status).toBe(2);
    expect(stderr).toContain("cannot be loaded");
    expect(readdirSync(world.workspace)).not.toContain("ran");
    renameSync(join(world.home, ".gatehouse/broken.yaml"), join(world.home, "broken.txt"));
    expect((await sh("true")).status).toBe(0);
  });
});

/** sandbox-runtime, which Claude Code has its sandbox of; whoever wants the test installs it there. */
const RUNTIME = join(import.meta.dirname, "../../../../.agents/sandbox-runtime/node_modules/.bin/srt");
const whyNotRuntime =
  why ??
  (existsSync(RUNTIME)
    ? ["/usr/bin/socat", "/usr/bin/rg"].find((file) => !existsSync(file))?.concat(" is not installed")
    : "sandbox-runtime is not in .agents: npm install --prefix .agents/sandbox-runtime @anthropic-ai/sandbox-runtime");
describe.skipIf(whyNotRuntime !== undefined)(
  `box-fails-closed in sandbox-runtime${whyNotRuntime === undefined ? "" : `: skipped, ${whyNotRuntime}`}`,
  () => {
    test("nothing is run: a sandbox of it has no namespaces to give", async () => {
      const { home, workspace, runtime } = world;
      const settings = join(home, "srt.json");
      const network = { allowedDomains: [], deniedDomains: [] };
      const filesystem = { denyRead: [], allowWrite: [workspace, join(home, ".gatehouse")], denyWrite: [] };
      writeFileSync(settings, JSON.stringify({ network, filesystem }));
      const box = [process.execPath, ...commandArgs(), "box", "--", "touch", "ran"];
      const inRuntime = async (command: string): Promise<Ended> =>
        await asUser(process.execPath, [RUNTIME, "--settings", settings, "-c", command], {
          cwd: workspace,
          env: { HOME: home, XDG_RUNTIME_DIR: runtime, PATH: `${dirname(process.execPath)}:/usr/bin:/bin` },
        });
      // It runs what is not a box.
      expect((await inRuntime("echo in")).stdout).toContain("in\n");
      const { stdout, stderr } = await inRuntime(`${box.join(" ")}; echo "code $?"`);
      expect(stdout).toContain("code 125\n");
      expect(stderr).toContain("nothing was run");
      expect(readdirSync(workspace)).not.toContain("ran");
    });
  },
);
