import type { CodeArea } from "./code-row.js";

export const HOST_CODES: CodeArea = {
  area: "What an agent cannot carry out",
  rows: [
    {
      code: "cannot-deny",
      severities: ["error", "warning"],
      title: "a deny that the agent does not hear",
      means: "The agent only tells of this event; it does not wait for an answer.",
      cure: "Deny an earlier event, for example `before_tool_call`.",
    },
    {
      code: "cannot-ask",
      severities: ["warning"],
      title: "an ask that the agent cannot put",
      means:
        "The agent has no question for this event, so an ask becomes a deny that says that it needs approval.",
      cure: "Deny instead, or allow what is known to be safe. With `--interactive` a person is there to be asked.",
    },
    {
      code: "cannot-allow",
      severities: ["warning"],
      title: "an allow that changes nothing",
      means: "The agent's own rules decide what needs a question, and an allow does not change that.",
      cure: "Allow it in the agent's own settings.",
    },
    {
      code: "allow-overrides",
      severities: ["warning"],
      title: "an allow that is stronger than the user's own deny rules",
      means: "In this agent an allow of a hook also overrides what its user has forbidden.",
      cure: "Leave the allow out, and let the agent ask.",
    },
    {
      code: "cannot-rewrite",
      severities: ["error", "warning", "notice"],
      title: "a rewrite that cannot be made",
      means:
        "The agent, or this kind of hook, takes no changed input. The call goes on with the one that it had, or is denied; the message says which.",
      cure: "Deny, and say in the reason what to write instead.",
    },
    {
      code: "cannot-replace",
      severities: ["error", "warning"],
      title: "a result that is not replaced",
      means:
        "After this event the agent gives its model the result as the tool has printed it: it is neither redacted nor withheld. An error where the agent has no event at which it could be.",
      cure: "Deny the call that would print it.",
    },
    {
      code: "no-context",
      severities: ["warning"],
      title: "context that does not reach the model",
      means: "The agent has no field for context in this event; it is only logged.",
      cure: "Give it on an event that takes context (`docs/hosts.md`).",
    },
    {
      code: "no-warning",
      severities: ["warning"],
      title: "a warning that is not shown",
      means: "The agent has no field for a warning in this event; it is only logged.",
      cure: "Deny where it matters.",
    },
    {
      code: "tool-not-there",
      severities: ["warning"],
      title: "a tool that this agent does not have",
      means: "The policy is about tools of another agent, so it never applies with this one.",
      cure: 'Write the condition for a kind of tool: `tool.kind == "shell"`.',
    },
    {
      code: "kind-not-there",
      severities: ["warning"],
      title: "a kind of tool that this agent does not have",
      means: "The agent has no tool of this kind, so the policy never applies with it.",
      cure: "Guard what it uses instead, for example its shell.",
    },
    {
      code: "no-hooks",
      severities: ["error", "warning"],
      title: "an agent without hooks that can be answered",
      means: "The agent starts nothing that Gatehouse could answer, so the policy is not asked there.",
      cure: "Choose another agent.",
    },
    {
      code: "event-not-fired",
      severities: ["error", "warning"],
      title: "an event that this agent never fires",
      means: "The agent has none of the policy's events, so the policy is never asked there.",
      cure: "Add an event that the agent has, or write the name that is the same for all agents (`docs/events.md`).",
    },
    {
      code: "event-not-wired",
      severities: ["error", "warning"],
      title: "an event that no hook is put on",
      means:
        "The agent fires the event, and `gatehouse init` puts no hook on it: the policy is not asked there.",
      cure: "Add an entry for the event to the agent's settings (`docs/init.md`).",
    },
    {
      code: "never-filled",
      severities: ["warning"],
      title: "a variable that this agent never gives",
      means:
        "The command of a hook of Mimir's names a variable that only Mimir has a value for. Asked about a call of this agent the hook cannot run: that is a failure, which denies where the hook says `continueOnError: false`.",
      cure: "Leave the variable out, or take it from the environment.",
    },
    {
      code: "never-on-host",
      severities: ["warning"],
      title: "a policy that applies to nothing that this agent sends",
      means:
        "The condition can hold, and the agent has no such field, tool or argument in any of its events: the policy never applies with it.",
      cure: 'Write the condition for all agents: `tool.kind == "shell"`, `params.command` (`docs/events.md`).',
    },
  ],
};
