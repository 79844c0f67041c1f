import { z } from "zod";

/** The longest id, event name, path and the like, in UTF-16 code units. */
const MAX_NAME = 500;
/** The longest reason, prompt or command, in UTF-16 code units. */
const MAX_TEXT = 262_144;
/** Node's timers wrap above this many milliseconds and would fire at once. */
const MAX_TIMEOUT_MS = 2_147_483_647;

const name = z.string().min(1).max(MAX_NAME);
const text = z.string().max(MAX_TEXT);
const texts = z.array(text).max(1000);
const timeoutMs = z.int().min(1).max(MAX_TIMEOUT_MS);
/** Checked as JSON by the boundary before the schema sees it. */
const jsonObject = z.custom<object>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  "expected an object",
);

const condition = z.strictObject({
  text: z.string(),
  /** Checked node by node by `readAst`. */
  ast: z.union([z.null(), jsonObject]),
});

const handler = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("static"),
    verdict: z.enum(["approve", "warn", "ask", "deny", "allow"]),
    reason: text,
    context: texts.optional(),
    systemMessages: texts.optional(),
    updatedInput: jsonObject.optional(),
  }),
  z.strictObject({
    kind: z.literal("judge"),
    prompt: text.min(1),
    model: name.optional(),
    timeoutMs,
    cache: z.enum(["none", "session", "global"]),
    uses: z.array(name).max(100).optional(),
  }),
  z.strictObject({
    kind: z.literal("command"),
    command: text.min(1),
    args: texts.optional(),
    env: z.custom<Record<string, string>>(isTextRecord, "expected texts by name").optional(),
    workingDir: text.optional(),
    timeoutMs,
    mayRewrite: z.boolean().optional(),
  }),
  z.strictObject({
    kind: z.literal("builtin"),
    name,
    args: texts.optional(),
    timeoutMs,
    mayRewrite: z.boolean().optional(),
  }),
  z.strictObject({ kind: z.literal("function"), name, timeoutMs, mayRewrite: z.boolean().optional() }),
]);

/** The shape of a policy definition (SPEC, "Policy"). Unknown keys are refused: a misspelt key must not be ignored. */
export const policyDefinition: z.ZodType = z.strictObject({
  id: name,
  tier: z.enum(["enforced", "user", "project"]).default("project"),
  enabled: z.boolean().default(true),
  events: z.array(name).min(1).max(100),
  handler,
  priority: z.int().default(100),
  order: z.int().default(0),
  description: text.optional(),
  matcher: condition.optional(),
  condition: condition.optional(),
  onFailure: z.enum(["deny", "ask", "warn", "ignore"]).optional(),
  alwaysRuns: z.boolean().optional(),
  source: z.strictObject({ path: text, line: z.int().min(1).optional(), format: name.optional() }).optional(),
});

function isTextRecord(value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((one) => typeof one === "string")
  );
}
