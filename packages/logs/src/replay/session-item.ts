import type { SessionCall } from "@gatehouse-hooks/hosts/sessions";
import type { Issue } from "@gatehouse-hooks/json";

/** Where in a file something is: the line of JSON Lines, the row of a database, 1 for a document. */
export interface SessionItemPlace {
  readonly path: string;
  readonly line: number;
}

/** What reading session files gives, in the order of the files and within each in the order of the session. */
export type SessionItem =
  | { readonly kind: "call"; readonly call: SessionCall; readonly place: SessionItemPlace }
  /** What could not be read; `path` and `line` say where. Nothing is left out without one. */
  | { readonly kind: "issue"; readonly issue: Issue & { readonly path: string } };

/** An issue about a file, as an item. */
export function sessionIssue(issue: Issue & { readonly path: string }): SessionItem {
  return { kind: "issue", issue };
}
