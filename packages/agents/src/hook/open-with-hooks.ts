import type { Decision, Event } from "@gatehouse-hooks/engine";
import { isRecord } from "@gatehouse-hooks/json";
import { noteLine } from "@gatehouse-hooks/console/print";
import type { Context } from "@gatehouse-hooks/local";
import { type Decider, type DeciderParts, openDecider } from "./open-decider.js";
import { openHooks } from "./open-hooks.js";

/**
 * As `openDecider`, with the user's own hooks beside the policies: one set, so that the engine merges what they say.
 *
 * @param files absolute
 * @param more what holds beside the policies of files
 */
export async function openWithHooks(
  context: Context,
  files: readonly string[],
  more?: DeciderParts["more"],
): Promise<Decider> {
  const { io, settings, noticeColors } = context;
  const note = (message: string): void => {
    io.stderr.write(`${noteLine(noticeColors, message)}\n`).catch(() => undefined);
  };
  const hooks = await openHooks(context, files, note);
  try {
    const { policies, lost } = hooks;
    const withMore = { ...context, settings: { ...settings, more: { policies, lost } } };
    const { close, decide, ...decider } = await openDecider(withMore, { functions: hooks.answer, more });
    return {
      ...decider,
      decide: async (event, remembered) => {
        const decision = await decide(event, remembered);
        if (lost.length === 0) return decision;
        const problems = lost.map(({ file, why }) => `the hooks of ${file} are not in force: ${why}`);
        return await withProblems(decision, event, io.home, problems, note);
      },
      close: async (said = []) => {
        await close();
        await hooks.close(said);
      },
    };
  } catch (error) {
    await hooks.close([]);
    throw error;
  }
}

/** Says once a session that hooks are lost, at whatever event: who wires only `Stop` would have no hook and no word. */
async function withProblems(
  decision: Decision,
  event: Event,
  home: string,
  problems: readonly string[],
  note: (message: string) => void,
): Promise<Decision> {
  const [{ WIRED_HOSTS }, { eventText }, { isFirstTime, privateStates, statesFolder }] = await Promise.all([
    import("@gatehouse-hooks/hosts/wired"),
    import("@gatehouse-hooks/hooks"),
    import("./hook-memory.js"),
  ]);
  const raw = isRecord(event["raw"]) ? event["raw"] : {};
  const wire = WIRED_HOSTS.find(({ name }) => name === event["host"])?.wire;
  const name = wire?.nameOf(raw);
  // Where the answer has no place for it, it is for the person alone, and still to be said.
  if (wire !== undefined && name !== undefined && wire.capabilities.events[name]?.warn !== true) {
    for (const problem of problems) note(problem);
    return decision;
  }
  const states = privateStates(statesFolder(home), new Set());
  const session = eventText(event, "session");
  const fresh: string[] = [];
  for (const problem of problems)
    if (await isFirstTime(states, session, `lost ${problem}`)) fresh.push(problem);
  for (const problem of fresh) note(problem);
  return fresh.length === 0
    ? decision
    : { ...decision, systemMessages: [...decision.systemMessages, ...fresh] };
}
