import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import type { Server, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { requireProgram } from "../../../test/require-program.js";

/** A real Redis of our own, on a Unix socket in a folder of its own. */
export interface RedisServer {
  /** For `redisStore` and ioredis. */
  readonly url: string;
  start(): Promise<void>;
  /** Ends it, at once. Its data is lost. */
  kill(): Promise<void>;
  /** It keeps its connections and answers nothing, until it is thawed. */
  freeze(): void;
  thaw(): void;
  /** Runs a command from outside, as an administrator would; gives what `redis-cli` prints. */
  command(...words: string[]): string;
  /** Ends it and removes its folder. */
  remove(): Promise<void>;
}

/** @param settings further words of the command line, such as `--maxmemory 4mb` */
export async function startRedis(...settings: string[]): Promise<RedisServer> {
  requireProgram("redis-server");
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-redis-"));
  const url = join(folder, "socket");
  let server: ReturnType<typeof spawn> | undefined;

  async function start(): Promise<void> {
    const words = [
      "--port",
      "0",
      "--unixsocket",
      url,
      "--dir",
      folder,
      "--save",
      "",
      "--appendonly",
      "no",
      ...settings,
    ];
    server = spawn("redis-server", words, { stdio: "ignore" });
    for (let attempt = 0; attempt < 200; attempt++) {
      // Any reply: one that wants a password says so.
      if (command("PING") !== "") return;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    await kill();
    throw new Error("redis-server does not answer");
  }

  async function kill(): Promise<void> {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const gone = once(server, "exit");
    server.kill("SIGKILL");
    await gone;
    rmSync(url, { force: true });
  }

  function command(...words: string[]): string {
    return spawnSync("redis-cli", ["-s", url, ...words], { encoding: "utf8", timeout: 5_000 }).stdout;
  }

  await start();
  return {
    url,
    start,
    kill,
    freeze: () => void server?.kill("SIGSTOP"),
    thaw: () => void server?.kill("SIGCONT"),
    command,
    async remove() {
      server?.kill("SIGCONT");
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A relay between clients and a server: slows answers down, and can be turned to another server. */
export interface Relay {
  readonly url: string;
  /** Milliseconds by which every answer is late, from now on. */
  delay(ms: number): void;
  /** Breaks all connections; new ones go to this socket. */
  turnTo(target: string): void;
  /** New connections go to this socket; the others stay where they are. */
  turnNewTo(target: string): void;
  remove(): Promise<void>;
}

export async function startRelay(first: string): Promise<Relay> {
  let target = first;
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-relay-"));
  const url = join(folder, "socket");
  const sockets = new Set<Socket>();
  let late = 0;

  const server: Server = createServer((client) => {
    const upstream = connect(target);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket
        .on("error", () => undefined)
        .on("close", () => {
          sockets.delete(socket);
          client.destroy();
          upstream.destroy();
        });
    }
    client.on("data", (data) => upstream.write(data));
    // Late answers stay in order, as on a real line.
    let line = Promise.resolve();
    upstream.on("data", (data) => {
      const due = performance.now() + late;
      line = line.then(async () => {
        const wait = due - performance.now();
        if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
        if (client.writable) client.write(data);
      });
    });
  });
  server.listen(url);
  await once(server, "listening");

  const breakAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url,
    delay: (ms) => void (late = ms),
    turnTo(next) {
      target = next;
      breakAll();
    },
    turnNewTo: (next) => void (target = next),
    async remove() {
      breakAll();
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
