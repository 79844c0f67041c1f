import type { ExitCode } from "@gatehouse-hooks/console";
import type { Context } from "@gatehouse-hooks/local";
import type { GivenWords } from "../command-row.js";

/** `gatehouse replay [LOG…]`: a replay, or with `worker` as its first word a worker of a queue of replays. */
export async function replay(context: Context, given: GivenWords): Promise<ExitCode> {
  const logs = given.list(0);
  const queue = given.text("queue");
  if (logs[0] === "worker" && queue !== undefined) {
    const { queueWorker } = await import("@gatehouse-hooks/logs/replay/queue/queue-worker");
    return queueWorker(context, { queue, folders: logs.slice(1), lostAfter: given.text("lostAfter") });
  }
  const { replayCommand: replayLogs } = await import("@gatehouse-hooks/workbench/audit/replay");
  return replayLogs(context, logs, {
    queue,
    against: given.text("against"),
    allowLoosening: given.has("allowLoosening"),
    jobs: given.text("jobs"),
    examples: given.text("examples"),
    state: given.text("state"),
    skipUnknown: given.has("skipUnknown"),
    markdown: given.has("markdown"),
    html: given.text("html"),
    parquet: given.text("parquet"),
    anonymise: given.has("anonymise"),
    agents: given.has("agents"),
    suggest: given.has("suggest"),
    live: given.has("live"),
    budget: given.text("budget"),
    prices: given.text("prices"),
  });
}
