import { MAYROS_DEFAULTS } from "@gatehouse-hooks/hosts";
import type { Io } from "@gatehouse-hooks/console";
import type { FoundConfig } from "../places/find-config.js";

/** Models for an environment that gives access to one provider and names no model. */
const BY_KEY = [
  ["ANTHROPIC_API_KEY", "anthropic/claude-sonnet-4-20250514"],
  ["OPENAI_API_KEY", "openai/gpt-4o-mini"],
  ["OLLAMA_HOST", "ollama/llama3.1"],
] as const;

/**
 * The model, as `provider/model`, of policies that name none: the one of `--model`, of `GATEHOUSE_MODEL`, of the
 * user's configuration (`--config`, or the one in the home folder), or of the first provider whose key or address is set. A configuration
 * that was only found chooses for the project's policies alone (`withModels`).
 */
export function chooseModel(
  env: Io["env"],
  named: string | undefined,
  { user }: Pick<FoundConfig, "user">,
): string {
  if (named !== undefined) return named;
  if (env["GATEHOUSE_MODEL"]) return env["GATEHOUSE_MODEL"];
  if (user.defaultModel !== undefined) return user.defaultModel;
  return BY_KEY.find(([key]) => env[key])?.[1] ?? MAYROS_DEFAULTS.defaultModel;
}
