import type { Decision, Event } from "@gatehouse-hooks/engine";
import type { HandlerFunction } from "@gatehouse-hooks/runtime";
import { mkdir } from "node:fs/promises";
import { dirname, isAbsolute } from "node:path";
import { openRuntime } from "../open/open-runtime.js";
import type { Context } from "../settings.js";
import type { DecisionPolicies } from "../store/decision-policies.js";
import { openPolicies } from "../store/open-policies.js";

/** Decides for one project. */
export interface Decider {
  readonly decide: (event: Event) => Promise<Decision>;
  readonly close: () => Promise<void>;
}

/**
 * Opens what answers the policies' questions. What is wrong with policies is not told here: it is part of the decisions, and
 * `gatehouse check` and `doctor` show it.
 *
 * @param policies absent: those of the store, else loaded
 * @param functions answers for policies whose handler is a function
 */
export async function openDecider(
  context: Context,
  policies?: DecisionPolicies,
  functions?: HandlerFunction<"function">,
): Promise<Decider> {
  const { io, settings } = context;
  const { set, trusted, found, claims, organisation } =
    policies ?? (await openPolicies(io, settings)).policies;
  // Anything else is not a file.
  if (isAbsolute(settings.cache)) await mkdir(dirname(settings.cache), { recursive: true, mode: 0o700 });
  const runtime = await openRuntime(context, set, found, claims, trusted, organisation, functions);
  return { decide: async (event) => await runtime.decide(event), close: runtime.close };
}
