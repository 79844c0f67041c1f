import { CommanderError } from "commander";
import {
  ClosedPipe,
  type ExitCode,
  type Io,
  messageOf,
  type Output,
  UsageError,
} from "@gatehouse-hooks/console";
import type { Program } from "./program.js";
import { commandRow } from "./command-table.js";
import { usageOf } from "./usage-of.js";

/** What `--json` prints where a command ends with 2 or 3 and has printed nothing else. */
export interface ErrorJson {
  readonly ok: false;
  readonly error: {
    /** `usage`: bad usage or unreadable input; `internal`: a defect of Gatehouse. */
    readonly kind: "usage" | "internal";
    /** For people. */
    readonly message: string;
    /** What to do instead. */
    readonly cure?: string;
  };
}

/**
 * Runs a command line. Where it asks for JSON and fails before it has printed anything, the error is printed as JSON, in addition to the
 * message on stderr.
 *
 * @param of the program whose output is the given one
 * @throws what the program throws
 */
export async function withJsonErrors(
  args: readonly string[],
  io: Io,
  of: (io: Io) => Program,
): Promise<ExitCode> {
  if (!asksForJson(args)) return await of(io).run(args);
  let hasPrinted = false;
  const whole = of(
    withStdout(
      io,
      noticing(io.stdout, () => (hasPrinted = true)),
    ),
  );
  try {
    return await whole.run(args);
  } catch (error) {
    const json = errorJson(error, args);
    const row = args.map(commandRow).find((one) => one !== undefined);
    if (json !== undefined && !hasPrinted && row?.answersOnly !== true)
      await io.stdout.write(`${JSON.stringify(json, null, 2)}\n`);
    throw error;
  }
}

/** `--json`, or the format that says the same; what is behind `--` is not an option. */
function asksForJson(args: readonly string[]): boolean {
  const end = args.indexOf("--");
  const options = end === -1 ? args : args.slice(0, end);
  if (options.includes("--jsonl")) return false;
  return options.some(
    (word, index) =>
      word === "--json" || word === "--format=json" || (word === "json" && options[index - 1] === "--format"),
  );
}

function errorJson(error: unknown, args: readonly string[]): ErrorJson | undefined {
  if (error instanceof ClosedPipe) return undefined;
  if (error instanceof UsageError) {
    const { message, cure } = error;
    return { ok: false, error: { kind: "usage", message, ...(cure !== undefined && { cure }) } };
  }
  if (error instanceof CommanderError) {
    // Help and the version end this way, too.
    if (error.exitCode === 0) return undefined;
    return errorJson(usageOf(error, args), args);
  }
  return { ok: false, error: { kind: "internal", message: messageOf(error) } };
}

/** The same outside with another output; nothing of it is opened before it is used. */
function withStdout(io: Io, stdout: Output): Io {
  const properties = { ...Object.getOwnPropertyDescriptors(io), stdout: { value: stdout, enumerable: true } };
  return Object.defineProperties({}, properties) as Io;
}

function noticing(output: Output, notice: () => void): Output {
  const { writeNow } = output;
  const told =
    (write: Output["write"]): Output["write"] =>
    (text) => {
      notice();
      return write(text);
    };
  return {
    get columns() {
      return output.columns;
    },
    write: told(output.write),
    ...(writeNow !== undefined && { writeNow: told(writeNow) }),
  };
}
