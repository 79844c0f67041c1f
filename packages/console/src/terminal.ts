import { closeSync, constants, openSync, readSync, writeSync } from "node:fs";
import { errorCodeOf } from "./errors.js";
import type { ReadStream, WriteStream } from "node:tty";

/** What an answer must be. */
interface LineOptions {
  /**
   * One line and nothing else: undefined, too, where what was typed before cannot be dropped, and where more comes behind the line,
   * as of a paste.
   */
  readonly alone?: boolean;
}

/** A person at a terminal. */
export interface Terminal {
  /**
   * Drops what was typed before, writes a question and reads a line.
   *
   * @returns undefined when the signal aborted or the terminal went away
   */
  ask(question: string, signal: AbortSignal, options?: LineOptions): Promise<string | undefined>;
  /** Writes lines and reads nothing. */
  tell(text: string): void;
  /** The process that is at it: what it came of tells whose terminal it is. Absent where the system knows of no such process. */
  readonly process?: number;
}

/** The longest answer that is looked at, in characters. */
const MAX_ANSWER = 1_000;
/** The most that is dropped of what was typed before a question, in bytes: a terminal keeps less. */
const MAX_DROPPED = 65_536;

/**
 * The terminal of this process, whatever its standard streams are connected to: the event to decide usually comes in on
 * standard input. Undefined without one: a service, a container, a job of a build.
 */
export function processTerminal(): Terminal | undefined {
  let fd: number;
  try {
    fd = openSync("/dev/tty", "r+");
    closeSync(fd);
  } catch {
    return undefined;
  }
  return { ask, tell, process: process.pid };
}

function tell(text: string): void {
  try {
    const fd = openSync("/dev/tty", "w");
    writeSync(fd, `${text}\n`);
    closeSync(fd);
  } catch {
    // The terminal is gone: what is shown needs no answer.
  }
}

/**
 * Drops what was typed and not read. In raw mode, because a terminal withholds an unfinished line.
 *
 * @returns how many bytes there were; undefined where it is not known that nothing is left
 */
function dropTyped(input: ReadStream): number | undefined {
  const fd = openSync("/dev/tty", constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  input.setRawMode(true);
  let dropped = 0;
  try {
    const buffer = new Uint8Array(1_024);
    while (dropped < MAX_DROPPED) {
      const count = readSync(fd, buffer);
      if (count === 0) return dropped;
      dropped += count;
    }
    return undefined;
  } catch (error) {
    // Nothing is left. Where it is another error, a question for a word can still be asked: that cannot have been typed before.
    return errorCodeOf(error) === "EAGAIN" ? dropped : undefined;
  } finally {
    input.setRawMode(false);
    closeSync(fd);
  }
}

/** What `dropTyped` says; null where it throws. */
function typedBefore(input: ReadStream): number | undefined | null {
  try {
    return dropTyped(input);
  } catch {
    return null;
  }
}

/** Undefined where there is no terminal. */
function openTerminal(): { readonly input: ReadStream; readonly output: WriteStream } | undefined {
  // Loaded for a question only: it brings all of Node's networking with it.
  const tty = process.getBuiltinModule("node:tty");
  try {
    return {
      input: new tty.ReadStream(openSync("/dev/tty", "r")),
      output: new tty.WriteStream(openSync("/dev/tty", "w")),
    };
  } catch {
    return undefined;
  }
}

function ask(
  question: string,
  signal: AbortSignal,
  { alone = false }: LineOptions = {},
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const terminal = openTerminal();
    if (terminal === undefined) {
      resolve(undefined);
      return;
    }
    const { input, output } = terminal;
    let text = "";
    const end = (answer: string | undefined): void => {
      signal.removeEventListener("abort", giveUp);
      input.destroy();
      // The next output begins on a new line.
      if (answer === undefined) output.write("\n");
      output.destroy();
      resolve(answer);
    };
    const giveUp = (): void => end(undefined);
    signal.addEventListener("abort", giveUp, { once: true });
    for (const stream of [input, output]) stream.on("error", giveUp);
    const before = typedBefore(input);
    if (before === null || (before === undefined && alone)) {
      giveUp();
      return;
    }
    /** Whether nothing came with the line, nor waits behind it. */
    const isAlone = (): boolean => text.indexOf("\n") === text.length - 1 && typedBefore(input) === 0;
    input.on("end", giveUp);
    input.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      const line = text.split("\n", 1)[0] ?? "";
      if (text.includes("\n")) end(alone && !isAlone() ? undefined : line);
      else if (text.length > MAX_ANSWER) giveUp();
    });
    output.write(question);
  });
}
