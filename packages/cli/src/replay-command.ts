import type { AddCommand } from "./check-commands.js";
import { text } from "@gatehouse-hooks/console";

/** `replay`: what policies would have decided on what has happened. */
export function addReplayCommand(add: AddCommand): void {
  add(
    "replay [logs...]",
    "what the policies would have decided on the events of logs; with --against, what others would; exit code 1 when these are looser somewhere",
    async (context, [given], options) => {
      const logs = (given ?? []) as unknown as readonly string[];
      const queue = text(options["queue"]);
      if (logs[0] === "worker" && queue !== undefined)
        return await (
          await import("@gatehouse-hooks/logs/replay/queue/queue-worker")
        ).queueWorker(context, {
          queue,
          folders: logs.slice(1),
          lostAfter: text(options["lostAfter"]),
        });
      return await (
        await import("@gatehouse-hooks/workbench/replay/replay")
      ).replay(context, logs, {
        queue,
        against: text(options["against"]),
        allowLoosening: options["allowLoosening"] === true,
        jobs: text(options["jobs"]),
        examples: text(options["examples"]),
        state: text(options["state"]),
        skipUnknown: options["skipUnknown"] === true,
        markdown: options["markdown"] === true,
        html: text(options["html"]),
        parquet: text(options["parquet"]),
        anonymise: options["anonymise"] === true,
        agents: options["agents"] === true,
        suggest: options["suggest"] === true,
        live: options["live"] === true,
        budget: text(options["budget"]),
        prices: text(options["prices"]),
      });
    },
    (command) =>
      command
        .option("--agents", "read the sessions that the agents of this user keep, too")
        .option("--against <path>", "other policies to compare: a file, a folder or a git revision")
        .option("--allow-loosening", "the other policies may be looser: that is meant")
        .option(
          "--suggest",
          "propose changes of the policies where persons had decided otherwise, as patches; nothing is written",
        )
        .option("--live", "ask the judge what no record answers, each question once, within a budget")
        .option("--budget <amount>", "what --live may cost, in the unit of the prices")
        .option("--prices <in/out>", "what a million tokens cost, for all models or as MODEL=IN/OUT, …")
        .option("--jobs <n>", "how many threads replay at once (default: one for each core)")
        .option("--examples <n>", "how many events are kept of each group (default: 5)")
        .option(
          "--queue <redis>",
          "workers replay: `gatehouse replay worker --queue <redis> [folders...]`, on any machines",
        )
        .option("--lost-after <seconds>", "a worker silent for so long is lost (default: 30)")
        .option("--state <file>", "keep what is done in this file, and go on from it")
        .option(
          "--skip-unknown",
          "files of no known format are left out, and the exit code is not 2 for them",
        )
        .option("--markdown", "print tables for a pull request")
        .option("--html <file>", "write the report as a page, too, which needs nothing beside it")
        .option("--parquet <file>", "write a row for each event, too, as Parquet (needs DuckDB)")
        .option(
          "--anonymise",
          "replace paths, names of users and hosts by words, the same thing by the same word",
        ),
  );
}
