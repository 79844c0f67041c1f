import { randomBytes } from "node:crypto";
import { type EntryTable, entryTable, type TableEntry } from "../entry-table.js";
import { ownProperties } from "@gatehouse-hooks/json";
import { type Sealer, sealer } from "../sealed-text.js";
import type { StoreNotice, SyncVerdictStore } from "../store.js";
import { isAccepted, sessionPartition } from "../store.js";
import { type AppendLog, appendLog } from "./append-log.js";
import { createEpochs } from "./epochs.js";
import type { LogRecord } from "../record.js";
import { readLogRecord, writeLogRecord } from "../record.js";

export interface FileStoreOptions {
  /** Entries over both scopes; the least recently used goes first. Default 10,000. */
  readonly maxEntries?: number | undefined;
  /** Bytes of the file; what is live may take half of it, and one entry a sixteenth of that. Default 16 MiB. */
  readonly maxBytes?: number | undefined;
  /** Milliseconds that a session's answers are kept at most. Default 24 hours. */
  readonly sessionTtlMs?: number | undefined;
  /** Makes entries that only those who know it can write. Without it, write access to the file is write access to verdicts. */
  readonly secret?: string | undefined;
  /** Wall-clock milliseconds, the same for all processes. Default `Date.now`. */
  readonly clock?: (() => number) | undefined;
}

const DEFAULT_MAX_ENTRIES = 10_000;
const DEFAULT_MAX_BYTES = 16 * 1024 * 1024;
const DAY_MS = 86_400_000;

const INVALID: StoreNotice = {
  code: "entry-invalid",
  message: "an entry of the verdict file is not an answer of its judge; its question is asked again",
};

/**
 * Keeps answers in a file, for several processes of one user on one machine and across restarts (SPEC, "The file").
 * The folder must exist, on a local disk, outside what the agent may write.
 *
 * @throws TypeError when a bound is not a positive integer
 */
export function fileStore(path: string, given: FileStoreOptions = {}): SyncVerdictStore {
  const options = ownProperties(given);
  const { sessionTtlMs = DAY_MS } = options;
  const clock = options.clock ?? Date.now;
  const shared = new SharedTable(path, options);

  return {
    kind: "file",

    claim(slot) {
      shared.refresh();
      const { partition, key, ttlMs } = slot;
      const entry = shared.table.find(partition, key, clock(), ttlMs);
      const ticket = shared.epochs.of(partition);
      if (entry === undefined) return { kind: "own", ticket };
      if (!isAccepted(slot, entry.answer)) return { kind: "own", ticket, notice: INVALID };
      return { kind: "hit", answer: entry.answer };
    },

    settle(slot, ticket, answer) {
      if (!isAccepted(slot, answer)) return false;
      const { partition, key, ttlMs } = slot;
      const storedAt = clock();
      const ownTtlMs = partition.scope === "session" ? Math.min(ttlMs, sessionTtlMs) : ttlMs;
      const added = shared.add(putRecord({ partition, key, answer, storedAt, ttlMs: ownTtlMs }, ticket));
      return added && shared.table.find(partition, key, storedAt, ttlMs)?.storedAt === storedAt;
    },

    release: () => undefined,

    clearSession(session) {
      shared.add({ kind: "clear", partition: sessionPartition(session), epoch: newEpoch() });
    },

    clear(scope) {
      for (const one of scope === undefined ? (["session", "global"] as const) : [scope]) {
        shared.add({ kind: "clear-scope", scope: one, epoch: newEpoch() });
      }
    },

    stats() {
      shared.refresh();
      return shared.table.stats(clock());
    },

    close: () => shared.close(),
  };
}

/** INVARIANT: table and epochs change only in `refresh`, from what is in the file. */
class SharedTable {
  readonly table: EntryTable;
  readonly epochs = createEpochs();
  readonly #maxBytes: number;
  readonly #seal: Sealer;
  readonly #log: AppendLog;

  constructor(path: string, options: FileStoreOptions) {
    const { maxEntries = DEFAULT_MAX_ENTRIES, maxBytes = DEFAULT_MAX_BYTES } = options;
    this.table = entryTable({ maxEntries, maxBytes: Math.floor(maxBytes / 2) });
    this.#maxBytes = maxBytes;
    this.#seal = sealer(options.secret);
    this.#log = appendLog(path, maxBytes);
  }

  refresh(): void {
    const { lines, restarted } = this.#log.read();
    if (restarted) {
      this.table.dropAll();
      this.epochs.reset();
    }
    for (const line of lines) {
      const text = this.#seal.open(line);
      const record = text === undefined ? undefined : readLogRecord(text);
      if (record !== undefined) this.#apply(record, Buffer.byteLength(line) + 1);
    }
    if (this.#log.size() > this.#maxBytes)
      this.#log.replace(() => this.#snapshot().map((record) => this.#seal.seal(writeLogRecord(record))));
  }

  /** False when it is too large to be kept. */
  add(record: LogRecord): boolean {
    const line = this.#seal.seal(writeLogRecord(record));
    if (!this.table.fits(Buffer.byteLength(line) + 1)) return false;
    this.#log.append([line]);
    this.refresh();
    return true;
  }

  close(): void {
    this.#log.close();
  }

  #apply(record: LogRecord, bytes: number): void {
    if (record.kind === "clear-scope") {
      this.epochs.setScope(record.scope, record.epoch);
      this.table.dropScope(record.scope);
    } else if (record.kind === "clear") {
      this.epochs.setPartition(record.partition, record.epoch);
      this.table.dropPartition(record.partition);
    } else if (record.epoch === this.epochs.of(record.partition)) {
      const { partition, key, answer, storedAt, ttlMs } = record;
      this.table.put({ partition, key, answer, storedAt, ttlMs, bytes });
    }
  }

  #snapshot(): LogRecord[] {
    const { epochs, table } = this;
    return [
      ...epochs.scopes().map(({ scope, epoch }) => ({ kind: "clear-scope" as const, scope, epoch })),
      ...epochs.partitions().map(({ partition, epoch }) => ({ kind: "clear" as const, partition, epoch })),
      ...table.all().map((entry) => putRecord(entry, epochs.of(entry.partition))),
    ];
  }
}

function putRecord(entry: Omit<TableEntry, "bytes">, epoch: string): LogRecord {
  const { partition, key, answer, storedAt, ttlMs } = entry;
  return { kind: "put", partition, key, answer, storedAt, ttlMs, epoch };
}

function newEpoch(): string {
  return randomBytes(8).toString("hex");
}
