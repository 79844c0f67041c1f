import * as z from "zod/mini";

/** What an `llmGate` asks for. */
export interface GateVerdict {
  /** True blocks the agent. */
  readonly block: boolean;
  readonly reasoning: string;
}

/** What an `llmNudge` asks for. */
export interface NudgeVerdict {
  /** True warns the agent. */
  readonly fire: boolean;
  readonly reasoning: string;
}

/** What `promptCheck` asks for. */
export interface PromptCheckVerdict {
  readonly action: "ok" | "warning" | "block";
  readonly reason: string;
}

// Without limits of length: some providers refuse schemas that have them, and every reply is bounded anyway.
const reasoning = z.string();

// The reasons come first: a model that writes them before the decision decides better.

/** Reads a gate's answer. */
export const gateVerdict: z.ZodMiniType<GateVerdict> = z.object({ reasoning, block: z.boolean() });

/** Reads a nudge's answer. */
export const nudgeVerdict: z.ZodMiniType<NudgeVerdict> = z.object({ reasoning, fire: z.boolean() });

/** Reads a prompt check's answer. */
export const promptCheckVerdict: z.ZodMiniType<PromptCheckVerdict> = z.object({
  reason: reasoning,
  action: z.enum(["ok", "warning", "block"]),
});
