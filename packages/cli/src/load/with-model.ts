import type { PolicyDefinition } from "@gatehouse/engine";

/** The policies with another model to ask; verdict keys hold the model, so no answer of the old one is reused. */
export function withModel(policies: readonly PolicyDefinition[], model: string): readonly PolicyDefinition[] {
  return policies.map((policy) =>
    policy.handler.kind === "judge" ? { ...policy, handler: { ...policy.handler, model } } : policy,
  );
}
