import { diffSets } from "@gatehouse-hooks/analysis";
import { cellsOf, type PolicySet, savePolicySet } from "@gatehouse-hooks/engine";
import { exampleEvents } from "@gatehouse-hooks/facts";
import { hostToolTypes } from "@gatehouse-hooks/language-server/proven";
import { createReplay, mergeParts, reportOf, type ReplayPart } from "@gatehouse-hooks/replay";
import { createHash, randomBytes } from "node:crypto";
import { availableParallelism, hostname, userInfo } from "node:os";
import { relative, resolve } from "node:path";
import { diffSide } from "../diff/diff-side.js";
import { exitCode, type ExitCode, UsageError, wholeNumber } from "@gatehouse-hooks/console";
import { type LoadedPolicies, loadPolicies } from "@gatehouse-hooks/local/places";
import { chooseModel } from "@gatehouse-hooks/local/open";
import { eventTable, loadDuckDb, type TakeEvent, writeParquet } from "@gatehouse-hooks/logs/query";
import {
  agentLogs,
  anonymise,
  type AskedQuestions,
  askLive,
  filesOf,
  findLogs,
  type FoundLogs,
  type LiveFlags,
  type LogPosition,
  openRecords,
  pageReportOf,
  placesText,
  readReplayState,
  readTrailRecords,
  type RecordPlaces,
  refuseTogether,
  type ReplayFlags,
  type ReplayJson,
  replayMarkdown,
  replayProgress,
  replayReportLines,
  replayShards,
  replayStream,
  shardsOf,
  type ShardsResult,
  type Stopping,
  type UnknownFile,
  type WorkerData,
  writeHtml,
  writeReplayState,
} from "@gatehouse-hooks/logs/replay";
import { type Context, printResult, printAsIs, writeNotices } from "@gatehouse-hooks/local";
import { suggestionLines, suggestionMarkdown } from "../suggest/suggestion-lines.js";

const START: LogPosition = { unit: 0, offset: 0 };
const MOST_JOBS = 256;

/**
 * `gatehouse replay LOG…`: what the policies would have decided on the events of logs, and with `--against` what others would. No
 * handler runs, but the judge with `--live`. Exit code 1 when the other policies are looser somewhere, unless that is meant; 2
 * when something is of no known format, unless that is left out.
 *
 * @throws UsageError for logs, policies or a state that cannot be used
 */
export async function replayCommand(
  context: Context,
  given: readonly string[],
  flags: ReplayFlags,
): Promise<ExitCode> {
  const { io, settings } = context;
  const logs = flags.agents ? [...given, ...agentLogs(io)] : given;
  if (logs.length === 0)
    throw new UsageError(
      "no log",
      `name files or folders, or \`-\`; \`--agents\` reads what agents keep: ${placesText()}`,
    );
  refuseTogether(logs.includes("-"), flags);
  const { parquet, html } = flags;
  const replayed =
    parquet === undefined
      ? await replayLogs(context, logs, flags)
      : await replayToParquet(context, logs, flags, parquet);
  const { part, stopped } = replayed;
  const key = randomBytes(32);
  const hidden = <Report>(report: Report): Report =>
    flags.anonymise ? anonymise(report, [userInfo().username, hostname()], key) : report;
  const whole = await withSuggestions(
    context,
    reported(context, replayed),
    flags.suggest && stopped === null ? replayed : null,
  );
  const report = hidden(whole);
  if (html !== undefined) {
    const policies = settings.policies?.map((path) => relative(io.cwd, path)) ?? replayed.now.files;
    const source = {
      logs: logs.map((path) => ({ path })),
      policies: policies.map((path) => ({ path })),
      against: flags.against === undefined ? null : { path: flags.against },
    };
    await writeHtml(
      io,
      html,
      hidden(pageReportOf({ part, report: whole, source, stopped: stoppedText(whole) })),
    );
  }
  if (flags.markdown) await printAsIs(context, report, markdownOf(report));
  else await printResult(context, report, linesOf(report, context.colors));
  return codeOf(report, flags);
}

const OBSERVED = "policies that are tried silently (`observe`) count as if they acted";

/** What a replay of logs came to. */
interface ReplayedLogs {
  readonly part: ReplayPart;
  readonly stopped: ShardsResult["stopped"];
  readonly now: LoadedPolicies;
  /** `null`: nothing was compared. */
  readonly other: LoadedPolicies | null;
  /** What it was replayed with, and from where. */
  readonly data: WorkerData;
  readonly units: FoundLogs["units"];
  /** `null`: no judge was to be asked. */
  readonly asked: AskedQuestions | null;
}

