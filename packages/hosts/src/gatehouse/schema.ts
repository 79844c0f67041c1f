import { type JsonObject, LONGEST_TIMER_MS } from "@gatehouse-hooks/json";
// The small build of zod: it never compiles a schema to code.
import * as z from "zod/mini";
import { CELL_KEYS, SOURCE_KEYS, TRIGGER_KEYS } from "./memory/memory-schema.js";
import type { FileShape, PolicyShape, SessionShape, TestShape } from "./shape.js";
import { givenText as text, givenTexts as texts } from "./string-shapes.js";

/** The most packs that one file names. */
const MAX_EXTENDS = 100;

/** Milliseconds: below, no answer comes in time; above, Node's timers would fire at once. */
export const MIN_TIMEOUT_MS = 100;
/** The most policies of one file. */
export const MAX_POLICIES = 10_000;
const MAX_SESSIONS = 1_000;
const MAX_STEPS = 1_000;
/** UTF-16 code units. */
const MAX_NAME = 200;
const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 };

/** A provider, a slash, a model, as the judge reads it: a name without a provider cannot be asked. */
const MODEL = /^[^/\s]+\/\S+$/;

/** A refinement is about a value of the right type. */
const INVALID_VALUE = { code: "invalid-value" };

const name = text.check(z.maxLength(MAX_NAME, `expected at most ${MAX_NAME} characters`));
const flag = z.boolean("expected true or false");
const object = z.custom<JsonObject>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  "expected a mapping",
);

const TIMEOUT = `expected ${MIN_TIMEOUT_MS} to ${LONGEST_TIMER_MS} milliseconds, or a string such as 20s`;
const timeoutMs = z
  .union(
    [z.int(), z.pipe(z.string().check(z.regex(/^[1-9]\d{0,9}(?:ms|s|m)$/)), z.transform(milliseconds))],
    TIMEOUT,
  )
  .check(
    z.refine((ms) => ms >= MIN_TIMEOUT_MS && ms <= LONGEST_TIMER_MS, {
      message: TIMEOUT,
      params: INVALID_VALUE,
    }),
  );

function milliseconds(written: string): number {
  return Number.parseInt(written, 10) * (UNIT_MS[written.replace(/^\d+/, "")] ?? 1);
}

const judge = z.strictObject(
  {
    prompt: text,
    model: z.optional(
      name.check(
        z.refine((model) => MODEL.test(model) && !model.includes("://"), {
          message: "expected `provider/model`",
          params: { ...INVALID_VALUE, cure: "for example `model: anthropic/claude-sonnet-4-20250514`" },
        }),
      ),
    ),
    timeout: z._default(timeoutMs, 15_000),
    cache: z._default(z.enum(["none", "session", "global"], "expected none, session or global"), "session"),
    uses: z.optional(
      z
        .array(name, "expected a list of paths such as params.command")
        .check(z.minLength(1), z.maxLength(100)),
    ),
  },
  "expected a string or a mapping with `prompt`",
);

const command = z.strictObject(
  {
    run: text.check(
      z.refine((run) => !run.includes("{{"), {
        message: "event data cannot be spliced into a command",
        params: { code: "unsafe-template", cure: "read the event as JSON from standard input" },
      }),
    ),
    args: z.optional(texts),
    env: z.optional(z.record(name, z.string("expected a string"), "expected a mapping of strings")),
    workingDir: z.optional(text),
    timeout: z._default(timeoutMs, 30_000),
    mayRewrite: z.optional(flag),
  },
  "expected a string or a mapping with `run`",
);

const builtin = z.strictObject(
  { name, args: z.optional(texts), timeout: z._default(timeoutMs, 30_000) },
  "expected a string or a mapping with `name`",
);

const fn = z.strictObject(
  { name, timeout: z._default(timeoutMs, 30_000), mayRewrite: z.optional(flag) },
  "expected a string or a mapping with `name`",
);

const PLACES = ["here", "remote", "container"] as const;
const place = z.enum(PLACES, "expected here, remote or container");

/** A set of paths, hosts or programs. */
const set = z.strictObject(
  {
    description: z.optional(z.string("expected a string")),
    paths: z.optional(texts),
    hosts: z.optional(texts),
    programs: z.optional(texts),
    of: z.optional(texts),
    except: z.optional(texts),
  },
  "expected a mapping with `paths`, `hosts`, `programs` or `of`",
);

const policy = z.strictObject(
  {
    id: name,
    description: z.optional(z.string("expected a string")),
    events: texts,
    tools: z.optional(texts),
    when: z.optional(text),
    reads: z.optional(texts),
    lists: z.optional(texts),
    writes: z.optional(texts),
    deletes: z.optional(texts),
    changes: z.optional(texts),
    sends: z.optional(texts),
    runs: z.optional(texts),
    does: z.optional(texts),
    except: z.optional(texts),
    where: z.optional(
      z.readonly(
        z.union(
          [
            z.pipe(
              place,
              z.transform((one: (typeof PLACES)[number]) => [one]),
            ),
            z.array(place).check(z.minLength(1)),
          ],
          "expected here, remote or container, or a list of them",
        ),
      ),
    ),
    doubt: z.optional(z.enum(["ignore", "warn", "ask", "deny"], "expected ignore, warn, ask or deny")),
    deny: z.optional(text),
    ask: z.optional(text),
    allow: z.optional(text),
    warn: z.optional(text),
    judge: z.optional(judge),
    command: z.optional(command),
    builtin: z.optional(builtin),
    function: z.optional(fn),
    context: z.optional(texts),
    systemMessages: z.optional(texts),
    set: z.optional(object),
    priority: z._default(z.int("expected a whole number"), 100),
    enabled: z._default(flag, true),
    observe: z.optional(flag),
    onFailure: z.optional(z.enum(["deny", "ask", "warn", "ignore"], "expected deny, ask, warn or ignore")),
    tests: z.optional(z.array(z.unknown(), "expected a list")),
  },
  "expected a mapping",
);

