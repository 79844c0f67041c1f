import type { Answer, Event } from "@gatehouse-hooks/engine";
import { type Builtin, NO_OPINION } from "../builtin-call.js";
import { ONCE } from "@gatehouse-hooks/json";

/** A model that holds memory until it is told to release it. */
export interface UnloadableModel {
  /** Frees what the model holds. It should stop when the signal aborts. */
  unload(signal: AbortSignal): Promise<unknown>;
}

/** Milliseconds for one model (document 004, `unload`). */
const UNLOAD_MS = 10_000;

const UNKNOWN_MODELS: Answer = {
  ...NO_OPINION,
  warnings: ["`unload` does nothing here: the host has not said which models it could unload"],
};

/**
 * `unload`: tells every model of the agent that was left to free its memory, all at once, each for at most ten seconds. Errors
 * are swallowed: a switch does not wait for an engine that does not answer. Without `modelsOf` it warns that it does nothing.
 */
export function unload(modelsOf: ((event: Event) => readonly UnloadableModel[]) | undefined): Builtin {
  return async ({ event, signal }) => {
    const from = event["from_agent"];
    if (typeof from !== "string" || from === "" || from === event["to_agent"]) return NO_OPINION;
    if (modelsOf === undefined) return UNKNOWN_MODELS;
    await Promise.all(modelsOf(event).map((model) => unloaded(model, signal)));
    return NO_OPINION;
  };
}

async function unloaded(model: UnloadableModel, signal: AbortSignal): Promise<void> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(UNLOAD_MS)]);
  if (limit.aborted) return;
  let giveUp: () => void = () => undefined;
  const tooLate = new Promise<void>((resolve) => (giveUp = resolve));
  limit.addEventListener("abort", giveUp, ONCE);
  const work = async (): Promise<void> => {
    await model.unload(limit);
  };
  try {
    await Promise.race([work(), tooLate]);
  } catch {
    // An engine that is not there holds no memory either.
  } finally {
    limit.removeEventListener("abort", giveUp);
  }
}
