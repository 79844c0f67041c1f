/** A problem that the operator should know of. It never holds event data. */
export interface Notice {
  /** Stable kebab-case identifier, for example `judge-unavailable`. */
  readonly code: string;
  readonly message: string;
}

/** Without a listener: a warning of the process, which Node prints on stderr by default. */
function warnProcess({ code, message }: Notice): void {
  process.emitWarning(message, { type: "GatehouseNotice", code });
}

/** Reports each code once. A listener that throws changes nothing. */
export function sayOnce(
  listener: ((notice: Notice) => void) | undefined = warnProcess,
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
