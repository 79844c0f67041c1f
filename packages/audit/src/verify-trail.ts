import type { AuditRecord } from "./audit-entry.js";
import { ownProperties } from "@gatehouse-hooks/json";
import { lineHash } from "./heads.js";
import { type KeptRun, keptRuns } from "./kept-runs.js";
import { readRecord } from "./read-record.js";
import { readSegment, segmentsOf } from "./read-trail.js";
import { linesOf } from "./segment-writer.js";
import { segmentPath } from "./segments.js";

/** Something about a trail that its reader should know. */
export interface TrailProblem {
  /** An `error` means that the trail was changed; a `warning` that something was lost by accident. */
  readonly severity: "error" | "warning";
  /** SPEC, "Verifying". */
  readonly code:
    | "broken-link"
    | "changed"
    | "inserted"
    | "missing-file"
    | "missing-start"
    | "head-missing"
    | "no-records"
    | "no-head"
    | "torn"
    | "unfinished"
    | "lost";
  readonly message: string;
  readonly file?: string;
  /** 1-based, empty lines not counted. */
  readonly line?: number;
}

/** What verifying a trail found out. */
export interface TrailReport {
  /** Without errors: nothing shows that the trail was changed. Records may be lost anyway. */
  readonly ok: boolean;
  readonly files: number;
  readonly records: number;
  /** Records that the writers said they lost, in the trail or where they keep what is outside of it. */
  readonly lost: number;
  /** Files older than the first one are gone, because of the bound on files. */
  readonly olderRemoved: boolean;
  /** The lines that nothing points to yet: kept elsewhere, they show later whether the end was cut off. */
  readonly heads: readonly string[];
  readonly problems: readonly TrailProblem[];
}

interface Line {
  readonly hash: string;
  readonly record: AuditRecord | null;
  referenced: boolean;
}

const MAX_PROBLEMS = 1_000;

/**
 * Checks a trail: every line but the last ones is pointed to by a later one, and every line points to lines that are there.
 * So a line that was removed, changed, moved or put in is found. Not found is a trail that was rewritten from some line to
 * its end, or cut off at its end: keep a head elsewhere and give it here to find that, too.
 *
 * @param options `knownHeads`: heads of an earlier report, which must still be in the trail. `stateDirectory`: where the writers
 *   keep what is outside of the trail; their heads count unless `knownHeads` are given, and the head of a trail without errors
 *   is kept there
 * @throws what the file system throws, for a directory or file that may not be read
 */
