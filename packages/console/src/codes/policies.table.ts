import { type CodeArea, policies } from "./code-row.js";

const head = "  - id: example\n    events: before_tool_call\n";

export const POLICY_CODES: CodeArea = {
  area: "Policies",
  rows: [
    {
      code: "unknown-key",
      severities: ["error"],
      title: "a key that the format does not have",
      means:
        "The key is not one of the format, perhaps a misspelt one. It does nothing; where it may have been meant to deny, what the policy guards is denied.",
      cure: "Write the key that the message suggests, or remove it.",
      example: policies(
        `${head}    if: toolName == "Bash"\n    deny: not here`,
        `${head}    when: toolName == "Bash"\n    deny: not here`,
      ),
    },
    {
      code: "missing-key",
      severities: ["error"],
      title: "a key that has to be there is not",
      means: "Without this key the policy, hook or file has no meaning, and it is not loaded.",
      cure: "Add the key that the message names.",
      example: policies(`  - id: example\n    deny: not here`, `${head}    deny: not here`),
    },
    {
      code: "conflicting-keys",
      severities: ["error"],
      title: "keys that do not go together",
      means: "A policy says one thing: `deny`, `ask`, `allow`, `judge` and the like exclude each other.",
      cure: "Make one policy of each.",
      example: policies(`${head}    deny: not here\n    ask: really?`, `${head}    ask: really?`),
    },
    {
      code: "invalid-type",
      severities: ["error"],
      title: "a value of the wrong type",
      means: "The value is for example a string where a list or a number is expected.",
      cure: "Write a value of the type that the message names.",
      example: policies(
        `${head}    priority: high\n    deny: not here`,
        `${head}    priority: 10\n    deny: not here`,
      ),
    },
    {
      code: "invalid-value",
      severities: ["error", "warning"],
      title: "a value that the key cannot have",
      means:
        "The type is right and the value is not: out of range, an unknown word, or in the words of another system.",
      cure: "Write one of the values that the message names.",
      example: policies(
        `${head}    tools: Bash(rm:*)\n    deny: not here`,
        `${head}    tools: Bash\n    when: params.command.startsWith("rm ")\n    deny: not here`,
      ),
    },
    {
      code: "unknown-event",
      severities: ["error", "warning", "notice"],
      title: "an event that no agent sends",
      means:
        "A policy waits for this event, or an event with this name came in, and no agent documents it; or agents mean different events by it. What the policy may have meant is denied until it is corrected.",
      cure: "Write the name that the message suggests; `docs/events.md` lists all of them. List an event of your own in `ownEvents` of the file.",
      example: policies(
        "  - id: example\n    events: before_tool_cal\n    deny: not here",
        `${head}    deny: not here`,
      ),
    },
    {
      code: "unknown-tool",
      severities: ["warning"],
      title: "a tool that no agent documents",
      means:
        "No documented agent has a tool of this name, and one has a name that is nearly the same. A policy for a misspelt tool never fires.",
      cure: "Write the name that the message suggests.",
      example: policies(
        `${head}    tools: Bsah\n    deny: not here`,
        `${head}    tools: Bash\n    deny: not here`,
      ),
    },
    {
      code: "unknown-field",
      severities: ["error", "warning"],
      title: "a field that the event does not have",
      means:
        "The condition reads a field that none of the policy's events or tools carries. It is missing in every event, and a comparison with what is missing does not hold. (From `doctor`: a settings file has a field that its agent refuses.)",
      cure: "Write the field that the message suggests.",
      example: policies(
        `${head}    tools: Bash\n    when: params.cmd.includes("rm")\n    deny: not here`,
        `${head}    tools: Bash\n    when: params.command.includes("rm")\n    deny: not here`,
      ),
    },
    {
      code: "duplicate-id",
      severities: ["error"],
      title: "two policies with one id",
      means:
        "Both are in force, and what is said about one in a trace, a test or `without` may be about the other.",
      cure: "Give each policy an id of its own.",
    },
    {
      code: "duplicate-name",
      severities: ["error"],
      title: "a name that is taken",
      means:
        "Another policy or pack has this name. Both policies are in force; of two packs the first one counts.",
      cure: "Rename one of them, or remove one.",
      example: policies(
        `${head}    tools: Bash\n    deny: not here\n${head}    tools: Write\n    ask: really?`,
        `${head}    tools: Bash\n    deny: not here\n  - id: other\n    events: before_tool_call\n    tools: Write\n    ask: really?`,
      ),
    },
    {
      code: "invalid-policy",
      severities: ["error"],
      title: "a policy that is not one",
      means:
        "A policy given to the engine does not have the form that it takes. It is lost: what it may have denied is denied.",
      cure: "Correct what the message names.",
    },
    {
      code: "invalid-ast",
      severities: ["error"],
      title: "the stored condition of a policy is damaged",
      means:
        "A policy came with the tree of a condition that is not one. It stays in force, for every event.",
      cure: "Compile the policy from its text again.",
    },
    {
      code: "risky-environment",
      severities: ["warning"],
      title: "a variable that chooses what a command runs",
      means:
        "Variables such as `PATH` or `LD_PRELOAD` decide which program runs under the name that the policy gives.",
      cure: "Write the whole path of the program into `run`, and leave the variable out.",
      example: policies(
        `${head}    command:\n      run: ./check.sh\n      env:\n        PATH: ./bin`,
        `${head}    command:\n      run: ./check.sh`,
      ),
    },
    {
      code: "unsafe-template",
      severities: ["error"],
      title: "event data in a command line",
      means:
        "What an agent writes would become a part of a shell command, and could run anything. It is refused.",
      cure: "Let the command read the event as JSON from standard input.",
      example: policies(
        `${head}    command:\n      run: 'check {{params.command}}'`,
        `${head}    command:\n      run: ./check.sh`,
      ),
    },
    {
      code: "unknown-format",
      severities: ["error"],
      title: "a file in no known format",
      means: "A file is recognised by its name, and this name belongs to no format.",
      cure: "Rename the file, or name the format with `--policy-format`.",
    },
    {
      code: "other-format",
      severities: ["error"],
      title: "a file of another format than the one that was named",
      means:
        "`--policy-format`, or `format` in a program, names a format, and read so the file holds nothing that could be in force. What it might have guarded is denied.",
      cure: "Name the format that the file is of, or none: most files tell it by their name or their keys.",
    },
    {
      code: "unknown-pack",
      severities: ["error"],
      title: "a pack that does not exist",
      means:
        "`extends` names a pack that this program does not have. What the pack would have denied is denied.",
      cure: "Write one of the names of `gatehouse packs`.",
      example: {
        file: ".gatehouse/rules.yaml",
        wrong: "version: 1\nextends: [pack/gti]\n",
        cured: "version: 1\nextends: [pack/git]\n",
      },
    },
    {
      code: "unknown-policy",
      severities: ["error"],
      title: "a policy that the pack does not have",
      means: "`without` names a policy that is not in the pack, so nothing is left out of it.",
      cure: "Write one of the names of `gatehouse packs NAME`.",
      example: {
        file: ".gatehouse/rules.yaml",
        wrong: "version: 1\nextends:\n  - pack: git\n    without: [git/dorp]\n",
        cured: "version: 1\nextends:\n  - pack: git\n    without: [git/drop]\n",
      },
    },
    {
      code: "no-tests",
      severities: ["error"],
      title: "nothing was tested",
      means:
        "None of the files that `gatehouse test` was given, or found, holds a test. A run that tests nothing would be green whatever the policies say.",
      cure: "Write `tests:` below a policy, or try the policies on one call with `--tool` and `--params`.",
    },
    {
      code: "untested-policy",
      severities: ["error"],
      title: "a policy without a test of both sides",
      means:
        "With `gatehouse test --require-tests` each policy that denies or asks needs an event that it stops and one that it lets pass. A guard that was never seen to work may not.",
      cure: "Write below its `tests:` what the message names.",
    },
    {
      code: "invalid-tools",
      severities: ["error"],
      title: "a list of tools that cannot be read",
      means:
        "The file of `--tools` is not what an MCP server answers to `tools/list`: an object or a list of tools with a name and a schema.",
      cure: "Save the server's answer as it is.",
    },
  ],
};
