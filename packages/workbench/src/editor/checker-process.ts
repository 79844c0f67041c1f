import process from "node:process";
import { exitCode, type ExitCode, type Io, messageOf } from "@gatehouse-hooks/console";
import { contextOf, DEFAULT_OPTIONS } from "@gatehouse-hooks/local";
import { checkOpenFiles } from "./check-open-files.js";
import type { FromChecker, ToChecker } from "./checker-messages.js";

/**
 * The process in which files of an editor are checked: a large set takes a second, in which the editor goes on asking for words. One check
 * at a time; it ends when the other process does.
 */
export async function checkerProcess(io: Io): Promise<ExitCode> {
  if (process.send === undefined) return exitCode.usage;
  const { settings } = contextOf(DEFAULT_OPTIONS, io);
  const say = (message: FromChecker): void => {
    if (process.connected) process.send?.(message, () => undefined);
  };
  process.on("message", ({ id, files, project, hosts }: ToChecker) => {
    checkOpenFiles(io, { ...settings, project }, files, hosts).then(
      (checked) => say({ id, kind: "checked", checked }),
      (error: unknown) => say({ id, kind: "failed", why: messageOf(error) }),
    );
  });
  await new Promise<void>((resolve) => process.once("disconnect", resolve));
  return exitCode.fine;
}
