import type { Notice } from "./store.js";

/** Turns a stream of errors into one notice per trouble. */
export interface NoticeBoard {
  /** The store has answered. */
  works(): void;
  /** The store has not. */
  fails(store: string, error: unknown): void;
  /** Says it, unless it was said before. */
  once(notice: Notice): void;
}

export function noticeBoard(onNotice: ((notice: Notice) => void) | undefined): NoticeBoard {
  let failing = false;
  const said = new Set<string>();
  const say = (notice: Notice): void => {
    try {
      onNotice?.(notice);
    } catch {
      // A log that is broken must not change a decision.
    }
  };

  return {
    works() {
      if (!failing) return;
      failing = false;
      say({ code: "store-recovered", message: "the verdict store works again" });
    },
    fails(store, error) {
      if (failing) return;
      failing = true;
      const code = errorCode(error);
      say({
        code: "store-unavailable",
        message: `the ${store} verdict store does not work${code}; every question goes to the judge until it does`,
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
  const code = typeof error === "object" && error !== null ? (error as { code?: unknown }).code : undefined;
  return typeof code === "string" && /^[\w-]{1,40}$/.test(code) ? ` (${code})` : "";
}
