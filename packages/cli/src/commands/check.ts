import { resolve } from "node:path";
import type { ExitCode } from "@gatehouse-hooks/console";
import type { Context } from "@gatehouse-hooks/local";
import { checkPaths } from "@gatehouse-hooks/workbench/check/check";
import type { GivenWords } from "../command-row.js";

/** `gatehouse check [PATH…]`: every issue of policy files, once, or again with each change of a file. */
export async function check(context: Context, given: GivenWords): Promise<ExitCode> {
  const paths = given.list(0);
  const tools = given.texts("tools");
  const format = given.text("format") ?? "text";
  const run = (again: Context): Promise<ExitCode> =>
    checkPaths(again, paths, {
      hosts: given.texts("host"),
      tools,
      fix: given.has("fix"),
      interactive: given.has("interactive"),
      conflicts: given.has("conflicts"),
      box: given.has("box"),
      format,
      failOn: given.text("failOn") ?? "error",
    });
  if (!given.has("watch")) return run(context);
  const { toolsFile } = await import("@gatehouse-hooks/workbench/check/given-tools");
  const files = tools.map((one) => resolve(context.io.cwd, toolsFile(one).file));
  const { watchCommand } = await import("@gatehouse-hooks/workbench/watch/watch-command");
  return watchCommand(context, { format, files, run });
}
