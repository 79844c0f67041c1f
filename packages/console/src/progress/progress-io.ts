import type { Io, Output } from "../io.js";
import { ProgressLine } from "./progress-line.js";

/**
 * The same outside, with a line on standard error that says how far work is. It is gone before anything else is written or asked.
 *
 * @param now milliseconds that only go up
 */
export function progressIo(io: Io, now: () => number = () => performance.now()): Io {
  const line = new ProgressLine(io.stderr, now);
  const cleared = (output: Output): Output => {
    const { writeNow } = output;
    return {
      write: (text) => {
        line.clear();
        return output.write(text);
      },
      ...(writeNow && {
        writeNow: (text: string) => {
          line.clear();
          return writeNow(text);
        },
      }),
      get columns() {
        return output.columns;
      },
    };
  };
  const { stdinNow, env, cwd, home, onInterrupt } = io;
  return {
    // Opening standard input takes time, and is done where it is read.
    get stdin() {
      return io.stdin;
    },
    get interactive() {
      return io.interactive;
    },
    ...(stdinNow && { stdinNow }),
    env,
    cwd,
    home,
    onInterrupt,
    stdout: cleared(io.stdout),
    stderr: cleared(io.stderr),
    terminal: () => {
      line.clear();
      return io.terminal?.();
    },
    progress: (what, done, of) => line.show(what, done, of),
  };
}
