import type { Issue, JsonObject } from "@gatehouse-hooks/json";

/** Files larger than a policy file may be are not searched for a line. */
const MAX_LENGTH = 262_144;
const LINE_END = /\r\n?|\n/;
/** What a message quotes first: most often the policy that it is about. */
const QUOTED = /`([^`]+)`/;

/**
 * An issue with the column of what it is about, where the line is all that is known of it: that of the first name that the message
 * quotes and the line holds, else of what the line begins with.
 */
export function withColumn<One extends Issue>(issue: One, sources: Sources): One {
  const { path, line, column, message } = issue;
  if (path === undefined || line === undefined || column !== undefined) return issue;
  const source = sources.get(path);
  if (source === undefined || source.length > MAX_LENGTH) return issue;
  const text = typeof source === "string" ? source : new TextDecoder().decode(source);
  const written = text.split(LINE_END)[line - 1] ?? "";
  const quoted = QUOTED.exec(message)?.[1];
  const at = quoted === undefined ? -1 : written.indexOf(quoted);
  return { ...issue, column: Math.max(at >= 0 ? at : written.search(/\S/), 0) + 1 };
}

/** An issue, and an event that shows it. */
export interface ShownIssue extends Issue {
  readonly witness?: JsonObject;
}

/** The contents of the files that issues are about, by their paths as shown. */
export type Sources = ReadonlyMap<string, string | Uint8Array>;
