import type { JsonObject } from "@gatehouse-hooks/json";
import type { Effect, OnFailure, Tier } from "@gatehouse-hooks/engine";

/** One policy's part in a decision, as the trail keeps it. */
export interface AuditHook {
  readonly policy: string;
  readonly tier: Tier;
  readonly verdict: string;
  /** Where the verdict came from: `static`, `judge`, `cache`, `command` … */
  readonly source: string;
  /** Milliseconds. */
  readonly ms?: number;
  readonly failure?: { readonly code: string; readonly onFailure: OnFailure };
}

/** A decision that was returned. */
export interface DecisionEntry {
  readonly kind: "decision";
  /** The event's name; `null` for an invalid event. */
  readonly event: string | null;
  readonly tool?: string;
  readonly session?: string;
  /** SHA-256 of the event's canonical JSON; `null` for an invalid event. */
  readonly eventHash: string | null;
  /** SHA-256 of the stored form of the policy set that decided. */
  readonly policySet: string;
  /** Milliseconds since 1970: the time by which what was remembered was read. Absent where nothing was. */
  readonly now?: number;
  readonly effect: Effect;
  /** The policy that decided. */
  readonly policy: string | null;
  readonly reason: string;
  /** Milliseconds. */
  readonly ms: number;
  readonly hooks: readonly AuditHook[];
  /**
   * What of the machine it was decided with: texts of scripts, links. `{ "lost": … }` where it was too long, or a secret was hidden in it:
   * what is left would be decided otherwise.
   */
  readonly evidence?: JsonObject;
}

/** A handler that ran: a command, a judge, a builtin, a function. */
export interface RunEntry {
  readonly kind: "run";
  readonly policy: string;
  readonly tier: Tier;
  readonly handler: string;
  /** SHA-256 of what ran: of a command its text and arguments, of a judge its prompt and model. */
  readonly handlerHash: string;
  readonly event: string;
  readonly eventHash: string;
  readonly session?: string;
  /** The verdict's kind. */
  readonly outcome: string;
  /** Of a failure. */
  readonly code?: string;
  readonly reason: string;
  /** Milliseconds. */
  readonly ms: number;
}

/** What happened to the rules themselves: a file was trusted, an attempt to claim enforcement, an approval … */
export interface NoteEntry {
  readonly kind: "note";
  /** Stable kebab-case identifier, for example `enforcement-claimed`. */
  readonly code: string;
  readonly message: string;
  readonly path?: string;
  readonly policy?: string;
  /** SHA-256 of the file or the command that this is about. */
  readonly hash?: string;
}

/** What callers write into the trail. */
export type AuditEntry = DecisionEntry | RunEntry | NoteEntry;

/** What the trail says about itself. */
export type TrailEntry =
  /** A writer has begun. */
  | { readonly kind: "open"; readonly pid: number; readonly user: string; readonly host: string }
  /** A writer has ended, and everything it was given is written except `lost` records. */
  | { readonly kind: "close"; readonly lost: number }
  /** Records that could not be written. */
  | { readonly kind: "lost"; readonly count: number; readonly code: string }
  /** Links what was written late into the previous file to this one. */
  | { readonly kind: "link" };

/** One line of the trail. */
export type AuditRecord = (AuditEntry | TrailEntry) & {
  /** Version of the form. */
  readonly v: 1;
  /** When it was recorded: UTC, ISO 8601 with milliseconds. */
  readonly at: string;
  /** Which writer: 16 hexadecimal digits, new for each trail that is opened. */
  readonly run: string;
  /**
   * SHA-256 of the lines before it that no other line points to: `<hash>` in the same file, `<number>:<hash>` in an earlier
   * one. More than one when several processes wrote at once.
   */
  readonly prev: readonly string[];
};

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
