import { createJudge, type Judge } from "@gatehouse-hooks/judge";
import { type Line, startScriptedJudge } from "./scripted-judge.js";

/** The judge of the demo. */
export interface DemoJudge {
  readonly judge: Judge;
  /** Asked instead of the models that the hooks name; absent: those. */
  readonly model: string | undefined;
  readonly label: string;
  readonly close: () => Promise<void>;
}

/** What the scripted judge answers. A real one reads the policy's text; this one looks for words. */
const SCRIPT: readonly Line[] = [
  { when: ["No Force Push Policy", "origin main"], decision: "deny", reason: "`main` is a protected branch" },
  { when: ["No Force Push Policy"], decision: "approve", reason: "the branch is not protected" },
  {
    when: ["No Secrets Policy", ".env.example"],
    decision: "approve",
    reason: "an example file holds placeholders",
  },
  { when: ["No Secrets Policy", "has not changed"], decision: "approve", reason: "no credential is named" },
  { when: ["No Secrets Policy"], decision: "deny", reason: "this looks like a real password" },
  { when: ["Lockfile Policy"], decision: "warn", reason: "lockfiles are written by the package manager" },
];

/** The real judge where the environment gives access to one, the scripted one otherwise. */
export async function openDemoJudge(env: NodeJS.ProcessEnv): Promise<DemoJudge> {
  const model = realModel(env);
  if (model !== undefined) {
    return {
      judge: createJudge({ env, model }),
      model,
      label: `real: ${model}`,
      close: () => Promise.resolve(),
    };
  }
  const server = await startScriptedJudge(SCRIPT, 25);
  const scripted = { kind: "openai-compatible", baseUrl: server.baseUrl, apiKey: "scripted" } as const;
  return {
    // The hooks name a model of Anthropic: its address is the script's for once.
    judge: createJudge({ model: "anthropic/claude-sonnet-4-20250514", providers: { anthropic: scripted } }),
    model: undefined,
    label: "scripted: a local server that speaks the OpenAI protocol and looks for words; no model is asked",
    close: server.close,
  };
}

function realModel(env: NodeJS.ProcessEnv): string | undefined {
  if (env["GATEHOUSE_MODEL"]) return env["GATEHOUSE_MODEL"];
  if (env["ANTHROPIC_API_KEY"]) return "anthropic/claude-sonnet-4-20250514";
  if (env["OPENAI_API_KEY"]) return "openai/gpt-4o-mini";
  return env["OLLAMA_HOST"] ? "ollama/llama3.1" : undefined;
}
