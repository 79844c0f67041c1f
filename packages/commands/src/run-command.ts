import { type ChildProcessByStdio, spawn, type SpawnOptionsWithStdioTuple } from "node:child_process";
import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import { type CappedOutput, cappedOutput } from "./capped-output.js";
import type { CommandOutcome, CommandRun, NotStarted } from "./command-run.js";
import { markedEnvironment } from "./descendants.js";
import { type ProcessGroup, processGroup } from "./process-group.js";
import { LONGEST_TIMER_MS, ONCE, ownProperties } from "@gatehouse-hooks/json";

/** A program and its arguments, without a shell. */
export interface Argv {
  readonly file: string;
  readonly args: readonly string[];
}

/** How a command is run. */
export interface RunSettings {
  readonly cwd: string;
  /** The environment of the command, whole except for `GATEHOUSE_RUN`, by which all that it starts is found. */
  readonly env: Readonly<Record<string, string>>;
  /** What it reads on standard input. It may leave it unread. */
  readonly input: string;
  /** Milliseconds until it is ended. */
  readonly timeoutMs: number;
  /** The bytes kept of stdout, and as many of stderr. */
  readonly maxOutputBytes: number;
  /** Milliseconds between SIGTERM and SIGKILL. */
  readonly graceMs: number;
  /** Leave alone what the command started in the background and what reads and writes somewhere else. */
  readonly keepBackground?: boolean;
  /** Ends it. */
  readonly signal?: AbortSignal;
}

/** Milliseconds that output may still come after the command has ended: `command | tee log` in the background. */
const DRAIN_MS = 250;
/** Milliseconds to wait after SIGKILL: a process may be stuck in the kernel. */
const LOST_MS = 200;
/**
 * Runs a command in a new process group and waits until it and its output have ended. Never rejects, and does not
 * take longer than `timeoutMs` + `graceMs` + half a second, whatever the command does: at the timeout the whole group gets
 * SIGTERM, and SIGKILL after the grace. Background processes that hold the output do not delay the result.
 */
export function runCommand({ file, args }: Argv, settings: RunSettings): Promise<CommandOutcome> {
  const { cwd, graceMs } = settings;
  const start = performance.now();
  if (settings.signal?.aborted === true) return Promise.resolve(endedBefore());
  let child: ChildProcessByStdio<Writable, Readable, Readable>;
  // Unguessable: a process with it among its variables is ended with the command.
  const mark = randomBytes(12).toString("hex");
  const env = markedEnvironment(settings.env, mark);
  try {
    child = spawnChild({ file, args }, { ...settings, env });
  } catch (error) {
    return Promise.resolve(notStarted(error, cwd));
  }
  const { pid } = child;
  if (pid === undefined) {
    // Pipes of a process that was never started: nothing comes.
    return new Promise((resolve) => child.once("error", (error) => resolve(notStarted(error, cwd))));
  }
  return untilEnd(child, processGroup(pid, graceMs, mark), settings, start);
}

/** Waits until the command and its output have ended, and ends it in time. */
function untilEnd(
  child: ChildProcessByStdio<Writable, Readable, Readable>,
  group: ProcessGroup,
  settings: RunSettings,
  start: number,
): Promise<CommandOutcome> {
  const { signal, graceMs } = settings;
  const { maxOutputBytes: most } = settings;
  const output = { stdout: cappedOutput(child.stdout, most), stderr: cappedOutput(child.stderr, most) };
  return new Promise((resolve) => {
    let exit: { readonly code: number | null; readonly signal: string | null } | undefined;
    let ended: "timeout" | "abort" | undefined;
    let lost: NodeJS.Timeout | undefined;
    let finished = false;

    const finish = (): void => {
      if (finished) return;
      finished = true;
      clearTimeout(deadline);
      clearTimeout(lost);
      signal?.removeEventListener("abort", onAbort);
      letGo(child);
      if (settings.keepBackground === true && ended === undefined) group.release();
      else group.sweep();
      resolve({ kind: "ran", ...resultOf(exit, ended, output), ms: elapsed(start) });
    };
    const giveUp = (why: "timeout" | "abort"): void => {
      if (ended !== undefined || exit !== undefined) return;
      ended = why;
      clearTimeout(deadline);
      group.end();
      lost = setTimeout(finish, graceMs + LOST_MS);
    };
    const onAbort = (): void => giveUp("abort");
    const timeoutMs = Math.min(Math.max(settings.timeoutMs, 1), LONGEST_TIMER_MS);
    const deadline = setTimeout(() => giveUp("timeout"), timeoutMs);
    signal?.addEventListener("abort", onAbort, ONCE);
    child.on("error", () => undefined);
    child.once("exit", (code, signalName) => {
      exit = { code, signal: signalName };
      clearTimeout(deadline);
      // Its children may hold the pipes for ever.
      lost ??= setTimeout(finish, DRAIN_MS);
    });
    child.once("close", finish);
    // A command need not read its input.
    child.stdin.on("error", () => undefined);
    child.stdin.end(settings.input);
  });
}

/** Closes the pipes, whatever still holds the other ends. */
function letGo(child: ChildProcessByStdio<Writable, Readable, Readable>): void {
  child.stdin.destroy();
  child.stdout.destroy();
  child.stderr.destroy();
  child.unref();
}

function spawnChild(
  { file, args }: Argv,
  { cwd, env }: RunSettings,
): ChildProcessByStdio<Writable, Readable, Readable> {
  return spawn(file, [...args], {
    // What is not set must not come from a patched prototype.
    __proto__: null,
    cwd,
    env: ownProperties(env),
    stdio: ["pipe", "pipe", "pipe"],
    shell: false,
    // A separate group can be ended as a whole.
    detached: process.platform !== "win32",
    windowsHide: true,
  } as SpawnOptionsWithStdioTuple<"pipe", "pipe", "pipe">);
}

function resultOf(
  exit: { readonly code: number | null; readonly signal: string | null } | undefined,
  ended: "timeout" | "abort" | undefined,
  { stdout, stderr }: { readonly stdout: CappedOutput; readonly stderr: CappedOutput },
): Omit<CommandRun, "ms"> {
  return {
    exitCode: exit?.code ?? null,
    signal: exit?.signal ?? null,
    stdout: stdout.text(),
    stderr: stderr.text(),
    timedOut: ended === "timeout",
    aborted: ended === "abort",
    truncated: { stdout: stdout.truncated, stderr: stderr.truncated },
  };
}

function endedBefore(): CommandOutcome {
  const truncated = { stdout: false, stderr: false };
  const nothing = { exitCode: null, signal: null, stdout: "", stderr: "", timedOut: false };
  return { kind: "ran", ...nothing, aborted: true, truncated, ms: 0 };
}

function notStarted(error: unknown, cwd: string): NotStarted {
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
  // The system reports ENOENT for the program even if it is the directory that is missing.
  if (!isDirectory(cwd)) {
    return { kind: "not-started", code, message: "the working directory does not exist" };
  }
  return { kind: "not-started", code, message: messages[code] ?? `the system says ${code}` };
}

const messages: Readonly<Record<string, string>> = {
  ENOENT: "there is no such program",
  EACCES: "the program may not be run: is it executable?",
  E2BIG: "the arguments and the environment are too long for the system",
  EAGAIN: "the system has no room for another process",
  EMFILE: "too many files are open",
  ERR_INVALID_ARG_VALUE: "an argument or a variable holds a NUL character",
};

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function elapsed(start: number): number {
  return Math.round((performance.now() - start) * 1000) / 1000;
}
