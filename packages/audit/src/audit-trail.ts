import { ownProperties } from "@gatehouse-hooks/json";
import { randomBytes } from "node:crypto";
import { hostname, userInfo } from "node:os";
import type { AuditEntry, AuditRecord, TrailEntry } from "./audit-entry.js";
import { AUDIT_LIMITS } from "./audit-limits.js";
import { type KeptRun, keptRuns } from "./kept-runs.js";
import { type Redact, redactEntry } from "./redact-record.js";
import { segmentWriter } from "./segment-writer.js";

/** A problem of the trail that the operator should know of. It never holds event data. */
export interface AuditNotice {
  /** Stable kebab-case identifier, for example `audit-failed`. */
  readonly code: string;
  readonly message: string;
}

/** Where the trail is kept, and how much of it. */
export interface AuditTrailOptions {
  /** The directory of the trail's files; made when it is missing, for this user only. */
  readonly directory: string;
  /** A file of this many bytes is followed by a new one. Default 8 MiB, at least 1 KiB. */
  readonly maxBytes?: number;
  /** The newest files that are kept. Default 20, at least 2. */
  readonly maxFiles?: number;
  /** Hides secrets in every string of a record. Without it, reasons and messages are left out of the trail. */
  readonly redact?: Redact;
  /**
   * A folder outside of the trail, where each run keeps its last line and how many records it lost: `verifyTrail` then notices
   * an end that was cut off, and what a full disk lost. Without it nothing is kept.
   */
  readonly stateDirectory?: string;
  /** A lost record denies its decision (`auditRuntime` with `required`): for the wording of the notice. */
  readonly required?: boolean;
  /** Milliseconds since 1970. Default: the clock of the system. */
  readonly now?: () => number;
  /** Told when records are lost (`audit-lost`), once until writing works again. */
  readonly onNotice?: (notice: AuditNotice) => void;
}

/** An append-only record of decisions, chained by hashes. Made by `createAuditTrail`. */
export interface AuditTrail {
  /**
   * Writes an entry, off the caller's path: it returns at once and never throws.
   *
   * @param entry or what makes it; called later, when no caller waits
   * @returns whether the entry reached the operating system; never rejects
   */
  record(entry: AuditEntry | (() => AuditEntry)): Promise<boolean>;
  /** Resolves when everything recorded so far is written or lost. */
  flush(): Promise<void>;
  /** Writes what waits and the end of this run. What is recorded later is lost. */
  close(): Promise<void>;
  stats(): AuditStats;
}

export interface AuditStats {
  /** Entries that reached the operating system. */
  readonly written: number;
  readonly lost: number;
  readonly waiting: number;
}

interface Waiting {
  readonly entry: () => AuditEntry | TrailEntry;
  readonly at: string;
  readonly settle: (written: boolean) => void;
}

/** An entry that is about to be written. */
interface Ready extends Pick<Waiting, "at" | "settle"> {
  readonly entry: AuditEntry | TrailEntry;
}

/**
 * Opens an audit trail (SPEC, "Files"). Nothing is touched before the first record.
 *
 * @throws TypeError when a number is out of range
 * @example
 * const trail = createAuditTrail({ directory: "/var/log/gatehouse" });
 * const audited = auditRuntime(runtime, trail);
 */
