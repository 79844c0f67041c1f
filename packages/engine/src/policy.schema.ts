// The small build of zod: it never compiles a schema to code, so it runs where code generation is forbidden.
import { LONGEST_TIMER_MS } from "@gatehouse-hooks/json";
import english from "zod/v4/locales/en.js";
import * as z from "zod/mini";
import { MAX_EVENTS, MAX_NAME, MAX_TEXT } from "./policy.js";

const name = z.string().check(z.minLength(1), z.maxLength(MAX_NAME));
const text = z.string().check(z.maxLength(MAX_TEXT));
const texts = z.array(text).check(z.maxLength(1000));
const timeoutMs = z.int().check(z.minimum(1), z.maximum(LONGEST_TIMER_MS));
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
    context: z.optional(texts),
    systemMessages: z.optional(texts),
    updatedInput: z.optional(jsonObject),
  }),
  z.strictObject({
    kind: z.literal("judge"),
    prompt: text.check(z.minLength(1)),
    model: z.optional(name),
    timeoutMs,
    cache: z.enum(["none", "session", "global"]),
    uses: z.optional(z.array(name).check(z.maxLength(100))),
    usesFrom: z.optional(z.literal("prompt")),
    decisions: z.optional(
      z.array(z.enum(["approve", "warn", "ask", "deny"])).check(z.minLength(1), z.maxLength(4)),
    ),
    template: z.optional(name),
    schema: z.optional(text),
  }),
  z.strictObject({
    kind: z.literal("command"),
    command: text.check(z.minLength(1)),
    args: z.optional(texts),
    env: z.optional(z.custom<Record<string, string>>(isTextRecord, "expected strings by name")),
    workingDir: z.optional(text),
    timeoutMs,
    mayRewrite: z.optional(z.boolean()),
    strictOutput: z.optional(z.boolean()),
    contract: z.optional(name),
    prompt: z.optional(z.boolean()),
    inOrder: z.optional(z.boolean()),
  }),
  z.strictObject({
    kind: z.literal("builtin"),
    name,
    args: z.optional(texts),
    timeoutMs,
    mayRewrite: z.optional(z.boolean()),
  }),
  z.strictObject({ kind: z.literal("function"), name, timeoutMs, mayRewrite: z.optional(z.boolean()) }),
]);

/** The shape of a policy definition (SPEC, "Policy"). Unknown keys are refused: a misspelt key must not be ignored. */
export const policyDefinition: z.ZodMiniType = z.strictObject({
  id: name,
  tier: z._default(z.enum(["enforced", "user", "project"]), "project"),
  enabled: z._default(z.boolean(), true),
  events: z.array(name).check(z.minLength(1), z.maxLength(MAX_EVENTS)),
  handler,
  priority: z._default(z.int(), 100),
  order: z._default(z.int(), 0),
  description: z.optional(text),
  matcher: z.optional(condition),
  condition: z.optional(condition),
  onFailure: z.optional(z.enum(["deny", "ask", "warn", "ignore"])),
  observe: z.optional(z.boolean()),
  alwaysRuns: z.optional(z.boolean()),
  source: z.optional(
    z.strictObject({
      path: text,
      line: z.optional(z.int().check(z.minimum(1))),
      format: z.optional(name),
      pack: z.optional(name),
    }),
  ),
});

function isTextRecord(value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((one) => typeof one === "string")
  );
}

/** The messages of a failed parse, in plain English; zod's small build has none. */
export const messages: z.core.$ZodErrorMap = english().localeError;
