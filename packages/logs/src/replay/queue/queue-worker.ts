import type { ReplayOptions } from "@gatehouse-hooks/replay";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { realpath } from "node:fs/promises";
import { exitCode, type ExitCode, messageOf, serverSignals, wholeNumber } from "@gatehouse-hooks/console";
import { printable } from "@gatehouse-hooks/console/print";
import type { Context } from "@gatehouse-hooks/local";
import { replayOptions } from "../replay-options.js";
import { runShard } from "../run-shard.js";
import type { Shard } from "../shard.js";
import { KEPT_SECONDS, openQueue, type QueuedShard, resultKey, runKey } from "./replay-queue.js";
import { readRun } from "./queued-run.js";

/** How a worker works. */
interface QueueWorkerOptions {
  readonly queue: string;
  /** Files elsewhere are not read, even where the queue names them. Default: the working directory. */
  readonly folders: readonly string[];
  /** Seconds, as given. */
  readonly lostAfter: string | undefined;
}

/**
 * `gatehouse replay worker --queue URL [FOLDER…]`: replays what a queue holds until it is asked to end; then it ends what it has begun.
 *
 * @throws UsageError where the queue cannot be used
 */
export async function queueWorker(
  { io }: Context,
  { queue, folders, lostAfter }: QueueWorkerOptions,
): Promise<ExitCode> {
  const seconds = wholeNumber("--lost-after", lostAfter, {
    least: 2,
    most: 3_600,
    otherwise: 30,
    what: "seconds",
  });
  const roots = await Promise.all(
    (folders.length === 0 ? ["."] : folders).map((one) => realpath(resolve(io.cwd, one))),
  );
  const opened = await openQueue(queue);
  const { redis } = opened;
  const say = (text: string): void => void io.stderr.write(`${printable(text)}\n`).catch(() => undefined);
  let known: { readonly run: string; readonly options: ReplayOptions } | undefined;
  const optionsOf = async (run: string): Promise<ReplayOptions> => {
    if (known?.run === run) return known.options;
    const text = await redis.get(runKey(run));
    if (text === null) throw new Error("the replay is over");
    known = { run, options: await replayOptions(readRun(text)) };
    return known.options;
  };
  const worker = opened.worker(async ({ run, shard }: QueuedShard) => {
    for (const file of filesOfShard(shard)) await within(roots, file);
    const options = await optionsOf(run);
    // The lock is kept alive in between.
    const pause = async (): Promise<boolean> => {
      await new Promise((resume) => setImmediate(resume));
      return false;
    };
    const result = await runShard(options, shard, { pause });
    await redis.set(resultKey(run, shard.index), JSON.stringify(result), { EX: KEPT_SECONDS });
    say(shard.kind === "bytes" ? `${shard.path} ${shard.from}–${shard.to}` : shard.path);
  }, seconds * 1_000);
  worker.on("failed", (_, error) => say(`failed: ${error.message}`));
  worker.on("error", (error) => say(`queue: ${messageOf(error)}`));
  const { ended, withdraw } = serverSignals(() => undefined);
  say("waiting for work");
  await ended;
  withdraw();
  say("ending: what has begun is replayed");
  await worker.close();
  await opened.queue.close();
  return exitCode.fine;
}

function filesOfShard(shard: Shard): readonly string[] {
  return shard.kind === "bytes" ? [shard.file] : shard.group.files.map(({ file }) => file);
}

/** Others say what a queue reads. @throws Error for a file outside of the folders */
async function within(roots: readonly string[], file: string): Promise<void> {
  const path = await realpath(file);
  const isWithin = roots.some((root) => {
    const below = relative(root, path);
    return below !== ".." && !below.startsWith(`..${sep}`) && !isAbsolute(below);
  });
  if (!isWithin) throw new Error(`${file} is outside of this worker's folders`);
}
