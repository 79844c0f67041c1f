import type { Answer, CacheScope, Verdict } from "@gatehouse-hooks/engine";
import { ownProperties, ONCE } from "@gatehouse-hooks/json";
import { frozenCopy, isJudgeAnswer } from "./answer.js";
import { type Flight, startFlight } from "./flight.js";
import { memoryStore } from "./memory-store.js";
import {
  type Claim,
  type StoreNotice,
  type Partition,
  type Slot,
  type StoredScope,
  type StoreStats,
  type VerdictStore,
  partitionId,
  sessionPartition,
} from "./store.js";
import { storeNotices } from "./store-notices.js";
import type { CacheAnswer, AskOptions, CacheQuestion, VerdictCache } from "./verdict-cache.js";

export interface VerdictCacheOptions {
  /** Where answers are kept. Default: `memoryStore` with the bounds and the clock below. */
  readonly store?: VerdictStore;
  /** Milliseconds, monotonic if possible; for the default store. Default `performance.now`. */
  readonly clock?: () => number;
  /** Milliseconds that a global answer may be reused. Default 300,000; at least 10,000. */
  readonly globalTtlMs?: number;
  /** For the default store. Default 10,000. */
  readonly maxEntries?: number;
  /** For the default store. Default 32 MiB. */
  readonly maxBytes?: number;
  /**
   * Told once when something goes wrong that costs time but no answer, and once when it is over. Default: a warning of the
   * process, on stderr.
   */
  readonly onNotice?: (notice: StoreNotice) => void;
}

const DEFAULT_GLOBAL_TTL_MS = 300_000;
const LEAST_GLOBAL_TTL_MS = 10_000;
const LONGEST_KEY = 1_024;
/** Between two looks at a question that another process is asking. Milliseconds. */
const LONGEST_PAUSE_MS = 200;

type Counters = Record<"hits" | "misses" | "joins" | "stores" | "inFlight", number>;

/** What the parts of one cache share. */
interface Caching {
  readonly store: VerdictStore;
  readonly notices: ReturnType<typeof storeNotices>;
  readonly globalTtlMs: number;
  readonly flights: Map<string, Flight<Landed>>;
  readonly counters: Readonly<Record<CacheScope, Counters>>;
}

interface Landed {
  readonly verdict: Verdict;
  readonly source: "cache" | "fresh";
}

/**
 * A cache of verdicts (SPEC, "Scopes").
 *
 * @throws TypeError when the TTL or a bound is out of range
 * @example
 * const cache = createVerdictCache();
 * const { verdict, source } = await cache.ask({ key, scope: "global" }, (signal) => judge(question, { signal }));
 */
export function createVerdictCache(given: VerdictCacheOptions = {}): VerdictCache {
  const caching = cachingOf(given);
  const { store, flights, counters } = caching;
  return {
    ask: (question, compute, wait = {}) => ask(caching, question, compute, wait),
    kept: (question) => kept(caching, question),

    async clearSession(session) {
      const id = partitionId(sessionPartition(session));
      forgetFlights(flights, (partition) => partition === id);
      await store.clearSession(session);
    },

    async clear(scope) {
      forgetFlights(
        flights,
        (partition) => scope === undefined || (partition === "global") === (scope === "global"),
      );
      await store.clear(scope);
    },

    async stats() {
      const held = await store.stats();
      return {
        none: { ...NOTHING_HELD, ...counters.none },
        session: { ...held.session, ...counters.session },
        global: { ...held.global, ...counters.global },
      };
    },

    close: async () => store.close(),
  };
}

function cachingOf(given: VerdictCacheOptions): Caching {
  const options = ownProperties(given);
  const globalTtlMs = options.globalTtlMs ?? DEFAULT_GLOBAL_TTL_MS;
  if (!(globalTtlMs >= LEAST_GLOBAL_TTL_MS)) {
    throw new TypeError(
      `expected \`globalTtlMs\` to be at least ${LEAST_GLOBAL_TTL_MS} ms, got ${globalTtlMs}`,
    );
  }
  const { clock, maxEntries, maxBytes } = options;
  return {
    store: options.store ?? memoryStore({ clock, maxEntries, maxBytes }),
    notices: storeNotices(options.onNotice),
    globalTtlMs,
    flights: new Map(),
    counters: { none: noCounts(), session: noCounts(), global: noCounts() },
  };
}

async function ask(
  caching: Caching,
  question: CacheQuestion,
  compute: (signal: AbortSignal) => Promise<Verdict>,
  wait: AskOptions,
): Promise<CacheAnswer> {
  const { flights, counters } = caching;
  const { key, scope } = question;
  wait.signal?.throwIfAborted();
  if (scope === "none") return askAlone(counters.none, compute, wait);
  requireKey(key);
  const slot = slotOf(caching, question, scope);
  const id = flightId(slot.partition, key);
  const count = counters[scope];

  const inFlight = flights.get(id);
  if (inFlight !== undefined) {
    const { verdict, source } = await inFlight.join(wait);
    if (source === "cache") count.hits++;
    else count.joins++;
    return { verdict, source: source === "cache" ? source : "flight" };
  }
  count.inFlight++;
  const flight: Flight<Landed> = startFlight(
    (inner, computing) => fly(caching, slot, count, () => computing(compute(inner)), inner),
    () => {
      count.inFlight--;
      // After a clear, another flight may have taken the place.
      if (flights.get(id) === flight) flights.delete(id);
    },
  );
  flights.set(id, flight);
  return flight.join(wait);
}

