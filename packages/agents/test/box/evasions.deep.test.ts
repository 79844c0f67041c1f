import { type ChildProcess, type ChildProcessWithoutNullStreams, execFileSync } from "node:child_process";
import { chownSync, existsSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { dirname, join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { boxFile } from "../../src/box/box-file.js";
import {
  asUser,
  bare,
  boxed,
  type Ended,
  makeWorld,
  MARKS,
  start,
  startAsUser,
  USER,
  whyNoBox,
  type World,
} from "./world.js";
import { commandArgs } from "../../../../test/e2e/spawn-cli.js";
import { installedAgent } from "../../../../test/agents/install/installed-agent.js";
import { lawRuns } from "../../../../test/assert-law.js";

/** A harmless stand-in for an evasion, and what shows that it had its effect. */
interface Evasion {
  readonly id: string;
  readonly what: string;
  readonly command: string;
  readonly effect: "prints" | "changes" | "makes" | "deletes" | "sends";
  /** The mark, or the path in the world. */
  readonly of?: string;
}

const ROWS = JSON.parse(
  readFileSync(join(import.meta.dirname, "evasions.json"), "utf8"),
) as readonly Evasion[];

const why = whyNoBox();
let hits = 0;
let port = 0;
const servers: Server[] = [];
const worlds: World[] = [];
const processes: ChildProcess[] = [];

async function listen(where: { readonly port: number; readonly host: string } | string): Promise<Server> {
  const server = createServer((socket) => {
    hits++;
    socket.on("error", () => undefined);
    socket.end("HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok");
  });
  await new Promise<void>((resolve) => {
    if (typeof where === "string") server.listen(where, resolve);
    else server.listen(where.port, where.host, resolve);
  });
  return server;
}

/** Counts connections, and says how many there were when it is asked: those that were made before are counted then. */
const ABSTRACT = `
import select,socket,sys
s=socket.socket(socket.AF_UNIX);s.bind('\\0gatehouse-box-test');s.listen();s.setblocking(False)
print('on',flush=True)
n=0
while True:
 ready,_,_=select.select([s,sys.stdin],[],[])
 try:
  while True: s.accept()[0].close();n+=1
 except BlockingIOError: pass
 if sys.stdin in ready:
  if not sys.stdin.readline(): break
  print(n,flush=True)
`;
let abstract: ChildProcessWithoutNullStreams | undefined;

/** @throws Error where the process ends without a word, as where another run of these tests listens there */
async function lineOf(child: ChildProcessWithoutNullStreams): Promise<string> {
  return await new Promise((resolve, reject) => {
    child.stdout.once("data", (text: Buffer) => resolve(text.toString()));
    child.once("exit", (code) => reject(new Error(`nothing listens: it ended with ${code}`)));
  });
}

/** How often the abstract socket was connected to until now. */
async function abstractHits(): Promise<number> {
  if (abstract === undefined) throw new Error("nothing listens");
  const line = lineOf(abstract);
  abstract.stdin.write("?\n");
  return Number(await line);
}

beforeAll(async () => {
  if (why !== undefined) return;
  const server = await listen({ port: 0, host: "127.0.0.1" });
  servers.push(server);
  const address = server.address();
  port = typeof address === "object" && address !== null ? address.port : 0;
  processes.push(startAsUser("/bin/sleep", ["600"], { cwd: "/", env: { SECRET: MARKS.process } }));
  abstract = startAsUser("/usr/bin/python3", ["-c", ABSTRACT], { cwd: "/", env: {} });
  processes.push(abstract);
  expect(await lineOf(abstract)).toBe("on\n");
});
afterAll(() => {
  for (const one of servers) one.close();
  for (const one of worlds) one.remove();
  for (const one of processes) one.kill("SIGKILL");
});

async function hadEffect(
  { command, effect, of = "" }: Evasion,
  runIn: (world: World, command: string) => Promise<Ended>,
  uid = USER,
): Promise<boolean> {
  const world = await makeWorld(uid);
  const socket = join(world.runtime, "svc.sock");
  const server = await listen(socket);
  try {
    if (uid !== undefined) chownSync(socket, uid, uid);
    const path = join(world.root, of);
    const textOf = (): string => (existsSync(path) ? readFileSync(path, "utf8") : "");
    const before = effect === "changes" ? textOf() : "";
    hits = 0;
    const abstractBefore = await abstractHits();
    const { stdout, stderr } = await runIn(world, command.replaceAll("PORT", String(port)));
    // What has been sent arrives before what is asked afterwards.
    await new Promise((resolve) => setImmediate(resolve));
    await ask(socket);
    switch (effect) {
      case "prints":
        return `${stdout}${stderr}`.includes(of);
      case "changes":
        return textOf() !== before;
      case "makes":
        return existsSync(path);
      case "deletes":
        return !existsSync(path);
      case "sends":
        return hits > 1 || (await abstractHits()) > abstractBefore;
    }
  } finally {
    // A socket that goes while another test's box is made costs that one a try.
    servers.push(server);
    worlds.push(world);
  }
}

/** Says that it runs first: where nothing does, nothing has an effect. */
async function inBox(world: World, command: string): Promise<Ended> {
  const end = await boxed(world, ["bash", "-c", `echo "$GATEHOUSE_BOX" >&2\n${command}`]);
  expect(end.stderr, "it runs in a box").toMatch(/^1$/m);
  return end;
}

/** As root, who runs the tests: in a folder of root's, since a box maps one user alone. */
async function inRootsBox(world: World, command: string): Promise<Ended> {
  const script = `id -u >&2; echo "$GATEHOUSE_BOX" >&2\n${command}`;
  const end = await start(process.execPath, [...commandArgs(), "box", "--", "bash", "-c", script], {
    cwd: world.workspace,
    env: { HOME: world.home, XDG_RUNTIME_DIR: world.runtime, GIT_CONFIG_NOSYSTEM: "1" },
  });
  expect(end.stderr, "it runs in a box, as root").toMatch(/^0\n1$/m);
  return end;
}

/** One connection of the test's own. */
async function ask(socket: string): Promise<void> {
  const { connect } = await import("node:net");
  await new Promise<void>((resolve) => {
    const client = connect(socket, () => client.end());
    client.on("close", () => resolve());
    client.on("error", () => resolve());
    client.resume();
  });
}

describe.skipIf(why !== undefined)(`box-holds${why === undefined ? "" : `: skipped, ${why}`}`, () => {
  const held: string[] = [];
  // That a row has its effect bare is asked of each fourth here, and of all by `pnpm laws`.
  const every = lawRuns({ deep: 4, full: 1 });
  const bareRows = process.env["GATEHOUSE_BARE"] === "0" ? [] : ROWS.filter((_, at) => at % every === 0);

  test.each(ROWS)("$id $what", async (row) => {
    if (bareRows.includes(row))
      expect(await hadEffect(row, bare), "the bare command has its effect, else it shows nothing").toBe(true);
    expect(await hadEffect(row, inBox)).toBe(false);
    held.push(row.id);
  });

  test("all of them are held", () => {
    expect(held).toHaveLength(ROWS.length);
  });
});

/** How often a call is made until it shares the mounts of those before it. */
const MOST_CALLS = 50;
let sharing = 0;

/** As an agent's call that was changed is run: by the script, from what the daemon has composed, again and again until it shares mounts. */
async function inDaemonsBox(world: World, command: string): Promise<Ended> {
  const place = { cwd: world.workspace, env: { HOME: world.home, XDG_RUNTIME_DIR: world.runtime } };
  const node = process.execPath;
  const [program = "", ...more] = commandArgs();
  if (more.length > 0) throw new Error("the bundle has to be built");
  await asUser(node, [program, "daemon", "start"], place);
  const script = await boxFile(
    { home: world.home, env: { PATH: "/usr/bin:/bin" } },
    { node: "/bin/false", program },
  );
  if (script === undefined) throw new Error("there is no script");
  if (USER !== undefined)
    execFileSync("/bin/chown", ["-R", `${USER}:${USER}`, join(world.home, ".gatehouse")]);
  const call = ["box", "--told", "--session", "s", "--", "/bin/bash", "-c"];
  // In shared mounts nothing can be made in `/dev`.
  const text = `echo "$GATEHOUSE_BOX" >&2; touch /dev/own 2>/dev/null || echo shared >&2\n${command}`;
  const env = { ...place.env, GIT_CONFIG_NOSYSTEM: "1" };
  const all: Ended[] = [];
  do {
    const end = await asUser("/bin/sh", [script, ...call, text], { ...place, env });
    expect(end.stderr, "it runs in a box").toMatch(/^1$/m);
    all.push(end);
  } while (all.at(-1)?.stderr.includes("shared\n") !== true && all.length < MOST_CALLS);
  if (all.at(-1)?.stderr.includes("shared\n") === true) sharing++;
  await asUser(node, [program, "daemon", "stop"], place);
  const textOf = (key: "stdout" | "stderr"): string => all.map((one) => one[key]).join("");
  return { status: all.at(-1)?.status ?? null, stdout: textOf("stdout"), stderr: textOf("stderr") };
}

describe.skipIf(why !== undefined)(
  `box-holds by the script${why === undefined ? "" : `: skipped, ${why}`}`,
  () => {
    const every = lawRuns({ deep: 4, full: 1 });
    const rows = ROWS.filter((_, at) => at % every === 2 % every);
    test.each(rows)("$id $what", async (row) => {
      expect(await hadEffect(row, inDaemonsBox)).toBe(false);
    });

    test("each has shared the mounts of calls before it", () => {
      expect(sharing).toBe(rows.length);
    });
  },
);

const whyNotRoot = why ?? (USER === undefined ? "only root can run a box of root's" : undefined);
describe.skipIf(whyNotRoot !== undefined)(
  `box-holds as root, in a folder of root's${whyNotRoot === undefined ? "" : `: skipped, ${whyNotRoot}`}`,
  () => {
    // A row of each kind here, and all of them by `pnpm laws`.
    const every = lawRuns({ deep: 4, full: 1 });
    test.each(ROWS.filter((_, at) => at % every === 1 % every))("$id $what", async (row) => {
      expect(await hadEffect(row, inRootsBox, 0)).toBe(false);
    });
  },
);

/** Of `pnpm agents install codex`. */
const CODEX = installedAgent(
  process.env["GATEHOUSE_AGENTS"] ?? join(import.meta.dirname, "../../../../.agents"),
  "codex",
);

/** In the sandbox of Codex, whose settings `gatehouse box --settings codex` has written. */
async function inCodex(world: World, command: string): Promise<Ended> {
  const place = { cwd: world.workspace, env: { HOME: world.home, XDG_RUNTIME_DIR: world.runtime } };
  const written = await asUser(
    process.execPath,
    [...commandArgs(), "box", "--settings", "codex", "--write"],
    place,
  );
  expect(written.status, written.stderr).toBe(0);
  const args = ["sandbox", "-P", "gatehouse", "--", "/bin/bash", "-c", `echo ran >&2\n${command}`];
  const path = `${dirname(process.execPath)}:/usr/bin:/bin`;
  const end = await asUser(CODEX?.command ?? "", args, {
    ...place,
    env: { ...place.env, PATH: path, GIT_CONFIG_NOSYSTEM: "1" },
  });
  expect(end.stderr, "it runs in the sandbox").toMatch(/^ran$/m);
  return end;
}

const whyNotCodex =
  why ?? (CODEX === undefined ? "no Codex is in .agents: pnpm agents install codex" : undefined);
describe.skipIf(whyNotCodex !== undefined)(
  `settings-hold: the sandbox of Codex${whyNotCodex === undefined ? "" : `: skipped, ${whyNotCodex}`}`,
  () => {
    // A row of each kind here, and all of them by `pnpm laws`.
    const every = lawRuns({ deep: 4, full: 1 });
    test.each(ROWS.filter((_, at) => at % every === 3 % every))("$id $what", async (row) => {
      expect(await hadEffect(row, inCodex)).toBe(false);
    });
  },
);
