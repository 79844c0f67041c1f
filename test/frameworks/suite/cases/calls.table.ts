import { definePolicies, definePolicy } from "@gatehouse-hooks/core";
import type { ModelCall, SuiteCase } from "../suite-case.js";

const bash = (command: string) => ({ tool: "bash", args: { command } });
const ranBash = (command: string) => ["bash", { command }] as const;

/** Only `bash` is guarded: a name that reaches it in other letters would pass. */
const GUARDED = () =>
  definePolicy({
    id: "guarded",
    events: "before_tool_call",
    when: 'toolName.endsWith("bash") && params.command.startsWith("rm")',
    deny: "no deleting",
  });

function misnamed(name: string, tool: string): SuiteCase {
  return {
    class: "names",
    name: `${name} is not the tool`,
    policies: GUARDED,
    turns: [[{ tool, args: { command: "rm -rf /srv" } }]],
    fails: true,
    ran: [],
  };
}

/** A call whose arguments are no input of a tool: it does not run, and nothing breaks. */
function unreadable(name: string, call: ModelCall): SuiteCase {
  return {
    class: "arguments",
    name: `${name} does not run`,
    turns: [[call]],
    mayAsk: true,
    fails: true,
    ran: [],
  };
}

const READS_FACTS = definePolicies({
  id: "trees",
  events: "before_tool_call",
  when: "facts.deletes.any(d, d.tree)",
  deny: "no trees",
});

let reads = 0;
/** Another value each time: what was decided and what runs must be one of them. */
const changing = (): number => (reads++ === 0 ? 5 : 5_000);
/** Values that are objects when they are decided on and something else when they are read. */
const GETTER = Object.defineProperty({}, "amount", { enumerable: true, get: changing });
const DEEP = `{"command":${"[".repeat(5_000)}${"]".repeat(5_000)}}`;

/** What a model writes: names, arguments, and what tools do. */
export const CALL_CASES: readonly SuiteCase[] = [
  misnamed("a name that no tool has", "nosuchtool"),
  misnamed("a name in capitals", "BASH"),
  misnamed("a name with a blank behind it", "bash "),
  misnamed("a name with a folder before it", "shell/bash"),
  misnamed("a name with a NUL in it", "bash\0"),
  misnamed("`__proto__`", "__proto__"),
  misnamed("`constructor`", "constructor"),
  {
    class: "arguments",
    name: "fields beside the arguments reach no tool",
    turns: [[{ ...bash("ls"), more: { input: { command: "rm x" }, extra: { command: "rm x" } } }]],
    ran: [ranBash("ls")],
  },
  {
    class: "arguments",
    name: "a field that is nearly that of the arguments reaches no tool",
    turns: [[{ ...bash("ls"), more: { Arguments: { command: "rm x" }, args_: { command: "rm x" } } }]],
    mayNot: true,
    ran: [ranBash("ls")],
  },
  {
    class: "arguments",
    name: "a prototype in the arguments is data: nothing is inherited from it",
    turns: [[{ tool: "bash", args: '{"__proto__":{"command":"ls"}}' }]],
    policies: () =>
      definePolicy({
        id: "named",
        events: "before_tool_call",
        when: "!has(params.command)",
        deny: "no command",
      }),
    // A framework may make it a parameter of its own, which is decided as that.
    mayNot: true,
    ran: [["bash", { command: "ls" }]],
    fails: true,
  },
  {
    class: "arguments",
    name: "keys of every object are data where arguments have them",
    turns: [[{ tool: "bash", args: '{"constructor":"x","command":"ls"}' }]],
    mayNot: true,
    ran: [["bash", { constructor: "x", command: "ls" }]],
  },
  unreadable("a list in place of arguments", { tool: "bash", args: "[1]" }),
  unreadable("a string in place of arguments", { tool: "bash", args: '"ls"' }),
  unreadable("text that is not JSON", { tool: "bash", args: '{"command":' }),
  unreadable("an input that is nested too deeply", { tool: "bash", args: DEEP }),
  unreadable("half of a character", { tool: "bash", args: String.raw`{"command":"\ud800"}` }),
  {
    class: "arguments",
    name: "a getter in the arguments is read once, or not at all",
    turns: [[{ tool: "pay", args: GETTER }]],
    mayNot: true,
    ran: [["pay", { amount: 5 }]],
  },
  {
    class: "arguments",
    name: "a function in the arguments is nothing that runs",
    turns: [[{ tool: "pay", args: { amount: 5, toJSON: () => ({ amount: 5_000 }) } }]],
    fails: true,
    mayNot: true,
    ran: [["pay", { amount: 5 }]],
  },
  {
    class: "arguments",
    name: "a megabyte of arguments is decided to its end",
    policies: () =>
      definePolicy({
        id: "end",
        events: "before_tool_call",
        when: 'params.command.endsWith("; rm x")',
        deny: "not that",
      }),
    turns: [[bash(`${"ls; ".repeat(250_000)}; rm x`)]],
    ran: [],
    told: /not that/,
  },
  {
    class: "facts",
    name: "what a command does is decided",
    policies: () => READS_FACTS,
    turns: [[bash("cd / && rm -rf srv"), bash("ls")]],
    ran: [ranBash("ls")],
    told: /denied by `trees`: no trees/,
  },
  {
    class: "facts",
    name: "a tool without a declared kind is an error that names the cure",
    policies: () => READS_FACTS,
    options: { kinds: {} },
    turns: [[bash("ls")]],
    ran: [],
    refused: /`trees` reads `facts`.*`kinds: \{ "\w+": "shell" \}`/,
  },
  {
    class: "facts",
    name: "a kind that is not one is an error that names them",
    options: { kinds: { bash: "shel" as "shell", pay: "other" } },
    turns: [[bash("ls")]],
    ran: [],
    refused: /`shel`.*shell/,
  },
  {
    class: "facts",
    name: "a kind of a tool that is not there is an error that names those that are",
    options: { kinds: { bsh: "shell" } },
    turns: [[bash("ls")]],
    ran: [],
    refused: /`bsh`.*bash/,
  },
  {
    class: "facts",
    name: "policies over facts that come later find no tool without a kind",
    options: { kinds: {} },
    tools: {
      remover:
        ({ gatehouse }) =>
        async () => {
          await gatehouse.reload(READS_FACTS);
          return "reloaded";
        },
    },
    turns: [[{ tool: "remover", args: {} }], [{ tool: "remover", args: {} }]],
    fails: true,
    ran: [["remover", {}]],
  },
];