function kept(caching: Caching, question: CacheQuestion): Answer | undefined {
  const { store, flights, counters } = caching;
  const { key, scope } = question;
  if (scope === "none") return undefined;
  requireKey(key);
  const slot = slotOf(caching, question, scope);
  if (flights.size > 0 && flights.has(flightId(slot.partition, key))) return undefined;
  let answer: Answer | undefined;
  try {
    answer = store.find?.(slot);
  } catch {
    // `ask` meets the same trouble, and reports it.
    return undefined;
  }
  if (answer !== undefined) counters[scope].hits++;
  return answer;
}

async function askAlone(
  count: Counters,
  compute: (signal: AbortSignal) => Promise<Verdict>,
  wait: AskOptions,
): Promise<CacheAnswer> {
  count.misses++;
  count.inFlight++;
  const flight = startFlight(
    async (inner, computing) => frozenCopy(await computing(compute(inner))),
    () => count.inFlight--,
  );
  return { verdict: await flight.join(wait), source: "fresh" };
}

function slotOf(
  caching: Caching,
  { key, session, accepts = isJudgeAnswer }: CacheQuestion,
  scope: StoredScope,
): Slot {
  return scope === "global"
    ? { partition: { scope }, key, ttlMs: caching.globalTtlMs, accepts }
    : { partition: sessionPartition(session), key, ttlMs: Infinity, accepts };
}

/** Finds or makes the answer; the store may be slow or broken, the answer is right all the same. */
async function fly(
  caching: Caching,
  slot: Slot,
  count: Counters,
  compute: () => Promise<Verdict>,
  signal: AbortSignal,
): Promise<Landed> {
  const claim = await claimSlot(caching, slot, signal);
  if (claim?.kind === "hit") {
    count.hits++;
    return { verdict: claim.answer, source: "cache" };
  }
  count.misses++;
  let answer: Answer | undefined;
  try {
    const verdict = frozenCopy(await compute());
    if (verdict.kind !== "failure" && !signal.aborted) answer = verdict;
    return { verdict, source: "fresh" };
  } finally {
    if (claim !== undefined) await endClaim(caching, slot, claim.ticket, answer, count);
  }
}

/** `undefined`: the store does not work. */
async function claimSlot(
  caching: Caching,
  slot: Slot,
  signal: AbortSignal,
): Promise<Exclude<Claim, { kind: "held" }> | undefined> {
  const { store, notices } = caching;
  for (let growth = 1; ; growth *= 1.5) {
    let claim: Claim;
    try {
      claim = await store.claim(slot);
      notices.works("claim");
    } catch (error) {
      notices.fails("claim", store.kind, error);
      return undefined;
    }
    if (claim.kind !== "held") {
      if (claim.kind === "own" && claim.notice) notices.once(claim.notice);
      return claim;
    }
    await pause(Math.min(claim.retryMs * growth, LONGEST_PAUSE_MS), signal);
  }
}

async function endClaim(
  caching: Caching,
  slot: Slot,
  ticket: string,
  answer: Answer | undefined,
  count: Counters,
): Promise<void> {
  const { store, notices } = caching;
  try {
    if (answer === undefined) return await store.release(slot, ticket);
    if (await store.settle(slot, ticket, answer)) count.stores++;
    notices.works("settle");
  } catch (error) {
    notices.fails("settle", store.kind, error);
  }
}

const NOTHING_HELD: StoreStats = { entries: 0, bytes: 0, evictions: 0, expired: 0 };

function noCounts(): Counters {
  return { hits: 0, misses: 0, joins: 0, stores: 0, inFlight: 0 };
}

function requireKey(key: unknown): void {
  if (typeof key === "string" && key !== "" && key.length <= LONGEST_KEY) return;
  throw new TypeError(
    `expected \`key\` to be a string of 1 to ${LONGEST_KEY} characters, as verdictKey makes it`,
  );
}

/** The key's length first: no key and partition can look like another pair. */
function flightId(partition: Partition, key: string): string {
  return `${key.length}:${key}${partitionId(partition)}`;
}

/** Who asks after a clear must not get an answer from before it; who asked before still gets it. */
function forgetFlights(flights: Map<string, unknown>, isMeant: (partition: string) => boolean): void {
  for (const id of flights.keys()) {
    const colon = id.indexOf(":");
    if (isMeant(id.slice(colon + 1 + Number(id.slice(0, colon))))) flights.delete(id);
  }
}

/** Waits; rejects with the signal's reason when it aborts first. Milliseconds. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, ONCE);
  });
}
