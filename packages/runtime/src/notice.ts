import { warn } from "#platform";

/** A problem that the operator should know of. It never holds event data. */
export interface Notice {
  /** Stable kebab-case identifier, for example `judge-unavailable`. */
  readonly code: string;
  readonly message: string;
}

/** Reports each code once; without a listener on stderr, or on the console. A listener that throws changes nothing. */
export function sayOnce(
  listener: ((notice: Notice) => void) | undefined = ({ code, message }) => {
    warn(message, code);
  },
): (notice: Notice) => void {
  // Codes are few and fixed, so this set is bounded.
  const said = new Set<string>();
  return (notice) => {
    if (said.has(notice.code)) return;
    said.add(notice.code);
    try {
      listener(notice);
    } catch {
      // A log that is broken must not change a decision.
    }
  };
}
