import type { LogPlace, Replay } from "@gatehouse-hooks/replay";
import { parseLine, rowOf } from "@gatehouse-hooks/console/lines";
import { isBlankLine, ROW_LIMITS } from "./log-format.js";
import { logRowOf } from "./log-row.js";

/** Takes the lines of a file of rows: what they hold goes to the replay. */
export function replayLine(
  replay: Omit<Replay, "part">,
  path: string,
): (line: Uint8Array | null, offset: number) => void {
  return (line, offset) => {
    const place: LogPlace = { path, line: replay.line(), offset };
    if (line === null) {
      replay.refuse(place, { code: "too-large", message: "the line is too long: at most 32 MiB are read" });
      return;
    }
    if (isBlankLine(line)) return;
    const read = rowOf(parseLine(line, ROW_LIMITS), "a line of a log");
    if (read.kind === "refused") {
      replay.refuse(place, read.issue);
      return;
    }
    const row = logRowOf(read.row, place);
    if (row.kind === "event") replay.add(row.input);
    else if (row.kind === "decision") replay.decided(row.decision);
    else if (row.kind === "other")
      replay.refuse(place, { code: "unknown-row", message: "expected an event, or a row with an `event`" });
  };
}
