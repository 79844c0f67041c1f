import { spawn } from "node:child_process";
import process from "node:process";

/** How a command ended. */
export interface LineRun {
  /** null: it was ended by a signal, or did not start. */
  readonly exit: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Milliseconds. */
  readonly ms: number;
  readonly timedOut: boolean;
}

/** What a run is given. */
interface LineInput {
  readonly stdin: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds. */
  readonly timeout?: number;
}

/** Milliseconds that a hook has to answer a probe. */
const TIMEOUT_MS = 30_000;
/** The most that is kept of an output, in characters. */
const MAX_OUTPUT = 100_000;

/** Runs a command line as agents do: by a shell, in a process group of its own, with the payload on standard input. */
export function runLine(command: string, input: LineInput): Promise<LineRun> {
  return runProgram("/bin/sh", ["-c", command], input);
}

/** Runs a program. Never rejects. */
export function runProgram(program: string, args: readonly string[], input: LineInput): Promise<LineRun> {
  const { stdin, cwd, env, timeout = TIMEOUT_MS } = input;
  return new Promise((resolve) => {
    const started = performance.now();
    let stdout = "";
    let stderr = "";
    let timedOut = false;
    const child = spawn(program, args, { cwd, env, stdio: ["pipe", "pipe", "pipe"], detached: true });
    const end = (exit: number | null): void => {
      clearTimeout(timer);
      resolve({ exit, stdout, stderr, timedOut, ms: performance.now() - started });
    };
    const timer = setTimeout(() => {
      timedOut = true;
      try {
        process.kill(-(child.pid ?? 0), "SIGKILL");
      } catch {
        // It has just ended.
      }
      end(null);
    }, timeout);
    child.stdin.on("error", () => {});
    child.stdout
      .setEncoding("utf8")
      .on("data", (text: string) => (stdout = (stdout + text).slice(0, MAX_OUTPUT)));
    child.stderr
      .setEncoding("utf8")
      .on("data", (text: string) => (stderr = (stderr + text).slice(0, MAX_OUTPUT)));
    child.on("error", (error) => {
      stderr += error.message;
      end(null);
    });
    child.on("close", end);
    child.stdin.end(stdin);
  });
}