const answerWord = z.enum(
  ["approve", "warn", "ask", "deny", "allow", "failure"],
  "expected approve, warn, ask, deny, allow or failure",
);

const answer = z.strictObject({
  kind: answerWord,
  reason: z._default(z.string("expected a string"), "test"),
});

const test = z.strictObject(
  {
    name: z.optional(name),
    event: object,
    answers: z._default(z.record(name, answer), {}),
    expect: z.strictObject(
      {
        effect: z.optional(
          z.enum(["deny", "ask", "allow", "abstain"], "expected deny, ask, allow or abstain"),
        ),
        warns: z.optional(flag),
        applies: z.optional(flag),
        policy: z.optional(z.union([name, z.null()], "expected a name or null")),
        reason: z.optional(z.string("expected a string")),
        context: z.optional(z.array(z.string("expected a string"), "expected a list of strings")),
        updatedInput: z.optional(object),
      },
      "expected a mapping, or one of deny, ask, allow, abstain, warn, skip",
    ),
  },
  "expected a mapping",
);

const session = z.strictObject(
  {
    name: z.optional(name),
    steps: z
      .array(object, "expected a list of steps: a test each, in order")
      .check(z.minLength(1), z.maxLength(MAX_STEPS, `expected at most ${MAX_STEPS} steps`)),
  },
  "expected a mapping with `steps`",
);

const file = z.strictObject(
  {
    version: z.literal(1, "expected 1, the version of the format"),
    description: z.optional(z.string("expected a string")),
    extends: z.optional(
      z
        .union(
          [
            z.pipe(
              text,
              z.transform((one: string): readonly unknown[] => [one]),
            ),
            z.array(z.unknown()),
          ],
          "expected a list of packs",
        )
        .check(z.refine((list) => list.length <= MAX_EXTENDS, `expected at most ${MAX_EXTENDS} packs`)),
    ),
    sets: z.optional(z.record(name, set, "expected a mapping of sets by name")),
    memory: z.optional(
      z.custom<JsonObject>(
        (value) => typeof value === "object" && value !== null && !Array.isArray(value),
        "expected a mapping of cells by name",
      ),
    ),
    policies: z
      .array(z.unknown(), "expected a list")
      .check(z.maxLength(MAX_POLICIES, `expected at most ${MAX_POLICIES} policies`)),
    tests: z.optional(
      z.array(z.unknown(), "expected a list").check(z.maxLength(10_000, "expected at most 10000 tests")),
    ),
    sessions: z.optional(
      z
        .array(z.unknown(), "expected a list of sessions")
        .check(z.maxLength(MAX_SESSIONS, `expected at most ${MAX_SESSIONS} sessions`)),
    ),
    observe: z.optional(flag),
    unknown: z.optional(z.enum(["abstain", "ask", "deny", "box"], "expected abstain, ask, deny or box")),
    otherwise: z.optional(z.enum(["ask", "deny"], "expected ask or deny")),
    ownEvents: z.optional(texts),
    ownTools: z.optional(texts),
    // For editors only.
    $schema: z.optional(z.string("expected a string")),
  },
  "expected a mapping with `version` and `policies`",
);

/** One policy of the native format, shorthands of handlers already written out. */
export const policySchema: z.ZodMiniType<PolicyShape> = policy;

/** One test of the native format, its words already written out. */
export const testSchema: z.ZodMiniType<TestShape> = test;

/** A session of the native format: tests that follow each other. */
export const sessionSchema: z.ZodMiniType<SessionShape> = session;

/** The file around the policies and tests. */
export const fileSchema: z.ZodMiniType<FileShape> = file.check(
  z.refine((one) => one.otherwise === undefined || one.unknown === "box", {
    path: ["otherwise"],
    message: "expected beside `unknown: box`",
  }),
);

/** The kinds of mappings that a file holds. */
export type Level =
  | "file"
  | "set"
  | "cell"
  | "trigger"
  | "source"
  | "policy"
  | "judge"
  | "command"
  | "builtin"
  | "function"
  | "session"
  | "test"
  | "expect"
  | "answer";

/** The keys of each level, `answer` of a policy's test among them. */
export const LEVEL_KEYS: Readonly<Record<Level, readonly string[]>> = {
  file: Object.keys(file.shape),
  set: Object.keys(set.shape),
  cell: CELL_KEYS,
  trigger: TRIGGER_KEYS,
  source: SOURCE_KEYS,
  policy: Object.keys(policy.shape),
  judge: Object.keys(judge.shape),
  command: Object.keys(command.shape),
  builtin: Object.keys(builtin.shape),
  function: Object.keys(fn.shape),
  session: Object.keys(session.shape),
  test: [...Object.keys(test.shape), "answer"],
  expect: Object.keys(test.shape.expect.shape),
  answer: Object.keys(answer.shape),
};
