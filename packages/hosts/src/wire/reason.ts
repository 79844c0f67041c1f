import { shorten } from "@gatehouse-hooks/json";

/** The longest reason or message, in UTF-16 code units: an agent must neither drop it nor fill its context with it. */
const MAX_REASON = 4_000;
/** The longest context, in UTF-16 code units. */
const MAX_CONTEXT = 40_000;

/** A reason with the policy that gives it. Never blank: Codex runs the call when it is. */
export function namedReason(policy: string | null, reason: string): string {
  const said = reason.trim() === "" ? "no reason was given" : reason;
  return shorten(`[${policy ?? "gatehouse"}] ${said}`, MAX_REASON);
}

/** Messages as one string. */
export function joinedMessages(messages: readonly string[]): string {
  return shorten(messages.join("\n"), MAX_REASON);
}

/** Context as one string. */
export function joinedContext(context: readonly string[]): string {
  return shorten(context.join("\n\n"), MAX_CONTEXT);
}

/** Why a call is denied that a policy wants changed, and the call to make instead. */
export function callInstead(reason: string, tool: string, input: unknown): string {
  const call = JSON.stringify(input);
  const shown =
    call.length > MAX_REASON / 2 ? "with the change that the policy asks for" : `with the arguments ${call}`;
  return `${reason}; the call is not changed here: call ${tool} ${shown}`;
}
