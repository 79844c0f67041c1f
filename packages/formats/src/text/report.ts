import type { Issue } from "@gatehouse/condition/json";
import { positionOf, type Source } from "./source.js";

/** The most issues of one file; what comes after is counted in one last issue. */
const MAX_ISSUES = 100;

/** What a problem needs beside its place. */
export interface Problem {
  readonly severity?: Issue["severity"];
  readonly code: string;
  readonly message: string;
  readonly cure: string;
}

/** Collects the issues of one file while it is read. */
export interface Report {
  /** Adds a problem at an offset of `source.text`. */
  readonly add: (offset: number, problem: Problem) => void;
  /** Every issue so far, in the order of the file. */
  readonly issues: () => readonly Issue[];
}

/** Starts the report of a file. */
export function reportOn(source: Source): Report {
  const found: Issue[] = [];
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
  };
}
