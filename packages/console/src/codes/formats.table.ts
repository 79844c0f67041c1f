import type { CodeArea, CodeExample } from "./code-row.js";

function hook(wrong: string, cured: string): CodeExample {
  return { file: ".mayros/hooks/example.md", wrong, cured };
}

function mimir(wrong: string, cured: string): CodeExample {
  const file = (lines: string): string =>
    `hooks:\n  pre-bash-execution:\n    continueOnError: false\n${lines}\n`;
  return { file: ".mimir/config.yml", wrong: file(wrong), cured: file(cured) };
}

const HEAD = "---\nname: example\nevents: before_tool_call\n";

export const FORMAT_CODES: CodeArea = {
  area: "Formats of other systems",
  rows: [
    {
      code: "no-frontmatter",
      severities: ["error", "warning"],
      title: "a hook file that does not begin with `---`",
      means:
        "The first line of a Mayros hook is `---`. Without it there are neither a name nor events, and no hook is loaded. It is a " +
        "warning for a file that was not meant as one, such as a `README.md`: it guards nothing.",
      cure: "Begin the file with `---`, `name:`, `events:` and `---`. Move what is not a hook elsewhere.",
      example: hook(
        "name: example\nevents: before_tool_call\n---\nNo force push.\n",
        `${HEAD}---\nNo force push.\n`,
      ),
    },
    {
      code: "frontmatter-fence",
      severities: ["error"],
      title: "a fence of front matter that is not `---`",
      means: "The line between front matter and text is missing, or has more or fewer than three dashes.",
      cure: "Write exactly `---`.",
      example: hook(`-${HEAD}---\nNo force push.\n`, `${HEAD}---\nNo force push.\n`),
    },
    {
      code: "frontmatter-language",
      severities: ["error"],
      title: "front matter in another language",
      means:
        "Text behind the first `---` names a language, and some readers of front matter then run it as code. It is refused, and no hook is loaded.",
      cure: "Write the line as `---`, and the front matter as `key: value` lines.",
      example: hook(`---json\n{ "name": "example" }\n---\nNo force push.\n`, `${HEAD}---\nNo force push.\n`),
    },
    {
      code: "empty-body",
      severities: ["error"],
      title: "a hook without a prompt for the judge",
      means:
        "The text behind the front matter is the policy that the judge is asked about. Without one the hook is not loaded.",
      cure: "Write the policy in plain words behind the closing `---`.",
      example: hook(`${HEAD}---\n`, `${HEAD}---\nNo force push.\n`),
    },
    {
      code: "ignored-line",
      severities: ["error"],
      title: "a line of front matter that is not `key: value`",
      means: "The line is passed over, whatever it was meant to say.",
      cure: "Begin the key at the start of the line, or remove the line.",
      example: hook(`${HEAD}no force push\n---\nNo force push.\n`, `${HEAD}---\nNo force push.\n`),
    },
    {
      code: "unknown-placeholder",
      severities: ["warning", "notice"],
      title: "a placeholder that names nothing",
      means: "The name between `{{` and `}}` is not one that prompts have, so the judge reads it as it is.",
      cure: "Write `{{context}}`, or the path of a value of the event such as `{{params.command}}`.",
    },
    {
      code: "unknown-variable",
      severities: ["error", "warning"],
      title: "a value that the event does not have",
      means: "A Mimir hook names in braces a value that does not come with its event. The hook cannot run.",
      cure: "Use a value of this event, or the event that has it.",
      example: mimir("    command: ./check.sh {file_path}", "    command: ./check.sh {bash_command}"),
    },
    {
      code: "unsafe-variable",
      severities: ["error"],
      title: "a value in a place where it would be read as code",
      means:
        "What an agent writes would be a program, an option or shell text at this place, and could run anything. The hook does not run.",
      cure: "Give the value as an argument of a program that takes it as data, or on standard input.",
      example: mimir("    command: eval {bash_command}", "    command: ./check.sh {bash_command}"),
    },
    {
      code: "not-run",
      severities: ["error"],
      title: "a hook that cannot run",
      means:
        "The hook has an error. If it was to block, every event of its kind is denied until it is corrected; else it is left out.",
      cure: "Correct the errors of the hook.",
      example: mimir("    command: eval {bash_command}", "    command: ./check.sh {bash_command}"),
    },
    {
      code: "cannot-block",
      severities: ["warning"],
      title: "a hook that cannot block",
      means:
        "The event comes after the action, so a failure of the hook can only warn; or the hook is a builtin of docker-agent that only labels calls.",
      cure: "Use the `pre-` event, or `continueOnError: true`; write what is to be denied as a permission or a policy.",
    },
    {
      code: "no-filter",
      severities: ["warning"],
      title: "patterns that filter nothing",
      means:
        "The list is empty, or the event is not about a file, so the hook runs for each event of its kind.",
      cure: "Remove the key.",
      example: mimir(
        "    command: ./check.sh {bash_command}\n    patterns: ['*.ts']",
        "    command: ./check.sh {bash_command}",
      ),
    },
    {
      code: "folded-line",
      severities: ["warning"],
      title: "a backslash before a blank",
      means:
        "YAML has joined two lines of the command, and the backslash between them now makes the blank a part of the next word.",
      cure: "Write the command as a block behind `|`, where a backslash ends a line.",
    },
    {
      code: "weak-check",
      severities: ["warning"],
      title: "a command that ends with 0 although its check fails",
      means:
        "Only a non-zero exit code blocks. `curl` without `--fail`, and all but the last line of a script, do not give one.",
      cure: "Add `--fail`, or begin the command with `set -e`.",
      example: mimir(
        "    command: curl -s https://example.com/check",
        "    command: curl -s --fail https://example.com/check",
      ),
    },
    {
      code: "dangerous-command",
      severities: ["warning"],
      title: "a hook whose own command destroys, or runs what it downloads",
      means:
        "A hook runs with all rights of the user, each time, and nobody looks at it again: by its facts it deletes outside of the project, or runs what comes from the network.",
      cure: "Name files of the project, and run what is kept there and has been read.",
      example: mimir(
        "    command: curl -s https://example.com/check | sh",
        "    command: ./scripts/check.sh",
      ),
    },
    {
      code: "powerful-variable",
      severities: ["warning"],
      title: "an environment variable that chooses what runs",
      means:
        "The variable decides which programs load or run, or how the shell reads the command, and is easily overlooked.",
      cure: "Name the program or the option in the command.",
    },
    {
      code: "enforced",
      severities: ["warning"],
      title: "a hook beside one of the organisation",
      means: "The organisation has a hook for this event. It cannot be replaced; this hook runs in addition.",
      cure: "No action is needed.",
    },
    {
      code: "not-enforced",
      severities: ["error"],
      title: "a file that calls itself enforced",
      means:
        "Only the place of a file makes it the organisation's. The hook is in force as one of the place it was read from.",
      cure: "Put the file into the organisation's folder, or remove the key.",
    },
    {
      code: "unknown-agent",
      severities: ["error"],
      title: "an agent that the file does not have",
      means:
        "A name was given with `--agent`, and the docker-agent file has no agent of that name, so none of its policies are loaded.",
      cure: "Name an agent of the file.",
    },
    {
      code: "unknown-builtin",
      severities: ["error"],
      title: "a builtin that does not exist",
      means:
        "The hook names a builtin that this program does not have. It cannot run, and what it guards is denied.",
      cure: "Write one of the names that the message lists.",
    },
    {
      code: "invalid-matcher",
      severities: ["error", "warning"],
      title: "a matcher that is not a pattern",
      means: "The matcher of a docker-agent hook is an RE2 pattern for the whole name of a tool.",
      cure: "Write a pattern such as `shell|edit_file`.",
    },
    {
      code: "invalid-pattern",
      severities: ["error"],
      title: "a pattern that cannot be read",
      means:
        "The pattern of a permission or of a list of files is not one. It does not narrow what is stopped.",
      cure: "Write `*`, `**`, `?`, `[a-z]` and `{a,b}`.",
    },
    {
      code: "dead-pattern",
      severities: ["error", "warning"],
      title: "a permission that no call matches",
      means: "The pattern cannot match what it is compared with, so the permission does nothing.",
      cure: "Write the pattern that the message suggests.",
    },
    {
      code: "stray-quote",
      severities: ["warning"],
      title: "a permission with one quote",
      means: "The quote is read as a part of the name or the value, which no call has.",
      cure: "Write the second quote, or none.",
    },
    {
      code: "unlikely-tool",
      severities: ["warning"],
      title: "a tool that docker-agent does not document",
      means:
        "A permission or a matcher names a tool that docker-agent does not have, and one with nearly the same name exists.",
      cure: "Write the name that the message suggests.",
    },
    {
      code: "unlikely-argument",
      severities: ["warning"],
      title: "an argument that the tool does not have",
      means: "A permission compares an argument that docker-agent's tool does not take, so it never matches.",
      cure: "Write one of the arguments that the message names.",
    },
  ],
};
