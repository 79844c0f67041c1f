import { ownProperties } from "@gatehouse-hooks/json";
import { type KeptRun, keptRuns } from "./kept-runs.js";
import { trailSegments } from "./read-trail.js";
import { TrailChain } from "./trail-chain.js";
import type { ReportProblem, TrailProblem, TrailReport } from "./trail-report.js";

const MAX_PROBLEMS = 1_000;

/**
 * Checks a trail: every line but the last ones is pointed to by a later one, and every line points to lines that are there.
 * So a line that was removed, changed, moved or put in is found. Not found is a trail that was rewritten from some line to
 * its end, or cut off at its end: keep a head elsewhere and give it here to find that, too.
 *
 * @param options `knownHeads`: heads of an earlier report, which must still be in the trail. `stateDirectory`: where the writers
 *   keep what is outside of the trail; their heads count unless `knownHeads` are given, and the head of a trail without errors
 *   is kept there. `onFile`: told how many files have been read, and how many there are
 * @throws what the file system throws, for a directory or file that may not be read
 */
export async function verifyTrail(
  directory: string,
  options: {
    readonly knownHeads?: readonly string[];
    readonly stateDirectory?: string;
    readonly onFile?: (done: number, of: number) => void;
  } = {},
): Promise<TrailReport> {
  const { knownHeads, stateDirectory, onFile } = ownProperties(options);
  const kept = stateDirectory === undefined ? [] : await keptRuns(stateDirectory, directory).read();
  const numbers = await trailSegments(directory);
  const [first = 1] = numbers;
  const problems: TrailProblem[] = [];
  const report: ReportProblem = (problem) => {
    if (problems.length < MAX_PROBLEMS) problems.push(problem);
  };
  const chain = new TrailChain(numbers, report);
  await chain.read(directory, onFile);
  chain.checkReferences();
  const isThere = (head: string): boolean => chain.has(head);
  const missing = (knownHeads ?? keptHeads(kept, first, isThere)).filter((head) => !isThere(head));
  const lost = chain.lost + kept.reduce((sum, one) => sum + one.lost, 0);
  const keepsHeads = knownHeads === undefined && stateDirectory !== undefined;
  reportHeads(missing, report);
  if (chain.records === 0) report(NO_RECORDS);
  else if (keepsHeads && !kept.some((one) => one.head)) report(NO_HEAD);
  reportRuns(chain, report);
  reportLost(lost, report);
  const ok = !problems.some((problem) => problem.severity === "error");
  const last = chain.heads();
  const head = last.at(-1);
  if (ok && keepsHeads && head !== undefined) {
    // What is whole now has to be there the next time. Where it cannot be kept, the next report says that none was.
    const now = { head, lost: 0, at: Date.now() };
    await keptRuns(stateDirectory, directory)
      .keep(VERIFIED, now)
      .catch(() => undefined);
  }
  return {
    ok,
    files: numbers.length,
    records: chain.records,
    lost,
    olderRemoved: first > 1,
    heads: last.map(({ hash }) => hash),
    problems,
  };
}

/** The run under which a verified head is kept. */
const VERIFIED = "0000000000000000";

const NO_RECORDS: TrailProblem = {
  severity: "error",
  code: "no-records",
  message: "there are no records: a trail without records proves nothing",
};

const NO_HEAD: TrailProblem = {
  severity: "warning",
  code: "no-head",
  message:
    "no head of this trail was kept outside of it: nothing tells whether its end was cut off; it is kept from now on",
};

function reportLost(lost: number, report: ReportProblem): void {
  if (lost === 0) return;
  const message = `${lost} records could not be written, as their writers say`;
  report({ severity: "warning", code: "lost", message });
}

function reportHeads(missing: readonly string[], report: ReportProblem): void {
  for (const head of missing) {
    const message = `the line ${head.slice(0, 12)}… is not in the trail any more: its end was cut off or rewritten`;
    report({ severity: "error", code: "head-missing", message });
  }
}

function reportRuns({ runs }: TrailChain, report: ReportProblem): void {
  for (const [run, { file, line, pid, closed }] of runs) {
    if (closed) continue;
    const message = `the run ${run} (process ${pid}) has no end: it still runs, or was killed and its last record may be missing`;
    report({ severity: "warning", code: "unfinished", message, file, line });
  }
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
