import type { AuditRecord } from "./audit-entry.js";
import { lineHash } from "./heads.js";
import { readRecord } from "./read-record.js";
import { readSegment, segmentsOf } from "./read-trail.js";
import { linesOf } from "./segment-writer.js";
import { segmentPath } from "./segments.js";

/** Something about a trail that its reader should know. */
export interface TrailProblem {
  /** An `error` means that somebody changed the trail; a `warning` that something was lost without a hand in it. */
  readonly severity: "error" | "warning";
  /** SPEC, "Audit". */
  readonly code:
    | "broken-link"
    | "changed"
    | "inserted"
    | "missing-file"
    | "missing-start"
    | "head-missing"
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
  /** There is no error. */
  readonly ok: boolean;
  readonly files: number;
  readonly records: number;
  /** Records that the writers said they lost. */
  readonly lost: number;
  /** Files older than the first one are gone, as the bound on files wants. */
  readonly olderRemoved: boolean;
  /** The lines that nothing points to yet: whoever keeps them elsewhere can later tell whether the end was cut off. */
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
 * @param knownHeads heads of an earlier report, which must still be in the trail
 * @throws what the file system throws, for a directory or file that may not be read
 */
export async function verifyTrail(
  directory: string,
  { knownHeads = [] }: { readonly knownHeads?: readonly string[] } = {},
): Promise<TrailReport> {
  const numbers = await segmentsOf(directory);
  const [first = 1] = numbers;
  const problems: TrailProblem[] = [];
  const files = new Map<number, ReadonlyMap<string, Line>>();
  const runs = new Map<
    string,
    { readonly line: number; readonly file: string; pid: number; closed: boolean }
  >();
  let records = 0;
  let lost = 0;
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
    /** The last line that anybody who wrote into this file had read. */
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
        if (record.prev.length === 0 && number > 1) {
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
              : { severity: "error", code: "changed", message: "the line is no record", ...place },
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
  for (const head of knownHeads) {
    if ([...files.values()].some((lines) => lines.has(head))) continue;
    report({
      severity: "error",
      code: "head-missing",
      message: `the line ${head.slice(0, 12)}… is not in the trail any more: its end was cut off or rewritten`,
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
  return {
    ok: !problems.some((problem) => problem.severity === "error"),
    files: numbers.length,
    records,
    lost,
    olderRemoved: first > 1,
    heads: [...files.values()].flatMap((lines) =>
      [...lines.values()].filter((one) => !one.referenced).map((one) => one.hash),
    ),
    problems,
  };
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
