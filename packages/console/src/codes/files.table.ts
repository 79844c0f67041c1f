import { type CodeArea, policies } from "./code-row.js";

const NOT_LOADED = "The file is not loaded, and until it is, what it may have denied is denied.";

export const FILE_CODES: CodeArea = {
  area: "Text of files",
  rows: [
    {
      code: "yaml-syntax",
      severities: ["error"],
      title: "the file is not YAML",
      means: `YAML cannot be read from the place that is shown. ${NOT_LOADED}`,
      cure: "Correct the place; most often it is an indentation, or a value with `: ` or `#` that needs single quotes.",
      example: policies(
        "  - id: example\n    events: before_tool_call\n    deny: no: not here",
        "  - id: example\n    events: before_tool_call\n    deny: 'no: not here'",
      ),
    },
    {
      code: "yaml-alias",
      severities: ["error"],
      title: "a YAML anchor or alias",
      means: `\`&\` and \`*\` at the beginning of a value are references in YAML, which policy files do not have: a few lines of them can stand for gigabytes. ${NOT_LOADED}`,
      cure: "Put the value into single quotes, or write it out.",
      example: policies(
        "  - id: example\n    events: before_tool_call\n    tools: *\n    deny: not here",
        "  - id: example\n    events: before_tool_call\n    tools: '*'\n    deny: not here",
      ),
    },
    {
      code: "yaml-tag",
      severities: ["error"],
      title: "a YAML tag",
      means: `A \`!\` at the beginning of a value is a tag in YAML, which policy files do not have. It is mostly a condition that begins with \`!\`. ${NOT_LOADED}`,
      cure: "Put the whole value into single quotes.",
      example: policies(
        '  - id: example\n    events: before_tool_call\n    when: !params.command.includes("x")\n    deny: not here',
        "  - id: example\n    events: before_tool_call\n    when: '!params.command.includes(\"x\")'\n    deny: not here",
      ),
    },
    {
      code: "yaml-directive",
      severities: ["error"],
      title: "a YAML directive",
      means: `A line that begins with \`%\` changes how YAML is read. Policy files do not have this. ${NOT_LOADED}`,
      cure: "Remove the line.",
    },
    {
      code: "yaml-documents",
      severities: ["error"],
      title: "a second YAML document in a file",
      means: `A file holds one document; what is behind a line \`---\` would be passed over by other tools. ${NOT_LOADED}`,
      cure: "Put the second document into a file of its own, or remove the line `---`.",
    },
    {
      code: "yaml-key",
      severities: ["error"],
      title: "a YAML key that is not a string",
      means: `Keys are plain strings. ${NOT_LOADED}`,
      cure: "Write `key: value`.",
    },
    {
      code: "not-yaml",
      severities: ["warning"],
      title: "a value that YAML reads in another way",
      means:
        "This format reads the rest of the line as it is, and YAML, which editors and other tools use, reads something else or nothing. The rest of the line is in force.",
      cure: "Put the whole value into single quotes.",
    },
    {
      code: "duplicate-key",
      severities: ["error"],
      title: "the same key twice",
      means: "Only one of the two values can count, and which one differs between programs.",
      cure: "Remove one of them.",
      example: policies(
        "  - id: example\n    events: before_tool_call\n    deny: not here\n    deny: not there",
        "  - id: example\n    events: before_tool_call\n    deny: not here",
      ),
    },
    {
      code: "empty-file",
      severities: ["error"],
      title: "a policy file without anything in it",
      means:
        "There is nothing to load, which is probably not what the file is for: a save that failed looks like this.",
      cure: "Write the policies, or remove the file.",
      example: {
        file: ".gatehouse/rules.yaml",
        wrong: "# to do\n",
        cured: "version: 1\npolicies:\n  - id: example\n    events: before_tool_call\n    deny: not here\n",
      },
    },
    {
      code: "encoding",
      severities: ["error"],
      title: "a file that is not UTF-8",
      means: `The bytes are not valid UTF-8, so it is not certain what the text says. ${NOT_LOADED}`,
      cure: "Save the file as UTF-8.",
    },
    {
      code: "control-character",
      severities: ["error", "warning"],
      title: "a control character in a file or its name",
      means:
        "Control characters are not shown by editors and terminals, and can make text look different from what it is.",
      cure: "Remove it.",
    },
    {
      code: "invisible-character",
      severities: ["error", "warning"],
      title: "a character that cannot be seen",
      means:
        "Zero-width characters and marks of direction make two different texts look alike, and can hide an instruction in a prompt from those who review it.",
      cure: "Remove it, or write the text in visible characters.",
    },
    {
      code: "json-syntax",
      severities: ["error"],
      title: "the text is not JSON",
      means:
        "Input is strict JSON: no comments, no commas at the end, double quotes only. (Where a format takes JSON5, the text is not that.)",
      cure: "Correct the commas, quotes and brackets before the place that is shown.",
    },
    {
      code: "json-duplicate-key",
      severities: ["error"],
      title: "the same key twice in a JSON object",
      means: "Two programs that read it may see two different values, so a text with it is refused.",
      cure: "Remove one of them.",
    },
    {
      code: "json-encoding",
      severities: ["error"],
      title: "JSON that is not UTF-8",
      means: "The bytes are not valid UTF-8, so it is not certain what the text says.",
      cure: "Write it as UTF-8.",
    },
    {
      code: "json-lone-surrogate",
      severities: ["error"],
      title: "half of a surrogate pair in a JSON string",
      means: "The string cannot be written as UTF-8; each program would replace it with something else.",
      cure: "Remove the lone `\\ud800`–`\\udfff`, or write the whole pair.",
    },
    {
      code: "json-not-object",
      severities: ["error"],
      title: "JSON that is not an object",
      means: "An object `{ … }` is expected here.",
      cure: "Give one object.",
    },
    {
      code: "json-not-plain",
      severities: ["error"],
      title: "a value that JSON does not have",
      means:
        "A caller gave a function, a getter, a class instance or a cycle. Only plain data is read, so that it cannot change while it is.",
      cure: "Pass what `JSON.parse(JSON.stringify(value))` gives.",
    },
    {
      code: "json-number",
      severities: ["error"],
      title: "a number that cannot be kept exactly",
      means:
        "The number is too large, or has more digits than a double keeps: another program would compare another number.",
      cure: "Write it as a string, or with fewer digits.",
    },
    {
      code: "json-too-deep",
      severities: ["error"],
      title: "JSON with too many levels",
      means: "Limits keep every reader safe. The text is refused.",
      cure: "Nest fewer objects and lists.",
    },
    {
      code: "json-too-large",
      severities: ["error"],
      title: "JSON with too many bytes",
      means: "Limits keep every reader safe. The text is refused.",
      cure: "Send less.",
    },
    {
      code: "json-too-many",
      severities: ["error"],
      title: "JSON with too many values",
      means: "Limits keep every reader safe. The text is refused.",
      cure: "Send less.",
    },
    {
      code: "json-trailing-text",
      severities: ["error"],
      title: "more text behind a JSON value",
      means: "One value is expected, and there is more: perhaps two events in one input.",
      cure: "Send one value, or use `--jsonl` for one in each line.",
    },
    {
      code: "too-deep",
      severities: ["error"],
      title: "nested too deep",
      means:
        "A condition, a file, or a folder has more levels than the limit. What is below is not read, and is treated as lost: it denies.",
      cure: "Split the condition, or move the folder up.",
    },
    {
      code: "too-large",
      severities: ["error"],
      title: "larger than the limit",
      means:
        "A file, a list or a line is larger than what is read. It is refused whole: a part of it could mean something else.",
      cure: "Split it, or use globs in place of single names.",
    },
    {
      code: "too-many",
      severities: ["error"],
      title: "more than the limit",
      means:
        "There are more policies, files, names or patterns than are read. What is beyond is treated as lost: it denies what it might have denied.",
      cure: "Put fewer into one place; the message names the limit.",
    },
    {
      code: "too-many-issues",
      severities: ["error"],
      title: "more problems than are listed",
      means: "The file has so many problems that the rest of them is only counted.",
      cure: "Cure those above first.",
    },
  ],
};
