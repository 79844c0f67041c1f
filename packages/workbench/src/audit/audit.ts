import { own } from "@gatehouse-hooks/json";
import { type AuditRecord, readTrail, type TrailReport, verifyTrail } from "@gatehouse-hooks/audit";
import { AUDIT_KINDS, type Context, printResult } from "@gatehouse-hooks/local";
import { defaultTrail, trailState } from "@gatehouse-hooks/local/open";
import { errorCodeOf, exitCode, type ExitCode, UsageError } from "@gatehouse-hooks/console";
import {
  type Cell,
  EFFECT_STYLES,
  milliseconds,
  plural,
  printable,
  type StyleName,
  table,
} from "@gatehouse-hooks/console/print";

interface AuditOptions {
  readonly kind: string | undefined;
  readonly effect: string | undefined;
  readonly policy: string | undefined;
  readonly event: string | undefined;
  readonly session: string | undefined;
  /** ISO 8601. */
  readonly since: string | undefined;
  /** The newest records shown; 0 for all. */
  readonly limit: string | undefined;
  /** A head of an earlier `verify`. */
  readonly head: string | undefined;
  /** With `query`: CSV. */
  readonly csv: boolean;
  /** With `query`: seconds. */
  readonly deadline: string | undefined;
}

/** What `--json` prints. */
export interface AuditJson {
  readonly directory: string;
  /** How many records match; the newest of them are printed. */
  readonly matching: number;
  readonly records: readonly AuditRecord[];
}

/** What `verify --json` prints. */
export interface AuditVerifyJson extends TrailReport {
  readonly directory: string;
}

const DEFAULT_LIMIT = 50;

/**
 * `gatehouse audit`: the newest records of the audit trail, filtered. `gatehouse audit verify`: whether the trail is whole;
 * exit code 1 when it was changed. `gatehouse audit query SQL`: answers a question about its records.
 */
export async function audit(
  context: Context,
  action: string | undefined,
  words: readonly string[],
  options: AuditOptions,
): Promise<ExitCode> {
  const directory = context.settings.audit ?? defaultTrail(context.io);
  try {
    if (action === "query")
      return await (await import("./audit-query.js")).auditQuery(context, directory, words, options);
    if (words.length > 0)
      throw new UsageError(`\`${words[0] ?? ""}\` after \`${action ?? ""}\``, "leave it out");
    if (action === undefined) return await list(context, directory, options);
    if (action === "verify") return await verify(context, directory, options.head);
  } catch (error) {
    const code = errorCodeOf(error);
    if (code === undefined) throw error;
    throw new UsageError(`cannot read the audit trail in ${directory} (${code})`, "name it with --audit");
  }
  throw new UsageError(
    `no action \`${action}\` of audit`,
    "write `gatehouse audit`, `gatehouse audit verify` or `gatehouse audit query`",
  );
}

async function list(context: Context, directory: string, options: AuditOptions): Promise<ExitCode> {
  const wanted = filterOf(options);
  const limit = limitOf(options.limit);
  const found: AuditRecord[] = [];
  let matching = 0;
  let read = 0;
  for await (const record of readTrail(directory)) {
    read++;
    context.io.progress?.("reading records", read);
    if (!wanted(record)) continue;
    matching++;
    found.push(record);
    if (limit > 0 && found.length > limit) found.shift();
  }
  await printResult(context, { directory, matching, records: found } satisfies AuditJson, [
    ...table(
      found.map((record) => cells(record)),
      context.colors,
    ),
    context.colors.dim(`${found.length} of ${plural(matching, "record")} in ${printable(directory)}`),
    ...(read > 0
      ? []
      : [
          "nothing is recorded there until `--audit DIR`, or GATEHOUSE_AUDIT in the environment of the agent, names it; `gatehouse log` shows the last decisions all the same",
        ]),
  ]);
  return exitCode.fine;
}

