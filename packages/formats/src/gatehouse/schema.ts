import type { JsonObject } from "@gatehouse/condition/json";
import { z } from "zod";

/** Milliseconds: below, no answer comes in time; above, Node's timers would fire at once. */
const MIN_TIMEOUT_MS = 100;
const MAX_TIMEOUT_MS = 2_147_483_647;
/** UTF-16 code units. */
const MAX_NAME = 200;
const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 };

/** A refinement is about a value of the right type. */
const INVALID_VALUE = { code: "invalid-value" };

const text = z.string("expected a text").min(1, "expected a text that is not empty");
const name = text.max(MAX_NAME, `expected at most ${MAX_NAME} characters`);
const texts = z
  .union(
    [text.transform((one) => [one]), z.array(text).min(1)],
    "expected a text or a list of texts, not empty",
  )
  .readonly();
const flag = z.boolean("expected true or false");
const object = z.custom<JsonObject>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  "expected a mapping",
);

const TIMEOUT = `expected ${MIN_TIMEOUT_MS} to ${MAX_TIMEOUT_MS} milliseconds, or a text such as 20s`;
const timeoutMs = z
  .union(
    [
      z.int(),
      z
        .string()
        .regex(/^[1-9]\d{0,9}(?:ms|s|m)$/)
        .transform(milliseconds),
    ],
    TIMEOUT,
  )
  .refine((ms) => ms >= MIN_TIMEOUT_MS && ms <= MAX_TIMEOUT_MS, { message: TIMEOUT, params: INVALID_VALUE });

function milliseconds(written: string): number {
  return Number.parseInt(written, 10) * (UNIT_MS[written.replace(/^\d+/, "")] ?? 1);
}

const judge = z.strictObject(
  {
    prompt: text,
    model: name
      .refine((model) => !model.includes("://"), {
        message: "expected `provider/model`",
        params: INVALID_VALUE,
      })
      .optional(),
    timeout: timeoutMs.default(15_000),
    cache: z.enum(["none", "session", "global"], "expected none, session or global").default("session"),
    uses: z.array(name, "expected a list of paths such as params.command").min(1).max(100).optional(),
  },
  "expected a text or a mapping with `prompt`",
);

const command = z.strictObject(
  {
    run: text.refine((run) => !run.includes("{{"), {
      message: "event data cannot be spliced into a command",
      params: { code: "unsafe-template", cure: "read the event as JSON from standard input" },
    }),
    args: texts.optional(),
    env: z.record(name, z.string("expected a text"), "expected a mapping of texts").optional(),
    workingDir: text.optional(),
    timeout: timeoutMs.default(30_000),
    mayRewrite: flag.optional(),
  },
  "expected a text or a mapping with `run`",
);

const builtin = z.strictObject(
  { name, args: texts.optional(), timeout: timeoutMs.default(30_000) },
  "expected a text or a mapping with `name`",
);

const fn = z.strictObject(
  { name, timeout: timeoutMs.default(30_000), mayRewrite: flag.optional() },
  "expected a text or a mapping with `name`",
);

/** One policy of the native format, shorthands of handlers already written out. */
export const policySchema = z.strictObject(
  {
    id: name,
    description: z.string("expected a text").optional(),
    events: texts,
    tools: texts.optional(),
    when: text.optional(),
    deny: text.optional(),
    ask: text.optional(),
    allow: text.optional(),
    warn: text.optional(),
    judge: judge.optional(),
    command: command.optional(),
    builtin: builtin.optional(),
    function: fn.optional(),
    context: texts.optional(),
    systemMessages: texts.optional(),
    set: object.optional(),
    priority: z.int("expected a whole number").default(100),
    enabled: flag.default(true),
    onFailure: z.enum(["deny", "ask", "warn", "ignore"], "expected deny, ask, warn or ignore").optional(),
    tests: z.array(z.unknown(), "expected a list").optional(),
  },
  "expected a mapping",
);

export type PolicyShape = z.infer<typeof policySchema>;

const answerWord = z.enum(
  ["approve", "warn", "ask", "deny", "allow", "failure"],
  "expected approve, warn, ask, deny, allow or failure",
);

/** One test of the native format, its words already written out. */
export const testSchema = z.strictObject(
  {
    name: name.optional(),
    event: object,
    answers: z
      .record(name, z.strictObject({ kind: answerWord, reason: z.string("expected a text").default("test") }))
      .default({}),
    expect: z.strictObject(
      {
        effect: z
          .enum(["deny", "ask", "allow", "abstain"], "expected deny, ask, allow or abstain")
          .optional(),
        warns: flag.optional(),
        applies: flag.optional(),
        policy: z.union([name, z.null()], "expected a name or null").optional(),
        reason: z.string("expected a text").optional(),
        context: z.array(z.string("expected a text"), "expected a list of texts").optional(),
        updatedInput: object.optional(),
      },
      "expected a mapping, or one of deny, ask, allow, abstain, warn, skip",
    ),
  },
  "expected a mapping",
);

export type TestShape = z.infer<typeof testSchema>;

/** The file around the policies and tests. */
export const fileSchema = z.strictObject(
  {
    version: z.literal(1, "expected 1, the version of the format"),
    description: z.string("expected a text").optional(),
    policies: z.array(z.unknown(), "expected a list").max(10_000, "expected at most 10000 policies"),
    tests: z.array(z.unknown(), "expected a list").max(10_000, "expected at most 10000 tests").optional(),
  },
  "expected a mapping with `version` and `policies`",
);

/** The words of the format, for suggestions. */
export const KNOWN_KEYS: readonly string[] = [
  ...[fileSchema, policySchema, judge, command, builtin, fn, testSchema].flatMap((schema) =>
    Object.keys(schema.shape),
  ),
  ...Object.keys(testSchema.shape.expect.shape),
];
