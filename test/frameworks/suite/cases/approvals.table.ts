import { definePolicies, definePolicy } from "@gatehouse-hooks/core";
import type { SuiteCase, SuiteContext } from "../suite-case.js";

const bash = (command: string) => ({ tool: "bash", args: { command } });
const pay = (amount: number) => ({ tool: "pay", args: { amount, to: { name: "Anna" } } });
const ranBash = (command: string) => ["bash", { command }] as const;
const KEY = "a key of sixteen characters";

/** Writes other arguments into every call that anybody still has in their hands. */
function change({ live }: SuiteContext): void {
  for (const one of live) {
    try {
      Object.assign(one, { amount: 5_000 });
    } catch {
      // What is frozen cannot be changed, which is as good.
    }
  }
}

/** Each decision takes a while, in which the arguments become others that would pass, too. */
const changing = ({ decided, live }: SuiteContext) =>
  definePolicy({
    id: "slow",
    events: "before_tool_call",
    decide: async ({ params }) => {
      decided.push({ amount: params["amount"], to: params["to"] });
      for (const one of live) Object.assign(one, { amount: Number(params["amount"]) + 1 });
      return await Promise.resolve("approve");
    },
  });

/** A yes is for the very call that a person has seen, once. */
export const APPROVAL_CASES: readonly SuiteCase[] = [
  {
    class: "ask",
    name: "what is asked about waits, and runs after a yes",
    turns: [[bash("git push")]],
    answers: [["git push", true]],
    ran: [ranBash("git push")],
    told: /ran .*git push/,
  },
  {
    class: "ask",
    name: "what is asked about does not run after a no",
    turns: [[bash("git push")]],
    answers: [["git push", false]],
    ran: [],
  },
  {
    class: "ask",
    name: "a yes to one call is not a yes to the one beside it",
    turns: [[bash("git push one"), bash("git push two")]],
    answers: [
      ["git push one", false],
      ["git push two", true],
    ],
    ran: [ranBash("git push two")],
  },
  {
    class: "ask",
    name: "a yes counts once",
    turns: [[bash("git push")], [bash("git push")]],
    answers: [
      ["git push", true],
      ["git push", false],
    ],
    ran: [ranBash("git push")],
  },
  {
    class: "ask",
    name: "what is asked about and rewritten runs as rewritten, after a yes",
    turns: [[bash("git push --all")]],
    answers: [["git push --all", true]],
    ran: [ranBash("git push --dry-run")],
  },
  {
    class: "ask",
    name: "a yes to one call beside one that needs none",
    turns: [[bash("ls"), bash("git push")]],
    answers: [["git push", true]],
    ran: [ranBash("ls"), ranBash("git push")],
  },
  {
    class: "changed arguments",
    name: "what was decided runs, whatever becomes of the arguments meanwhile",
    policies: changing,
    turns: [[pay(5)]],
    runsAsDecided: true,
    ran: [],
  },
  {
    class: "changed arguments",
    name: "what a person has seen runs, whatever becomes of the arguments meanwhile",
    fails: true,
    turns: [[pay(500)]],
    answers: [["500", true]],
    meanwhile: change,
    // Where a yes is for what the framework has kept, a changed call has none.
    mayNot: true,
    ran: [["pay", { amount: 500, to: { name: "Anna" } }]],
  },
  {
    class: "changed arguments",
    name: "a tool that changes its input changes nothing that another sees",
    tools: {
      bash: () => () => "ran",
      pay: () => (input) => {
        Object.assign(input, { amount: 9_999 });
        return "paid";
      },
    },
    turns: [[pay(5)], [pay(6)]],
    ran: [
      ["pay", { amount: 5, to: { name: "Anna" } }],
      ["pay", { amount: 6, to: { name: "Anna" } }],
    ],
    untold: /9999/,
  },
  {
    class: "changed arguments",
    name: "a key that is there twice is one value, for the policies and the tool",
    turns: [[{ tool: "pay", args: '{"amount":5000,"amount":5}' }]],
    ran: [["pay", { amount: 5 }]],
  },
  {
    class: "changed history",
    name: "an approval does not cover other arguments that the history gives under the same call id",
    turns: [[pay(500)]],
    answers: [["500", true]],
    tamper: (kept) => kept.replaceAll("500", "900"),
    ran: [],
  },
  {
    class: "changed history",
    name: "an approval does not cover another tool that the history gives under the same call id",
    fails: true,
    policies: () => definePolicies({ id: "all", events: "before_tool_call", ask: "all calls" }),
    turns: [[bash("ls")]],
    answers: [["ls", true]],
    tamper: (kept) => kept.replaceAll('"bash"', '"pay"'),
    ran: [],
  },
  {
    class: "changed history",
    name: "what was kept and approved runs once, however often it comes",
    turns: [[pay(500)]],
    answers: [["500", true]],
    replays: true,
    fails: true,
    ran: [["pay", { amount: 500, to: { name: "Anna" } }]],
  },
  {
    class: "changed history",
    name: "the number of an approved call approves no other",
    fails: true,
    turns: [[{ ...pay(500), id: "same" }], [{ ...pay(900), id: "same" }]],
    answers: [
      ["500", true],
      ["900", false],
    ],
    ran: [["pay", { amount: 500, to: { name: "Anna" } }]],
  },
  {
    class: "changed history",
    name: "what the policies deny by now does not run after a yes",
    turns: [[bash("git push")]],
    answers: [["git push", true]],
    meanwhile: async ({ gatehouse }) => {
      await gatehouse.reload(definePolicy({ id: "frozen", events: "before_tool_call", deny: "not today" }));
    },
    ran: [],
    told: /denied by `frozen`: not today/,
  },
  {
    class: "sealed approvals",
    name: "a yes that is sealed counts where only sealed ones do",
    gatehouse: { approvals: { key: KEY } },
    options: { approval: { key: KEY } },
    turns: [[bash("git push")]],
    answers: [["git push", true]],
    ran: [ranBash("git push")],
  },
  {
    class: "sealed approvals",
    name: "a yes that is sealed with another key does not count",
    gatehouse: { approvals: { key: KEY } },
    options: { approval: { key: "another key of this length" } },
    turns: [[bash("git push")]],
    answers: [["git push", true]],
    ran: [],
  },
  {
    class: "stop",
    name: "a call that was stopped while it was decided on does not run",
    policies: ({ stop }) =>
      definePolicy({
        id: "stops",
        events: "before_tool_call",
        decide: async () => {
          stop();
          return await Promise.resolve("approve");
        },
      }),
    turns: [[bash("ls")]],
    fails: true,
    ran: [],
  },
  {
    class: "stop",
    name: "a call that was stopped while a person thought does not run",
    turns: [[bash("git push")]],
    answers: [["git push", true]],
    meanwhile: ({ stop }) => stop(),
    fails: true,
    ran: [],
  },
  {
    class: "stop",
    name: "no call is made after a tool has stopped the run",
    tools: {
      bash:
        ({ stop }) =>
        () => {
          stop();
          return "stopped";
        },
      pay: () => () => "paid",
    },
    turns: [[bash("ls")], [pay(5)]],
    fails: true,
    ran: [ranBash("ls")],
  },
];
