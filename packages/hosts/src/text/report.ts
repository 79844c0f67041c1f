import type { Issue } from "@gatehouse-hooks/json";
import type { LostPolicy, Tier } from "@gatehouse-hooks/engine";
import { positionOf, type Source } from "./source.js";

/** The most issues of one file; what comes after is counted in one last issue. */
const MAX_ISSUES = 100;

/** What a problem needs in addition to its place. */
export interface Problem {
  readonly severity?: Issue["severity"];
  readonly code: string;
  readonly message: string;
  readonly cure: string;
}

/** Collects the issues of one file while it is read, and the policies that it loses. */
export interface Report {
  /** Adds a problem at an offset of `source.text`. */
  readonly add: (offset: number, problem: Problem) => void;
  /**
   * Says that a policy of the file is not in force. Never cut, unlike the issues.
   *
   * @param events those it could have denied; `all gating` where they are not known; none where it could not have denied
   * @param why one sentence, without a full stop
   * @param offset of `source.text`, where the policy is
   */
  readonly lose: (events: LostPolicy["events"], why: string, offset?: number) => void;
  /** Every issue so far, in the order of the file. */
  readonly issues: () => readonly Issue[];
  /** Every policy lost so far. */
  readonly lost: () => readonly LostPolicy[];
}

/**
 * Starts the report of a file.
 *
 * @param tier whose file it is
 */
export function reportOn(source: Source, tier: Tier): Report {
  const found: Issue[] = [];
  const lost: LostPolicy[] = [];
  let more = 0;
  return {
    add: (offset, problem) => {
      if (found.length >= MAX_ISSUES) {
        more++;
        return;
      }
      const { severity = "error", code, message, cure } = problem;
      found.push({ severity, code, message, path: source.path, ...positionOf(source, offset), cure });
    },
    lose: (events, why, offset) => {
      const line = offset === undefined ? {} : { line: positionOf(source, offset).line };
      lost.push({ file: source.path, events, tier, why, ...line });
    },
    issues: () => {
      const sorted = found.toSorted((a, b) => (a.offset ?? 0) - (b.offset ?? 0));
      if (more > 0) {
        sorted.push({
          severity: "error",
          code: "too-many-issues",
          message: `${more} more problems in this file are not listed`,
          path: source.path,
          ...positionOf(source, source.text.length),
          cure: "cure the problems above first",
        });
      }
      return sorted;
    },
    lost: () => lost,
  };
}

/** The events that something which is not in force could have denied; `all gating` where they are not known. */
export type LostEvents = readonly string[] | "all gating";

/** Why a policy is lost, for the reason of the deny that replaces it: the problem and its cure. */
export function whyLost({ message, cure }: Pick<Problem, "message" | "cure">): string {
  return `${message}; cure: ${cure}`;
}
