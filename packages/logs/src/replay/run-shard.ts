import { createReplay, type ReplayOptions } from "@gatehouse-hooks/replay";
import { closeSync, openSync } from "node:fs";
import { readRange } from "./read-range.js";
import { replayLine } from "./replay-lines.js";
import { replaySessions, type ShardWatch } from "./replay-sessions.js";
import type { BytesShard, Shard, ShardResult } from "./shard.js";

/**
 * Replays a piece of a log.
 *
 * @throws what the file system throws: a file that was there a moment ago is gone
 */
export async function runShard(
  options: ReplayOptions,
  shard: Shard,
  watch: ShardWatch,
): Promise<ShardResult> {
  if (shard.kind === "bytes") return runBytes(options, shard, watch);
  const replay = createReplay(options);
  const isComplete = await replaySessions(replay, shard.group, watch);
  return { index: shard.index, part: replay.part(), stopped: isComplete ? null : 0 };
}

async function runBytes(options: ReplayOptions, shard: BytesShard, watch: ShardWatch): Promise<ShardResult> {
  const { index, path, file, from, to } = shard;
  const replay = createReplay(options);
  const take = replayLine(replay, path);
  let opened = false;
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
          return watch.pause(bytes, read);
        },
      },
    );
    return { index, part: replay.part(), stopped };
  } finally {
    closeSync(fd);
  }
}
