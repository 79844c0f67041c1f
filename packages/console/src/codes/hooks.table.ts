import type { CodeArea } from "./code-row.js";

export const HOOK_CODES: CodeArea = {
  area: "Hooks in TypeScript",
  rows: [
    {
      code: "signal-unavailable",
      severities: ["notice"],
      title: "signals that cannot be looked for",
      means:
        "A hook looks for signals in a message that is too long, or needs a matcher of language that it was not given.",
      cure: "Give the environment the matcher, or look at less.",
    },
    {
      code: "state-failed",
      severities: ["notice"],
      title: "what a hook remembers cannot be read or written",
      means: "It cannot be counted how often the hook has spoken, so it speaks each time.",
      cure: "Look at the store of states.",
    },
    {
      code: "no-transcript",
      severities: ["notice"],
      title: "a transcript that cannot be read",
      means:
        "The hook looks at the messages of the session, and the event has none or names a file that cannot be read.",
      cure: "Give the environment a reader of transcripts.",
    },
    {
      code: "no-tools",
      severities: ["notice"],
      title: "a model without tools",
      means: "The hook wants the model to look at files, and the environment has no folder for it.",
      cure: "Give the environment a `root`.",
    },
    {
      code: "model-unmapped",
      severities: ["notice"],
      title: "a size without a model",
      means:
        "A hook asks for a small, medium or large model, and the user's settings name none for that size: the default model is asked.",
      cure: 'Write `"models": { "small": "provider/model" }` in `~/.gatehouse/settings.json`.',
    },
    {
      code: "timeout-cut",
      severities: ["notice"],
      title: "a question with more time than its hook",
      means: "The timeout of a question is longer than that of the hook that asks it, which ends first.",
      cure: "Give the hook the longer timeout, or the question a shorter one.",
    },
    {
      code: "message-failed",
      severities: ["notice"],
      title: "a message that could not be made",
      means: "The function that writes the message of a verdict failed. The model's own reasoning is shown.",
      cure: "Correct the function.",
    },
    {
      code: "limit-repeats",
      severities: ["notice"],
      title: "`maxFires` does not limit a deny",
      means: "Each attempt of an action is judged, and denied again. The limit is for what a hook says.",
      cure: "Remove `maxFires` from a hook that denies.",
    },
  ],
};
