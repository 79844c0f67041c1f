import { afterFire, fileHookStates, type HookStates } from "@gatehouse-hooks/hooks";
import { join } from "node:path";
import { makePrivate } from "@gatehouse-hooks/local";

/** What is being written now. */
export type Writing = Set<Promise<unknown>>;

/** Where it is kept how often hooks have fired, and what was said once. */
export function statesFolder(home: string): string {
  return join(home, ".gatehouse", "cache", "hook-states");
}

/** States in a folder that is the user's alone; another one's are not believed. */
export function privateStates(folder: string, writing: Writing): HookStates {
  const files = fileHookStates(folder);
  const checked = Promise.resolve().then(() => {
    const why = makePrivate(folder);
    if (why !== null) throw new Error(why);
  });
  checked.catch(() => undefined);
  return {
    read: async (...given) => checked.then(() => files.read(...given)),
    update: async (...given) => {
      const written = checked.then(() => files.update(...given));
      writing.add(written);
      return await written.finally(() => writing.delete(written));
    },
  };
}

/** Whether a thing has not been said in the session; where that cannot be remembered, it is said each time. */
export async function isFirstTime(
  states: HookStates,
  session: string | undefined,
  what: string,
): Promise<boolean> {
  if (session === undefined) return true;
  return await states
    .update(session, what, (state) => (state.fires > 0 ? undefined : afterFire(state, 0, [])))
    .catch(() => true);
}
