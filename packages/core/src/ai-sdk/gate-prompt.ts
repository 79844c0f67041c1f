import type { Decision } from "@gatehouse-hooks/engine";
import { own, shorten } from "@gatehouse-hooks/json";
import type { EventFields } from "../events/event-input.js";
import type { CallDecider } from "../gatehouse.js";
import { toMessage } from "../to-message.js";

/** A message of a prompt, as far as it matters here. */
export interface SdkMessage {
  /** Who says it, for example `user`. */
  readonly role: string;
  /** A string, or parts of which some are texts. */
  readonly content: unknown;
}

/** A prompt that the model was not asked. */
export class PromptDenied extends Error {
  /** As errors are named. */
  override readonly name = "PromptDenied";
  /** Stable, for programs. */
  readonly code = "prompt-denied";
  /** Why. */
  readonly decision: Decision;

  constructor(decision: Decision) {
    const by = decision.policy === null ? "" : ` by \`${decision.policy}\``;
    super(`the prompt was denied${by}: ${shorten(decision.reason, 2_000)}`);
    this.decision = decision;
  }
}

/**
 * The `transformParams` of a middleware (`wrapLanguageModel`): what the user has said last is decided as the event `prompt` before
 * the model is asked. What the policies say to the model is put before the prompt. A prompt cannot be
 * made to wait: an ask is a deny.
 *
 * @throws PromptDenied (as a rejection)
 * @example wrapLanguageModel({ model, middleware: { specificationVersion: "v3", transformParams: gatePrompt(gatehouse) } })
 */
export function gatePrompt(
  gatehouse: CallDecider,
  event: EventFields = {},
): <Params extends { readonly prompt: readonly SdkMessage[] }>(call: {
  readonly params: Params;
}) => Promise<Params> {
  return async ({ params }) => {
    const said = params.prompt.findLast(({ role }) => role === "user");
    if (said === undefined) return params;
    const decision = await gatehouse.decideUnknown({
      ...event,
      event: "prompt",
      prompt: textOf(said.content),
    });
    if (decision.effect === "deny" || decision.effect === "ask") throw new PromptDenied(decision);
    const told = toMessage(decision);
    if (told === "") return params;
    return { ...params, prompt: [{ role: "system", content: told }, ...params.prompt] };
  };
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .map((part: unknown) => own(part, "text"))
    .filter((text): text is string => typeof text === "string")
    .join("\n");
}
