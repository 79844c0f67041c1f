import { randomBytes } from "node:crypto";
import type { Answer } from "@gatehouse-hooks/engine";
import { ownProperties } from "@gatehouse-hooks/json";
import { readLogRecord, writeLogRecord } from "../record.js";
import { type Sealer, sealer } from "../sealed-text.js";
import type { Claim, StoreNotice, Slot, StoredScope, VerdictStore } from "../store.js";
import { isAccepted, partitionId, sessionPartition } from "../store.js";
import { batchReads } from "./batch-reads.js";
import { connect, type Connection, RedisUnavailable } from "./connection.js";
import { countEntries } from "./count-entries.js";
import { keepLeases } from "./leases.js";
import { namesIn } from "./names.js";
import { claimScript, renewScript, settleScript } from "./scripts.js";

export interface RedisStoreOptions {
  /** `redis://user:password@host:port/db`, `rediss://…` for TLS, or the path of a Unix socket. */
  readonly url: string;
  /** Starts all keys. Default `gatehouse`. */
  readonly namespace?: string | undefined;
  /** Makes entries that only those who know it can write. Without it, write access to Redis is write access to verdicts. */
  readonly secret?: string | undefined;
  /** Milliseconds that Redis may take to answer, then the judge is asked. Default 50. */
  readonly commandTimeoutMs?: number | undefined;
  /** Milliseconds that connecting may take. Default 200. */
  readonly connectTimeoutMs?: number | undefined;
  /** Milliseconds after which the question of a dead process is asked by another. Default 5,000. */
  readonly leaseMs?: number | undefined;
  /** Milliseconds that a session's answers are kept at most. Default 24 hours. */
  readonly sessionTtlMs?: number | undefined;
  /** Bytes of the largest answer that is kept. Default 256 KiB. */
  readonly maxEntryBytes?: number | undefined;
}

const DAY_MS = 86_400_000;
/** Starts the ticket of a question that Redis did not let us lease. */
const REFUSED = "!";
/** How soon to look again whether another process has its answer. Milliseconds. */
const RETRY_MS = 10;

const INVALID: StoreNotice = {
  code: "entry-invalid",
  message:
    "an entry of the redis verdict store is damaged, foreign, sealed with another secret or not an answer of its judge; its question is asked again",
};

/**
 * Keeps answers in Redis, for many processes on many machines, which together ask each question once
 * (SPEC, "Redis"). Needs the package `ioredis`. Redis not answering means asking the judge, never a wrong answer.
 *
 * @throws TypeError when the namespace or the lease is out of range
 */
export function redisStore(given: RedisStoreOptions): VerdictStore {
  const options = ownProperties(given);
  const { sessionTtlMs = DAY_MS, maxEntryBytes = 256 * 1024 } = options;
  const shared = new SharedEntries(options);
  const { names } = shared;

  return {
    kind: "redis",
    claim: async (slot) => (await shared.look(slot)) ?? shared.claim(slot, false),

    async settle(slot, ticket, answer) {
      const ttlMs = slot.partition.scope === "session" ? Math.min(slot.ttlMs, sessionTtlMs) : slot.ttlMs;
      const value = shared.valueOf(slot, answer, ttlMs);
      if (isAccepted(slot, answer) && Buffer.byteLength(value) <= maxEntryBytes) {
        return shared.settle(slot, ticket, value, ttlMs);
      }
      await shared.settle(slot, ticket);
      return false;
    },

    async release(slot, ticket) {
      await shared.settle(slot, ticket);
    },

    async clearSession(session) {
      // The epoch must outlive all values of the one before.
      await shared.beginEpoch(names.partitionEpoch(sessionPartition(session)), 2 * sessionTtlMs + DAY_MS);
    },

    async clear(scope) {
      const scopes: readonly StoredScope[] = scope === undefined ? ["session", "global"] : [scope];
      for (const one of scopes) await shared.beginEpoch(names.scopeEpoch(one), undefined);
    },

    stats: () => countEntries(shared.redis, names),

    close: () => shared.close(),
  };
}

/** The entries in Redis, and this process' leases on questions. */
class SharedEntries {
  readonly names: ReturnType<typeof namesIn>;
  readonly redis: Connection;
  readonly #leaseMs: number;
  readonly #seal: Sealer;
  readonly #read: ReturnType<typeof batchReads>;
  readonly #leases: ReturnType<typeof keepLeases>;

