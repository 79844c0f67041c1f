import { printable } from "../print/printable.js";
import type { Context } from "../settings.js";
import { type Decider, openDecider } from "./open-decider.js";
import { openHooks } from "./open-hooks.js";

/**
 * As `openDecider`, with the user's own hooks beside the policies: one set, so that the engine merges what they say.
 *
 * @param files absolute
 */
export async function openWithHooks(context: Context, files: readonly string[]): Promise<Decider> {
  const { io, settings, noticeColors } = context;
  const hooks = await openHooks(context, files, (message) => {
    io.stderr.write(`${noticeColors.yellow("note")} ${printable(message)}\n`).catch(() => undefined);
  });
  try {
    const { policies, lost } = hooks;
    const withMore = { ...context, settings: { ...settings, more: { policies, lost } } };
    const { close, ...decider } = await openDecider(withMore, { functions: hooks.answer });
    return {
      ...decider,
      close: async () => {
        await close();
        await hooks.close();
      },
    };
  } catch (error) {
    await hooks.close();
    throw error;
  }
}
