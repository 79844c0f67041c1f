import { closeSync, openSync } from "node:fs";
import { ReadStream, WriteStream } from "node:tty";

/** A person at a terminal. */
export interface Terminal {
  /**
   * Writes a question and reads a line.
   *
   * @returns undefined when the signal aborted or the terminal went away
   */
  ask(question: string, signal: AbortSignal): Promise<string | undefined>;
}

/** The longest answer that is looked at, in characters. */
const MAX_ANSWER = 1_000;

/**
 * The terminal of this process, whatever its standard streams are connected to: the event to decide usually comes in on
 * standard input. Undefined where there is none: a service, a container, a job of a build.
 */
export function processTerminal(): Terminal | undefined {
  let fd: number;
  try {
    fd = openSync("/dev/tty", "r+");
    closeSync(fd);
  } catch {
    return undefined;
  }
  return { ask };
}

function ask(question: string, signal: AbortSignal): Promise<string | undefined> {
  return new Promise((resolve) => {
    let input: ReadStream;
    let output: WriteStream;
    try {
      input = new ReadStream(openSync("/dev/tty", "r"));
      output = new WriteStream(openSync("/dev/tty", "w"));
    } catch {
      resolve(undefined);
      return;
    }
    let text = "";
    const end = (answer: string | undefined): void => {
      signal.removeEventListener("abort", giveUp);
      input.destroy();
      // The next output begins on a line of its own.
      if (answer === undefined) output.write("\n");
      output.destroy();
      resolve(answer);
    };
    const giveUp = (): void => end(undefined);
    signal.addEventListener("abort", giveUp, { once: true });
    for (const stream of [input, output]) stream.on("error", giveUp);
    input.on("end", giveUp);
    input.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      const line = text.split("\n", 1)[0] ?? "";
      if (text.includes("\n")) end(line);
      else if (text.length > MAX_ANSWER) giveUp();
    });
    output.write(question);
  });
}
