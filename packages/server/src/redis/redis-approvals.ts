import { createHash } from "node:crypto";
import { connectRedis } from "@gatehouse-hooks/cache/redis";
import { answeredApproval, type CallOfApproval } from "@gatehouse-hooks/runtime";
import { type AskedApproval, type ApprovalStore, MOST_WAITING } from "../approvals/approval-store.js";
import { sealing } from "../decide/sealed-text.js";
import { answerScript, askScript, useScript } from "./approval-scripts.js";

/** Where approvals of a fleet are kept. */
export interface RedisApprovalsOptions {
  /** `redis://user:password@host:port/db`, `rediss://…` for TLS, or the path of a Unix socket. */
  readonly url: string;
  /** Records are sealed with it: who may only write to Redis cannot approve. At least 32 characters. */
  readonly key: string;
  /** Starts all keys. Default `gatehouse`. */
  readonly namespace?: string;
  /** Milliseconds that Redis may take to answer; afterwards nobody has approved. Default 500. */
  readonly commandTimeoutMs?: number;
}

/**
 * Keeps approvals in one Redis that all servers of a fleet share. What is asked, answered and used happens in one step there. While Redis
 * does not answer, every method rejects; when it has started again, a yes from before does not count any more.
 *
 * @throws TypeError for a key that is too short
 */
export function redisApprovals(options: RedisApprovalsOptions): ApprovalStore {
  const shared = new SharedApprovals(options);
  return {
    ask: (approval, now) => shared.ask(approval, now),
    get: (tenant, id, now) => shared.get(tenant, id, now),
    waiting: (tenant, now) => shared.waiting(tenant, now),
    answer: (tenant, id, given, now) => shared.answer(tenant, id, given, now),
    use: (call, now) => shared.use(call, now),
    close: () => shared.close(),
  };
}

class SharedApprovals implements ApprovalStore {
  readonly #redis: ReturnType<typeof connectRedis>;
  readonly #keys: ReturnType<typeof keysIn>;
  readonly #records: ReturnType<typeof recordsOf>;
  /** Ids of approvals, and until when they would count. */
  readonly #used = new Map<string, number>();

  constructor({ url, key, namespace = "gatehouse", commandTimeoutMs = 500 }: RedisApprovalsOptions) {
    this.#records = recordsOf(key);
    this.#keys = keysIn(namespace);
    this.#redis = connectRedis({ url, commandTimeoutMs, connectTimeoutMs: commandTimeoutMs });
  }

