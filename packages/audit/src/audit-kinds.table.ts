import type { AuditEntry, TrailEntry } from "./audit-entry.js";

/** What the trail says about itself. */
const TRAIL_KINDS = ["open", "close", "lost", "link"] satisfies TrailEntry["kind"][];

/** What a record of the trail can be. */
export const AUDIT_KINDS: readonly string[] = [
  ...(["decision", "run", "note"] satisfies AuditEntry["kind"][]),
  ...TRAIL_KINDS,
];

const OWN: ReadonlySet<string> = new Set(TRAIL_KINDS);

/** The trail alone writes records of this kind. */
export function isOwnKind(kind: string): boolean {
  return OWN.has(kind);
}
