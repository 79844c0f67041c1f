import { text } from "@gatehouse-hooks/console";

/** What the options of `gatehouse init` mean that say how, not where. */
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
  /** The file that switches packs on tries them silently. */
  readonly observe: boolean;
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
    observe: options["observe"] === true,
    unprobed: options["probe"] === false,
    binary: text(options["binary"]),
  };
}
