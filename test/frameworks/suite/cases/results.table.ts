import { definePolicies } from "@gatehouse-hooks/core";
import { DISGUISES } from "../../../../packages/core/test/frameworks/disguises.js";
import type { Body, SuiteCase } from "../suite-case.js";
import { WATCH } from "../model-calls.js";

const REDACTING = () => ({ text: "version: 1\nextends: [pack/redact-output]\n" });
/** The results of servers are objects with content. */
const both = (id: string, word: string) =>
  [
    [id, `result.includes("${word}")`],
    [`${id}-of-server`, `result.content.any(c, c.text.includes("${word}"))`],
  ] as const;
const RESULTS = () =>
  definePolicies(
    ...both("quiet", "loud").map(([id, when]) => ({
      id,
      events: "after_tool_call" as const,
      when,
      deny: "not for models",
    })),
    ...both("odd", "odd").map(([id, when]) => ({
      id,
      events: "after_tool_call" as const,
      when,
      ask: "really?",
    })),
    ...both("other", "draft").map(([id, when]) => ({
      id,
      events: "after_tool_call" as const,
      when,
      set: { result: "the final" },
    })),
    {
      id: "failed",
      events: "after_tool_call",
      when: 'error.includes("broken")',
      set: { error: "it failed" },
    },
    // A framework may make an error a result before its gate sees it.
    ...both("failed-as-result", "broken").map(([id, when]) => ({
      id,
      events: "after_tool_call" as const,
      when,
      set: { result: "it failed" },
    })),
    { id: "failed-quiet", events: "after_tool_call", when: 'error.includes("loud")', deny: "not for models" },
  );

/** A case with one tool, which answers so. */
function answered(name: string, body: Body, rest: Partial<SuiteCase>): SuiteCase {
  return {
    class: "results",
    name,
    policies: REDACTING,
    options: { kinds: { read: "read" } },
    tools: { read: () => body },
    turns: [[{ tool: "read", args: { path: "x" } }]],
    ran: [["read", { path: "x" }]],
    ...rest,
  };
}

const throws =
  (text: string): Body =>
  () => {
    throw new Error(text);
  };
const circular: Record<string, unknown> = { password: "hunter2" };
circular["self"] = circular;

/** Every disguise in an answer, and in an error, one call after the other. */
function disguised(name: string, make: (text: string) => Body): SuiteCase {
  const left = DISGUISES.map(({ text }) => make(text));
  const secrets = DISGUISES.map(({ secret }) => secret.replaceAll(/[^\w]/g, String.raw`\$&`));
  return answered(name, () => undefined, {
    class: "49 disguises",
    tools: {
      read: () => {
        const queue = [...left];
        return (input) => queue.shift()?.(input);
      },
    },
    turns: [DISGUISES.map(() => ({ tool: "read", args: { path: "x" } }))],
    ran: DISGUISES.map(() => ["read", { path: "x" }] as const),
    often: ["[REDACTED]", DISGUISES.length],
    untold: new RegExp(secrets.join("|")),
  });
}

/** What a tool has answered is decided before the model reads it. */
export const RESULT_CASES: readonly SuiteCase[] = [
  answered("a secret in a result is redacted", () => "user=app\nDB_PASSWORD=hunter2", {
    told: /DB_PASSWORD=\[REDACTED\]/,
    untold: /hunter2/,
  }),
  answered("a secret in an object is redacted", () => ({ user: "app", db: { password: "hunter2" } }), {
    told: /REDACTED/,
    untold: /hunter2/,
  }),
  answered("a secret in an error is redacted", throws("DB_PASSWORD=hunter2"), {
    told: /DB_PASSWORD=\[REDACTED\]/,
    untold: /hunter2/,
  }),
  answered(
    "a secret at the end of two megabytes does not reach the model",
    () => `${"log line\n".repeat(250_000)}DB_PASSWORD=hunter2`,
    {
      told: /REDACTED|withheld/,
      untold: /hunter2/,
    },
  ),
  answered("a result that is not JSON is withheld", () => circular, { untold: /hunter2/ }),
  answered("a number that JSON does not have is withheld", () => ({ big: 10n, password: "hunter2" }), {
    untold: /hunter2/,
  }),
  answered("a tool that answers nothing has answered", () => undefined, {}),
  answered("a result is withheld, and the model is told why", () => "a loud thing", {
    policies: RESULTS,
    told: /withheld by `quiet(?:-of-server)?`: not for models/,
    untold: /loud/,
  }),
  answered("a result that would have to be asked about is withheld", () => "an odd thing", {
    policies: RESULTS,
    told: /withheld by `odd/,
    untold: /an odd thing/,
  }),
  answered("a result is replaced", () => "a draft", {
    policies: RESULTS,
    told: /the final/,
    untold: /a draft/,
  }),
  answered("a result that no policy speaks of is as the tool gave it", () => "calm", {
    policies: RESULTS,
    told: /calm/,
  }),
  answered("an error is replaced", throws("broken at db.internal"), {
    policies: RESULTS,
    told: /it failed/,
    untold: /db\.internal/,
  }),
  answered("an error is withheld", throws("a loud error"), {
    policies: RESULTS,
    told: /withheld by `(?:failed-)?quiet/,
    untold: /a loud error/,
  }),
  {
    class: "results",
    name: "each result that a tool yields is decided",
    policies: REDACTING,
    options: { kinds: { [WATCH]: "read" } },
    tools: {
      [WATCH]: () =>
        async function* () {
          yield "one DB_PASSWORD=hunter2";
          yield "two DB_PASSWORD=hunter2";
        },
    },
    turns: [[{ tool: WATCH, args: { path: "x" } }]],
    ran: [[WATCH, { path: "x" }]],
    told: /two DB_PASSWORD=\[REDACTED\]/,
    untold: /hunter2/,
  },
  disguised("no secret of a result reaches the model, in any disguise", (text) => () => text),
  disguised("no secret of an error reaches the model, in any disguise", throws),
];
