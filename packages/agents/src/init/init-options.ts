import type { Command } from "commander";
import { text } from "@gatehouse-hooks/console";

/** The options of `gatehouse init` that say how, not where. */
export function addInitOptions(command: Command): Command {
  return command
    .option("--user", "the user's settings (the default; --project DIR: those of that project)")
    .option("--yes", "do not ask")
    .option("--undo", "take back what was done: files are as they were, byte for byte")
    .option("--dry-run", "show what would change, and change nothing")
    .option("--no-rule", "without the file that switches packs on")
    .option("--no-probe", "send no call through what was installed")
    .option("--no-daemon", "start a process for each call, and leave no daemon running")
    .option("--http", "refused, with the reason: such hooks do not stay closed (docs/init.md)")
    .option("--binary <file>", "what the hooks start (default: this program)");
}

/** What they mean. */
export interface InitFlags {
  /** Do not ask. */
  readonly yes: boolean;
  readonly undo: boolean;
  /** Show what would be done, and do nothing. */
  readonly dryRun: boolean;
  readonly http: boolean;
  /** Hooks ask the daemon first, where `curl` can. */
  readonly daemon: boolean;
  /** Without the file that switches packs on. */
  readonly bare: boolean;
  /** Send no call through what was installed. */
  readonly unprobed: boolean;
  /** What hooks start, instead of this program. */
  readonly binary: string | undefined;
}

/** @param options as the command line's parser gives them */
export function initFlags(options: Readonly<Record<string, unknown>>): InitFlags {
  return {
    yes: options["yes"] === true,
    undo: options["undo"] === true,
    dryRun: options["dryRun"] === true,
    http: options["http"] === true,
    daemon: options["daemon"] !== false,
    bare: options["rule"] === false,
    unprobed: options["probe"] === false,
    binary: text(options["binary"]),
  };
}
