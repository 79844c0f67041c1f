import type { ReplayInput } from "@gatehouse-hooks/replay";
import { closeSync, openSync } from "node:fs";
import type { LogUnit } from "../replay/find-logs.js";
import { readRange } from "../replay/read-range.js";
import { replayLine } from "../replay/replay-lines.js";
import { replaySessions } from "../replay/replay-sessions.js";

/** What goes on around a scan. */
export interface ScanWatch {
  /** So many bytes more were read. True: stop. */
  readonly pause: (bytes: number) => boolean | Promise<boolean>;
}

/**
 * Gives every event of a log, in its order, as a replay takes them. What cannot be read was told by the replay.
 *
 * @returns false: it was stopped
 * @throws what the file system throws
 */
export async function scanLog(
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
