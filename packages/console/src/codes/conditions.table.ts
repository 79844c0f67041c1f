import { type CodeArea, policyWhen, expression } from "./code-row.js";

export const CONDITION_CODES: CodeArea = {
  area: "Conditions",
  rows: [
    {
      code: "syntax",
      severities: ["error"],
      title: "the condition does not parse",
      means: "The text is not a condition of the language from the place that is shown.",
      cure: "Correct the condition at the caret; the message says what was expected there.",
      example: expression('toolName == "Bash" &&', 'toolName == "Bash"'),
    },
    {
      code: "condition-syntax",
      severities: ["error"],
      title: "the condition of a policy cannot be read",
      means:
        "The condition has an error, or YAML has cut it off, for example at ` #`. In policy files every error of a condition has this code; `gatehouse eval CONDITION` says the exact one. The policy applies to every event, so that a guard is never lost to a typing mistake.",
      cure: "Correct the condition at the caret, and write it in single quotes if it has ` #`, `: ` or begins with `!`.",
      example: policyWhen('toolName = "Bash"', 'toolName == "Bash"'),
    },
    {
      code: "illegal-character",
      severities: ["error"],
      title: "a character that no condition has",
      means:
        "The character at this place is not part of the language: typographic quotes, `$`, `#`, or a single `&` or `|`.",
      cure: 'Write straight quotes, `&&` and `||`; for other characters use a string: `"…"`.',
      example: expression('toolName == "Bash" & event != ""', 'toolName == "Bash" && event != ""'),
    },
    {
      code: "open-string",
      severities: ["error"],
      title: "a string without its closing quote",
      means: "The string goes on to the end of the condition, and everything behind it is part of it.",
      cure: 'Add the closing quote; a quote inside a string is `\\"`.',
      example: expression('toolName == "Bash', 'toolName == "Bash"'),
    },
    {
      code: "unknown-method",
      severities: ["error"],
      title: "a method that the language does not have",
      means: "There is no method of this name. The condition does not count, and the policy applies always.",
      cure: "Use the method that the message suggests; the list is in the documentation of conditions.",
      example: expression('params.command.startswith("rm ")', 'params.command.startsWith("rm ")'),
    },
    {
      code: "unknown-function",
      severities: ["error"],
      title: "a function that the language does not have",
      means: "The only function is `has(…)`. Everything else is a method of a value.",
      cure: 'Write the value first: `params.command.includes("rm")`.',
      example: expression('includes(params.command, "rm")', 'params.command.includes("rm")'),
    },
    {
      code: "wrong-arguments",
      severities: ["error"],
      title: "a method with too many or too few arguments",
      means: "The method takes another number of arguments than it is given.",
      cure: "Write the arguments that the message names.",
      example: expression('params.command.includes("rm", "-r")', 'params.command.includes("rm -r")'),
    },
    {
      code: "argument-not-operand",
      severities: ["error"],
      title: "a whole condition as an argument",
      means:
        "The argument of a method is a value, not a condition. Only `any` and `all` take a condition, as their second argument.",
      cure: "Join two calls with `||` or `&&`.",
      example: expression('params.command.includes(toolName == "rm")', 'params.command.includes("rm")'),
    },
    {
      code: "pattern-not-literal",
      severities: ["error"],
      title: "a pattern that is not written as a string",
      means:
        "The pattern of `matches` and `glob` has to be a string in the condition itself: an event must not choose what it is compared with.",
      cure: 'Write the pattern as a string: `.matches("^rm ")`.',
      example: expression("params.command.matches(params.pattern)", 'params.command.matches("^rm ")'),
    },
    {
      code: "bad-pattern",
      severities: ["error"],
      title: "a pattern that cannot be compiled",
      means:
        "The pattern of `matches` has RE2 syntax, which has neither look-around nor back-references, or the one of `glob` is not a glob.",
      cure: "Correct the pattern; in place of a look-ahead write two conditions.",
      example: expression('params.command.matches("^(?!git)")', '!params.command.matches("^git")'),
    },
    {
      code: "bad-has",
      severities: ["error"],
      title: "`has` without a property",
      means: "`has(…)` tells whether one property is there, so it takes exactly one path.",
      cure: "Write for example `has(params.path)`.",
      example: expression('has("params.path")', "has(params.path)"),
    },
    {
      code: "bad-index",
      severities: ["error"],
      title: "an index that is not a whole number",
      means: "Elements of a list are counted from 0, with whole numbers.",
      cure: "Write `[0]` for the first element.",
      example: expression('params.paths[1.5] == "x"', 'params.paths[1] == "x"'),
    },
    {
      code: "bad-number",
      severities: ["error"],
      title: "a number that cannot be written so",
      means:
        "The number has more digits than can be kept exactly, or a form that other languages read differently.",
      cure: "Write a decimal number without leading zeros.",
      example: expression("params.timeout > 007", "params.timeout > 7"),
    },
    {
      code: "bad-variable",
      severities: ["error"],
      title: "`any` or `all` without a name for the element",
      means:
        "The first argument of `any` and `all` is a name of your choice, by which the second one speaks of an element.",
      cure: 'Write for example `params.paths.any(p, p.startsWith("/etc/"))`.',
      example: expression('params.paths.any("p", p == "/etc")', 'params.paths.any(p, p == "/etc")'),
    },
    {
      code: "reserved-property",
      severities: ["error"],
      title: "a property with the name of a word of the language",
      means: "`true` and `false` cannot follow a dot: they would be read as values.",
      cure: 'Write the property in brackets: `params["true"]`.',
      example: expression('params.true == "x"', 'params["true"] == "x"'),
    },
    {
      code: "foreign-word",
      severities: ["warning"],
      title: "a word of another language, which is a property here",
      means:
        "`and`, `or`, `not`, `None` and the like are names of properties in this language. No event has them, so the comparison does not hold.",
      cure: "Write what the message suggests: `&&`, `||`, `!`, `null`.",
    },
    {
      code: "constant-operand",
      severities: ["warning"],
      title: "a value in the place of a comparison",
      means:
        'In `toolName == "exec" || "bash"` the second part is a string by itself. It counts as true for every event, and with it the whole condition.',
      cure: 'Repeat the comparison, or write a list: `toolName in ["exec", "bash"]`.',
      example: policyWhen('toolName == "exec" || "bash"', 'toolName in ["exec", "bash"]'),
    },
    {
      code: "parenthesised-operand",
      severities: ["warning"],
      title: "a value in parentheses is compared as true or false",
      means:
        "Parentheses make a condition of what is in them, so the comparison is with `true` or `false`, not with the value.",
      cure: "Leave the parentheses out.",
      example: policyWhen('(toolName) == "Bash"', 'toolName == "Bash"'),
    },
    {
      code: "in-without-list",
      severities: ["warning"],
      title: "`in` with something that is not a list",
      means:
        "`in` looks for an element of a list. With a string it never holds: it does not look for a part of it.",
      cure: "Write a list, or `.includes(…)` for a part of a string.",
      example: policyWhen('"rm" in "rm -r"', 'params.command in ["rm -r"]'),
    },
    {
      code: "suspect-backslash",
      severities: ["warning"],
      title: "a backslash that the pattern does not get",
      means:
        "The escapes of the string are read before the pattern is, so the pattern means something else than it seems to.",
      cure: "Write the form that the message gives, mostly a double backslash.",
    },
    {
      code: "unknown-escape",
      severities: ["error", "warning"],
      title: "an escape that strings do not have",
      means:
        "The backslash is dropped (a warning), or, where escapes are those of JSON, the string is refused (an error). A pattern without its backslash matches something else.",
      cure: "Double the backslash to keep it.",
    },
    {
      code: "control-escape",
      severities: ["warning"],
      title: "an escape that makes a control character",
      means:
        'In a string `"\\b"` is a backspace and `"\\t"` a tab. In a pattern that was meant to hold `\\b`, a word boundary, it never matches.',
      cure: 'Double the backslash: `"\\\\b"`.',
      example: policyWhen('params.command.matches("\\brm")', 'params.command.matches("\\\\brm")'),
    },
    {
      code: "not-a-path-fact",
      severities: ["warning"],
      title: "`touches` or `within` on something that is not a path fact",
      means:
        "These methods are of the paths in `facts`, which know how certain they are. On a string of the event they never hold.",
      cure: 'Ask the facts: `facts.writes.any(w, w.touches("…"))`; for a string write `.glob("…")`.',
      example: policyWhen('params.path.within("/etc/**")', 'params.path.glob("/etc/**")'),
    },
    {
      code: "too-long",
      severities: ["error"],
      title: "the condition is longer than the limit",
      means:
        "Limits keep every decision fast, whatever is in a file. The condition is not read, and the policy applies always.",
      cure: "Split it into several policies.",
    },
    {
      code: "too-many-tokens",
      severities: ["error"],
      title: "the condition has more parts than the limit",
      means:
        "Limits keep every decision fast, whatever is in a file. The condition is not read, and the policy applies always.",
      cure: "Split it into several policies, or use a list with `in`.",
    },
    {
      code: "too-long-chain",
      severities: ["error"],
      title: "a chain of more suffixes than the limit",
      means: "A path such as `a.b.c[0].d` has more members than a condition may read.",
      cure: "Read fewer levels.",
    },
    {
      code: "too-many-loops",
      severities: ["error"],
      title: "`any` and `all` too deep within each other",
      means: "Each level multiplies the work of a decision, so there is a limit.",
      cure: "Split the condition.",
    },
    {
      code: "not-text",
      severities: ["error"],
      title: "a condition that is not a string",
      means: "A caller of the library gave something else as the text of a condition.",
      cure: "Pass a string.",
    },
    {
      code: "bad-ast",
      severities: ["error"],
      title: "a stored condition that is not one",
      means:
        "The tree of a condition that was compiled before is damaged, or from another program. It is not evaluated.",
      cure: "Compile the condition from its text again.",
    },
    {
      code: "condition-unparsed",
      severities: ["warning"],
      title: "a policy applies always because its condition does not parse",
      means:
        "This policy came to the engine with a condition without a tree. It stays in force, for every event.",
      cure: "Correct the condition; another issue says where it is wrong.",
    },
    {
      code: "no-pattern-engine",
      severities: ["error"],
      title: "a stored pattern without what evaluates it",
      means:
        "A condition that was compiled before has a pattern, and the program that reads it gave no engine for patterns, or one that does not read this one.",
      cure: "Pass one that does: `readAst(ast, { patterns: re2 })`, `loadStoredSet(text, { patterns: re2 })`.",
    },
    {
      code: "type-mismatch",
      severities: ["warning"],
      title: "a comparison with a value of another type",
      means:
        "What is compared has a type for which the method, operator or field has no meaning, such as `.length` of a string or `<` with a word. It never holds, or always.",
      cure: "Write what the message suggests.",
      example: policyWhen(
        'toolName == "Bash" && params.command.length > 100',
        'toolName == "Bash" && params.command.size() > 100',
      ),
    },
    {
      code: "unknown-value",
      severities: ["warning"],
      title: "a value that the field never has",
      means: "The field is one of a list of values, and this is not one of them: the comparison never holds.",
      cure: "Write the value that the message suggests.",
      example: policyWhen('tool.kind == "shel"', 'tool.kind == "shell"'),
    },
    {
      code: "letter-case",
      severities: ["warning"],
      title: "capital letters in text that has none",
      means:
        "`lower()` gives small letters only, so a string with a capital is never found in it (and with `upper()` the other way round).",
      cure: "Write the string in the letters that there are.",
      example: policyWhen(
        'toolName == "Bash" && params.command.lower().includes("RM")',
        'toolName == "Bash" && params.command.lower().includes("rm")',
      ),
    },
  ],
};
