import type { VerdictCache } from "@gatehouse-hooks/cache";
import type { CacheScope, Session } from "@gatehouse-hooks/engine";
import type { Notice } from "./notice.js";

/** The cache's view of sessions. */
export interface Sessions {
  /** The scope to use: a session that is unclear, or could not be cleared, does not read or write any verdict. */
  scopeOf(session: Session, scope: CacheScope): CacheScope;
  /** Forgets a session's verdicts. Never rejects, ends within a second. */
  clear(session: Session): Promise<void>;
}

/** Milliseconds that clearing may take. */
const CLEAR_TIMEOUT_MS = 1_000;
/** Sessions remembered as not cleared; above it every session counts as one. */
const MAX_UNCLEARED = 10_000;

export function createSessions(cache: VerdictCache, say: (notice: Notice) => void): Sessions {
  const uncleared = new Set<string | undefined>();

  async function clearNamed(session: string | undefined): Promise<void> {
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
  }

  return {
    scopeOf(session, scope) {
      if (scope !== "session") return scope;
      if (session.kind === "unclear" || uncleared.size > MAX_UNCLEARED) return "none";
      return uncleared.has(nameOf(session)) ? "none" : "session";
    },
    async clear(session) {
      // An unclear end may be that of any session it names; verdicts under an unclear name were never kept.
      const names = session.kind === "unclear" ? session.names : [nameOf(session)];
      await Promise.all(names.map(clearNamed));
    },
  };
}

/** The session as the cache names it; undefined: the one of events that name none. */
export function nameOf(session: Session): string | undefined {
  return session.kind === "named" ? session.name : undefined;
}