export function createAuditTrail(given: AuditTrailOptions): AuditTrail {
  const options = ownProperties(given);
  const { directory, maxBytes = 8 * 1024 * 1024, maxFiles = 20, redact, now = Date.now } = options;
  atLeast("maxBytes", maxBytes, 1_024);
  atLeast("maxFiles", maxFiles, 2);
  const writer = segmentWriter({ directory, maxBytes, maxFiles });
  const run = randomBytes(8).toString("hex");
  const queue: Waiting[] = [];
  let opened = false;
  let closed = false;
  let written = 0;
  let lost = 0;
  /** Of these the trail does not know yet. */
  let untold = 0;
  let lostCode = "";
  let said = false;
  let draining: Promise<void> | undefined;
  const kept = options.stateDirectory === undefined ? undefined : keptRuns(options.stateDirectory, directory);
  let head: KeptRun["head"];
  let keptAt = -Infinity;

  /** What is outside of the trail may fail: then verifying knows less, and says so. */
  const keep = async (): Promise<void> => {
    keptAt = now();
    await kept?.keep(run, { ...(head && { head }), lost: untold, at: keptAt }).catch(() => undefined);
  };

  const lose = (count: number, code: string): void => {
    lost += count;
    untold += count;
    lostCode = code;
    if (said) return;
    said = true;
    try {
      options.onNotice?.({
        code: "audit-lost",
        message: `the audit trail cannot be written (${code}): ${
          options.required === true
            ? "decisions are denied until it can, since it is required"
            : "decisions go on, and their records are lost"
        }`,
      });
    } catch {
      // A log that is broken must not change anything.
    }
  };
  const at = (): string => new Date(now()).toISOString();
  const own = (entry: TrailEntry): Ready => ({ entry, at: at(), settle: () => undefined });

  /** What is written next: the trail's own records first. */
  const nextBatch = (): readonly Ready[] => {
    const batch: Ready[] = [];
    if (!opened) batch.push(own({ kind: "open", pid: process.pid, user: userName(), host: hostname() }));
    if (untold > 0) batch.push(own({ kind: "lost", count: untold, code: lostCode }));
    for (const { entry, at: when, settle } of queue.splice(0, AUDIT_LIMITS.batch)) {
      try {
        batch.push({ entry: entry(), at: when, settle });
      } catch {
        settle(false);
        lose(1, "not-an-entry");
      }
    }
    return batch;
  };
  const write = async (batch: readonly Ready[]): Promise<void> => {
    const result = await writer.append(batch.length, (index, prev) => {
      const one = batch[index] as Ready;
      const record: AuditRecord = { v: 1, at: one.at, run, prev, ...one.entry };
      return JSON.stringify(record);
    });
    head = result.head ?? head;
    let missing = 0;
    for (const [index, one] of batch.entries()) {
      const reached = index < result.written;
      one.settle(reached);
      const { entry } = one;
      if (reached && entry.kind === "open") opened = true;
      // What was lost while this was being written is told next.
      else if (reached && entry.kind === "lost") untold -= entry.count;
      else if (isOwn(entry.kind)) continue;
      else if (reached) written++;
      else missing++;
    }
    if (missing > 0) lose(missing, result.code ?? "unknown");
    else if (result.code === undefined) said = false;
    if (result.mustLink === true) await write([own({ kind: "link" })]);
  };
  const drain = async (): Promise<void> => {
    // INVARIANT: nothing waits when this ends, including what came while the state was being kept.
    while (queue.length > 0) {
      await write(nextBatch());
      if (queue.length === 0 && kept !== undefined && now() - keptAt >= KEEP_EVERY_MS) await keep();
    }
    draining = undefined;
  };
  const flush = async (): Promise<void> => {
    while (draining !== undefined) await draining;
  };

  return {
    record(entry) {
      if (closed) return Promise.resolve(false);
      if (queue.length >= AUDIT_LIMITS.queue) {
        lose(1, "queue-full");
        return Promise.resolve(false);
      }
      return new Promise((settle) => {
        const made = typeof entry === "function" ? entry : (): AuditEntry => entry;
        queue.push({ entry: () => redactEntry(made(), redact), at: at(), settle });
        // The caller goes on first: hashing and redacting are work, too.
        draining ??= new Promise((resolve) => setImmediate(resolve)).then(drain);
      });
    },
    flush,
    async close() {
      if (closed) return;
      closed = true;
      await flush();
      // A trail without records needs no end.
      if (opened || lost > 0) await write([...nextBatch(), own({ kind: "close", lost })]);
      await writer.close();
      if (opened || lost > 0) await keep();
    },
    stats: () => ({ written, lost, waiting: queue.length }),
  };
}

/** A run that is killed is known by a line of at most this many milliseconds before. */
const KEEP_EVERY_MS = 1_000;

const OWN: ReadonlySet<string> = new Set(["open", "close", "lost", "link"] satisfies TrailEntry["kind"][]);

function isOwn(kind: string): boolean {
  return OWN.has(kind);
}

/** The user that runs this process. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A user without an entry in the system's list.
    return String(process.getuid?.() ?? "");
  }
}

function atLeast(name: string, value: number, least: number): void {
  if (Number.isSafeInteger(value) && value >= least) return;
  throw new TypeError(`expected \`${name}\` to be an integer of at least ${least}, got ${String(value)}`);
}
