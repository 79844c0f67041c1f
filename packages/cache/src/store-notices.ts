import { isRecord } from "@gatehouse-hooks/json";
import type { StoreNotice } from "./store.js";

/** A full or read-only store still answers: successful reads must not hide failed writes. */
type Doing = "claim" | "settle";

/** Turns a stream of errors into one notice per trouble. */
interface StoreNotices {
  /** The store has done it. */
  works(doing: Doing): void;
  /** The store failed. */
  fails(doing: Doing, store: string, error: unknown): void;
  /** Says it, unless it was said before. */
  once(notice: StoreNotice): void;
}

/** Where no listener is given: a warning of the process, where there is one. */
function warnProcess({ code, message }: StoreNotice): void {
  globalThis.process?.emitWarning(message, { type: "GatehouseNotice", code });
}

export function storeNotices(
  onNotice: ((notice: StoreNotice) => void) | undefined = warnProcess,
): StoreNotices {
  const failing = new Set<Doing>();
  const said = new Set<string>();
  const say = (notice: StoreNotice): void => {
    try {
      onNotice(notice);
    } catch {
      // A log that is broken must not change a decision.
    }
  };

  return {
    works(doing) {
      if (!failing.delete(doing) || failing.size > 0) return;
      say({ code: "store-recovered", message: "the verdict store works again" });
    },
    fails(doing, store, error) {
      const known = failing.size > 0;
      failing.add(doing);
      if (known) return;
      const code = errorCode(error);
      say({
        code: "store-unavailable",
        message: `the ${store} verdict store does not work${code}; until it does, more questions go to the judge`,
      });
    },
    once(notice) {
      if (said.has(notice.code)) return;
      said.add(notice.code);
      say(notice);
    },
  };
}

/** Only the code: a message may hold a host, a path or a password. */
function errorCode(error: unknown): string {
  const code = isRecord(error) ? error["code"] : undefined;
  return typeof code === "string" && /^[\w-]{1,40}$/.test(code) ? ` (${code})` : "";
}