  async ask(approval: AskedApproval, now: number): Promise<AskedApproval> {
    const [redis, keys, records] = [this.#redis, this.#keys, this.#records];
    const args = [
      approval.id,
      records.write(approval),
      keys.call(approval),
      approval.expires,
      now,
      MOST_WAITING,
    ];
    const kept = await redis.run(redis.evaluate(askScript, keys.all(approval), args));
    const counts = records.read(kept, now);
    if (counts?.tenant !== approval.tenant || counts.call !== approval.call)
      throw new Error(kept === "full" ? `${MOST_WAITING} calls wait for a person` : "the record is damaged");
    return counts;
  }

  async get(tenant: string, id: string, now: number): Promise<AskedApproval | undefined> {
    const [kept] = await this.#keptOf(tenant, [id]);
    const approval = this.#records.read(kept, now);
    return approval?.tenant === tenant && approval.id === id ? approval : undefined;
  }

  async waiting(tenant: string, now: number): Promise<readonly AskedApproval[]> {
    const ids = await this.#redis.run((client) =>
      client.zrangebyscore(this.#keys.list(tenant), `(${now}`, "+inf", "LIMIT", 0, MOST_WAITING),
    );
    return (await this.#keptOf(tenant, ids))
      .flatMap((kept) => this.#records.read(kept, now) ?? [])
      .filter((one) => one.tenant === tenant && one.state === "waiting")
      .toSorted((left, right) => left.asked - right.asked);
  }

  async answer(
    ...[tenant, id, given, now]: Parameters<ApprovalStore["answer"]>
  ): ReturnType<ApprovalStore["answer"]> {
    const [redis, records] = [this.#redis, this.#records];
    const before = await this.get(tenant, id, now);
    if (before === undefined) return { kind: "gone" };
    if (before.state !== "waiting") return { kind: "conflict", approval: before };
    const after = answeredApproval(before, given);
    const args = [id, records.write(before), records.write(after), after.expires];
    const done = await redis.run(redis.evaluate(answerScript, this.#keys.all(before), args));
    if (done === 1) return { kind: "answered", approval: after };
    const other = await this.get(tenant, id, now);
    return other === undefined ? { kind: "gone" } : { kind: "conflict", approval: other };
  }

  async use(...[call, now]: Parameters<ApprovalStore["use"]>): Promise<AskedApproval | undefined> {
    const [redis, keys, records] = [this.#redis, this.#keys, this.#records];
    const kept = await redis.run((client) => client.get(keys.call(call)));
    const approval = records.read(kept, now);
    if (approval?.state !== "approved") return undefined;
    if (approval.tenant !== call.tenant || approval.call !== call.call || approval.policy !== call.policy)
      return undefined;
    if (this.#used.has(approval.id)) return undefined;
    const touched = [keys.call(call), keys.id(call.tenant, approval.id), keys.used(call.tenant, approval.id)];
    const args = [records.write(approval), approval.expires];
    if ((await redis.run(redis.evaluate(useScript, touched, args))) !== 1) return undefined;
    this.#remember(approval, now);
    return approval;
  }

  async close(): Promise<void> {
    await this.#redis.close();
  }

  /** Whoever may write to Redis may take the mark away there: what this server has used it knows by itself. */
  #remember({ id, expires }: AskedApproval, now: number): void {
    for (const [one, until] of this.#used) if (until <= now) this.#used.delete(one);
    this.#used.set(id, expires);
  }

  async #keptOf(tenant: string, ids: readonly string[]): Promise<readonly (string | null)[]> {
    if (ids.length === 0) return [];
    const calls = await this.#redis.run((client) => client.mget(ids.map((id) => this.#keys.id(tenant, id))));
    const known = calls.filter((call) => call !== null);
    return known.length === 0 ? [] : await this.#redis.run((client) => client.mget(known));
  }
}

/** The names of an approval's entries. */
function keysIn(namespace: string) {
  const root = `${namespace}:approvals:1`;
  const hash = (...parts: readonly (string | null)[]): string =>
    createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 40);
  const call = ({ tenant, call, policy }: CallOfApproval): string =>
    `${root}:call:${hash(tenant, call, policy)}`;
  const id = (tenant: string, id: string): string => `${root}:id:${hash(tenant, id)}`;
  const used = (tenant: string, id: string): string => `${root}:used:${hash(tenant, id)}`;
  const list = (tenant: string): string => `${root}:waiting:${hash(tenant)}`;
  const all = (approval: AskedApproval): readonly string[] => [
    call(approval),
    id(approval.tenant, approval.id),
    list(approval.tenant),
  ];
  return { call, id, used, list, all };
}

/** The text of an approval, sealed with the key. */
function recordsOf(key: string) {
  const seals = sealing(key);
  return {
    write: (approval: AskedApproval): string => {
      const text = JSON.stringify(approval);
      return `${seals.of("approval", [text])} ${text}`;
    },

    /** Undefined for what no holder of the key has written, and for what is over. */
    read: (kept: unknown, now: number): AskedApproval | undefined => {
      if (typeof kept !== "string") return undefined;
      const [record = ""] = kept.split("\n");
      const space = record.indexOf(" ");
      const text = record.slice(space + 1);
      if (space < 1 || !seals.fits(record.slice(0, space), "approval", [text])) return undefined;
      const approval = JSON.parse(text) as AskedApproval;
      return approval.expires > now ? approval : undefined;
    },
  };
}
