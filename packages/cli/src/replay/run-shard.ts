import { createReplay, type ReplayOptions } from "@gatehouse-hooks/replay";
import { closeSync, openSync } from "node:fs";
import { readRange } from "./read-range.js";
import { replayLine } from "./replay-lines.js";
import type { Shard, ShardResult } from "./shard.js";

/** What goes on around a shard. */
export interface ShardWatch {
  /** So many bytes and lines more were read. True: stop. */
  readonly pause: (bytes: number, lines: number) => boolean | Promise<boolean>;
}

/**
 * Replays a piece of a log.
 *
 * @throws what the file system throws: a file that was there a moment ago is gone
 */
export async function runShard(
  options: ReplayOptions,
  shard: Shard,
  { pause }: ShardWatch,
): Promise<ShardResult> {
  const { index, path, file, from, to } = shard;
  const replay = createReplay(options);
  const take = replayLine(replay, path);
  if (from === 0) replay.open(path, 0);
  let opened = from === 0;
  let lines = 0;
  const fd = openSync(file, "r");
  try {
    const stopped = await readRange(
      fd,
      { from, to },
      {
        line: (line, offset) => {
          // A piece in which no line begins is none.
          if (!opened) replay.open(path, offset);
          opened = true;
          lines++;
          take(line, offset);
        },
        pause: (bytes) => {
          const read = lines;
          lines = 0;
          return pause(bytes, read);
        },
      },
    );
    return { index, part: replay.part(), stopped };
  } finally {
    closeSync(fd);
  }
}
