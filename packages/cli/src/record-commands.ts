import { repeated, text, UsageError } from "@gatehouse-hooks/console";
import type { AddCommand } from "./check-commands.js";

/** `judge`, `audit`, `trust` and `undo`: what models and people have said, and what was done after it. */
export function addRecordCommands(add: AddCommand): void {
  add(
    "judge <action> [dataset]",
    "`judge eval DATASET.jsonl --policy FILE` measures how well models judge (--model a/x,b/y for several)",
    async (context, [action, dataset], options) => {
      if (action !== "eval")
        throw new UsageError(`no action \`${action ?? ""}\` of judge`, "gatehouse judge eval");
      return (await import("@gatehouse-hooks/workbench/judge/judge-eval")).judgeEval(context, dataset, {
        policy: text(options["policy"]),
        repeat: text(options["repeat"]),
        prices: text(options["prices"]),
      });
    },
    (command) =>
      command
        .option("--policy <file>", "the policy file whose judge is asked")
        .option("--repeat <times>", "ask each question so often, and report disagreement")
        .option("--prices <list>", "input/output prices of a million tokens, for each model: 3/15,0.25/1.25"),
  );
  add(
    "audit [action] [words...]",
    "show the audit trail; `audit verify` tells whether it was changed, `audit query` answers questions in SQL",
    async (context, [action, words], options) =>
      (await import("@gatehouse-hooks/workbench/audit/audit")).audit(
        context,
        action,
        (words ?? []) as unknown as readonly string[],
        {
          kind: text(options["kind"]),
          effect: text(options["effect"]),
          policy: text(options["policy"]),
          event: text(options["event"]),
          session: text(options["session"]),
          since: text(options["since"]),
          limit: text(options["limit"]),
          head: text(options["head"]),
          csv: options["csv"] === true,
          deadline: text(options["deadline"]),
        },
      ),
    (command) =>
      command
        .option("--kind <kind>", "only decision, run, note, open, close, lost or link")
        .option("--effect <effect>", "only decisions with this effect")
        .option("--policy <id>", "only what this policy had a part in")
        .option("--event <name>", "only this event")
        .option("--session <key>", "only this session")
        .option("--since <time>", "only since then, such as 2030-01-31T12:00:00Z")
        .option(
          "--limit <n>",
          "the newest n records (default: 50; 0 for all); with query: rows (default: 1000)",
        )
        .option("--head <hash>", "with verify: this line must still be in the trail")
        .option("--csv", "with query: print the answer as CSV")
        .option("--deadline <seconds>", "with query: give up after this time (default: 60)"),
  );
  add(
    "trust [paths...]",
    "show what the project's policy files would run or set, or trust files as they are now",
    async (context, [paths], options) =>
      (await import("@gatehouse-hooks/local/trust/trust")).trust(
        context,
        (paths ?? []) as unknown as readonly string[],
        {
          remove: options["remove"] === true,
          yes: (options["yes"] ?? []) as readonly string[],
        },
      ),
    (command) =>
      command
        .option("--remove", "take the trust back")
        .option(
          "--yes <sha256>",
          "trust the file with this hash without asking; once for each file",
          repeated,
        ),
  );
  add(
    "undo",
    "take back the last change of the project's files that the builtin `snapshot` has recorded",
    async (context, _, options) =>
      (await import("@gatehouse-hooks/agents/init/undo")).undo(context, {
        list: options["list"] === true,
        session: text(options["session"]),
      }),
    (command) =>
      command
        .option("--list", "show the recorded changes, and take none back")
        .option("--session <id>", "a change of this session (default: the one that changed files last)"),
  );
}
