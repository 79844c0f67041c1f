import { definePolicies, definePolicy } from "@gatehouse-hooks/core";
import type { SuiteCase } from "../suite-case.js";

const bash = (command: string) => ({ tool: "bash", args: { command } });
const ranBash = (command: string) => ["bash", { command }] as const;

/** A policy whose function answers as no type lets it. */
const odd = (id: string, decide: () => unknown) => () =>
  definePolicy({ id, events: "before_tool_call", decide: decide as () => "approve" });

/** A policy that asks a judge. */
const JUDGED = {
  text: "version: 1\npolicies:\n  - { id: judged, events: before_tool_call, judge: { prompt: Is it safe? } }\n",
};

/** The same for a judge that never answers: a short time, which on a busy machine may be over before one that does. */
const BRIEFLY_JUDGED = { text: JUDGED.text.replace("safe? }", "safe?, timeout: 100 }") };

/** What is decided is what happens; what fails is never an approval. */
export const DECISION_CASES: readonly SuiteCase[] = [
  {
    class: "decide",
    name: "what no policy speaks of runs",
    turns: [[bash("ls")]],
    ran: [ranBash("ls")],
    told: /ran .*ls/,
  },
  {
    class: "decide",
    name: "what is denied does not run, and the model is told why",
    turns: [[bash("rm -rf /srv")]],
    ran: [],
    told: /denied by `no-deleting`: deleting is for people/,
  },
  {
    class: "decide",
    name: "a denied call does not keep the one beside it from running",
    turns: [[bash("rm -rf /srv"), bash("ls")]],
    ran: [ranBash("ls")],
    told: /denied by `no-deleting`.*ran .*ls/s,
  },
  {
    class: "decide",
    name: "of 20 calls at once each is decided by itself",
    turns: [Array.from({ length: 20 }, (_, at) => bash(`${at % 2 === 0 ? "rm" : "ls"} ${at}`))],
    ran: Array.from({ length: 10 }, (_, at) => ranBash(`ls ${at * 2 + 1}`)),
    told: /denied by `no-deleting`/,
  },
  {
    class: "decide",
    name: "what a policy allows runs, and what the next denies does not",
    policies: () =>
      definePolicies(
        { id: "looks", events: "before_tool_call", when: 'params.command == "ls"', allow: "only looks" },
        { id: "rest", events: "before_tool_call", when: 'params.command != "ls"', deny: "nothing else" },
      ),
    turns: [[bash("ls")], [bash("pwd")]],
    ran: [ranBash("ls")],
    told: /denied by `rest`: nothing else/,
  },
  {
    class: "decide",
    name: "a deny counts more than an ask and a rewrite beside it",
    policies: () =>
      definePolicies(
        { id: "asks", events: "before_tool_call", ask: "really?" },
        { id: "sets", events: "before_tool_call", set: { command: "ls" } },
        { id: "denies", events: "before_tool_call", deny: "never" },
      ),
    turns: [[bash("pwd")]],
    ran: [],
    told: /denied by `denies`: never/,
  },
  {
    class: "decide",
    name: "a warning lets the call run",
    policies: () => definePolicy({ id: "loud", events: "before_tool_call", warn: "that is loud" }),
    turns: [[bash("ls")]],
    ran: [ranBash("ls")],
    told: /ran .*ls/,
  },
  {
    class: "rewrite",
    name: "what is rewritten runs as rewritten",
    turns: [[bash("npm publish")]],
    ran: [ranBash("npm publish --dry-run")],
    told: /ran .*npm publish --dry-run/,
  },
  {
    class: "rewrite",
    name: "a rewrite of one parameter leaves the others",
    policies: () =>
      definePolicy({
        id: "less",
        events: "before_tool_call",
        when: "params.amount > 10",
        set: { amount: 10 },
      }),
    turns: [[{ tool: "pay", args: { amount: 20, to: { name: "Anna" } } }]],
    ran: [["pay", { amount: 10, to: { name: "Anna" } }]],
  },
  {
    class: "broken policy",
    name: "a policy that does not compile denies",
    policies: () => ({
      text: "version: 1\npolicies:\n  - { id: broken, events: before_tool_call, when: 'params.(', deny: x }",
    }),
    turns: [[bash("ls")]],
    ran: [],
    told: /denied/,
  },
  {
    class: "broken policy",
    name: "a policy that throws denies, and what it threw stays from the model",
    policies: odd("throws", () => {
      throw new Error("connection to db:hunter2 refused");
    }),
    turns: [[bash("ls")]],
    ran: [],
    told: /denied by `throws`/,
    untold: /hunter2/,
  },
  {
    class: "broken policy",
    name: "a function that answers nothing denies",
    policies: odd("nothing", () => undefined),
    turns: [[bash("ls")]],
    ran: [],
    told: /denied by `nothing`/,
  },
  {
    class: "broken policy",
    name: "a word that is not a verdict denies",
    policies: odd("word", () => "yes"),
    turns: [[bash("ls")]],
    ran: [],
    told: /denied by `word`/,
  },
  {
    class: "broken policy",
    name: "a dead rule in code throws, and names what was meant",
    policies: () =>
      definePolicy({ id: "dead", events: "before_tool_call", when: 'params.comand == "ls"', deny: "x" }),
    turns: [[bash("ls")]],
    ran: [],
    refused: /`params.comand`.*`params.command`/,
  },
  {
    class: "broken policy",
    name: "a folder without policies is said",
    policies: () => import.meta.dirname,
    turns: [[bash("ls")]],
    ran: [ranBash("ls")],
    notices: /nothing there guards anything/,
  },
  {
    class: "broken policy",
    name: "policies that cannot be read do not take the place of good ones",
    tools: {
      bash:
        ({ gatehouse }) =>
        async () => {
          const { kind } = await gatehouse.reload({
            text: "version: 1\npolicies: [{ id: x, when: 'params.(' }]",
          });
          return `reloaded: ${kind}`;
        },
      pay: () => () => "paid",
    },
    turns: [[bash("ls")], [bash("rm x")], [{ tool: "pay", args: { amount: 5_000 } }]],
    ran: [ranBash("ls")],
    told: /reloaded: failed.*denied by `no-deleting`.*denied by `much`/s,
  },
  {
    class: "async",
    name: "a function that answers later lets a call run",
    policies: () =>
      definePolicy({
        id: "later",
        events: "before_tool_call",
        decide: async () => await Promise.resolve("approve"),
      }),
    turns: [[bash("ls")]],
    ran: [ranBash("ls")],
  },
  {
    class: "async",
    name: "a function that answers later denies",
    policies: () =>
      definePolicy({
        id: "later",
        events: "before_tool_call",
        decide: async ({ params }) =>
          await Promise.resolve(
            params["command"] === "pwd" ? { kind: "deny", reason: "not that" } : "approve",
          ),
      }),
    turns: [[bash("pwd"), bash("ls")]],
    ran: [ranBash("ls")],
    told: /denied by `later`: not that/,
  },
  {
    class: "judge",
    name: "a judge that does not answer in time is no approval",
    policies: () => BRIEFLY_JUDGED,
    gatehouse: { judge: { judge: async () => await new Promise<never>(() => undefined) } },
    turns: [[bash("ls")]],
    ran: [],
    told: /denied by `judged`/,
  },
  {
    class: "judge",
    name: "a judge that fails is no approval",
    policies: () => JUDGED,
    gatehouse: { judge: { judge: async () => await Promise.reject(new Error("no model")) } },
    turns: [[bash("ls")]],
    ran: [],
    told: /denied by `judged`/,
  },
  {
    class: "judge",
    name: "a judge that answers nonsense is no approval",
    policies: () => JUDGED,
    gatehouse: { judge: { judge: async () => await Promise.resolve({ approve: true } as never) } },
    turns: [[bash("ls")]],
    ran: [],
    told: /denied by `judged`/,
  },
  {
    class: "judge",
    name: "what a judge approves runs",
    policies: () => JUDGED,
    gatehouse: {
      judge: {
        judge: async () => await Promise.resolve({ kind: "approve", reason: "", source: "judge", ms: 0 }),
      },
    },
    turns: [[bash("ls")]],
    ran: [ranBash("ls")],
  },
];
