import type { Io } from "@gatehouse-hooks/console";
import { shardBytes, type Shard } from "./shard.js";
import type { ShardsWatch } from "./shards-job.js";

const MIB = 1024 * 1024;

/** Says how far a replay is: bytes of all, how fast, and how long it will take. */
export function replayProgress(
  io: Pick<Io, "progress">,
  shards: readonly Shard[],
  now: () => number = () => performance.now(),
): ShardsWatch {
  const all = shards.reduce((sum, shard) => sum + shardBytes(shard), 0);
  const started = now();
  let read = 0;
  let lines = 0;
  return {
    read: (bytes, more) => {
      if (io.progress === undefined) return;
      read += bytes;
      lines += more;
      const seconds = (now() - started) / 1_000;
      const rate = seconds > 0 ? read / seconds : 0;
      const rest = rate > 0 ? `, ${shownTime((all - read) / rate)} left` : "";
      io.progress(
        `replaying (${Math.round(lines / Math.max(seconds, 0.001))} lines/s${rest}), MiB`,
        Math.floor(read / MIB),
        Math.ceil(all / MIB),
      );
    },
  };
}

function shownTime(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return whole < 90 ? `${whole} s` : `${Math.ceil(whole / 60)} min`;
}
