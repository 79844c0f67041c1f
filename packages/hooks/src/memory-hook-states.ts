import { freshHookState, type HookState, type HookStates } from "./hook-state.js";

/**
 * Hook states in memory, for one process.
 *
 * @param maxEntries - states of one hook in one session that are kept; the one unused for longest is forgotten first.
 */
export function memoryHookStates({ maxEntries = 10_000 }: { readonly maxEntries?: number } = {}): HookStates {
  const states = new Map<string, HookState>();
  const put = (key: string, state: HookState): void => {
    states.delete(key);
    states.set(key, state);
    if (states.size <= maxEntries) return;
    const oldest = states.keys().next();
    if (oldest.done !== true) states.delete(oldest.value);
  };
  return {
    read: (session, hook) => Promise.resolve(states.get(keyOf(session, hook)) ?? freshHookState),
    update(session, hook, change) {
      const key = keyOf(session, hook);
      const next = change(states.get(key) ?? freshHookState);
      if (next !== undefined) put(key, next);
      return Promise.resolve(next !== undefined);
    },
  };
}

function keyOf(session: string, hook: string): string {
  return JSON.stringify([session, hook]);
}
