import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import { errorCodeOf, type Io } from "@gatehouse-hooks/console";
import { lineTransport, type LineTransport, type LineTransportOptions } from "./line-transport.js";

/** Milliseconds that a server has to end after its input, and after SIGTERM (MCP, "Lifecycle", shutdown). */
const GRACE_MS = 2_000;
/** What shells say of a command that is not there, or cannot be run. */
const NOT_FOUND = 127;
const NOT_RUN = 126;
const BY_SIGNAL = 128;

/** A server that was started, with the gate's environment, folder and standard error. */
export interface ChildServer {
  readonly transport: LineTransport;
  /** Resolves when the process has ended, with its exit code as a shell has it. */
  readonly ended: Promise<{ readonly code: number; readonly why?: string }>;
  readonly kill: (signal: NodeJS.Signals) => void;
}

/** @param texts, room see `LineTransportOptions` */
export function childServer(
  [command = "", ...args]: readonly string[],
  { env, cwd }: Pick<Io, "env" | "cwd">,
  { room, texts }: Pick<LineTransportOptions, "room" | "texts">,
): ChildServer {
  const child = spawn(command, args, { env, cwd, stdio: ["pipe", "pipe", "inherit"], windowsHide: true });
  const ended = new Promise<{ readonly code: number; readonly why?: string }>((resolve) => {
    child.once("error", (error) => {
      const code = errorCodeOf(error) === "ENOENT" ? NOT_FOUND : NOT_RUN;
      resolve({ code, why: `the server could not be started: ${error.message}` });
    });
    child.once("close", (code, signal) => {
      resolve({ code: code ?? BY_SIGNAL + (signal === null ? 0 : constants.signals[signal]) });
    });
  });
  // A server that is gone does not read: that is told by its end.
  child.stdin.on("error", () => undefined);
  const transport = lineTransport({
    input: child.stdout,
    write: async (text) =>
      await new Promise((resolve, reject) => {
        child.stdin.write(text, (error) => {
          if (error) reject(error);
          else resolve();
        });
      }),
    end: async () => {
      child.stdin.end();
      await endOf(child, ended);
    },
    reading: "as it is",
    room,
    texts,
  });
  return { transport, ended, kill: (signal) => void child.kill(signal) };
}

async function endOf(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<"late">((resolve) => (timer = setTimeout(() => resolve("late"), GRACE_MS)));
    const which = await Promise.race([ended, late]);
    clearTimeout(timer);
    if (which !== "late") return;
    child.kill(signal);
  }
  await ended;
}
