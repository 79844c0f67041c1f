import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { createConnection, createServer } from "node:net";
import path from "node:path";

/** Milliseconds, after which a daemon that does not answer counts as stuck. */
const PATIENCE_MS = 1_000;

const socketOf = (folder: string): string => path.join(folder, "daemon.sock");

/** Answers each connection's first chunk. */
export function serveDaemon(folder: string, answer: (request: string) => string): void {
  rmSync(socketOf(folder), { force: true });
  createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", (chunk: Buffer) => socket.end(answer(chunk.toString("utf8"))));
  }).listen(socketOf(folder));
}

/** What the daemon answers; undefined when none is there, or it does not answer in time. */
export function askDaemon(folder: string, request: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = createConnection(socketOf(folder));
    let reply = "";
    socket.setTimeout(PATIENCE_MS, () => socket.destroy());
    socket.on("error", () => {});
    socket.on("connect", () => socket.write(request));
    socket.on("data", (chunk: Buffer) => {
      reply += chunk.toString("utf8");
    });
    socket.on("close", () => resolve(reply === "" ? undefined : reply));
  });
}

/** Starts a daemon that outlives this process, without a stream that an agent could wait for. */
export function startDaemon(bin: string): void {
  spawn(process.execPath, [bin, "daemon"], { detached: true, stdio: "ignore" }).unref();
}
