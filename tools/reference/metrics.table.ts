import type { AuditRecord, AuditStats, TrailReport } from "@gatehouse-hooks/audit";
import type { CacheStats } from "@gatehouse-hooks/cache";
import type { TraceEntry } from "@gatehouse-hooks/engine";
import type { RuntimeStats } from "@gatehouse-hooks/runtime";
import type { ProjectStatus } from "../../packages/agents/src/daemon/projects.js";

/** A text for each member: one that is new is missing here, and does not compile. */
type Texts<T> = Readonly<Record<keyof T & string, string>>;
type RecordOf<Kind extends AuditRecord["kind"]> = Extract<AuditRecord, { readonly kind: Kind }>;
type Common = "v" | "at" | "run" | "prev" | "kind";

export const RUNTIME_TEXTS: Texts<RuntimeStats> = {
  decisions: "Decisions that were returned.",
  deciding: "Decisions that are being made now.",
  effects: "Of the decisions, how many were `deny`, `ask`, `allow`, `abstain`.",
  calls: "Handlers that were called: `judge`, `command`, `builtin`, `function`.",
  hits: "Judge verdicts that the cache had.",
  joins: "Judge verdicts that came from an equal question that was being asked.",
  failures: "Verdicts that were failures.",
  running: "Questions that judge and commands are being asked now.",
  waiting: "Questions that wait in their queues.",
};

export const CACHE_TEXTS: Texts<CacheStats["session"]> = {
  entries: "Verdicts in the store, whoever put them there.",
  bytes: "Their estimated size.",
  evictions: "Entries that this process dropped to stay within the bounds.",
  expired: "Entries that this process found expired.",
  hits: "Questions that were answered from the store.",
  misses: "Questions that had to be asked.",
  joins: "Callers that joined an equal question in flight.",
  stores: "Answers that were kept.",
  inFlight: "Questions that are being asked now.",
};

export const TRACE_TEXTS: Texts<TraceEntry> = {
  policy: "The policy.",
  tier: "`enforced`, `user` or `project`.",
  applied: "Always `true`: policies that did not apply are not in the trace.",
  verdict: "`approve`, `warn`, `ask`, `deny`, `allow` or `failure`.",
  reason: "Its reason.",
  failure: "Of a failure: its `code`, and the `onFailure` that counted.",
  source: "Where the verdict came from: `static`, `judge`, `cache`, `flight`, `command` …",
  ms: "Milliseconds that getting it took.",
  usage:
    "Tokens that it cost: `inputTokens`, `outputTokens`. A verdict of the cache has what it cost when it was asked.",
  again: "The policy was evaluated once more, on the rewritten input.",
  facts: "The facts for which it applied.",
  memory:
    "The cells that it read: `cell`, `value` (of a set its size) where it is known, and `since`, the event that set it.",
  notes: "What was dropped or overwritten, and why.",
};

export const PROJECT_TEXTS: Texts<ProjectStatus> = {
  project: "The project's folder.",
  decisions: "Decisions since it was opened.",
  reloads: "How often edited policies were put in force.",
  broken: "Why the policies that were edited last are not in force; empty when they are.",
};

export const TRAIL_TEXTS: Texts<AuditStats> = {
  written: "Records that reached the operating system.",
  lost: "Records that could not be written.",
  waiting: "Records that wait to be written.",
};

export const REPORT_TEXTS: Texts<TrailReport> = {
  ok: "Nothing shows that the trail was changed.",
  files: "Its files.",
  records: "Its records.",
  lost: "Records that the writers said they lost.",
  olderRemoved: "Files older than the first one are gone, as the bound on files wants.",
  heads: "The last lines. Keep one elsewhere: `--head` later tells whether the end was cut off.",
  problems: "What was found, with file, line and code.",
};

export const RECORD_TEXTS: Readonly<Record<AuditRecord["kind"], string>> = {
  decision: "A decision that was returned.",
  run: "A judge, command, builtin or function that was asked.",
  note: "Something about the rules: a file was trusted, an approval, an attempt to claim enforcement.",
  open: "A process has begun to write: `pid`, `user`, `host`.",
  close: "It has ended, and `lost` records are missing.",
  lost: "`count` records could not be written, because of `code`.",
  link: "Ties a file of the trail to what was written late into the one before it.",
};

export const COMMON_TEXTS: Readonly<Record<Exclude<Common, "kind">, string>> = {
  v: "Version of the form: 1.",
  at: "When: UTC, ISO 8601, with milliseconds.",
  run: "Which writer, 16 hexadecimal digits.",
  prev: "Hashes of the lines before it.",
};

export const DECISION_TEXTS: Readonly<Record<Exclude<keyof RecordOf<"decision">, Common>, string>> = {
  event: "The event's name; `null` for what is not an event.",
  tool: "The tool's name.",
  session: "The session.",
  eventHash: "SHA-256 of the event's canonical JSON. The event itself is not recorded.",
  policySet: "SHA-256 of the policies that decided: it changes when they do.",
  now: "Milliseconds since 1970: the time by which what was remembered was read. Absent where nothing was.",
  effect: "`deny`, `ask`, `allow` or `abstain`.",
  policy: "The policy that decided, or `null`.",
  reason: "The reason, without secrets.",
  ms: "Milliseconds.",
  hooks: "For each policy that applied: `policy`, `tier`, `verdict`, `source`, `ms`, `failure`.",
  evidence: "What of the machine it was decided with, such as the text of a script that runs.",
};

export const RUN_TEXTS: Readonly<Record<Exclude<keyof RecordOf<"run">, Common>, string>> = {
  policy: "Whose question it was.",
  tier: "Its tier.",
  handler: "`judge`, `command`, `builtin` or `function`.",
  handlerHash: "SHA-256 of what ran: of a command its text and arguments, of a judge its prompt and model.",
  event: "The event's name.",
  eventHash: "SHA-256 of the event's canonical JSON.",
  session: "The session.",
  outcome: "The verdict's kind.",
  code: "Of a failure.",
  reason: "The reason, without secrets.",
  ms: "Milliseconds.",
};

/** What to look at, and what it means when it moves. */
export const WATCHED: readonly (readonly [what: string, where: string, means: string])[] = [
  [
    "denies of a policy",
    "`gatehouse audit --policy ID --effect deny`",
    "Many that people took back: a false alarm. None for weeks: see whether it can fire, with `gatehouse check`.",
  ],
  [
    "failures",
    "`failures`; records of kind `run` whose `outcome` is `failure`, by `code`",
    "A judge, command or builtin that does not answer. For a gating event each is a deny, unless `onFailure` says otherwise.",
  ],
  [
    "`load-error:…` as the policy",
    "`gatehouse audit --effect deny`",
    "A policy file cannot be loaded, and what it guards is denied.",
  ],
  [
    "hits by misses and hits",
    "`gatehouse cache --json`",
    "How many questions cost nothing. It falls when prompts or models change, and when `uses` is missing: then every field of the event is part of the question.",
  ],
  ["tokens", "`usage` in the trace", "What a policy's judge costs for each event that it is asked about."],
  [
    "`waiting`",
    "`stats()` of the runtime",
    "Questions come faster than they are answered; over the queue's bound they fail with `queue-full`.",
  ],
  [
    "lost records",
    "`gatehouse audit verify`",
    "The trail could not be written: a full disk, a missing folder, no permission.",
  ],
  ["`broken`", "`gatehouse daemon status`", "An edit is not in force; the policies before it are."],
];
