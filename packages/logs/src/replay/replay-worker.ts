import { parentPort, workerData } from "node:worker_threads";
import { exitCode, type ExitCode, messageOf } from "@gatehouse-hooks/console";
import { replayOptions } from "./replay-options.js";
import { runShard } from "./run-shard.js";
import type { FromWorker, ToWorker, WorkerData } from "./worker-messages.js";

/** Bytes between two reports of how far it is. */
const REPORTED = 4 * 1024 * 1024;

/** A thread of a replay: it replays one shard after the other until it is told to end. */
export async function replayWorker(): Promise<ExitCode> {
  const port = parentPort;
  if (port === null) return exitCode.usage;
  const say = (message: FromWorker): void => {
    port.postMessage(message);
  };
  const data = workerData as WorkerData;
  const stop = new Int32Array(data.stop);
  let options: Awaited<ReturnType<typeof replayOptions>>;
  let bytes = 0;
  let lines = 0;
  const report = (): void => {
    say({ kind: "read", bytes, lines });
    bytes = 0;
    lines = 0;
  };
  const pause = (readBytes: number, readLines: number): boolean => {
    bytes += readBytes;
    lines += readLines;
    if (bytes >= REPORTED) report();
    return Atomics.load(stop, 0) !== 0;
  };
  return new Promise((resolve) => {
    const fail = (error: unknown): void => say({ kind: "failed", why: messageOf(error) });
    port.on("message", (message: ToWorker) => {
      if (message.kind === "end") {
        port.close();
        resolve(exitCode.fine);
        return;
      }
      runShard(options, message.shard, { pause }).then((result) => {
        report();
        say({ kind: "done", result });
      }, fail);
    });
    replayOptions(data).then((opened) => {
      options = opened;
      say({ kind: "ready" });
    }, fail);
  });
}