/**
 * Replays logs with the policies of the settings.
 *
 * @param each told of each event; then it is done in this thread
 * @throws UsageError as `replayCommand` does
 */
export async function replayLogs(
  context: Context,
  logs: readonly string[],
  flags: Pick<ReplayFlags, "against" | "jobs" | "examples" | "state" | "queue" | keyof LiveFlags>,
  each?: TakeEvent,
): Promise<ReplayedLogs> {
  const { io, settings } = context;
  const fromInput = readsInput(logs);
  const threads = wholeNumber("--jobs", flags.jobs, { least: 1, most: MOST_JOBS, otherwise: 0 });
  const examples = wholeNumber("--examples", flags.examples, { least: 0, most: 100, otherwise: 5 });

  const found: FoundLogs = fromInput ? { units: [], unknown: [] } : await findLogs(io.cwd, logs);
  const jobs = each === undefined ? threads || threadsFor(found) : 1;
  // What they would have done is what a replay is asked.
  const acting: Context = { ...context, settings: { ...settings, observed: "act" } };
  const now = await loadPolicies(io, acting.settings);
  await writeNotices(context, now.observes ? { ...now, notices: [...now.notices, OBSERVED] } : now);
  const other = flags.against === undefined ? null : await diffSide(acting, flags.against);
  if (other !== null) await writeNotices(context, { issues: other.issues, notices: [] });

  const recorded = await recordsOf(context, found, now);
  const job = { units: found.units, now, other, records: recorded };
  const live = flags.live ? await askLive(context, job, flags) : null;
  const records = live === null ? recorded : { ...recorded, asked: live.answers };
  const stop = new SharedArrayBuffer(4);
  const data: WorkerData = {
    policies: savePolicySet(now.set),
    against: other === null ? null : savePolicySet(other.set),
    examples,
    place: { home: io.home, project: settings.project },
    records,
    stop,
  };
  const stopping: Stopping = { isStopped: false, stop: () => undefined };
  const withdraw = io.onInterrupt(() => {
    Atomics.store(new Int32Array(stop), 0, 1);
    stopping.isStopped = true;
    stopping.stop();
  });
  try {
    const result = fromInput
      ? await replayStream(io, data, stopping, each)
      : await replayFiles(context, {
          ...{ data, found, jobs, state: flags.state, queue: flags.queue, each },
          isWhole: [now.set, ...(other === null || other === undefined ? [] : [other.set])].some(remembers),
        });
    const part = withUnknown(result.part, found.unknown, data, now.set, other?.set);
    return {
      ...{ part, stopped: result.stopped, now, other, data, units: found.units },
      asked: live?.asked ?? null,
    };
  } finally {
    withdraw();
  }
}

function readsInput(logs: readonly string[]): boolean {
  if (!logs.includes("-")) return false;
  if (logs.length > 1) throw new UsageError("`-` and other logs", "name one or the other");
  return true;
}

/** Where answers were recorded. */
async function recordsOf(context: Context, found: FoundLogs, now: LoadedPolicies): Promise<RecordPlaces> {
  const { io, settings } = context;
  const trail = await readTrailRecords(found.units);
  if (trail.dropped > 0)
    await io.stderr.write(`note ${trail.dropped} records of audit trails are too many to keep\n`);
  const model = chooseModel(io.env, settings.model, now.found);
  return { trail, cache: cacheOf(context), asked: new Map(), model };
}

/** The same, with a row for each event in a file. */
async function replayToParquet(
  context: Context,
  logs: readonly string[],
  flags: ReplayFlags,
  file: string,
): Promise<ReplayedLogs> {
  // Said before hours of work.
  const duckdb = loadDuckDb();
  let replayed: ReplayedLogs | undefined;
  const table = eventTable(async (take) => {
    replayed = await replayLogs(context, logs, flags, take);
  });
  await writeParquet(context.io, duckdb, table, file);
  if (replayed === undefined) throw new Error("the rows were written without a replay");
  return replayed;
}

function linesOf(report: ReplayJson, colors: Context["colors"]): string[] {
  const { suggestions } = report;
  return [
    ...replayReportLines(report, colors),
    ...(suggestions === undefined ? [] : suggestionLines(suggestions, colors)),
  ];
}

function markdownOf(report: ReplayJson): string[] {
  const { suggestions } = report;
  return [...replayMarkdown(report), ...(suggestions === undefined ? [] : suggestionMarkdown(suggestions))];
}

