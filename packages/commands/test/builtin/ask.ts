import { builtinHandlers, type BuiltinOptions } from "@gatehouse-hooks/commands";
import type { Need, Verdict } from "@gatehouse-hooks/engine";
import { handlerOf } from "../../../runtime/src/asker.js";

/** Asks one builtin about one event, as the runtime does. */
export async function ask(
  name: string,
  event: object,
  args: readonly string[] = [],
  options: Partial<BuiltinOptions> = {},
): Promise<Verdict> {
  const need = {
    id: "1",
    policy: "hook",
    tier: "project",
    handler: { kind: "builtin", name, args, timeoutMs: 20_000 },
    event,
  } as unknown as Need;
  const builtin = builtinHandlers({ env: { PATH: process.env["PATH"] }, home: "/nonexistent", ...options });
  const handler = handlerOf({ builtin }, need);
  if (handler === undefined) throw new Error(`there is no builtin ${name}`);
  return await handler(need, { signal: new AbortController().signal });
}
