import * as z from "zod";
import { anyObject, flag, line, list, numeric, part, text, texts, words } from "../fields.js";

const row = {
  id: text("its name"),
  name: text("the same as `id`"),
  tier: text("`enforced`, `user` or `project`"),
  events: texts("the events that it listens to"),
  description: text("what it is for; may be empty"),
  condition: text("when it applies, as written").optional(),
  conditionParses: flag("where there is a condition; one that does not parse applies always").optional(),
  matcher: text("which tools, as the format says it").optional(),
  priority: numeric("higher runs earlier"),
  enabled: flag("it is switched on"),
  observe: flag("it is tried silently: it changes nothing").optional(),
  handler: text("`judge`, `static`, `command`, `builtin` or `function`"),
  verdict: text("what a static policy answers").optional(),
  reason: text("the reason that a static policy gives").optional(),
  model: text("the model that a judge's policy names").optional(),
  command: text("what runs: shell text, or with `args` a program").optional(),
  args: texts("the arguments of the program").optional(),
  env: z.record(z.string(), z.string()).describe("variables that are set for the command").optional(),
  workingDir: text("where the command runs").optional(),
  prompt: flag("the person is asked before the command runs").optional(),
  timeoutMs: numeric("milliseconds that a judge or a command has").optional(),
  cache: text("how long a judge's verdict may be used again: `none`, `session` or `global`").optional(),
  body: text("what the judge is told").optional(),
  uses: texts("the paths of the event that the judge may see").optional(),
  onFailure: text("what a failure means: `deny`, `ask`, `warn` or `ignore`").optional(),
  path: text("the file").optional(),
  line,
};

/** A policy as people write it. */
export const policy = part(
  "policy",
  "A policy as it is written, with the defaults filled in.",
  z.strictObject(row),
);

const inert = part(
  "inert-reason",
  "Why a policy does nothing.",
  z.discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("disabled").describe("it is switched off"),
      message: text("for people"),
    }),
    z.strictObject({
      kind: z.literal("untrusted").describe("its file is not trusted"),
      message: text("for people"),
      cure: text("what to do"),
    }),
    z.strictObject({
      kind: z.literal("never-asked").describe("one agent never asks for it; others may"),
      host: text("the agent"),
      message: text("for people"),
    }),
  ]),
);

/** A policy of `list`. */
export const listedPolicy = part(
  "listed-policy",
  "A policy as it is written, and why it does nothing.",
  z.strictObject({
    ...row,
    inert: list(inert, "empty: it acts, unless it is tried silently"),
    sameName: list(
      z.strictObject({ tier: text("its tier"), path: text("its file").optional(), line }),
      "where other policies of its name are: all of them are in force; absent: there are none",
    ).optional(),
  }),
);

const handlers = {
  timeoutMs: numeric("milliseconds that it has"),
  mayRewrite: flag("`false`: it cannot change the input").optional(),
};

/** What gives a policy's verdict. */
export const handler = part(
  "handler",
  "What gives a policy's verdict: all that it would run, set or answer.",
  z.discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("static").describe("answers the same always"),
      verdict: words(["approve", "warn", "ask", "deny", "allow"], "what it answers"),
      reason: text("why"),
      context: texts("what the agent is told").optional(),
      systemMessages: texts("what the person is told").optional(),
      updatedInput: anyObject("the keys that are set on the event's input").optional(),
    }),
    z.strictObject({
      kind: z.literal("judge").describe("asks a model"),
      prompt: text("what it is told"),
      model: text("`provider/model`").optional(),
      timeoutMs: handlers.timeoutMs,
      cache: words(["none", "session", "global"], "how long a verdict may be used again"),
      uses: texts("the paths of the event that it may see").optional(),
      template: text("the language of `prompt` where it is not Gatehouse's").optional(),
      schema: text("the reply that the format expects").optional(),
    }),
    z.strictObject({
      kind: z.literal("command").describe("runs a process"),
      command: text("shell text, or with `args` a program"),
      args: texts("the arguments of the program").optional(),
      env: z.record(z.string(), z.string()).describe("variables that are set").optional(),
      workingDir: text("where it runs").optional(),
      ...handlers,
      inOrder: flag("it starts when those before it have ended").optional(),
      strictOutput: flag("output that the format does not know is a failure").optional(),
      contract: text("whose words its output is, where they are not Gatehouse's").optional(),
      prompt: flag("the person is asked before it runs").optional(),
    }),
    z.strictObject({
      kind: z.literal("builtin").describe("runs a function of Gatehouse"),
      name: text("its name"),
      args: texts("its arguments").optional(),
      ...handlers,
    }),
    z.strictObject({
      kind: z.literal("function").describe("runs a function of the program that embeds Gatehouse"),
      name: text("its name"),
      ...handlers,
    }),
  ]),
);

export const lostPolicy = part(
  "lost-policy",
  "A policy that is not in force although its file means it to be.",
  z.strictObject({
    file: text("the file; empty where there is none"),
    events: z
      .union([z.array(z.string()), z.literal("all gating")])
      .describe("the events that it could have denied; `all gating`: they are not known"),
    tier: words(["enforced", "user", "project"], "who the policy is of"),
    why: text("for people"),
    line,
  }),
);
