import type { Io } from "./io.js";
import type { FoundConfig } from "./load/find-config.js";

/** Models for an environment that gives access to one provider and names no model. */
const BY_KEY = [
  ["ANTHROPIC_API_KEY", "anthropic/claude-sonnet-4-20250514"],
  ["OPENAI_API_KEY", "openai/gpt-4o-mini"],
  ["OLLAMA_HOST", "ollama/llama3.1"],
] as const;

/**
 * The model, as `provider/model`, of policies that name none: the one of `--model`, of `GATEHOUSE_MODEL`, of the
 * configuration file, or of the first provider whose key or address is set.
 */
export function chooseModel(
  env: Io["env"],
  named: string | undefined,
  { config, path }: Pick<FoundConfig, "config" | "path">,
): string {
  if (named !== undefined) return named;
  if (env["GATEHOUSE_MODEL"]) return env["GATEHOUSE_MODEL"];
  if (path !== undefined) return config.defaultModel;
  return BY_KEY.find(([key]) => env[key])?.[1] ?? config.defaultModel;
}
