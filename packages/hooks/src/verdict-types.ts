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

/** A part of a message: text, a value behind its label, or a value alone. */
export type MessagePart =
  | string
  | { readonly label: string; readonly value: unknown }
  | { readonly json: unknown };

/** A message of several lines: values are written as JSON, with a blank behind commas and colons. */
export function messageFrom(...parts: readonly MessagePart[]): string {
  return parts
    .map((part) => {
      if (typeof part === "string") return part;
      return "json" in part ? spaced(part.json) : `${part.label}: ${spaced(part.value)}`;
    })
    .join("\n");
}

function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const members = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${spaced(one)}`);
  return `{${members.join(", ")}}`;
}
