import type { AddCommand } from "./check-commands.js";
import { text } from "./option-values.js";

/** `replay`: what policies would have decided on what has happened. */
export function addReplayCommand(add: AddCommand): void {
  add(
    "replay [logs...]",
    "what the policies would have decided on the events of logs; with --against, what others would; exit code 1 when these are looser somewhere",
    async (context, [logs], options) =>
      (await import("./commands/replay.js")).replay(context, (logs ?? []) as unknown as readonly string[], {
        against: text(options["against"]),
        allowLoosening: options["allowLoosening"] === true,
        jobs: text(options["jobs"]),
        examples: text(options["examples"]),
        state: text(options["state"]),
        skipUnknown: options["skipUnknown"] === true,
        markdown: options["markdown"] === true,
        anonymise: options["anonymise"] === true,
        agents: options["agents"] === true,
        suggest: options["suggest"] === true,
      }),
    (command) =>
      command
        .option("--agents", "read the sessions that the agents of this user keep, too")
        .option("--against <path>", "other policies to compare: a file, a folder or a git revision")
        .option("--allow-loosening", "the other policies may be looser: that is meant")
        .option(
          "--suggest",
          "propose changes of the policies where persons had decided otherwise, as patches; nothing is written",
        )
        .option("--jobs <n>", "how many threads replay at once (default: one for each core)")
        .option("--examples <n>", "how many events are kept of each group (default: 5)")
        .option("--state <file>", "keep what is done in this file, and go on from it")
        .option(
          "--skip-unknown",
          "files of no known format are left out, and the exit code is not 2 for them",
        )
        .option("--markdown", "print tables for a pull request")
        .option(
          "--anonymise",
          "replace paths, names of users and hosts by words, the same thing by the same word",
        ),
  );
}
