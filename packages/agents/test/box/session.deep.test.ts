import { existsSync, readdirSync, utimesSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import process from "node:process";
import { describe, expect, onTestFinished, test } from "vitest";
import { commandArgs } from "../../../../test/e2e/spawn-cli.js";
import { asUser, type Ended, eachWorld, startAsUser, whyNoBox, type World } from "./world.js";

const why = whyNoBox();
let world: World;
eachWorld(why, (made) => (world = made));

function args(session: string, command: string): readonly string[] {
  return [...commandArgs(), "box", "--session", session, "--", "bash", "-c", command];
}

function place() {
  return { cwd: world.workspace, env: { HOME: world.home, XDG_RUNTIME_DIR: world.runtime } };
}

async function inSession(session: string, command: string): Promise<Ended> {
  return await asUser(process.execPath, args(session, command), place());
}

const SERVER = `python3 -u -c "
import http.server, sys
server = http.server.HTTPServer(('127.0.0.1', 0), http.server.SimpleHTTPRequestHandler)
print(server.server_port, flush=True)
server.serve_forever()" 2>/dev/null`;

/** A server in a box of a session, and its port. */
async function serving(session: string) {
  const child = startAsUser(process.execPath, args(session, SERVER), place());
  onTestFinished(() => void child.kill("SIGKILL"));
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.once("data", (text: Buffer) => resolve(text.toString().trim()));
    child.once("close", (code) => reject(new Error(`the server has ended with ${code}`)));
  });
  const end = async (): Promise<void> => {
    const ended = new Promise((resolve) => child.once("close", resolve));
    child.kill("SIGTERM");
    await ended;
  };
  return { ask: `curl -s -o /dev/null --noproxy '*' http://127.0.0.1:${port}/t.txt && echo served`, end };
}

/** Where it is written who is in the network of a session: its name has the list of hosts behind it. */
function networks(session: string): string {
  const folder = join(world.home, ".gatehouse/run/networks");
  const name = existsSync(folder)
    ? readdirSync(folder).find((one) => one.startsWith(`${session}-`))
    : undefined;
  return join(folder, name ?? session);
}

function members(session: string): readonly string[] {
  return existsSync(networks(session)) ? readdirSync(networks(session)) : [];
}

describe.skipIf(why !== undefined)(`session-network${why === undefined ? "" : `: skipped, ${why}`}`, () => {
  test("a server of one call answers the next, not the machine, and no other session", async () => {
    const { ask, end } = await serving("one");
    expect((await inSession("one", ask)).stdout).toBe("served\n");
    expect((await inSession("two", ask)).stdout).toBe("");
    expect((await asUser("/bin/bash", ["-c", ask], place())).stdout).toBe("");
    await end();
    expect((await inSession("one", ask)).stdout).toBe("");
    expect(members("one")).toEqual([]);
  });

  test("it stays while one of the boxes lives, though the one that it came into being with has ended", async () => {
    const first = startAsUser(process.execPath, args("one", "echo on; read line"), place());
    await new Promise<void>((resolve) => first.stdout.once("data", () => resolve()));
    const { ask, end } = await serving("one");
    const ended = new Promise((resolve) => first.once("close", resolve));
    first.stdin.end("\n");
    await ended;
    expect((await inSession("one", ask)).stdout).toBe("served\n");
    await end();
  });

  test("boxes that start at once are in one network", async () => {
    const all = "until [ -e /tmp/1 ] && [ -e /tmp/2 ] && [ -e /tmp/3 ]; do sleep 0.05; done";
    const networks = await Promise.all(
      [1, 2, 3].map(
        async (one) => await inSession("one", `touch /tmp/${one}; ${all}; readlink /proc/self/ns/net`),
      ),
    );
    expect(new Set(networks.map(({ stdout }) => stdout)).size).toBe(1);
    expect(networks.map(({ status }) => status)).toEqual([0, 0, 0]);
  });

  test("boxes that start and end at once are made, one as the other, and leave nothing", async () => {
    const before = readdirSync(world.workspace);
    const ends = await Promise.all(
      ["one", "two", "one", "two", "one", "two"].map(async (one) => await inSession(one, "true")),
    );
    expect(ends.map(({ status }) => status)).toEqual(ends.map(() => 0));
    expect(readdirSync(world.workspace)).toEqual(before);
  });

  test("a box of a session reaches nothing of the machine, the first as little as the next", async () => {
    const server = createServer((socket) => socket.end("machine\n"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const ask = `exec 3<>/dev/tcp/127.0.0.1/${port} 2>/dev/null && cat <&3; tail -n +3 /proc/net/dev | cut -d: -f1 | tr -d ' '`;
    const { end } = await serving("one");
    for (const session of ["one", "fresh"]) expect((await inSession(session, ask)).stdout).toBe("lo\n");
    await end();
    server.close();
  });

  test("what a killed box has left is no network to enter", async () => {
    await inSession("one", "true");
    const folder = networks("one");
    expect(existsSync(folder)).toBe(true);
    await asUser(
      "/bin/sh",
      [
        "-c",
        `mkdir -p -m 700 '${folder}'; echo '1 net:[1]' > '${folder}/1-x'; echo 4194305 > '${folder}/starting'`,
      ],
      place(),
    );
    expect(await inSession("one", "echo ran")).toEqual({ status: 0, stdout: "ran\n", stderr: "" });
    expect(members("one")).toEqual([]);
  });
});

describe.skipIf(why !== undefined)(
  `the /tmp of a session${why === undefined ? "" : `: skipped, ${why}`}`,
  () => {
    test("goes from one call to the next, is no one else's, and is not the machine's", async () => {
      expect((await inSession("one", "echo kept > /tmp/keep; umask 0; mkdir /tmp/d")).status).toBe(0);
      expect((await inSession("one", "cat /tmp/keep")).stdout).toBe("kept\n");
      expect((await inSession("two", "ls /tmp; ls ~/.gatehouse/state/box/tmp; true")).stdout).toBe("");
      expect(existsSync("/tmp/keep")).toBe(false);
    });

    test("is removed when no box of it has been started for two days", async () => {
      await inSession("old", "echo x > /tmp/x");
      const folder = join(world.home, ".gatehouse/state/box/tmp");
      const then = Date.now() / 1_000 - 3 * 24 * 3_600;
      utimesSync(join(folder, "old"), then, then);
      await inSession("new", "true");
      expect(readdirSync(folder)).toEqual(["new"]);
    });

    test("has a name that is no path", async () => {
      const { status, stderr } = await inSession("../x", "touch ran");
      expect([status, stderr]).toEqual([2, expect.stringContaining("is not the name of a session")]);
      expect(existsSync(join(world.workspace, "ran"))).toBe(false);
    });
  },
);
