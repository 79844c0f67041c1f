import { createHash } from "node:crypto";
import { ownProperties } from "@gatehouse-hooks/json";
import { sealer } from "../sealed-text.js";
import { connect, RedisUnavailable } from "./connection.js";
import type { RedisStoreOptions } from "./redis-store.js";
import { redisScript } from "./scripts.js";

/** A store of the memory of sessions that many processes on many machines share: a `MemoryStore` of `@gatehouse-hooks/runtime`. */
export interface RedisMemory {
  /** Rejects where Redis does not answer: nothing is known then. */
  read(key: string): Promise<{ readonly version: number; readonly text: string } | "none" | "damaged">;
  /** Writes the version after `version`, unless somebody else has. */
  write(key: string, version: number, text: string): Promise<boolean>;
  close(): Promise<void>;
}

const KEEP_MS = 30 * 86_400_000;

/**
 * KEYS: the state. ARGV: the version that was read, the new state, milliseconds to keep it, a damaged state that is replaced or nothing. Gives
 * 1, or 0 where it is another one by now.
 */
const writeScript = redisScript(`
local kept = redis.call('GET', KEYS[1])
local version = '0'
if kept then version = string.match(kept, '^(%d+) ') or '?' end
if ARGV[4] ~= '' then
  if kept ~= ARGV[4] then return 0 end
elseif version ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
return 1`);

/**
 * Keeps the memory of sessions in one Redis: a state is written in one step there, and only where nobody has written since it was read. Needs
 * the package `ioredis`. A state that is not what a holder of the secret has written for this key is `damaged`; without a secret, write access to
 * Redis is write access to what sessions have done.
 *
 * @param given the time limits are half a second by default; `keepMs`: so long a state is kept after it was written last, 30 days by default
 */
export function redisMemoryStore(
  given: Pick<RedisStoreOptions, "url" | "namespace" | "secret" | "commandTimeoutMs" | "connectTimeoutMs"> & {
    readonly keepMs?: number | undefined;
  },
): RedisMemory {
  const { url, namespace = "gatehouse", secret, keepMs = KEEP_MS, ...times } = ownProperties(given);
  const { commandTimeoutMs = 500, connectTimeoutMs = commandTimeoutMs } = times;
  const redis = connect({ url, commandTimeoutMs, connectTimeoutMs });
  const { nameOf, sealed, opened } = statesIn(namespace, secret);
  const written = async (key: string, version: number, text: string, replaced: string): Promise<boolean> => {
    const args = [version, sealed(key, version + 1, text), Math.ceil(keepMs), replaced];
    try {
      return (await redis.run(redis.evaluate(writeScript, [nameOf(key)], args))) === 1;
    } catch (error) {
      // A replica, or what a failover has made one: the writable server may be behind the same name.
      if (error instanceof RedisUnavailable && error.code === "READONLY") redis.lookElsewhere();
      throw error;
    }
  };
  const kept = (key: string): Promise<string | null> => redis.run((client) => client.get(nameOf(key)));
  return {
    async read(key) {
      const found = await kept(key);
      return found === null ? "none" : (opened(key, found) ?? "damaged");
    },
    async write(key, version, text) {
      if (await written(key, version, text, "")) return true;
      // What a forger or the holder of an older secret has left is not a version that anybody was first with.
      const found = version === 0 ? await kept(key) : null;
      return found !== null && opened(key, found) === null && (await written(key, 0, text, found));
    },
    close: () => redis.close(),
  };
}

/** The names of states, and their texts as they are kept. */
function statesIn(namespace: string, secret: string | undefined) {
  const seal = sealer(secret);
  const headOf = (key: string, version: number): string => `${version} ${JSON.stringify(key)} `;
  return {
    nameOf: (key: string): string =>
      `${namespace}:1:memory:${createHash("sha256").update(key).digest("hex").slice(0, 40)}`,
    sealed: (key: string, version: number, text: string): string =>
      `${version} ${seal.seal(`${headOf(key, version)}${text}`)}`,
    /** Null: it is not what a holder of the secret has written for this key. */
    opened: (key: string, found: string): { readonly version: number; readonly text: string } | null => {
      const version = Number(/^[1-9]\d{0,14}(?= )/.exec(found)?.[0] ?? 0);
      const inner = version === 0 ? undefined : seal.open(found.slice(String(version).length + 1));
      const head = headOf(key, version);
      return inner?.startsWith(head) === true ? { version, text: inner.slice(head.length) } : null;
    },
  };
}
