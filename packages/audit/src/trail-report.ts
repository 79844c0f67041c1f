/** Something about a trail that its reader should know. */
export interface TrailProblem {
  /** An `error` means that the trail was changed; a `warning` that something was lost without a hand in it. */
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
  /** There is no error: nothing shows that the trail was changed. Records may be lost all the same. */
  readonly ok: boolean;
  readonly files: number;
  readonly records: number;
  /** Records that the writers said they lost, in the trail or where they keep what is outside of it. */
  readonly lost: number;
  /** Files older than the first one are gone, as the bound on files wants. */
  readonly olderRemoved: boolean;
  /** The lines that nothing points to yet: whoever keeps them elsewhere can later tell whether the end was cut off. */
  readonly heads: readonly string[];
  readonly problems: readonly TrailProblem[];
}

/** Takes one problem. */
export type ReportProblem = (problem: TrailProblem) => void;
