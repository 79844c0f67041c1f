import type { Issue } from "@gatehouse-hooks/json";

/** Characters that forge log lines or drive a terminal. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;
/** Characters that no reader sees, or that change the order of the others; halves of pairs. */
const INVISIBLE = /[\p{Cf}\p{Cs}]/u;
/** What is escaped, and the start of what looks like an escape: two paths are never shown alike. */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cf}\p{Cs}]|\\(?=u\{)/gu;

/**
 * A path on one clean line: control and invisible characters become `\u{…}`, and so does the backslash of a name that
 * holds such an escape literally. For showing only; files are compared by their real path.
 */
export function showPath(path: string): string {
  return path.replace(UNSAFE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** What is suspicious about a name: the code of the warning, or null. */
export function nameWarning(name: string): "control-character" | "invisible-character" | null {
  if (CONTROL.test(name)) return "control-character";
  return INVISIBLE.test(name) ? "invisible-character" : null;
}

/** Why a file cannot be read. Codes are stable. */
type FileProblemCode =
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

export function fileIssue({ code, message, cure }: FileProblem, shown: string): Issue {
  return { severity: "error", code, message, path: shown, ...(cure === undefined ? {} : { cure }) };
}
