import { recordLooks, sameLooks } from "@gatehouse-hooks/runtime";
import { statSync } from "node:fs";
import { exitCode, type ExitCode, UsageError } from "@gatehouse-hooks/console";
import { shownFrom } from "@gatehouse-hooks/local/places";
import { printable, usageMessage } from "@gatehouse-hooks/console/print";
import type { Context } from "@gatehouse-hooks/local";
import { nextChange } from "./next-change.js";
import { changedPaths } from "./changed-paths.js";
import { watchedFolders } from "./watched-folders.js";

/** What is run again, and what it reads. */
interface WatchOptions {
  /** How the report is written: only text can be watched. */
  readonly format: string;
  /** Files that the command reads beside what loading reads, absolute. */
  readonly files: readonly string[];
  readonly run: (context: Context) => Promise<ExitCode>;
}

/** The most names of changed files in one line. */
const MAX_NAMES = 3;
/** Goes to the upper left corner of a screen, and clears it. What has scrolled away stays. */
const CLEAR = "\u001b[H\u001b[2J";

/**
 * Runs a command, and again whenever a file that it read changes, a folder that it read gets another file, or something appears where it
 * looked and found nothing. Ends when the process is asked to.
 *
 * @throws UsageError where the report is not text, and where the first run could not be made
 */
export async function watchCommand(
  context: Context,
  { format, files, run }: WatchOptions,
): Promise<ExitCode> {
  const { io, settings, colors } = context;
  if (settings.json || format !== "text")
    throw new UsageError(
      "`--watch` shows text, run after run",
      `leave out ${settings.json ? "--json" : `--format ${format}`}, or --watch`,
    );
  const interrupted = new AbortController();
  const withdraw = io.onInterrupt(() => interrupted.abort());
  const isScreen = io.stdout.columns !== undefined && io.env["TERM"] !== "dumb";
  let wasUnsteady = false;
  let head = "";
  try {
    for (let isFirst = true; !interrupted.signal.aborted; isFirst = false) {
      if (isScreen) await io.stdout.write(CLEAR);
      if (head !== "") await io.stdout.write(`${colors.dim(head)}\n`);
      const stamps = stampsOf(files);
      const { looks, seen } = await recordLooks(async () => {
        if (isFirst) await run(context);
        else await runAgain(context, run);
      });
      await io.stdout.write(`${colors.dim("watching for changes; Ctrl-C ends")}\n`);
      // What changed while it was read, or cannot be read at all, is read once more, and then when it changes.
      const again = looks === null && !wasUnsteady;
      wasUnsteady = looks === null;
      await nextChange({
        folders: watchedFolders(seen, files),
        hasChanged: () => again || !sameLooks(seen) || stampsOf(files) !== stamps,
        signal: interrupted.signal,
      });
      head = `${timeOf(new Date())}  ${namesOf(changedPaths(seen), io.cwd)} changed`;
    }
  } finally {
    withdraw();
  }
  return exitCode.fine;
}

/** Which files these are, and when they were written. */
function stampsOf(files: readonly string[]): string {
  const stamps = files.map((file) => statSync(file, { bigint: true, throwIfNoEntry: false }));
  return stamps.map((one) => (one === undefined ? "" : `${one.ino} ${one.size} ${one.mtimeNs}`)).join("\n");
}

async function runAgain(context: Context, run: WatchOptions["run"]): Promise<void> {
  try {
    await run(context);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    await context.io.stderr.write(usageMessage(error));
  }
}

function timeOf(now: Date): string {
  const two = (part: number): string => String(part).padStart(2, "0");
  return [now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join(":");
}

function namesOf(changed: readonly string[], cwd: string): string {
  const names = changed.map((path) => printable(shownFrom(cwd, path)));
  if (names.length === 0) return "a file";
  const more = names.length - MAX_NAMES;
  return [...names.slice(0, MAX_NAMES), ...(more > 0 ? [`${more} more`] : [])].join(", ");
}
