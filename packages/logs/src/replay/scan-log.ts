import type { ReplayInput } from "@gatehouse-hooks/replay";
import { closeSync, openSync } from "node:fs";
import type { Io } from "@gatehouse-hooks/console";
import type { LogUnit } from "./find-logs.js";
import { readRange } from "./read-range.js";
import { replayLine } from "./replay-lines.js";
import { replaySessions } from "./replay-sessions.js";

/** What goes on around a scan. */
interface ScanWatch {
  /** So many bytes more were read. True: stop. */
  readonly pause: (bytes: number) => boolean | Promise<boolean>;
}

/**
 * Gives every event of a log, in its order, as a replay takes them. What cannot be read was told by the replay.
 *
 * @returns false: it was stopped
 * @throws what the file system throws
 */
async function scanLog(
  units: readonly LogUnit[],
  take: (input: ReplayInput) => void,
  { pause }: ScanWatch,
): Promise<boolean> {
  let line = 0;
  const nothing = (): void => undefined;
  const reader = {
    open: () => (line = 0),
    line: () => ++line,
    add: take,
    saw: nothing,
    decided: nothing,
    copy: nothing,
    refuse: nothing,
    unrecognised: nothing,
  };
  for (const unit of units) {
    if (unit.kind === "sessions") {
      if (!(await replaySessions(reader, unit, { pause }))) return false;
      continue;
    }
    reader.open();
    const fd = openSync(unit.file, "r");
    try {
      const range = { from: 0, to: unit.size };
      if ((await readRange(fd, range, { line: replayLine(reader, unit.path), pause })) !== null) return false;
    } finally {
      closeSync(fd);
    }
  }
  return true;
}

/** A log, and whether to stop. */
export interface ScanJob {
  readonly units: readonly LogUnit[];
  readonly isStopped: () => boolean;
}

/**
 * `scanLog`, telling a person how far it is.
 *
 * @param what is done, for people
 * @returns false: it was stopped
 * @throws what the file system throws
 */
export async function scanWithProgress(
  io: Pick<Io, "progress">,
  { units, isStopped }: ScanJob,
  what: string,
  take: (input: ReplayInput) => void,
): Promise<boolean> {
  const all = units.reduce((sum, { size }) => sum + size, 0);
  let bytes = 0;
  return scanLog(units, take, {
    pause: async (more) => {
      bytes += more;
      io.progress?.(`${what}, KiB`, Math.floor(bytes / 1024), Math.ceil(all / 1024));
      // Signals and the terminal are heard in between.
      await new Promise((resolve) => setImmediate(resolve));
      return isStopped();
    },
  });
}
