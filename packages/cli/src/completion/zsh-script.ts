import type {
  CompletionCommand,
  CompletionOption,
  CompletionTree,
  CompletionWord,
} from "./completion-tree.js";
import type { CompletionValue } from "./completion-value.js";
import { oneLine, shellWords } from "./shell-words.js";

/** The completion for zsh: evaluated, or kept as the file `_gatehouse` in a folder of `fpath`. */
export function zshScript(tree: CompletionTree): string {
  return `#compdef gatehouse
# Completion of gatehouse for zsh: eval "$(gatehouse completion zsh)", after compinit

_gatehouse_commands() {
  local -a commands=(
${tree.commands.map((command) => `    ${quotedForZsh(`${shellWords([command.name])}:${oneLine(command.summary)}`)}`).join("\n")}
  )
  _describe -t commands command commands
}

_gatehouse() {
  local context state state_descr line curcontext="$curcontext"
  typeset -A opt_args
  _arguments -C \\
${tree.options.map((option) => `    ${optionSpec(option)} \\`).join("\n")}
    '1: :_gatehouse_commands' \\
    '*:: :->rest' && return
  [[ $state == rest ]] || return
  case $line[1] in
${tree.commands.map(commandCase).join("\n")}
  esac
}

if [[ $funcstack[1] == _gatehouse ]]; then
  _gatehouse "$@"
else
  compdef _gatehouse gatehouse
fi
`;
}

function commandCase({ name, options, words }: CompletionCommand): string {
  const specs = [...options.map(optionSpec), ...words.map(wordSpec)];
  return `    ${shellWords([name])})\n      _arguments \\\n${specs.map((spec) => `        ${spec}`).join(" \\\n")} ;;`;
}

/** May be given again: most can, and a shell need not know which. */
function optionSpec({ long, short, description, value }: CompletionOption): string {
  const explained = `[${oneLine(description).replaceAll(/[\\[\]]/g, String.raw`\$&`)}]`;
  const after = value === null ? "" : `:${actionOf("value", value)}`;
  return [long, ...(short === undefined ? [] : [short])]
    .map((one) =>
      quotedForZsh(
        `*${shellWords([one])}${value !== null && one.startsWith("--") ? "=" : ""}${explained}${after}`,
      ),
    )
    .join(" ");
}

function wordSpec({ name, value, variadic }: CompletionWord, at: number): string {
  return quotedForZsh(`${variadic ? "*" : String(at + 1)}:${actionOf(shellWords([name]), value)}`);
}

function actionOf(name: string, value: CompletionValue): string {
  switch (value.kind) {
    case "words":
      return `${name}:(${shellWords(value.words)})`;
    case "file":
      return `${name}:_files`;
    case "folder":
      return `${name}:_files -/`;
    case "text":
      return `${name}: `;
  }
}

function quotedForZsh(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
