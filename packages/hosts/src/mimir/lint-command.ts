import type { CommandProblem } from "./shell/place-variables.js";

/** Warns of commands that do something other than they seem to. */
export function lintCommand(command: string, blocks: boolean): readonly CommandProblem[] {
  const found: CommandProblem[] = [];
  const escaped = /(?<=\s)\\ (?=\S)/.exec(command);
  if (escaped !== null) {
    found.push({
      offset: escaped.index,
      severity: "warning",
      code: "folded-line",
      message: "a backslash before a blank: the blank becomes part of the next word",
      cure: "write the command as a block behind `|`, where a backslash ends a line",
    });
  }
  if (!blocks) return found;
  const curl = /\bcurl\b/.exec(command);
  if (curl !== null && !/\s(?:--fail(?:-with-body)?|-[a-zA-Z]*f[a-zA-Z]*)\b/.test(command)) {
    found.push({
      offset: curl.index,
      severity: "warning",
      code: "weak-check",
      message: "curl ends with 0 although the server refuses: the hook would not block",
      cure: "add `--fail`",
    });
  }
  const lines = command.split("\n").filter((line) => line.trim() !== "" && !line.trim().startsWith("#"));
  if (lines.length > 1 && !/\bset -[a-z]*e|\bexit\b|\\\n/.test(command)) {
    found.push({
      offset: 0,
      severity: "warning",
      code: "weak-check",
      message: "only the last line's exit code counts: the hook would not block for the lines before",
      cure: "begin the command with `set -e`",
    });
  }
  return found;
}
