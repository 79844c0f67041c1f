import { randomBytes } from "node:crypto";
import type { Answer } from "@gatehouse-hooks/engine";
import { ownProperties } from "@gatehouse-hooks/json";
import { readRecord, writeRecord } from "../record.js";
import { sealer } from "../sealed-text.js";
import type { Claim, StoreNotice, Slot, StoredScope, VerdictStore } from "../store.js";
import { isAccepted, partitionId, sessionPartition } from "../store.js";
import { batchReads } from "./batch-reads.js";
import { connect, RedisUnavailable } from "./connection.js";
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
  const {
    namespace = "gatehouse",
    leaseMs = 5_000,
    sessionTtlMs = DAY_MS,
    maxEntryBytes = 256 * 1024,
  } = options;
  const { url, commandTimeoutMs = 50, connectTimeoutMs = 200 } = options;
  if (!(leaseMs >= 100)) throw new TypeError(`expected \`leaseMs\` to be at least 100 ms, got ${leaseMs}`);
  const names = namesIn(namespace);
  const seal = sealer(options.secret);
  const redis = connect({ url, commandTimeoutMs, connectTimeoutMs });
  const read = batchReads((keys) => redis.run((client) => client.mget(...keys)));
  const leases = keepLeases(leaseMs, (lease, token) =>
    redis.run(redis.evaluate(renewScript, [lease], [token, leaseMs])),
  );

  function keysOf(slot: Slot): string[] {
    const { partition } = slot;
    return [
      names.value(slot),
      names.lease(slot),
      names.scopeEpoch(partition.scope),
      names.partitionEpoch(partition),
    ];
  }

  /** A hit needs no script and writes nothing: the value is right while it starts with the epochs of now. */
  async function look(slot: Slot): Promise<Claim | undefined> {
    const { partition } = slot;
    const [value, scope, part] = await read([
      names.value(slot),
      names.scopeEpoch(partition.scope),
      names.partitionEpoch(partition),
    ]);
    const epochs = `${scope ?? ""}.${part ?? ""} `;
    if (typeof value !== "string" || !value.startsWith(epochs)) return undefined;
    return hit(slot, value.slice(epochs.length));
  }

  async function hit(slot: Slot, sealed: string): Promise<Claim> {
    const answer = readValue(slot, sealed);
    if (answer !== undefined) return { kind: "hit", answer };
    const again = await claim(slot, true);
    return again.kind === "own" ? { ...again, notice: INVALID } : again;
  }

  async function claim(slot: Slot, passOver: boolean): Promise<Claim> {
    const token = randomBytes(16).toString("hex");
    const command = redis.evaluate(claimScript, keysOf(slot), [token, leaseMs, passOver ? 1 : 0]);
    const [kind, detail] = readRedisReply(
      await redis.run(command, (late, client) => {
        // No caller waits for it any more: its lease must not keep others waiting.
        if (readRedisReply(late)[0] !== "own") return;
        const giveBack = redis.evaluate(settleScript, keysOf(slot), [token, "", "", 1]);
        giveBack(client).catch(() => undefined);
      }),
    );
    switch (kind) {
      case "hit":
        return hit(slot, String(detail));
      case "own":
        leases.hold(names.lease(slot), token);
        return { kind: "own", ticket: `${token} ${String(detail)}` };
      case "held":
        return { kind: "held", retryMs: RETRY_MS * (0.5 + Math.random()) };
      default:
        // Full or read-only. The question can be asked anyway; what was stored before is still returned.
        return { kind: "own", ticket: `${REFUSED}${String(detail)}` };
    }
  }

  function readValue(slot: Slot, sealed: string): Answer | undefined {
    const text = seal.open(sealed);
    const record = text === undefined ? undefined : readRecord(text);
    if (record?.kind !== "put" || record.key !== slot.key) return undefined;
    if (partitionId(record.partition) !== partitionId(slot.partition)) return undefined;
    return isAccepted(slot, record.answer) ? record.answer : undefined;
  }

  /** Without a value: only releases the lease. */
  async function settle(slot: Slot, ticket: string, value = "", ttlMs = 1): Promise<boolean> {
    if (ticket.startsWith(REFUSED)) return refused(ticket, value);
    const space = ticket.indexOf(" ");
    leases.drop(names.lease(slot));
    const args = [ticket.slice(0, space), ticket.slice(space + 1), value, Math.ceil(ttlMs)];
    return (await redis.run(redis.evaluate(settleScript, keysOf(slot), args))) === 1;
  }

  function refused(ticket: string, value: string): false {
    if (value === "") return false;
    const code = /[A-Z]{2,20}/.exec(ticket)?.[0] ?? "refused";
    // A replica, or what a failover has made one: the writable server may be behind the same name.
    if (code === "READONLY") redis.lookElsewhere();
    throw new RedisUnavailable(code);
  }

  async function beginEpoch(name: string, keepMs: number | undefined): Promise<void> {
    const epoch = randomBytes(8).toString("hex");
    await redis.run((client) =>
      keepMs === undefined ? client.set(name, epoch) : client.set(name, epoch, "PX", keepMs),
    );
  }

  return {
    kind: "redis",
    claim: async (slot) => (await look(slot)) ?? claim(slot, false),

    async settle(slot, ticket, answer) {
      const { partition, key } = slot;
      const ttlMs = partition.scope === "session" ? Math.min(slot.ttlMs, sessionTtlMs) : slot.ttlMs;
      const record = { kind: "put", partition, key, answer, storedAt: Date.now(), ttlMs, epoch: "" } as const;
      const value = seal.seal(writeRecord(record));
      if (isAccepted(slot, answer) && Buffer.byteLength(value) <= maxEntryBytes) {
        return settle(slot, ticket, value, ttlMs);
      }
      await settle(slot, ticket);
      return false;
    },

    async release(slot, ticket) {
      await settle(slot, ticket);
    },

    async clearSession(session) {
      // The epoch must outlive all values of the one before.
      await beginEpoch(names.partitionEpoch(sessionPartition(session)), 2 * sessionTtlMs + DAY_MS);
    },

    async clear(scope) {
      const scopes: readonly StoredScope[] = scope === undefined ? ["session", "global"] : [scope];
      for (const one of scopes) await beginEpoch(names.scopeEpoch(one), undefined);
    },

    stats: () => countEntries(redis, names),

    async close() {
      leases.close();
      await redis.close();
    },
  };
}

function readRedisReply(reply: unknown): readonly [kind: unknown, detail: unknown] {
  return Array.isArray(reply) ? [reply[0], reply[1]] : [undefined, "unknown"];
}
