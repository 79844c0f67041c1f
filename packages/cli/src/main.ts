import { hook, PLAIN_FLAGS } from "@gatehouse-hooks/agents/answer-hook";
import { ClosedPipe, exitCode, type ExitCode, type Io, UsageError } from "@gatehouse-hooks/console";
import { hookContext, HOOKS_PROCESS } from "@gatehouse-hooks/agents/hook";
import { REPLAY_WORKER } from "@gatehouse-hooks/logs/replay";
import { CHECKER_PROCESS } from "@gatehouse-hooks/workbench/editor";

/**
 * Runs one command line.
 *
 * @param args the arguments after the program's name
 * @returns the exit code; never throws, and everything written has been taken by the operating system
 */
export async function main(args: readonly string[], io: Io): Promise<number> {
  try {
    const [command, agent = "", ...more] = args;
    const asks = more.join(" ") === "--daemon auto";
    // An agent starts it for each call of a tool: the command line's own parser, which takes longer than a decision, is left out.
    if (command === "hook" && (asks || more.length === 0) && isWord(agent)) {
      const flags = { ...PLAIN_FLAGS, daemon: asks ? "auto" : "off" };
      return await hook(hookContext(io, io.cwd), agent, flags);
    }
    if (command === HOOKS_PROCESS)
      return await (await import("@gatehouse-hooks/agents/hook/hooks-process")).hooksProcess();
    if (command === CHECKER_PROCESS)
      return await (await import("@gatehouse-hooks/workbench/editor/checker-process")).checkerProcess(io);
    if (command === REPLAY_WORKER)
      return await (await import("@gatehouse-hooks/logs/replay/replay-worker")).replayWorker();
    const { program } = await import("./program.js");
    const { withJsonErrors } = await import("./json-errors.js");
    return await withJsonErrors(args, io, program);
  } catch (error) {
    return await report(error, args, io).catch(() => exitCode.closedPipe);
  }
}

/** It begins with a letter; a pattern would be compiled for that, at each start. */
function isWord(name: string): boolean {
  return name >= "a" && name < "{";
}

async function report(error: unknown, args: readonly string[], io: Io): Promise<ExitCode> {
  if (error instanceof ClosedPipe) return exitCode.closedPipe;
  if (error instanceof UsageError) return await reportUsage(error, io);
  const { CommanderError } = await import("commander");
  if (error instanceof CommanderError) {
    // Help and the version end with 0; help for want of a command has been written.
    if (error.exitCode === 0) return exitCode.fine;
    if (error.code === "commander.help") return exitCode.usage;
    return await reportUsage((await import("./usage-of.js")).usageOf(error, args), io);
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  await io.stderr.write(`gatehouse: internal error, please report it\n${text}\n`);
  return exitCode.internal;
}

async function reportUsage(error: UsageError, io: Io): Promise<ExitCode> {
  const { usageMessage } = await import("@gatehouse-hooks/console/print/usage-message");
  const { writeFitted } = await import("@gatehouse-hooks/console/print/fit-lines");
  await writeFitted(io.stderr, [usageMessage(error).trimEnd()], io.home);
  return exitCode.usage;
}