  constructor(options: RedisStoreOptions) {
    const { namespace = "gatehouse", leaseMs = 5_000 } = options;
    const { url, commandTimeoutMs = 50, connectTimeoutMs = 200 } = options;
    if (!(leaseMs >= 100)) throw new TypeError(`expected \`leaseMs\` to be at least 100 ms, got ${leaseMs}`);
    this.names = namesIn(namespace);
    this.#leaseMs = leaseMs;
    this.#seal = sealer(options.secret);
    const redis = connect({ url, commandTimeoutMs, connectTimeoutMs });
    this.redis = redis;
    this.#read = batchReads((keys) => redis.run((client) => client.mget(...keys)));
    this.#leases = keepLeases(leaseMs, (lease, token) =>
      redis.run(redis.evaluate(renewScript, [lease], [token, leaseMs])),
    );
  }

  /** A hit needs no script and writes nothing: the value is right while it starts with the epochs of now. */
  async look(slot: Slot): Promise<Claim | undefined> {
    const { partition } = slot;
    const { names } = this;
    const [value, scope, part] = await this.#read([
      names.value(slot),
      names.scopeEpoch(partition.scope),
      names.partitionEpoch(partition),
    ]);
    const epochs = `${scope ?? ""}.${part ?? ""} `;
    if (typeof value !== "string" || !value.startsWith(epochs)) return undefined;
    return this.#hit(slot, value.slice(epochs.length));
  }

  async claim(slot: Slot, passOver: boolean): Promise<Claim> {
    const { redis } = this;
    const keys = this.#keysOf(slot);
    const token = randomBytes(16).toString("hex");
    const command = redis.evaluate(claimScript, keys, [token, this.#leaseMs, passOver ? 1 : 0]);
    const [kind, detail] = readRedisReply(
      await redis.run(command, (late, client) => {
        // No caller waits for it any more: its lease must not keep others waiting.
        if (readRedisReply(late)[0] !== "own") return;
        const giveBack = redis.evaluate(settleScript, keys, [token, "", "", 1]);
        giveBack(client).catch(() => undefined);
      }),
    );
    switch (kind) {
      case "hit":
        return this.#hit(slot, String(detail));
      case "own":
        this.#leases.hold(this.names.lease(slot), token);
        return { kind: "own", ticket: `${token} ${String(detail)}` };
      case "held":
        return { kind: "held", retryMs: RETRY_MS * (0.5 + Math.random()) };
      default:
        // Full or read-only. The question can be asked anyway; what was stored before is still returned.
        return { kind: "own", ticket: `${REFUSED}${String(detail)}` };
    }
  }

  valueOf({ partition, key }: Slot, answer: Answer, ttlMs: number): string {
    const record = { kind: "put", partition, key, answer, storedAt: Date.now(), ttlMs, epoch: "" } as const;
    return this.#seal.seal(writeLogRecord(record));
  }

  /** Without a value: only releases the lease. */
  async settle(slot: Slot, ticket: string, value = "", ttlMs = 1): Promise<boolean> {
    if (ticket.startsWith(REFUSED)) return this.#refused(ticket, value);
    const space = ticket.indexOf(" ");
    this.#leases.drop(this.names.lease(slot));
    const args = [ticket.slice(0, space), ticket.slice(space + 1), value, Math.ceil(ttlMs)];
    const settling = this.redis.evaluate(settleScript, this.#keysOf(slot), args);
    return (await this.redis.run(settling)) === 1;
  }

  async beginEpoch(name: string, keepMs: number | undefined): Promise<void> {
    const epoch = randomBytes(8).toString("hex");
    await this.redis.run((client) =>
      keepMs === undefined ? client.set(name, epoch) : client.set(name, epoch, "PX", keepMs),
    );
  }

  async close(): Promise<void> {
    this.#leases.close();
    await this.redis.close();
  }

  #keysOf(slot: Slot): string[] {
    const { partition } = slot;
    const { names } = this;
    return [
      names.value(slot),
      names.lease(slot),
      names.scopeEpoch(partition.scope),
      names.partitionEpoch(partition),
    ];
  }

  async #hit(slot: Slot, sealed: string): Promise<Claim> {
    const answer = this.#answerIn(slot, sealed);
    if (answer !== undefined) return { kind: "hit", answer };
    const again = await this.claim(slot, true);
    return again.kind === "own" ? { ...again, notice: INVALID } : again;
  }

  #answerIn(slot: Slot, sealed: string): Answer | undefined {
    const text = this.#seal.open(sealed);
    const record = text === undefined ? undefined : readLogRecord(text);
    if (record?.kind !== "put" || record.key !== slot.key) return undefined;
    if (partitionId(record.partition) !== partitionId(slot.partition)) return undefined;
    return isAccepted(slot, record.answer) ? record.answer : undefined;
  }

  #refused(ticket: string, value: string): false {
    if (value === "") return false;
    const code = /[A-Z]{2,20}/.exec(ticket)?.[0] ?? "refused";
    // A replica, or what a failover has made one: the writable server may be behind the same name.
    if (code === "READONLY") this.redis.lookElsewhere();
    throw new RedisUnavailable(code);
  }
}

function readRedisReply(reply: unknown): readonly [kind: unknown, detail: unknown] {
  return Array.isArray(reply) ? [reply[0], reply[1]] : [undefined, "unknown"];
}
