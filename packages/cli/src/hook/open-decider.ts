import type { Decision, Event } from "@gatehouse-hooks/engine";
import { openRuntime } from "../open/open-runtime.js";
import type { Context } from "../settings.js";
import { openPolicies } from "../store/open-policies.js";

/** Decides for one project. */
export interface Decider {
  readonly decide: (event: Event) => Promise<Decision>;
  readonly close: () => Promise<void>;
}

/**
 * Opens what answers the policies' questions. What is wrong with policies is not told here: it is part of the decisions, and
 * `gatehouse check` and `doctor` show it.
 */
export async function openDecider(context: Context): Promise<Decider> {
  const { policies } = await openPolicies(context.io, context.settings);
  const { set, trusted, found, claims, organisation } = policies;
  const runtime = await openRuntime(context, set, found, claims, trusted, organisation);
  return { decide: async (event) => await runtime.decide(event), close: runtime.close };
}
