import type { Tier } from "@gatehouse/engine";
import type { Document, Path } from "../gatehouse/document.js";
import type { Problem, Report } from "../text/report.js";
import type { Compat } from "./compat.js";

/** What every part of a file shares while it is read. */
export interface FileContext {
  readonly path: string;
  readonly tier: Tier;
  readonly compat: Compat;
  /** Adds a problem at a value of the file. */
  readonly at: (path: Path, problem: Problem) => void;
  /** Adds a problem at a key of the file. */
  readonly atKey: (path: Path, problem: Problem) => void;
  /** A scalar as it is written, without quotes. */
  readonly written: (path: Path) => string;
  /** 1-based line of a key or list item. */
  readonly lineOf: (path: Path) => number;
}

/** Places problems in a document, and says of every error that nothing of the file is loaded. */
export function problemsIn(
  document: Document,
  report: Report,
): Pick<FileContext, "at" | "atKey"> & { readonly failed: () => boolean } {
  let failed = false;
  const add = (offset: number, problem: Problem): void => {
    const error = (problem.severity ?? "error") === "error";
    failed ||= error;
    report.add(
      offset,
      error ? { ...problem, message: `${problem.message}; the file is not loaded` } : problem,
    );
  };
  return {
    at: (path, problem) => add(document.valueAt(path), problem),
    atKey: (path, problem) => add(document.keyAt(path), problem),
    failed: () => failed,
  };
}
