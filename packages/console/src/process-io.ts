import { fstatSync, readSync, writeSync } from "node:fs";
import { homedir } from "node:os";
import process from "node:process";
import { errorCodeOf } from "./errors.js";
import { processTerminal } from "./terminal.js";
import { ClosedPipe, type Io, type Output } from "./io.js";

/** The signals that ask a process to end, with the exit codes that a shell reports for them. */
const INTERRUPTIONS: ReadonlyMap<NodeJS.Signals, number> = new Map([
  ["SIGHUP", 129],
  ["SIGINT", 130],
  ["SIGTERM", 143],
]);

/** Milliseconds that an interrupted command has to end by itself. */
const GRACE_MS = 2_000;

/**
 * The `Io` of this process, and how it was interrupted, if it was: the exit code for that.
 *
 * @param own variables that are for this process alone: nothing that it starts has them
 */
export function processIo(own: readonly string[] = []): {
  readonly io: Io;
  readonly interruption: () => number | undefined;
} {
  const { env } = process;
  for (const name of own) Reflect.deleteProperty(env, name);
  let interruption: number | undefined;
  const closers = new Set<(signal: NodeJS.Signals) => void>();
  const interrupt = (signal: NodeJS.Signals): void => {
    const code = INTERRUPTIONS.get(signal) ?? 1;
    // Asked twice: end at once. Hooks that still run end with this process.
    if (interruption !== undefined) process.exit(code);
    interruption = code;
    for (const close of closers) close(signal);
    setTimeout(() => process.exit(code), GRACE_MS);
  };
  const io: Io = {
    // Opening the streams takes longer than a decision: they are opened when they are used.
    stdin: { [Symbol.asyncIterator]: () => process.stdin[Symbol.asyncIterator]() },
    stdinNow,
    stdout: output(1, () => process.stdout),
    stderr: output(2, () => process.stderr),
    env,
    cwd: process.cwd(),
    home: homedir(),
    get interactive() {
      return isTerminal(0);
    },
    terminal: processTerminal,
    process: process.pid,
    onInterrupt(close) {
      // Without anything to close, a signal ends the process as it always does.
      if (closers.size === 0) for (const signal of INTERRUPTIONS.keys()) process.on(signal, interrupt);
      closers.add(close);
      return () => {
        closers.delete(close);
        if (closers.size === 0 && interruption === undefined)
          for (const signal of INTERRUPTIONS.keys()) process.removeListener(signal, interrupt);
      };
    },
  };
  return { io, interruption: () => interruption };
}

/**
 * Node 20 keeps the last plain answer about a file, and where that was a pipe, it resolves no link for the next import: a
 * judge's SDK that pnpm has linked would not be found. Answers in big integers are kept elsewhere.
 */
const BIG = { bigint: true } as const;

/** Whether people are at the other end. Node's own module for terminals is loaded only where there may be one. */
function isTerminal(fd: number): boolean {
  try {
    if (!fstatSync(fd, BIG).isCharacterDevice()) return false;
  } catch {
    return false;
  }
  return process.getBuiltinModule("node:tty").isatty(fd);
}

/** Bytes that are read at once. */
const CHUNK = 65_536;

/** Undefined when nothing is there yet, and for what does not block: the stream knows how to wait. */
function stdinNow(): Uint8Array | undefined {
  const bytes = new Uint8Array(CHUNK);
  try {
    return bytes.subarray(0, readSync(0, bytes));
  } catch {
    return undefined;
  }
}

function output(fd: 1 | 2, open: () => NodeJS.WriteStream): Output {
  let stream: NodeJS.WriteStream | undefined;
  const opened = (): NodeJS.WriteStream => {
    if (stream !== undefined) return stream;
    stream = open();
    // Each write reports its own error; without a listener Node would also throw it at the process.
    stream.on("error", ignore);
    return stream;
  };
  const write = (text: string | Uint8Array): Promise<void> =>
    new Promise((resolve, reject) => {
      opened().write(text, (error) => {
        if (error == null) resolve();
        else reject(isClosed(error) ? new ClosedPipe() : error);
      });
    });
  return {
    get columns() {
      return isTerminal(fd) ? opened().columns : undefined;
    },
    async writeNow(text) {
      const bytes = Buffer.from(text);
      // What the stream has accepted comes first, and a terminal is the stream's business.
      const at = stream !== undefined || isTerminal(fd) ? 0 : writtenNow(fd, bytes);
      if (at < bytes.length) await write(bytes.subarray(at));
    },
    write,
  };
}

/** How many bytes the operating system takes at once. @throws ClosedPipe */
function writtenNow(fd: number, bytes: Uint8Array): number {
  let at = 0;
  try {
    while (at < bytes.length) at += writeSync(fd, bytes, at);
  } catch (error) {
    if (error instanceof Error && isClosed(error)) throw new ClosedPipe();
  }
  return at;
}

function isClosed(error: Error): boolean {
  const code = errorCodeOf(error);
  return code === "EPIPE" || code === "ECONNRESET" || code === "ERR_STREAM_DESTROYED";
}

function ignore(): void {
  // Nothing to add: the write that failed has been rejected.
}
