import { createHash } from "node:crypto";
import { connectRedis } from "@gatehouse-hooks/cache/redis";
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
  const { url, key, namespace = "gatehouse", commandTimeoutMs = 500 } = options;
  const seals = sealing(key);
  const redis = connectRedis({ url, commandTimeoutMs, connectTimeoutMs: commandTimeoutMs });
  const root = `${namespace}:approvals:1`;
  const hash = (...parts: readonly (string | null)[]): string =>
    createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 40);
  const callKey = ({ tenant, call, policy }: Pick<AskedApproval, "tenant" | "call" | "policy">): string =>
    `${root}:call:${hash(tenant, call, policy)}`;
  const idKey = (tenant: string, id: string): string => `${root}:id:${hash(tenant, id)}`;
  const listKey = (tenant: string): string => `${root}:waiting:${hash(tenant)}`;
  const keysOf = (approval: AskedApproval): readonly string[] => [
    callKey(approval),
    idKey(approval.tenant, approval.id),
    listKey(approval.tenant),
  ];

  function write(approval: AskedApproval): string {
    const text = JSON.stringify(approval);
    return `${seals.of("approval", [text])} ${text}`;
  }

  /** Undefined for what no holder of the key has written, and for what is over. */
  function read(kept: unknown, now: number): AskedApproval | undefined {
    if (typeof kept !== "string") return undefined;
    const [record = ""] = kept.split("\n");
    const space = record.indexOf(" ");
    const text = record.slice(space + 1);
    if (space < 1 || !seals.fits(record.slice(0, space), "approval", [text])) return undefined;
    const approval = JSON.parse(text) as AskedApproval;
    return approval.expires > now ? approval : undefined;
  }

  async function keptOf(tenant: string, ids: readonly string[]): Promise<readonly (string | null)[]> {
    if (ids.length === 0) return [];
    const calls = await redis.run((client) => client.mget(ids.map((id) => idKey(tenant, id))));
    const known = calls.filter((call) => call !== null);
    return known.length === 0 ? [] : await redis.run((client) => client.mget(known));
  }

  async function found(tenant: string, id: string, now: number): Promise<AskedApproval | undefined> {
    const [kept] = await keptOf(tenant, [id]);
    const approval = read(kept, now);
    return approval?.tenant === tenant && approval.id === id ? approval : undefined;
  }

  return {
    async ask(approval, now) {
      const args = [
        approval.id,
        write(approval),
        callKey(approval),
        approval.expires,
        now,
        MOST_WAITING,
      ] as const;
      const kept = await redis.run(redis.evaluate(askScript, keysOf(approval), [...args]));
      const counts = read(kept, now);
      if (counts?.tenant !== approval.tenant || counts.call !== approval.call)
        throw new Error(
          kept === "full" ? `${MOST_WAITING} calls wait for a person` : "the record is damaged",
        );
      return counts;
    },
    get: found,
    async waiting(tenant, now) {
      const ids = await redis.run((client) =>
        client.zrangebyscore(listKey(tenant), `(${now}`, "+inf", "LIMIT", 0, MOST_WAITING),
      );
      return (await keptOf(tenant, ids))
        .flatMap((kept) => read(kept, now) ?? [])
        .filter((one) => one.tenant === tenant && one.state === "waiting")
        .toSorted((left, right) => left.asked - right.asked);
    },
    async answer(tenant, id, { kind, by, expires }, now) {
      const before = await found(tenant, id, now);
      if (before === undefined) return { kind: "gone" };
      if (before.state !== "waiting") return { kind: "conflict", approval: before };
      const after: AskedApproval =
        kind === "approve"
          ? { ...before, state: "approved", by, expires }
          : { ...before, state: "refused", by };
      const args = [id, write(before), write(after), after.expires];
      const done = await redis.run(redis.evaluate(answerScript, keysOf(before), args));
      if (done === 1) return { kind: "answered", approval: after };
      const other = await found(tenant, id, now);
      return other === undefined ? { kind: "gone" } : { kind: "conflict", approval: other };
    },
    async use(call, now) {
      const kept = await redis.run((client) => client.get(callKey(call)));
      const approval = read(kept, now);
      if (approval?.state !== "approved") return undefined;
      if (approval.tenant !== call.tenant || approval.call !== call.call || approval.policy !== call.policy)
        return undefined;
      const keys = [callKey(call), idKey(call.tenant, approval.id)];
      const used = await redis.run(redis.evaluate(useScript, keys, [write(approval)]));
      return used === 1 ? approval : undefined;
    },
    close: () => redis.close(),
  };
}
