import type { Verdict } from "@gatehouse-hooks/engine";
import { z } from "zod";

/** An event of any origin; the engine reads it. */
type GivenEvent = Readonly<Record<string, unknown>>;

/** A verdict as it came; absent members are not there, as in all JSON. */
interface GivenVerdict {
  readonly kind: Verdict["kind"];
}

/** The body of `POST /v1/step`: an event to begin with, or what is pending and answers to it. */
type StepRequest =
  | { readonly event: GivenEvent }
  | { readonly state: string; readonly verdicts: Readonly<Record<string, GivenVerdict>> };

const provenance = {
  source: z.string().max(100).optional(),
  ms: z.number().nonnegative().optional(),
  usage: z
    .strictObject({ inputTokens: z.number().nonnegative(), outputTokens: z.number().nonnegative() })
    .optional(),
};

const strings = z.array(z.string()).optional();

/** What answers a need: a verdict, or why there is none. */
const verdictSchema: z.ZodType<GivenVerdict> = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.enum(["approve", "warn", "ask", "deny", "allow"]),
    reason: z.string(),
    warnings: strings,
    context: strings,
    systemMessages: strings,
    updatedInput: z.record(z.string(), z.json()).optional(),
    ...provenance,
  }),
  z.strictObject({
    kind: z.literal("failure"),
    code: z.string().regex(/^[a-z][a-z0-9-]{0,60}$/),
    message: z.string(),
    ...provenance,
  }),
]);

export const stepSchema: z.ZodType<StepRequest> = z.union([
  z.strictObject({ event: z.record(z.string(), z.json()) }),
  z.strictObject({ state: z.string(), verdicts: z.record(z.string(), verdictSchema) }),
]);

/** The body of `POST /v1/decide`. */
export const decideSchema: z.ZodType<{ readonly event: GivenEvent }> = z.strictObject({
  event: z.record(z.string(), z.json()),
});
