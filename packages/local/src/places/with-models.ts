import type { PolicyDefinition } from "@gatehouse-hooks/engine";
import type { Io } from "@gatehouse-hooks/console";
import type { Settings } from "../settings.js";
import type { FoundConfig } from "./find-config.js";

/**
 * Policies with the models that the settings give them: the one of `--model` for all. The default model of a configuration that
 * was only found in the project is that of the project's policies which name none: the author of a repository does not
 * choose who judges the user's and the organisation's policies. Verdict keys hold the model, so no answer of another one is
 * reused.
 */
export function withModels(
  policies: readonly PolicyDefinition[],
  { model }: Pick<Settings, "model">,
  env: Io["env"],
  found: FoundConfig,
): readonly PolicyDefinition[] {
  const projects = env["GATEHOUSE_MODEL"] ? undefined : found.project.defaultModel;
  if (model === undefined && projects === undefined) return policies;
  return policies.map((policy) => {
    const { handler } = policy;
    if (handler.kind !== "judge") return policy;
    const isProjects = (policy.tier ?? "project") === "project" && handler.model === undefined;
    const chosen = model ?? (isProjects ? projects : undefined);
    return chosen === undefined ? policy : { ...policy, handler: { ...handler, model: chosen } };
  });
}
