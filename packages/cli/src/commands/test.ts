import { type ExitCode, isCommandText, UsageError } from "@gatehouse-hooks/console";
import type { Context } from "@gatehouse-hooks/local";
import type { GivenWords } from "../command-row.js";

/**
 * `gatehouse test [PATH…]`: the tests of policy files, or of one program with hooks.
 *
 * @throws UsageError for a program beside other paths, or one that is to be watched
 */
export async function test(context: Context, given: GivenWords): Promise<ExitCode> {
  const paths = given.list(0);
  const command = paths.find((path) => isCommandText(context.io, path));
  if (command !== undefined)
    throw new UsageError(
      `\`${command}\` is not a file`,
      "a command of the shell is tried with gatehouse try; gatehouse test runs the tests that stand beside the rules",
    );
  const format = given.text("format") ?? "text";
  const hooks = await import("@gatehouse-hooks/workbench/judge/judge-hooks");
  const program = paths.find((path) => hooks.isHookProgram(path));
  if (program !== undefined) {
    if (paths.length > 1)
      throw new UsageError(
        `\`${program}\` is a program, and is tested by itself`,
        `gatehouse test ${program}`,
      );
    if (given.has("watch"))
      throw new UsageError(
        "`--watch` follows policy files, and a program reads what it wants",
        `node --watch ${program}`,
      );
    return hooks.testHooks(context, program, format);
  }
  const { testPolicies } = await import("@gatehouse-hooks/workbench/try/test");
  const flags = {
    event: given.text("event"),
    tool: given.text("tool"),
    params: given.text("params"),
    live: given.has("live"),
    verbose: given.has("verbose"),
    coverage: given.has("coverage"),
    requireTests: given.has("requireTests"),
    format,
  };
  const run = (again: Context): Promise<ExitCode> => testPolicies(again, paths, flags);
  if (!given.has("watch")) return run(context);
  const { watchCommand } = await import("@gatehouse-hooks/workbench/watch/watch-command");
  return watchCommand(context, { format, files: [], run });
}
