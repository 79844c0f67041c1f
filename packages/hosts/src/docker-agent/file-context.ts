import type { Tier } from "@gatehouse-hooks/engine";
import type { Document, DocumentPath } from "../yaml/document.js";
import type { Problem, Report, LostEvents } from "../text/report.js";
import type { Compat } from "./docker-agent-options.js";
import { lostAt } from "./lost-events.js";

/** Adds a problem at a place of the file. `lost`: the events that an error there leaves without their policies. */
export type AddProblem = (path: DocumentPath, problem: Problem, lost?: LostEvents) => void;

/** What every part of a file shares while it is read. */
export interface FileContext {
  readonly path: string;
  readonly tier: Tier;
  readonly compat: Compat;
  /** Builtins that the embedder has in addition to the usual ones. */
  readonly builtins: readonly string[];
  /** Adds a problem at a value of the file. */
  readonly at: AddProblem;
  /** Adds a problem at a key of the file. */
  readonly atKey: AddProblem;
  /** A scalar as it is written, without quotes. */
  readonly written: (path: DocumentPath) => string;
  /** 1-based line of a key or list item. */
  readonly lineOf: (path: DocumentPath) => number;
}

/** Why a file is not loaded. */
interface FileFailure {
  /** Offset of its first error. */
  readonly offset: number;
  /** What that error says, and its cure. */
  readonly why: string;
  /** What its errors affect; an error without a place affects everything at its path. */
  readonly lost: readonly LostEvents[];
}

/** Places problems in a document, and adds to every error that nothing of the file is loaded. */
export function problemsIn(
  document: Document,
  report: Report,
): Pick<FileContext, "at" | "atKey"> & { readonly failure: () => FileFailure | null } {
  const lost: LostEvents[] = [];
  let offset = Number.POSITIVE_INFINITY;
  let why = "";
  const add = (place: number, problem: Problem, events: LostEvents): void => {
    const error = (problem.severity ?? "error") === "error";
    if (error) {
      lost.push(events);
      if (place < offset) why = `${problem.message}; cure: ${problem.cure}`;
      offset = Math.min(place, offset);
    }
    report.add(
      place,
      error ? { ...problem, message: `${problem.message}; the file is not loaded` } : problem,
    );
  };
  return {
    at: (path, problem, events = lostAt(path)) => add(document.valueAt(path), problem, events),
    atKey: (path, problem, events = lostAt(path)) => add(document.keyAt(path), problem, events),
    failure: () => (lost.length === 0 ? null : { offset, why, lost }),
  };
}
