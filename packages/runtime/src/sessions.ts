import type { VerdictCache } from "@gatehouse/cache";
import type { CacheScope, Event } from "@gatehouse/engine";
import type { Notice } from "./notice.js";

/** The session that an event belongs to; undefined: it names none. */
export function sessionOf(event: Event): string | undefined {
  const { sessionKey } = event;
  return typeof sessionKey === "string" ? sessionKey : undefined;
}

/** Sessions as far as the cache knows them. */
export interface Sessions {
  /** The scope to use: a session whose verdicts could not be cleared does not read or write any. */
  scopeOf(session: string | undefined, scope: CacheScope): CacheScope;
  /** Forgets a session's verdicts. Never rejects, ends within a second. */
  clear(session: string | undefined): Promise<void>;
}

/** Milliseconds that clearing may take. */
const CLEAR_TIMEOUT_MS = 1_000;
/** Sessions remembered as not cleared; above it every session counts as one. */
const MAX_UNCLEARED = 10_000;

export function createSessions(cache: VerdictCache, say: (notice: Notice) => void): Sessions {
  const uncleared = new Set<string | undefined>();
  return {
    scopeOf(session, scope) {
      if (scope !== "session") return scope;
      return uncleared.size > MAX_UNCLEARED || uncleared.has(session) ? "none" : "session";
    },
    async clear(session) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const tooLong = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => reject(new Error("timeout")), CLEAR_TIMEOUT_MS);
      });
      try {
        await Promise.race([cache.clearSession(session), tooLong]);
        uncleared.delete(session);
      } catch {
        if (uncleared.size <= MAX_UNCLEARED) uncleared.add(session);
        say({
          code: "session-not-cleared",
          message: "the verdicts of a session could not be cleared; it goes on without a cache",
        });
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
