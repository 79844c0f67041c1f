import type { Hook, HookFire } from "./hook.js";
import type { Transcript } from "./transcript.js";
import { turnStart } from "./transcript.js";
import { afterFire, type HookState, type HookStates } from "./hook-state.js";

/** What is counted. */
interface CountedFire {
  readonly session: string;
  readonly hook: Hook;
  /** The length of the conversation, in records. */
  readonly at: number;
  /** Hashes of messages that it uses up. */
  readonly spent: readonly string[];
  /** It denies or asks, rather than warns. */
  readonly denies: boolean;
}

/** The turn's state, which the hooks with `onePerTurn` have in common. No hook has this id. */
const TURN = "\0one per turn";

/** Whether one of the hooks with `onePerTurn` has spoken since the user last said something. */
export async function spokeThisTurn(
  states: HookStates,
  session: string | undefined,
  transcript: Transcript,
): Promise<boolean> {
  return session !== undefined && firedThisTurn(await states.read(session, TURN), transcript);
}

/** The hook fired since the user last said something. A transcript that became shorter since then does not count. */
export function firedThisTurn({ firedAt }: HookState, { records }: Transcript): boolean {
  return firedAt !== null && firedAt > turnStart(records) && firedAt <= records.length;
}

/** Whether the hook has fired as often as it may. */
export function isSpent({ maxFires }: Hook, { fires }: HookState): boolean {
  return maxFires !== null && fires >= maxFires;
}

/**
 * Counts a fire before it is said, so that runs at the same time fire no more often than they may.
 *
 * @returns undefined where the hook has fired as often as it may
 */
export async function countFire(
  states: HookStates,
  { session, hook, at, spent, denies }: CountedFire,
): Promise<HookFire | undefined> {
  const { id } = hook.policy;
  let before: HookState | undefined;
  const counted = await states.update(session, id, (now) => {
    before = now;
    return isSpent(hook, now) ? undefined : afterFire(now, at, spent, denies);
  });
  if (!counted || before === undefined) return undefined;
  const known = before;
  if (hook.onePerTurn === true) await states.update(session, TURN, (now) => afterFire(now, at, []));
  return {
    hook: id,
    session,
    takeBack: async () => {
      await states.update(session, id, (now) => withoutFire(now, known, at, spent));
      if (hook.onePerTurn === true)
        await states.update(session, TURN, (now) =>
          now.firedAt === at ? { ...now, firedAt: null } : undefined,
        );
    },
  };
}

/** The state as if the fire had not been; what other runs have added since stays. */
function withoutFire(now: HookState, before: HookState, at: number, spent: readonly string[]): HookState {
  const known = new Set(before.consumed);
  const used = new Set(spent.filter((hash) => !known.has(hash)));
  const firedAt = now.firedAt === at ? before.firedAt : now.firedAt;
  const deniedAt = now.deniedAt === at ? before.deniedAt : now.deniedAt;
  return {
    fires: Math.max(0, now.fires - 1),
    firedAt,
    ...(deniedAt === undefined ? {} : { deniedAt }),
    consumed: now.consumed.filter((hash) => !used.has(hash)),
  };
}
