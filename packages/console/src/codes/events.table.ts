import type { CodeArea } from "./code-row.js";

export const EVENT_CODES: CodeArea = {
  area: "Events and input",
  rows: [
    {
      code: "unknown-row",
      severities: ["warning"],
      title: "a line of a log that is neither an event nor a row with one",
      means:
        "The line is JSON, and `gatehouse replay` does not know what it says: no event is counted for it. Its place is in the report.",
      cure: 'Write events, one a line, or `{ "event": { … }, "outcome": "ran" }` around each.',
    },
    {
      code: "unknown-log",
      severities: ["error"],
      title: "a file among logs of which the format is not known",
      means:
        "None of the first lines of the file is an event, a record of an audit trail, or of a session of an agent. Nothing of it was replayed, and the exit code is 2.",
      cure: "Leave the file out, or let `--skip-unknown` do it.",
    },
    {
      code: "file-unreadable",
      severities: ["error"],
      title: "a file among logs that cannot be read",
      means: "The system refuses to read the file. Nothing of it was replayed.",
      cure: "Look at who may read it.",
    },
    {
      code: "malformed-event",
      severities: ["error", "notice"],
      title: "an event without the fields that its kind has",
      means:
        "A guard cannot look at what is not there. An event that comes before an action is denied; another one is only reported.",
      cure: "Send the fields of `docs/events.md`, in the types that it names.",
    },
    {
      code: "misspelt-event",
      severities: ["notice"],
      title: "an event with a misspelt name",
      means:
        "No policy waits for this name, and for one that is nearly the same. The event is denied: it may be the one that was to be guarded.",
      cure: "Send the name that the message suggests.",
    },
    {
      code: "odd-field",
      severities: ["notice"],
      title: "a field that this event does not carry",
      means:
        "The event has a field that is nearly one of its kind, or one of another type. Policies do not see it as meant.",
      cure: "Send the field that the message suggests.",
    },
    {
      code: "missing-event-name",
      severities: ["error"],
      title: "an event without a name",
      means:
        "An event needs the key `event`, a string. Without it nothing can be decided, and the answer is a deny.",
      cure: 'Add for example `"event": "before_tool_call"`.',
    },
    {
      code: "not-an-object",
      severities: ["error"],
      title: "input that is not a JSON object",
      means: "An event, a row or a context is a JSON object.",
      cure: "Send `{ … }`.",
    },
    {
      code: "invalid-row",
      severities: ["error"],
      title: "a row of `--jsonl` without what it needs",
      means:
        "The row is an object, and a key that the command reads is missing or of the wrong type. Only this row is refused.",
      cure: "Send the keys that the message names.",
    },
    {
      code: "internal-error",
      severities: ["notice"],
      title: "a decision could not be made",
      means: "A defect of the program. The event was denied.",
      cure: "Please report it with the event.",
    },
  ],
};
