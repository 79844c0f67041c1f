import type { Issue } from "@gatehouse-hooks/json";

/** Why a file cannot be read. Codes are stable. */
export type FileProblemCode =
  | "not-found"
  | "not-a-file"
  | "path-outside-root"
  | "symlink"
  | "too-deep"
  | "too-large"
  | "too-many"
  | "over-budget"
  | "changing"
  | "no-home"
  | "not-read"
  | "unreadable";

/** An expected failure on the way to a file's bytes. */
export interface FileProblem {
  readonly kind: "problem";
  readonly code: FileProblemCode;
  readonly message: string;
  readonly cure?: string;
}

export function problem(code: FileProblemCode, message: string, cure?: string): FileProblem {
  return { kind: "problem", code, message, ...(cure === undefined ? {} : { cure }) };
}

export const OUTSIDE: FileProblem = problem(
  "path-outside-root",
  "the link leads out of the directory that was named",
  "put the file into the directory, or name the link's target itself",
);

/** The problem behind an error of a file system call. */
export function problemOf(error: unknown): FileProblem {
  const code =
    typeof error === "object" && error !== null && "code" in error ? String(error.code) : "unknown";
  switch (code) {
    case "ENOENT":
    case "ENOTDIR":
      return problem(
        "not-found",
        "there is no such file, or the link leads nowhere",
        "check the path, or remove the link",
      );
    case "ELOOP":
      return problem(
        "symlink",
        "the link leads to itself, or was put there while reading",
        "replace the link by a file",
      );
    case "ENAMETOOLONG":
      return problem("too-deep", "the path is longer than the system accepts");
    case "ENXIO":
    case "ENODEV":
    case "EISDIR":
      return notAFile();
    case "EACCES":
    case "EPERM":
      return problem("unreadable", `it may not be read by this user (${code})`, "check owner and mode");
    default:
      return problem("unreadable", `the system refuses to read it (${code})`);
  }
}

export function notAFile(): FileProblem {
  return problem("not-a-file", "expected a regular file", "remove it, or name it differently");
}

export function issueOf({ code, message, cure }: FileProblem, shown: string): Issue {
  return { severity: "error", code, message, path: shown, ...(cure === undefined ? {} : { cure }) };
}
