import type { PolicyDefinition } from "@gatehouse-hooks/engine";
import { fits } from "../../arbitraries/policies.js";
import { type Engine, realEngine } from "../engine.js";

/** Breaks no rewrite is lost: a rewrite that does not fit is dropped in silence. */
export const dropsRewrites: Engine = {
  run: (one, asking) => realEngine.run({ ...one, policies: one.policies.map(withoutWhatDoesNotFit) }, asking),
};

function withoutWhatDoesNotFit(policy: PolicyDefinition): PolicyDefinition {
  const { handler } = policy;
  if (handler.kind !== "static" || handler.updatedInput === undefined || fits(handler.updatedInput))
    return policy;
  const { updatedInput: _dropped, ...rest } = handler;
  return { ...policy, handler: rest };
}
