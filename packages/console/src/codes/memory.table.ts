import { type CodeArea, type CodeExample } from "./code-row.js";

function memory(wrong: string, cured: string): CodeExample {
  const file = (cell: string): string =>
    `version: 1\nmemory:\n${cell}\npolicies:\n  - id: example\n    events: before_tool_call\n    when: memory.fetched && params.command.includes("push")\n    ask: something was fetched; may this go out?\n`;
  return { file: ".gatehouse/rules.yaml", wrong: file(wrong), cured: file(cured) };
}

const FETCHED = "  fetched: { flag: { events: before_tool_call, tools: WebFetch } }";

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
        "A misspelt cell would always be empty, and the policy would never apply. So it fails wherever it reads the cell. The same holds for a policy that reads `flows` where no file of its tier or a higher one declares `origins`.",
      cure: "Correct the name, or declare the cell below `memory`.",
      example: memory(FETCHED.replace("fetched", "fetchd"), FETCHED),
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
        "A state in `~/.gatehouse/state/memory` is damaged, or the folder cannot be read or written, or is open to other users. It is not taken for an empty one: policies that read a cell fail, until the cell is known again.",
      cure: "Make the folder private and writable. `gatehouse memory rebuild FILE` makes the state anew of the file that the agent keeps; a new session begins with an empty memory.",
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
