import { existing } from "@gatehouse-hooks/json";
import { ownProperties } from "@gatehouse-hooks/json";
import { randomBytes } from "node:crypto";
import { hostname, userInfo } from "node:os";
import { type AuditEntry, type AuditRecord, isOwnKind, type TrailEntry } from "./audit-entry.js";
import { AUDIT_LIMITS } from "./audit-limits.js";
import { type KeptRun, keptRuns } from "./kept-runs.js";
import { type Redact, redactEntry } from "./redact-record.js";
import { type SegmentWriter, segmentWriter } from "./segment-writer.js";

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
  const trail = new OpenTrail(ownProperties(given));
  return {
    record: (entry) => trail.record(entry),
    flush: () => trail.flush(),
    close: () => trail.close(),
    stats: () => trail.stats(),
  };
}

class OpenTrail implements AuditTrail {
  readonly #options: AuditTrailOptions;
  readonly #now: () => number;
  readonly #writer: SegmentWriter;
  readonly #run = randomBytes(8).toString("hex");
  readonly #queue: Waiting[] = [];
  readonly #kept: ReturnType<typeof keptRuns> | undefined;
  #opened = false;
  #closed = false;
  #written = 0;
  #lost = 0;
  /** Of these the trail does not know yet. */
  #untold = 0;
  #lostCode = "";
  #said = false;
  #draining: Promise<void> | undefined;
  #head: KeptRun["head"];
  #keptAt = -Infinity;

  constructor(options: AuditTrailOptions) {
    const { directory, maxBytes = 8 * 1024 * 1024, maxFiles = 20, stateDirectory, now = Date.now } = options;
    atLeast("maxBytes", maxBytes, 1_024);
    atLeast("maxFiles", maxFiles, 2);
    this.#options = options;
    this.#now = now;
    this.#writer = segmentWriter({ directory, maxBytes, maxFiles });
    this.#kept = stateDirectory === undefined ? undefined : keptRuns(stateDirectory, directory);
  }

  record(entry: AuditEntry | (() => AuditEntry)): Promise<boolean> {
    if (this.#closed) return Promise.resolve(false);
    if (this.#queue.length >= AUDIT_LIMITS.queue) {
      this.#lose(1, "queue-full");
      return Promise.resolve(false);
    }
    const { redact } = this.#options;
    return new Promise((settle) => {
      const made = typeof entry === "function" ? entry : (): AuditEntry => entry;
      this.#queue.push({ entry: () => redactEntry(made(), redact), at: this.#at(), settle });
      // The caller goes on first: hashing and redacting are work, too.
      this.#draining ??= new Promise((resolve) => setImmediate(resolve)).then(() => this.#drain());
    });
  }

  async flush(): Promise<void> {
    while (this.#draining !== undefined) await this.#draining;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.flush();
    // A trail without records needs no end.
    if (this.#opened || this.#lost > 0)
      await this.#write([...this.#nextBatch(), this.#own({ kind: "close", lost: this.#lost })]);
    await this.#writer.close();
    if (this.#opened || this.#lost > 0) await this.#keep();
  }

  stats(): AuditStats {
    return { written: this.#written, lost: this.#lost, waiting: this.#queue.length };
  }

  async #drain(): Promise<void> {
    // INVARIANT: nothing waits when this ends, including what came while the state was being kept.
    while (this.#queue.length > 0) {
      await this.#write(this.#nextBatch());
      const isDue = this.#now() - this.#keptAt >= KEEP_EVERY_MS;
      if (this.#queue.length === 0 && this.#kept !== undefined && isDue) await this.#keep();
    }
    this.#draining = undefined;
  }

  /** What is written next: the trail's own records first. */
  #nextBatch(): readonly Ready[] {
    const batch: Ready[] = [];
    if (!this.#opened)
      batch.push(this.#own({ kind: "open", pid: process.pid, user: userName(), host: hostname() }));
    if (this.#untold > 0) batch.push(this.#own({ kind: "lost", count: this.#untold, code: this.#lostCode }));
    for (const { entry, at, settle } of this.#queue.splice(0, AUDIT_LIMITS.batch)) {
      try {
        batch.push({ entry: entry(), at, settle });
      } catch {
        settle(false);
        this.#lose(1, "not-an-entry");
      }
    }
    return batch;
  }

  async #write(batch: readonly Ready[]): Promise<void> {
    const result = await this.#writer.append(batch.length, (index, prev) => {
      const one = existing(batch[index]);
      const record: AuditRecord = { v: 1, at: one.at, run: this.#run, prev, ...one.entry };
      return JSON.stringify(record);
    });
    this.#head = result.head ?? this.#head;
    let missing = 0;
    for (const [index, one] of batch.entries()) {
      const reached = index < result.written;
      one.settle(reached);
      const { entry } = one;
      if (reached && entry.kind === "open") this.#opened = true;
      // What was lost while this was being written is told next.
      else if (reached && entry.kind === "lost") this.#untold -= entry.count;
      else if (isOwnKind(entry.kind)) continue;
      else if (reached) this.#written++;
      else missing++;
    }
    if (missing > 0) this.#lose(missing, result.code ?? "unknown");
    else if (result.code === undefined) this.#said = false;
    if (result.mustLink === true) await this.#write([this.#own({ kind: "link" })]);
  }

  #lose(count: number, code: string): void {
    this.#lost += count;
    this.#untold += count;
    this.#lostCode = code;
    if (this.#said) return;
    this.#said = true;
    const meaning =
      this.#options.required === true
        ? "decisions are denied until it can, since it is required"
        : "decisions go on, and their records are lost";
    try {
      const message = `the audit trail cannot be written (${code}): ${meaning}`;
      this.#options.onNotice?.({ code: "audit-lost", message });
    } catch {
      // A log that is broken must not change anything.
    }
  }

  /** What is outside of the trail may fail: then verifying knows less, and says so. */
  async #keep(): Promise<void> {
    this.#keptAt = this.#now();
    const head = this.#head;
    const run: KeptRun = { ...(head && { head }), lost: this.#untold, at: this.#keptAt };
    await this.#kept?.keep(this.#run, run).catch(() => undefined);
  }

  #own(entry: TrailEntry): Ready {
    return { entry, at: this.#at(), settle: () => undefined };
  }

  #at(): string {
    return new Date(this.#now()).toISOString();
  }
}

/** A run that is killed is known by a line of at most this many milliseconds before. */
const KEEP_EVERY_MS = 1_000;

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
