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
    if (command === "hook" && (asks || more.length === 0) && /^[a-z]/.test(agent)) {
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
    return await report(error, io).catch(() => exitCode.closedPipe);
  }
}

async function report(error: unknown, io: Io): Promise<ExitCode> {
  if (error instanceof ClosedPipe) return exitCode.closedPipe;
  if (error instanceof UsageError) {
    const { usageMessage } = await import("@gatehouse-hooks/console/print/usage-message");
    const said = usageMessage(error);
    const { columns } = io.stderr;
    if (columns === undefined) {
      await io.stderr.write(said);
    } else {
      const { fitLines } = await import("@gatehouse-hooks/console/print/fit-lines");
      await io.stderr.write(fitLines([said], { columns, home: io.home }).join("\n"));
    }
    return exitCode.usage;
  }
  const { CommanderError } = await import("commander");
  if (error instanceof CommanderError) {
    // Commander has written its message; help and version end with 0.
    return error.exitCode === 0 ? exitCode.fine : exitCode.usage;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  await io.stderr.write(`gatehouse: internal error, please report it\n${text}\n`);
  return exitCode.internal;
}
