import { ownProperties } from "@gatehouse-hooks/json";
import path from "node:path";
import type { CommandHandler, Event, Failure, Verdict } from "@gatehouse-hooks/engine";
import type { AnswerCommand, CallContext, CommandNeed } from "./command-need.js";
import type { CommandOutcome, CommandRun } from "./command-run.js";
import { type Environment, mergedEnvironment } from "./environment.js";
import { hookInput } from "./builtin-call.js";
import { type Argv, runCommand } from "./run-command.js";
import { type Shell, shellArgv, systemShell } from "./shell.js";

const MAX_SHOWN = 80;
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** A command for a message: its first line that is not blank, shortened, in backticks. */
function showCommand(text: string): string {
  const head = text.slice(0, 4 * MAX_SHOWN).trimStart();
  const line = head.split("\n", 1)[0]?.replace(UNPRINTABLE, " ").trim() ?? "";
  const isCut = line.length > MAX_SHOWN || text.trim() !== line;
  return `\`${line.slice(0, MAX_SHOWN)}${isCut ? "…" : ""}\``;
}

/** Reads a command's output. Pure; supplied by the host's format. */
export type InterpretRun = (run: CommandRun, need: CommandNeed) => Verdict;

/** Puts a command into a sandbox, or says why it must not run. `bubblewrapArgv` makes one. */
export type Sandbox = (
  argv: Argv,
  cwd: string,
) =>
  | {
      readonly kind: "argv";
      readonly argv: Argv;
      /** Called when the command has ended, in whatever way. */
      readonly release?: () => void;
    }
  | { readonly kind: "refused"; readonly code: string; readonly message: string };

/** How commands are run. */
export interface CommandHandlerOptions {
  /**
   * Turns a run that ended by itself, whatever its exit code or signal, into a verdict. It is not asked about a command that
   * did not start, took too long or was aborted, nor about one that exited with 0 and wrote more than `maxOutputBytes` where
   * its output is its answer: those are failures. Output that was cut says so at its end.
   */
  readonly interpret: InterpretRun;
  /** The environment that commands inherit, normally `process.env`: all of it reaches them. */
  readonly env: Environment;
  /** Where commands run, and what a relative `workingDir` is relative to. */
  readonly cwd: string | ((event: Event) => string);
  /**
   * Further variables for one run, read from the event or the inherited environment. Event data belongs here and on standard
   * input, never into the text of a command.
   */
  readonly variables?: (need: CommandNeed, env: Environment) => Environment;
  /**
   * The directory of one run, absolute or relative to `cwd`, where a format writes it with variables. Default: the handler's
   * `workingDir` as it is.
   */
  readonly workingDir?: (need: CommandNeed, env: Environment) => string;
  /** What commands read on standard input. Default `hookInput`. */
  readonly input?: (event: Event, cwd: string) => string;
  /** Whether a command's exit code says everything, so that output beside 0 may be cut. Default: no. */
  readonly exitDecides?: (need: CommandNeed) => boolean;
  /** Runs shell text. Default: bash, or sh where there is none. */
  readonly shell?: Shell;
  /** The bytes kept of stdout, and as many of stderr. Default 1 MiB. */
  readonly maxOutputBytes?: number;
  /** Milliseconds between SIGTERM and SIGKILL. Default 500. */
  readonly graceMs?: number;
  /** Default: none, commands run with all rights of this process. */
  readonly sandbox?: Sandbox;
  /** Let processes live that a command left in the background. Default false. */
  readonly keepBackground?: boolean;
}

const MAX_OUTPUT_BYTES = 1_048_576;
const GRACE_MS = 500;

/**
 * The handler of commands. A handler without `args` is shell text; one with `args`, even empty, is a program that no shell
 * looks at. The order of variables, later ones win: the inherited environment, the handler's `env`, `variables`.
 *
 * @example
 * ```ts
 * const command = commandHandler({ interpret, env: process.env, cwd: process.cwd() });
 * const runtime = createRuntime({ policies, handlers: { command } });
 * ```
 */
export function commandHandler(given: CommandHandlerOptions): AnswerCommand {
  const options = ownProperties(given);
  const { interpret, env, maxOutputBytes = MAX_OUTPUT_BYTES, graceMs = GRACE_MS } = options;
  const input = options.input ?? hookInput;
  const exitDecides = options.exitDecides ?? (() => false);

  return async (need, { signal }: CallContext) => {
    const { handler, event } = need;
    const base = typeof options.cwd === "string" ? options.cwd : options.cwd(event);
    const cwd = path.resolve(base, options.workingDir?.(need, env) ?? handler.workingDir ?? ".");
    const bare = argvOf(handler, options.shell ?? systemShell());
    const environment = mergedEnvironment(env, handler.env ?? {}, options.variables?.(need, env) ?? {});
    const told = input(event, cwd);
    const boxed: ReturnType<Sandbox> = options.sandbox?.(bare, cwd) ?? { kind: "argv", argv: bare };
    if (boxed.kind === "refused") return failed(boxed.code, boxed.message);
    const outcome = await runCommand(boxed.argv, {
      cwd,
      env: environment,
      input: told,
      timeoutMs: handler.timeoutMs,
      maxOutputBytes,
      graceMs,
      keepBackground: options.keepBackground ?? false,
      signal,
    }).finally(() => boxed.release?.());
    return verdictOf(outcome, need, { interpret, exitDecides, maxOutputBytes, signal });
  };
}

function argvOf(handler: CommandHandler, shell: Shell): Argv {
  if (handler.args === undefined) return shellArgv(shell, handler.command);
  return { file: handler.command, args: handler.args };
}

function verdictOf(
  outcome: CommandOutcome,
  need: CommandNeed,
  {
    interpret,
    exitDecides,
    maxOutputBytes,
    signal,
  }: Pick<Required<CommandHandlerOptions>, "interpret" | "exitDecides" | "maxOutputBytes"> & CallContext,
): Verdict {
  const { command, timeoutMs } = need.handler;
  const shown = showCommand(command);
  if (outcome.kind === "not-started") {
    return failed("spawn-failed", `the command ${shown} did not start: ${outcome.message}`);
  }
  if (outcome.timedOut) return failed("timeout", `the command ${shown} did not end within ${timeoutMs} ms`);
  if (outcome.aborted) return abortedFailure(signal.reason);
  if (outcome.exitCode === 0 && outcome.truncated.stdout && !exitDecides(need)) {
    return failed(
      "output-too-large",
      `the command ${shown} wrote more than ${maxOutputBytes} bytes to stdout: what is cut cannot be read`,
    );
  }
  return interpret(noted(outcome, maxOutputBytes), need);
}

/** Says at the end of a string that it was cut. */
function noted(run: CommandRun, maxOutputBytes: number): CommandRun {
  const note = `\n… (cut after ${maxOutputBytes} bytes)`;
  const { truncated, stdout, stderr } = run;
  if (!truncated.stdout && !truncated.stderr) return run;
  return {
    ...run,
    stdout: truncated.stdout ? stdout + note : stdout,
    stderr: truncated.stderr ? stderr + note : stderr,
  };
}

/** The failure of a run that was given up: the reason's own code and message where it has them, as the runtime's does. */
function abortedFailure(reason: unknown): Failure {
  if (reason instanceof Error && "code" in reason && typeof reason.code === "string")
    return failed(reason.code, reason.message);
  return failed("aborted", "the command was aborted before it ended");
}

function failed(code: string, message: string): Failure {
  return { kind: "failure", code, message };
}
