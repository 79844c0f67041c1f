import { eventKindOf } from "../../vocabulary.js";
import { contractOf, type EventContract } from "../contract.js";

/**
 * The field of an output that rewrites an event.
 *
 * @param own the output is that of one of Gatehouse's own policies, which may also rewrite events that are not docker-agent's
 */
export function rewriteField(event: string, own: boolean): EventContract["rewrite"] {
  return contractOf(event).rewrite ?? (own && inputPath(event) !== undefined ? "updated_input" : undefined);
}

/** The field of an event that holds what can be rewritten key by key. */
export function inputPath(event: string): string | undefined {
  const { input } = eventKindOf(event);
  return input !== null && "path" in input ? input.path : undefined;
}