function filterOf({
  kind,
  effect,
  policy,
  event,
  session,
  since,
}: AuditOptions): (record: AuditRecord) => boolean {
  if (kind !== undefined && !AUDIT_KINDS.includes(kind)) {
    throw new UsageError(`--kind is \`${kind}\``, `one of ${AUDIT_KINDS.join(", ")}`);
  }
  const from = since === undefined ? undefined : Date.parse(since);
  if (from !== undefined && Number.isNaN(from)) {
    throw new UsageError(`--since is \`${since ?? ""}\``, "write a time such as 2030-01-31T12:00:00Z");
  }
  return (record) => {
    const hooks = own(record, "hooks");
    const names = [own(record, "policy"), ...(Array.isArray(hooks) ? hooks.map(policyOf) : [])];
    return (
      (kind === undefined || record.kind === kind) &&
      (effect === undefined || own(record, "effect") === effect) &&
      (event === undefined || own(record, "event") === event) &&
      (session === undefined || own(record, "session") === session) &&
      (policy === undefined || names.includes(policy)) &&
      (from === undefined || Date.parse(record.at) >= from)
    );
  };
}

function policyOf(hook: unknown): unknown {
  return typeof hook === "object" && hook !== null && "policy" in hook ? hook.policy : undefined;
}

function limitOf(text: string | undefined): number {
  if (text === undefined) return DEFAULT_LIMIT;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new UsageError(`--limit is \`${text}\``, "write a number; 0 shows all");
}

function cells(record: AuditRecord): readonly Cell[] {
  const row = (
    what: string,
    who: string,
    more: string,
    styles: readonly StyleName[] = [],
  ): readonly Cell[] => [
    { text: printable(record.at), styles: ["dim"] },
    { text: what, styles },
    { text: printable(who) },
    { text: printable(more) },
  ];
  switch (record.kind) {
    case "decision":
      return row(
        record.effect,
        record.policy ?? "-",
        `${record.event ?? "no event"} ${record.tool ?? ""} ${milliseconds(record.ms)} ${record.reason}`,
        EFFECT_STYLES[record.effect],
      );
    case "run":
      return row(
        `run: ${record.outcome}`,
        record.policy,
        `${record.handler} ${milliseconds(record.ms)} ${record.code ?? ""} ${record.reason}`,
      );
    case "note":
      return row("note", record.code, `${record.path ?? ""} ${record.message}`, ["yellow"]);
    case "open":
      return row("open", record.user, `process ${record.pid} on ${record.host}`);
    case "close":
      return row("close", "", "");
    case "lost":
      return row("lost", "", `${record.count} records (${record.code})`, ["red"]);
    case "link":
      return row("link", "", "");
  }
}

async function verify(context: Context, directory: string, head: string | undefined): Promise<ExitCode> {
  if (head !== undefined && !/^[0-9a-f]{64}$/.test(head)) {
    throw new UsageError("--head is not a hash", "write a head that `gatehouse audit verify` printed");
  }
  const { colors } = context;
  const report = await verifyTrail(directory, {
    stateDirectory: trailState(context.io),
    onFile: (done, of) => context.io.progress?.("reading files of the trail", done, of),
    ...(head === undefined ? {} : { knownHeads: [head] }),
  });
  const verdict = effectCell(report);
  await printResult(context, { directory, ...report } satisfies AuditVerifyJson, [
    ...report.problems.map(({ severity, code, message, file, line }) => {
      const word = severity === "error" ? colors.red("error") : colors.yellow("warning");
      const where = file === undefined ? "" : `${printable(file)}${line === undefined ? "" : `:${line}`} `;
      return `${where}${word} ${printable(message)} ${colors.dim(`(${code})`)}`;
    }),
    ...(report.olderRemoved ? [colors.dim("older files are gone, as the bound on files wants")] : []),
    `${verdict === "whole" ? colors.green(verdict) : colors.red(verdict)}: ${plural(report.records, "record")} of ${plural(report.files, "file")}, ${report.lost} lost`,
    ...report.heads.slice(-1).map((one) => colors.dim(`head ${one}`)),
  ]);
  return verdict === "whole" ? exitCode.fine : exitCode.refused;
}

/** Nothing was changed is not enough: what is lost, or was never there, shows nothing either. */
function effectCell({
  ok,
  records,
  lost,
}: TrailReport): "whole" | "changed" | "nothing proven" | "incomplete" {
  if (records === 0) return "nothing proven";
  if (!ok) return "changed";
  return lost > 0 ? "incomplete" : "whole";
}
