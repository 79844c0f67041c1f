// The small build of zod: it never compiles a schema to code, so it runs where code generation is forbidden.
import * as z from "zod/mini";
import type { HookDefinition, HookMatcher } from "./definition.js";

/** Seconds: Node's timers wrap above 2147483647 ms and would fire at once. */
const MAX_TIMEOUT_S = 2_147_483;
/** UTF-16 code units. */
const MAX_NAME = 200;

const text = z.string("expected a string");
const texts = z
  .array(text, "expected a list of strings")
  .check(z.maxLength(1000, "expected at most 1000 strings"));

/** One hook; what its `type` needs is checked afterwards. */
export const hookSchema: z.ZodMiniType<HookDefinition> = z.strictObject(
  {
    name: z.exactOptional(text.check(z.maxLength(MAX_NAME, `expected at most ${MAX_NAME} characters`))),
    type: z.enum(["command", "builtin", "model"], "expected command, builtin or model"),
    command: z.exactOptional(text),
    args: z.exactOptional(texts),
    timeout: z.exactOptional(
      z
        .int("expected a whole number of seconds")
        .check(z.maximum(MAX_TIMEOUT_S, `expected at most ${MAX_TIMEOUT_S} seconds`)),
    ),
    env: z.exactOptional(z.record(z.string(), text, "expected a mapping of strings")),
    working_dir: z.exactOptional(text),
    on_error: z.exactOptional(text),
    model: z.exactOptional(text),
    prompt: z.exactOptional(text),
    schema: z.exactOptional(text),
    strict_output: z.exactOptional(z.boolean("expected true or false")),
  },
  "expected a mapping with `type`",
);

/** A matcher; its hooks are checked one by one. */
export const matcherSchema: z.ZodMiniType<Omit<HookMatcher, "hooks"> & { readonly hooks: unknown }> =
  z.strictObject(
    {
      matcher: z.exactOptional(text),
      hooks: z.unknown().check(z.refine((value) => value !== undefined, "the hooks of this matcher")),
      preempt_yolo: z.exactOptional(z.boolean("expected true or false")),
    },
    "expected a mapping with `matcher` and `hooks`",
  );

export const HOOK_KEYS: readonly string[] = [
  "name",
  "type",
  "command",
  "args",
  "timeout",
  "env",
  "working_dir",
  "on_error",
  "model",
  "prompt",
  "schema",
  "strict_output",
];

export const MATCHER_KEYS: readonly string[] = ["matcher", "hooks", "preempt_yolo"];
