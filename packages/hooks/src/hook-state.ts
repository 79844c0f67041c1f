import { isRecord } from "@gatehouse-hooks/json";
/** What is remembered of one hook in one session. Plain JSON. */
export interface HookState {
  readonly fires: number;
  /** The length of the transcript, in records, at the last fire; null before the first. */
  readonly firedAt: number | null;
  /** `firedAt` of the last fire that denied or asked; absent before the first. */
  readonly deniedAt?: number;
  /** `messageHash` of the messages that contributed to fires, oldest first; the last 1,000. */
  readonly consumed: readonly string[];
}

/**
 * Remembers hooks by session. Given from outside, so that it can be shared by processes and survive them.
 *
 * `memoryHookStates` and `fileHookStates` pass one test suite, which other stores can run, too.
 */
export interface HookStates {
  read(session: string, hook: string): Promise<HookState>;
  /**
   * Changes a state atomically: no other change of this hook and session comes between.
   *
   * @param change - gives the new state, or undefined to leave it.
   * @returns whether it was changed.
   */
  update(
    session: string,
    hook: string,
    change: (state: HookState) => HookState | undefined,
  ): Promise<boolean>;
}

/** The state of a hook that never fired. */
export const freshHookState: HookState = Object.freeze({
  fires: 0,
  firedAt: null,
  consumed: Object.freeze([]),
});

const maxConsumed = 1_000;

/**
 * The state after a fire.
 *
 * @param denied - the fire denied or asked, rather than warned.
 */
export function afterFire(
  state: HookState,
  firedAt: number,
  consumed: readonly string[],
  denied: boolean = false,
): HookState {
  return {
    fires: state.fires + 1,
    firedAt,
    ...(denied ? { deniedAt: firedAt } : state.deniedAt === undefined ? {} : { deniedAt: state.deniedAt }),
    consumed: [...new Set([...state.consumed, ...consumed])].slice(-maxConsumed),
  };
}

/** Reads a stored state; an invalid one becomes a fresh one. */
export function readHookState(value: unknown): HookState {
  if (!isRecord(value)) return freshHookState;
  const { fires, firedAt, deniedAt, consumed } = value;
  const isWhole = (n: unknown): n is number => typeof n === "number" && Number.isSafeInteger(n) && n >= 0;
  return {
    fires: isWhole(fires) ? fires : 0,
    firedAt: isWhole(firedAt) ? firedAt : null,
    ...(isWhole(deniedAt) ? { deniedAt } : {}),
    consumed: Array.isArray(consumed)
      ? consumed.filter((one): one is string => typeof one === "string").slice(-maxConsumed)
      : [],
  };
}
