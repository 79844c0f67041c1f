import type { CommandRow } from "../command-row.js";
import { PRINTED } from "../shared-options.table.js";

/** Commands for who runs Gatehouse. */
export const OPERATE_COMMANDS: readonly CommandRow[] = [
  {
    usage: "audit [action] [words...]",
    description:
      "show the audit trail; `audit verify` tells whether it was changed, `audit query` answers questions in SQL",
    summary: "the records of decisions; `verify`: were they changed? `query`: in SQL",
    words: {
      action: { means: "verify, or query (default: show records)", values: ["query", "verify"] },
      words: { means: "with query: one question in SQL, and logs for its table `events`", values: "text" },
    },
    options: {
      "--kind <kind>": {
        means: "only decision, run, note, open, close, lost or link",
        values: async () => (await import("@gatehouse-hooks/local")).AUDIT_KINDS,
      },
      "--effect <effect>": {
        means: "only decisions with this effect",
        values: ["deny", "ask", "allow", "abstain"],
      },
      "--policy <id>": { means: "only what this policy had a part in", values: "text" },
      "--event <name>": { means: "only this event", values: "text" },
      "--session <key>": { means: "only this session", values: "text" },
      "--since <time>": { means: "only since then, such as 2030-01-31T12:00:00Z", values: "text" },
      "--limit <n>": {
        means: "the newest n records (default: 50; 0 for all); with query: rows (default: 1000)",
        values: "text",
      },
      "--head <hash>": { means: "with verify: this line must still be in the trail", values: "text" },
      "--csv": "with query: print the answer as CSV",
      "--deadline <seconds>": { means: "with query: give up after this time (default: 60)", values: "text" },
    },
    common: ["--audit", ...PRINTED],
    examples: [
      { args: ["audit", "--audit", "trail", "--effect", "deny", "--limit", "5"], does: "the newest denies" },
      { args: ["audit", "verify", "--audit", "trail"], does: "whether the trail is whole" },
    ],
    one: "with verify: the trail was changed, or holds nothing",
    page: "packages/cli/README.md#the-audit-trail",
    json: {
      version: 2,
      forms: {
        AuditJson: "without an action",
        AuditVerifyJson:
          "`audit verify`; exit code 1 when `ok` is `false`, when records are lost, and when there is none",
        AuditQueryJson: "`audit query`",
      },
      example: ["audit", "--audit", "trail", "--effect", "deny"],
    },
    run: async (context, given) =>
      (await import("@gatehouse-hooks/workbench/audit/audit")).audit(context, given.word(0), given.list(1), {
        kind: given.text("kind"),
        effect: given.text("effect"),
        policy: given.text("policy"),
        event: given.text("event"),
        session: given.text("session"),
        since: given.text("since"),
        limit: given.text("limit"),
        head: given.text("head"),
        csv: given.has("csv"),
        deadline: given.text("deadline"),
      }),
  },
  {
    usage: "cache [action]",
    description:
      "show what the store of verdicts holds, that of hooks unless --cache names another; `cache clear` empties it",
    summary: "what the store of verdicts holds; `cache clear` empties it",
    words: { action: { means: "clear (default: statistics)", values: ["clear"] } },
    options: {
      "--scope <scope>": { means: "with clear: session or global only", values: ["session", "global"] },
    },
    common: ["--cache", "--config", ...PRINTED],
    examples: [
      { args: ["cache", "--cache", "verdicts.db"], does: "statistics of a store" },
      {
        args: ["cache", "clear", "--cache", "verdicts.db", "--scope", "session"],
        does: "forget the sessions' part",
      },
    ],
    one: "the store does not answer",
    page: "packages/cache/README.md",
    json: {
      version: 2,
      forms: { CacheJson: "always; exit code 1 when the store does not answer" },
      example: ["cache", "clear", "--cache", "verdicts.db", "--scope", "session"],
    },
    run: async (context, given) =>
      (await import("@gatehouse-hooks/local/open/cache")).cache(
        context,
        given.word(0),
        given.text("scope"),
        given.text("cache") !== undefined || Boolean(context.io.env["GATEHOUSE_CACHE"]),
      ),
  },
  {
    usage: "daemon <action>",
    description:
      "start, stop or look at (`status`) the process that answers hooks without starting one for each call",
    summary: "the process that answers hooks: start, stop, status",
    words: { action: { means: "start, stop, status, or run", values: ["start", "stop", "status", "run"] } },
    options: {
      "--idle <minutes>": {
        means: "with run: end after this time without a call (default: 15)",
        values: "text",
      },
    },
    common: [...PRINTED],
    examples: [
      { args: ["daemon", "status"], does: "whether it runs", exit: 1 },
      { args: ["daemon", "stop"], does: "end it" },
    ],
    one: "with status: it does not run",
    page: "docs/hook.md#the-daemon",
    json: {
      version: 1,
      forms: {
        DaemonStatusJson: "`daemon start` and `daemon status`; exit code 1 when none runs",
        DaemonStoppedJson: "`daemon stop`",
      },
    },
    run: async (context, given) =>
      (await import("@gatehouse-hooks/agents/daemon/daemon")).daemon(context, given.word(0) ?? "", {
        idle: given.text("idle"),
      }),
  },
];
