import type { JsonSchema } from "../../schema/json-schema.js";

/** What the keys of a hook mean. */
export const HOOK_TEXTS: Readonly<Record<string, string>> = {
  name: "The hook's name, for messages.",
  type: "What it is: a command, a builtin, or a question to a model.",
  command: "Shell text, or the name of a builtin.",
  args: "Arguments of a builtin.",
  timeout: "How long it may run, in seconds; 0: 60.",
  env: "Further variables of the environment.",
  working_dir: "Where the command runs.",
  on_error: "What a failure means.",
  model: "The model that is asked: `provider/model`.",
  prompt: "The question, a template over the event.",
  schema: "The form of the model's answer.",
  strict_output: "Output that is not one of the documented forms is a failure.",
};

/** What the keys of hooks for some tools mean. */
export const MATCHER_TEXTS: Readonly<Record<string, string>> = {
  matcher: "An RE2 pattern for the whole name of the tool; without it, every tool.",
  hooks: "What runs for these tools.",
  preempt_yolo: "The hook is asked even where the person lets everything pass.",
};

/** What the lists of permissions mean. */
export const PERMISSION_TEXTS: Readonly<Record<string, string>> = {
  allow: "Tool calls that pass without a question.",
  ask: "Tool calls that a person is asked about.",
  deny: "Tool calls that never run.",
};

/** Settings of an agent that are about what hooks see. */
export const FLAGS: Readonly<Record<string, JsonSchema>> = {
  add_date: { type: ["boolean", "null"], description: "Tell the model the date." },
  add_environment_info: { type: ["boolean", "null"], description: "Tell the model about the machine." },
  redact_secrets: {
    type: ["boolean", "null"],
    description: "Take secrets out of what tools and models see.",
  },
  add_prompt_files: {
    type: ["array", "null"],
    items: { type: "string" },
    description: "Files that are added to the prompt.",
  },
};
