/** Keeps the leases of the questions that this process is asking, as long as it lives. */
interface Leases {
  hold(lease: string, token: string): void;
  drop(lease: string): void;
  close(): void;
}

/** A question that is asked for longer than this is asked by others too. Milliseconds. */
const LONGEST_HOLD_MS = 120_000;

/**
 * @param renew extends one lease; it may fail, then the lease expires and another process asks
 */
export function keepLeases(
  leaseMs: number,
  renew: (lease: string, token: string) => Promise<unknown>,
): Leases {
  const held = new Map<string, { readonly token: string; readonly since: number }>();
  let timer: NodeJS.Timeout | undefined;

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
  }

  function beat(): void {
    for (const [lease, { token, since }] of held) {
      if (performance.now() - since > LONGEST_HOLD_MS) held.delete(lease);
      else renew(lease, token).catch(() => undefined);
    }
    if (held.size === 0) stop();
  }

  return {
    hold(lease, token) {
      held.set(lease, { token, since: performance.now() });
      timer ??= setInterval(beat, leaseMs / 3).unref();
    },
    drop(lease) {
      held.delete(lease);
      if (held.size === 0) stop();
    },
    close() {
      held.clear();
      stop();
    },
  };
}
