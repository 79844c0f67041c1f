import { homedir } from "node:os";
import process from "node:process";
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

/** The `Io` of this process, and how it was interrupted, if it was: the exit code for that. */
export function processIo(): { readonly io: Io; readonly interruption: () => number | undefined } {
  let interruption: number | undefined;
  const closers = new Set<() => void>();
  const interrupt = (signal: NodeJS.Signals): void => {
    const code = INTERRUPTIONS.get(signal) ?? 1;
    // Asked twice: end at once. Hooks that still run end with this process.
    if (interruption !== undefined) process.exit(code);
    interruption = code;
    for (const close of closers) close();
    setTimeout(() => process.exit(code), GRACE_MS);
  };
  const io: Io = {
    stdin: process.stdin,
    stdout: output(process.stdout),
    stderr: output(process.stderr),
    env: process.env,
    cwd: process.cwd(),
    home: homedir(),
    interactive: process.stdin.isTTY,
    terminal: processTerminal,
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

function output(stream: NodeJS.WriteStream): Output {
  // Each write reports its own error; without a listener Node would also throw it at the process.
  stream.on("error", ignore);
  return {
    columns: stream.isTTY ? stream.columns : undefined,
    write: (text) =>
      new Promise((resolve, reject) => {
        stream.write(text, (error) => {
          if (error == null) resolve();
          else reject(isClosed(error) ? new ClosedPipe() : error);
        });
      }),
  };
}

function isClosed(error: Error): boolean {
  const code = "code" in error ? error.code : undefined;
  return code === "EPIPE" || code === "ECONNRESET" || code === "ERR_STREAM_DESTROYED";
}

function ignore(): void {
  // Nothing to add: the write that failed has been rejected.
}
