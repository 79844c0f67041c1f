import { type CodeArea, type CodeExample } from "./code-row.js";

function memory(wrong: string, cured: string): CodeExample {
  const file = (cell: string): string =>
    `version: 1\nmemory:\n${cell}\npolicies:\n  - id: example\n    events: before_tool_call\n    when: memory.fetched && params.command.includes("push")\n    ask: something was fetched; may this go out?\n`;
  return { file: ".gatehouse/rules.yaml", wrong: file(wrong), cured: file(cured) };
}

const FETCHED = "  fetched: { flag: { events: before_tool_call, tools: WebFetch } }";

const TESTED = `version: 1
memory:
  tested: { flag: { events: after_tool_call, when: 'call.ok && params.command == "npm test"' } }
policies:
  - id: example
    events: before_tool_call
    when: params.command == "git commit" && !memory.tested
    deny: test first
`;

const APPROVED = `version: 1
memory:
  known: { origins: { approved: { events: after_tool_call, when: call.asked, text: params, fields: [to] } } }
policies:
  - id: example
    events: before_tool_call
    when: flows.any(f, f.param == "to" && !("approved" in f.from))
    ask: nobody has named this recipient
`;

export const MEMORY_CODES: CodeArea = {
  area: "What policies remember",
  rows: [
    {
      code: "no-memory",
      severities: ["failure"],
      title: "what happened before is not known",
      means:
        "The policy reads a cell of `memory`, and its value is not known: the state is lost, nothing here remembers, an event could not be understood, or a set had to forget. A guess would let calls pass, so the policy fails.",
      cure: "`gatehouse memory SESSION` shows the cell with the event that it is from; `gatehouse memory rebuild FILE` makes it anew, and `gatehouse forget SESSION` has the session begin anew.",
    },
    {
      code: "unknown-cell",
      severities: ["error"],
      title: "a policy reads a cell, or sources, that no file declares",
      means:
        "A misspelt cell would always be empty, and the policy would never apply. So it fails wherever it reads the cell. Of a cell whose `when` reads one, nothing is known once its events come. The same holds for a policy that reads `flows` where no file of its tier or a higher one declares `origins`.",
      cure: "Correct the name, or declare the cell below `memory`.",
      example: memory(FETCHED.replace("fetched", "fetchd"), FETCHED),
    },
    {
      code: "cell-never-set",
      severities: ["warning"],
      title: "a cell that no event sets",
      means:
        "The tests of each of its events contradict each other, or they need a cell that is never set itself. This is a proof for every event that there could be: the cell stays empty in every session, and what policies say about it means nothing.",
      cure: "Correct the `when` of its events, or take the cell away.",
      example: memory(
        `  fetched: { flag: { events: before_tool_call, when: 'toolName == "WebFetch" && toolName == "WebSearch"' } }`,
        `  fetched: { flag: { events: before_tool_call, when: 'toolName == "WebFetch" || toolName == "WebSearch"' } }`,
      ),
    },
    {
      code: "cell-never-read",
      severities: ["warning"],
      title: "a cell that no policy reads",
      means:
        "No policy reads it, and no cell that a policy reads does. What it remembers changes no decision. While a policy of the files cannot be loaded, nothing is said of this.",
      cure: "Read it in a policy, or take it away.",
      example: memory(
        `${FETCHED}\n  searched: { flag: { events: before_tool_call, tools: WebSearch } }`,
        FETCHED,
      ),
    },
    {
      code: "hasty-memory",
      severities: ["warning"],
      title: "what lets calls through is remembered before it happened",
      means:
        "A deny or a question under `!memory.X`, or an allow under `memory.X`, lets calls through because something has happened. The cell is set by `before_tool_call`, when it is only about to happen: a person may say no, or the command may fail. A count that other policies bound from above is left out.",
      cure: "Set the cell by `after_tool_call`, with `when: call.ok`. What only restricts is set before the call.",
      example: {
        file: ".gatehouse/rules.yaml",
        wrong: TESTED.replace(
          "events: after_tool_call, when: 'call.ok && ",
          "events: before_tool_call, when: '",
        ),
        cured: TESTED,
      },
    },
    {
      code: "cell-over-limit",
      severities: ["error", "warning"],
      title: "more than a cell keeps",
      means:
        "As an error: the declaration asks for more than any cell may keep, has too many events, or is one cell too many for a set. As a warning: a comparison with a number that the count (`upTo`) or the set (`keep`) never comes to, so it is the same for every session.",
      cure: "Write a smaller number; the limits are in docs/memory.md. In a comparison, a larger `upTo` does, too.",
      example: memory(
        "  fetched: { count: { events: before_tool_call, tools: WebFetch }, upTo: 5000000 }",
        "  fetched: { count: { events: before_tool_call, tools: WebFetch }, upTo: 5 }",
      ),
    },
    {
      code: "source-without-fields",
      severities: ["warning"],
      title: "a source that believes everything that a call says",
      means:
        "Whoever says yes to a mail has looked at the recipient, not at each address in its body. A source with `text: params` and no `fields` believes all of it.",
      cure: "Name what counts: `fields: [recipient, cc]`.",
      example: {
        file: ".gatehouse/rules.yaml",
        wrong: APPROVED.replace(", fields: [to]", ""),
        cured: APPROVED,
      },
    },
    {
      code: "cell-not-told",
      severities: ["warning", "error"],
      title: "an agent does not tell what a cell remembers",
      means:
        "With `--host`: the agent does not send the event that sets the cell, or lacks the field, the tool or the argument. The cell stays empty there; where it says so, it is never emptied, or a source says nothing. It is an error where a policy lets calls through for what is in the cell: there it stops them all.",
      cure: "Set the cell by an event that the agent sends, too, or leave the policy out for this agent.",
    },
    {
      code: "duplicate-cell",
      severities: ["error"],
      title: "two cells, or two sources, have one name",
      means:
        "Of two declarations in one tier neither counts, and the policies that read the cell fail. A declaration of a lower tier does not count beside one of a higher tier: a project cannot change what the organisation or the user remembers.",
      cure: "Give each cell a name of its own.",
    },
    {
      code: "invalid-cell",
      severities: ["error"],
      title: "a cell cannot be read",
      means:
        "The declaration is not one, or a condition in it is damaged. Nothing is known of the cell, and the policies that read it fail.",
      cure: "Declare the cell in a policy file, where each mistake is said with its line.",
    },
    {
      code: "memory-lost",
      severities: ["notice"],
      title: "the memory of a session cannot be read or kept",
      means:
        "A state in `~/.gatehouse/state/memory` is damaged, or the folder cannot be read or written, or is open to other users; or nothing is kept of a session that is in its middle, although its agent tells how sessions start. It is not taken for an empty one: policies that read a cell fail, until the cell is known again.",
      cure: "Make the folder private and writable. `gatehouse memory rebuild FILE` makes the state anew of the file that the agent keeps; `gatehouse forget SESSION` has it begin anew, and a new session begins with an empty memory.",
    },
    {
      code: "memory-busy",
      severities: ["notice"],
      title: "too many calls of one session at once",
      means:
        "Other calls of the session were decided first 64 times in a row. Policies that read a cell fail for this call.",
      cure: "Let the agent try again.",
    },
    {
      code: "memory-forgotten",
      severities: ["note"],
      title: "a person has had a session forgotten",
      means:
        "`gatehouse forget` was answered at a terminal: the session begins anew, as if nothing had happened in it before.",
      cure: "Nothing has to be done. The records before it say what the session did.",
    },
    {
      code: "window-without-bound",
      severities: ["error"],
      title: "a count of the last hours without a bound",
      means: "With `within`, the time of each event is kept, so `upTo` has to say how many.",
      cure: "Add `upTo`: one more than the policies ask for is enough.",
      example: memory(
        "  fetched: { count: { events: before_tool_call, tools: WebFetch }, within: 24h }",
        "  fetched: { count: { events: before_tool_call, tools: WebFetch }, within: 24h, upTo: 4 }",
      ),
    },
  ],
};
