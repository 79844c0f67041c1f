import { Redis } from "ioredis";
import type { Script } from "./scripts.js";

export interface ConnectionOptions {
  /** `redis://`, `rediss://` (TLS) with user and password, or a path of a Unix socket. */
  readonly url: string;
  /** Milliseconds that a command may take. */
  readonly commandTimeoutMs: number;
  /** Milliseconds that connecting may take. */
  readonly connectTimeoutMs: number;
}

/** Runs commands within a time limit, or fails at once while Redis is known not to answer. */
export interface Connection {
  /**
   * @param late called with a reply that came after this call had failed, to undo what the command did
   * @throws RedisUnavailable
   */
  run<T>(command: (client: Redis) => Promise<T>, late?: (reply: T, client: Redis) => void): Promise<T>;
  evaluate(
    script: Script,
    keys: readonly string[],
    args: readonly (string | number)[],
  ): (client: Redis) => Promise<unknown>;
  /** Looks for another server: this one takes no writes. */
  lookElsewhere(): void;
  close(): Promise<void>;
}

export class RedisUnavailable extends Error {
  readonly code: string;
  constructor(code: string, cause?: unknown) {
    super(`redis is not available (${code})`, { cause });
    this.code = code;
  }
}

/** After a command timed out, Redis is left alone this long; then one command tries. Milliseconds. */
const COOL_DOWN_MS = 500;
const SLOWEST_RECONNECT_MS = 1_000;
/** Between two searches for a server that takes writes. Milliseconds. */
const SEARCH_PAUSE_MS = 1_000;

export function connect({ url, commandTimeoutMs, connectTimeoutMs }: ConnectionOptions): Connection {
  const client = openClient(url, commandTimeoutMs, connectTimeoutMs);
  let coolUntil = 0;
  let trying = false;
  let searchedAt = -Infinity;
  const firstAttempt = firstAttemptOf(client, connectTimeoutMs);

  async function run<T>(
    command: (client: Redis) => Promise<T>,
    late?: (reply: T, client: Redis) => void,
  ): Promise<T> {
    if (client.status !== "ready") await firstAttempt;
    if (client.status !== "ready") throw new RedisUnavailable("disconnected");
    const isTrial = coolUntil > 0;
    if (isTrial && (trying || performance.now() < coolUntil)) throw new RedisUnavailable("timeout");
    trying = isTrial;
    try {
      const reply = await withTimeout(command(client), commandTimeoutMs, (value) => late?.(value, client));
      coolUntil = 0;
      return reply;
    } catch (error) {
      if (error instanceof RedisUnavailable) coolUntil = performance.now() + COOL_DOWN_MS;
      throw error instanceof RedisUnavailable ? error : new RedisUnavailable(replyCode(error), error);
    } finally {
      if (isTrial) trying = false;
    }
  }

  return {
    run,

    evaluate: (script, keys, args) => (redis) => evaluate(redis, script, keys, args),

    lookElsewhere() {
      const now = performance.now();
      if (now - searchedAt < SEARCH_PAUSE_MS || client.status !== "ready") return;
      searchedAt = now;
      client.disconnect(true);
    },

    async close() {
      client.disconnect();
    },
  };
}

function openClient(url: string, commandTimeoutMs: number, connectTimeoutMs: number): Redis {
  const client = new Redis(url, {
    connectTimeout: connectTimeoutMs,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    // A claim that is sent again after a reconnect would take a lease that no caller uses.
    autoResendUnfulfilledCommands: false,
    retryStrategy: (attempt) => Math.min(SLOWEST_RECONNECT_MS, attempt * 50),
    // A connection that swallows commands is replaced.
    socketTimeout: Math.max(1_000, 4 * commandTimeoutMs),
  });
  // Without a listener, a lost connection ends the process. What failed is known from the commands.
  client.on("error", () => undefined);
  return client;
}

/** The first questions of a fresh process wait for the first attempt to connect; later ones do not wait. */
function firstAttemptOf(client: Redis, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      client.off("ready", done).off("close", done).off("end", done);
      resolve();
    };
    const timer = setTimeout(done, timeoutMs);
    client.on("ready", done).on("close", done).on("end", done);
  });
}

async function evaluate(
  redis: Redis,
  script: Script,
  keys: readonly string[],
  args: readonly (string | number)[],
): Promise<unknown> {
  try {
    return await redis.evalsha(script.sha1, keys.length, ...keys, ...args);
  } catch (error) {
    if (replyCode(error) !== "NOSCRIPT") throw error;
    return redis.eval(script.text, keys.length, ...keys, ...args);
  }
}

function withTimeout<T>(reply: Promise<T>, ms: number, late: (reply: T) => void): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    let isOver = false;
    const timer = setTimeout(() => {
      // A process that was busy for long finds the timer due and the reply in the socket: the reply counts.
      setImmediate(() => {
        setImmediate(() => {
          isOver = true;
          reject(new RedisUnavailable("timeout"));
        });
      });
    }, ms);
    reply.then(
      (value) => {
        clearTimeout(timer);
        if (isOver) late(value);
        else resolve(value);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error instanceof Error ? error : new RedisUnavailable("unknown", error));
      },
    );
  });
}

/** The first word of a Redis error reply (`OOM`, `READONLY`, `NOAUTH` …), or the system's code. */
function replyCode(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const { code } = error as { code?: unknown };
  const word = /^[A-Z]{2,20}(?= )/.exec(error.message)?.[0];
  return word ?? (typeof code === "string" ? code : "disconnected");
}