export async function verifyTrail(
  directory: string,
  options: { readonly knownHeads?: readonly string[]; readonly stateDirectory?: string } = {},
): Promise<TrailReport> {
  const { knownHeads, stateDirectory } = ownProperties(options);
  const kept = stateDirectory === undefined ? [] : await keptRuns(stateDirectory, directory).read();
  const numbers = await segmentsOf(directory);
  const [first = 1] = numbers;
  const problems: TrailProblem[] = [];
  const files = new Map<number, ReadonlyMap<string, Line>>();
  const runs = new Map<
    string,
    { readonly line: number; readonly file: string; pid: number; closed: boolean }
  >();
  let records = 0;
  let lost = kept.reduce((sum, one) => sum + one.lost, 0);
  let firstAt: string | undefined;
  const report = (problem: TrailProblem): void => {
    if (problems.length < MAX_PROBLEMS) problems.push(problem);
  };

  const pending: (() => void)[] = [];
  for (const [index, number] of numbers.entries()) {
    const file = segmentPath(directory, number);
    const before = numbers[index - 1];
    if (before !== undefined && before !== number - 1) {
      report({
        severity: "error",
        code: "missing-file",
        message: `the files between ${before} and ${number} are gone`,
        file,
      });
    }
    const lines: Line[] = [];
    const positions = new Map<string, number>();
    const byHash = new Map<string, Line>();
    files.set(number, byHash);
    /** The last line that any writer of this file had read. */
    let lastSeen = -1;
    for (const bytes of linesOf(await readSegment(directory, number))) {
      const line: Line = { hash: lineHash(bytes), record: readRecord(bytes), referenced: false };
      const place = { file, line: lines.length + 1 };
      const { record } = line;
      for (const reference of record?.prev ?? []) {
        const found = resolve(reference, number, files);
        if (found !== undefined) {
          found.referenced = true;
          lastSeen = Math.max(lastSeen, positions.get(reference) ?? -1);
        } else if (!(isEarlier(reference, first) || missingFileOf(reference, numbers))) {
          report({
            severity: "error",
            code: "broken-link",
            message: "a line before this one was removed or changed",
            ...place,
          });
        }
      }
      if (record !== null) {
        records++;
        firstAt ??= record.at;
        if (record.prev.length === 0 && !mayStart(record, number, lines.length, firstAt)) {
          report({
            severity: "error",
            code: "missing-start",
            message: "the line points to none before it",
            ...place,
          });
        }
        if (record.kind === "open") runs.set(record.run, { ...place, pid: record.pid, closed: false });
        const writer = runs.get(record.run);
        if (record.kind === "close" && writer !== undefined) writer.closed = true;
        if (record.kind === "lost") lost += record.count;
      }
      if (byHash.has(line.hash)) {
        report({
          severity: "error",
          code: "inserted",
          message: "the line is a copy of an earlier one",
          ...place,
        });
      }
      positions.set(line.hash, lines.length);
      byHash.set(line.hash, line);
      lines.push(line);
    }
    // Later files may point to these lines, too.
    pending.push(() => {
      for (const [position, line] of lines.entries()) {
        const place = { file, line: position + 1 };
        if (line.record === null) {
          const isTorn = line.referenced || position >= lastSeen;
          report(
            isTorn
              ? {
                  severity: "warning",
                  code: "torn",
                  message: "its writer was killed, or the disk was full: this one record is lost",
                  ...place,
                }
              : { severity: "error", code: "changed", message: "the line is not a record", ...place },
          );
        } else if (!line.referenced && position < lastSeen) {
          report({
            severity: "error",
            code: "inserted",
            message: "no later line points to it: it was put in, changed, or what pointed to it is gone",
            ...place,
          });
        }
      }
    });
  }
  for (const check of pending) check();
  const isThere = (head: string): boolean => [...files.values()].some((lines) => lines.has(head));
  for (const head of knownHeads ?? keptHeads(kept, first, isThere)) {
    if (isThere(head)) continue;
    report({
      severity: "error",
      code: "head-missing",
      message: `the line ${head.slice(0, 12)}… is not in the trail any more: its end was cut off or rewritten`,
    });
  }
  if (records === 0) {
    report({
      severity: "error",
      code: "no-records",
      message: "there are no records: a trail without records proves nothing",
    });
  } else if (knownHeads === undefined && stateDirectory !== undefined && !kept.some((one) => one.head)) {
    report({
      severity: "warning",
      code: "no-head",
      message:
        "no head of this trail was kept outside of it: nothing tells whether its end was cut off; it is kept from now on",
    });
  }
  for (const [run, { file, line, pid, closed }] of runs) {
    if (closed) continue;
    report({
      severity: "warning",
      code: "unfinished",
      message: `the run ${run} (process ${pid}) has no end: it still runs, or was killed and its last record may be missing`,
      file,
      line,
    });
  }
  if (lost > 0) {
    report({
      severity: "warning",
      code: "lost",
      message: `${lost} records could not be written, as their writers say`,
    });
  }
  const ok = !problems.some((problem) => problem.severity === "error");
  const last = [...files].flatMap(([file, lines]) =>
    [...lines.values()].filter((one) => !one.referenced).map((one) => ({ file, hash: one.hash })),
  );
  const head = last.at(-1);
  if (ok && head !== undefined && knownHeads === undefined && stateDirectory !== undefined) {
    // What is whole now has to be there the next time. Where it cannot be kept, the next report says that none was.
    const now = { head, lost: 0, at: Date.now() };
    await keptRuns(stateDirectory, directory)
      .keep(VERIFIED, now)
      .catch(() => undefined);
  }
  return {
    ok,
    files: numbers.length,
    records,
    lost,
    olderRemoved: first > 1,
    heads: last.map(({ hash }) => hash),
    problems,
  };
}

/** The run under which a verified head is kept. */
const VERIFIED = "0000000000000000";

/** Writers that begin a trail at the same moment do not see each other; milliseconds. */
const SAME_MOMENT_MS = 60_000;

/** Whether a record may point to none before it: the first of a trail, or of a writer that began it at the same moment. */
function mayStart({ kind, at }: AuditRecord, file: number, position: number, firstAt: string): boolean {
  if (file > 1) return false;
  if (position === 0) return true;
  return kind === "open" && Math.abs(Date.parse(at) - Date.parse(firstAt)) <= SAME_MOMENT_MS;
}

/** The heads that must be there; one of a file that the bound on files has removed tells nothing while a newer one is there. */
function keptHeads(
  kept: readonly KeptRun[],
  first: number,
  isThere: (head: string) => boolean,
): readonly string[] {
  const heads = kept.flatMap(({ head }) => head ?? []);
  const someIsThere = heads.some(({ hash }) => isThere(hash));
  return heads.filter(({ file }) => !someIsThere || file >= first).map(({ hash }) => hash);
}

function resolve(
  reference: string,
  number: number,
  files: ReadonlyMap<number, ReadonlyMap<string, Line>>,
): Line | undefined {
  const [file, hash] = reference.includes(":") ? reference.split(":", 2) : [String(number), reference];
  return files.get(Number(file))?.get(hash ?? "");
}

/** Points into a file that the bound on files has removed. */
function isEarlier(reference: string, first: number): boolean {
  return reference.includes(":") && Number(reference.split(":", 1)[0]) < first;
}

/** Points into a file that is missing, which is reported once. */
function missingFileOf(reference: string, numbers: readonly number[]): boolean {
  return reference.includes(":") && !numbers.includes(Number(reference.split(":", 1)[0]));
}
