import { type JsonObject, own } from "@gatehouse-hooks/json";

/** Marks of Claude Code's records that a program wrote: asides, summaries after compaction, errors of the API. */
const marks: readonly string[] = [
  "isMeta",
  "isCompactSummary",
  "isVisibleInTranscriptOnly",
  "isApiErrorMessage",
];

/** Elements of the user's messages that Claude Code wrote, not the user. */
const tags: ReadonlySet<string> = new Set([
  "system-reminder",
  "task-notification",
  "agent-notification",
  "teammate-message",
  "local-command-caveat",
  "local-command-stdout",
  "local-command-stderr",
  "bash-stdout",
  "bash-stderr",
  "ide_opened_file",
  "ide_selection",
]);

const opening = /^<([a-z_-]{1,30})(?:\s[^<>]{0,500})?>/;
const ending = /^(?:completed|failed|killed|stopped|cancelled|canceled|timed[_-]?out|error)$/;

/** Whether a program wrote the record rather than a speaker. */
export function isInjected(record: JsonObject): boolean {
  const origin = Object.hasOwn(record, "origin") ? record["origin"] : undefined;
  const kind = own(origin, "kind");
  return (
    marks.some((mark) => Object.hasOwn(record, mark) && record[mark] === true) ||
    (typeof kind === "string" && kind !== "human")
  );
}

/** What is left of a user's text without the elements at its beginning that a program put there. One pass. */
export function withoutInjected(text: string): string {
  let rest = text.trimStart();
  for (;;) {
    const tag = opening.exec(rest)?.[1];
    if (tag === undefined || !tags.has(tag)) return rest === text.trimStart() ? text : rest.trim();
    const close = `</${tag}>`;
    const end = rest.indexOf(close);
    // Never closed: all of it is the program's.
    if (end === -1) return "";
    rest = rest.slice(end + close.length).trimStart();
  }
}

/** The ids of calls and tasks that ended in the background, as a notice at the beginning of the text says. */
export function endedIn(text: string): readonly string[] {
  const notice = text.trimStart();
  if (!/^<(?:task|agent)-notification/.test(notice)) return [];
  const status = fieldOf(notice, "status");
  if (status !== undefined && !ending.test(status)) return [];
  return ["tool-use-id", "task-id", "agent-id"].flatMap((name) => fieldOf(notice, name) ?? []);
}

function fieldOf(notice: string, name: string): string | undefined {
  const open = `<${name}>`;
  const start = notice.indexOf(open);
  const end = start === -1 ? -1 : notice.indexOf(`</${name}>`, start);
  return end === -1 ? undefined : notice.slice(start + open.length, end).trim();
}