async function withSuggestions(
  context: Context,
  report: ReplayJson,
  replayed: ReplayedLogs | null,
): Promise<ReplayJson> {
  if (replayed === null) return report;
  const { now, data, units } = replayed;
  let isStopped = false;
  const withdraw = context.io.onInterrupt(() => (isStopped = true));
  try {
    const { suggestChanges } = await import("../suggest/suggest-changes.js");
    const records = await openRecords(data.records);
    const job = { now, units, isStopped: () => isStopped, records, contrasts: report.contrasts };
    const suggestions = await suggestChanges(context, job);
    return suggestions === null ? report : { ...report, suggestions };
  } finally {
    withdraw();
  }
}

function codeOf({ unrecognised, flips }: ReplayJson, flags: ReplayFlags): ExitCode {
  if (unrecognised.count > 0 && !flags.skipUnknown) return exitCode.usage;
  return flips !== null && flips.looser > 0 && !flags.allowLoosening ? exitCode.refused : exitCode.fine;
}

function reported({ io }: Context, { part, stopped, now, other, asked, data }: ReplayedLogs): ReplayJson {
  const { unsound } = data.records.trail;
  const differences =
    other === null
      ? undefined
      : diffSets(now.set, other.set, {
          tools: hostToolTypes(),
          examples: exampleEvents,
          onPolicy: (done, of) => io.progress?.("comparing policies", done, of),
          candidates: [...now.tests, ...other.tests].map(({ event }) => event),
        });
  return {
    ...reportOf(part, differences),
    complete: stopped === null,
    stopped: stopped === null ? null : { path: stopped.path, offset: stopped.offset },
    ...(unsound > 0 && { unsound }),
    ...(asked !== null && { asked }),
  };
}

function stoppedText({ stopped }: ReplayJson): string | null {
  return stopped === null ? null : `it was stopped in ${stopped.path}, at byte ${stopped.offset}`;
}

interface FilesJob {
  readonly data: WorkerData;
  readonly found: FoundLogs;
  readonly jobs: number;
  readonly state: string | undefined;
  readonly queue: string | undefined;
  readonly each: TakeEvent | undefined;
  /** Policies remember what was before in a file: none is cut. */
  readonly isWhole: boolean;
}

function remembers(set: PolicySet): boolean {
  return cellsOf(set).length > 0;
}

/** Into so many pieces the log of a queue is cut at least, whose workers nobody has counted. */
const QUEUE_JOBS = 16;

async function replayFiles(
  context: Context,
  { data, found, jobs, state, queue, each, isWhole }: FilesJob,
): Promise<ShardsResult> {
  const { io } = context;
  const { units } = found;
  const files = filesOf(units);
  const of = createHash("sha256")
    .update(
      JSON.stringify([
        data.policies,
        data.against,
        data.examples,
        data.place,
        [...data.records.trail.answers],
      ]),
    )
    .digest("hex");
  const file = state === undefined ? undefined : resolve(io.cwd, state);
  const done = file === undefined ? null : await readReplayState(file, of, files);
  const shards = shardsOf(units, done?.next ?? START, queue === undefined ? jobs : QUEUE_JOBS, isWhole);
  const progress = replayProgress(io, shards);
  const result = await replayShards(
    { data, shards, before: done?.part ?? null, jobs, queue, ...(each !== undefined && { each }) },
    progress,
  );
  if (file !== undefined && result.before !== null) {
    const { unit, offset }: LogPosition = result.stopped ?? { unit: units.length, offset: 0 };
    await writeReplayState(file, { of, files, next: { unit, offset }, part: result.before });
  }
  return result;
}

/** What is of no known format is told with the rest, after it. */
function withUnknown(
  part: ReplayPart | null,
  unknown: readonly UnknownFile[],
  { examples }: WorkerData,
  policies: PolicySet,
  against: PolicySet | undefined,
): ReplayPart {
  const rest = createReplay({ policies, ...(against !== undefined && { against }), examples });
  for (const { path, issue } of unknown) rest.unrecognised({ path, line: 0, offset: null }, issue);
  const last = rest.part();
  return part === null ? last : mergeParts([part, last], examples);
}

/** A cache in memory holds nothing yet, and one that has to be waited for cannot be asked here. */
function cacheOf({ io, settings }: Context): RecordPlaces["cache"] {
  const { cache } = settings;
  if (cache === "memory") return null;
  if (/^rediss?:\/\//.test(cache))
    throw new UsageError("`replay` reads a verdict cache only from a file", "name a file with --cache");
  return { file: cache, secret: io.env["GATEHOUSE_CACHE_SECRET"] || undefined };
}

/** A thread takes as long to start as this many bytes take to replay. */
const BYTES_OF_THREAD = 16 * 1024 * 1024;

function threadsFor({ units }: FoundLogs): number {
  const bytes = units.reduce((sum, { size }) => sum + size, 0);
  return Math.max(1, Math.min(availableParallelism(), Math.ceil(bytes / BYTES_OF_THREAD)));
}
