import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

/** One decision server of a fleet: a process of the built command. */
export interface Replica {
  readonly port: number;
  /** What it has written to standard error. */
  readonly said: () => string;
  /** Ends it without a word, and starts it again. */
  readonly kill: () => Promise<void>;
  /** Asks it to end, and starts it again; rejects where it does not end by itself. */
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const BIN = path.resolve(import.meta.dirname, "../../packages/cli/dist/bin.js");

/** @param file the configuration, absolute */
export async function startReplica(
  file: string,
  port: number,
  env: Readonly<Record<string, string>>,
): Promise<Replica> {
  let said = "";
  let child: ChildProcess;

  async function start(): Promise<void> {
    child = spawn(process.execPath, [BIN, "serve", file, "--listen", `127.0.0.1:${port}`, "--json"], {
      cwd: path.dirname(file),
      env: { PATH: process.env["PATH"], HOME: path.dirname(file), ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.stderr?.on("data", (part: Buffer) => (said = `${said}${part.toString()}`.slice(-100_000)));
    const ended = once(child, "exit").then(() => {
      throw new Error(`the server on ${port} ended: ${said}`);
    });
    ended.catch(() => undefined);
    await Promise.race([once(child.stdout ?? child, "data"), ended]);
  }

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    const gone = once(child, "exit") as Promise<[number | null]>;
    child.kill(signal);
    const [code] = await gone;
    return code;
  }

  await start();
  return {
    port,
    said: () => said,
    kill: async () => {
      await end("SIGKILL");
      await start();
    },
    restart: async () => {
      const code = await end("SIGTERM");
      if (code !== 0) throw new Error(`the server on ${port} ended with ${code}: ${said}`);
      await start();
    },
    stop: async () => void (await end("SIGTERM")),
  };
}
