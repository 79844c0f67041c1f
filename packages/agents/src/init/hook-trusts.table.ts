import { CODEX_TRUST } from "./codex/trust-hooks.js";
import type { HookTrust } from "./hook-trust.js";

/** Agents that run no hook before they trust it. */
export const HOOK_TRUSTS: readonly HookTrust[] = [CODEX_TRUST];

/** How an agent is brought to trust hooks; undefined: it runs them as they are. */
export function hookTrustOf(agent: string): HookTrust | undefined {
  return HOOK_TRUSTS.find((one) => one.agent === agent);
}
