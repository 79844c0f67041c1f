import type { CompletionCommand, CompletionTree } from "./completion-tree.js";
import type { CompletionValue } from "./completion-value.js";
import { ownOptions, shellWords, spellings, valued } from "./shell-words.js";

/**
 * The completion for bash 3.2 and later. Files and folders are left to readline, which knows how to quote their names; before bash 4,
 * where it cannot be told which of them is wanted, it offers files.
 */
export function bashScript(tree: CompletionTree): string {
  return `# Completion of gatehouse for bash: eval "$(gatehouse completion bash)"

# What follows the option $2 of the command $1; fails where nothing does.
__gatehouse_value() {
  case "$1 $2" in
${valueCases(tree).join("\n")}
    *) return 1 ;;
  esac
}

# The word number $2, from 0, of the command $1.
__gatehouse_word() {
  case "$1 $2" in
${tree.commands.flatMap(wordCases).join("\n")}
    *) kind=text ;;
  esac
}

# The options of the command $1.
__gatehouse_options() {
  kind=words
  case "$1" in
${optionCases(tree).join("\n")}
  esac
}

${FIND_POSITION}
${completeFunction(tree)}

complete -o default -F _gatehouse gatehouse
`;
}

/** Which command and word the cursor is at: the first half of `_gatehouse`. */
const FIND_POSITION = `_gatehouse() {
  local IFS=$' \\t\\n' cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]}
  local command= ended= kind= words= count=0 at word
  # \`--format=json\` is three words.
  if [[ $cur == = ]]; then
    cur=
  elif [[ $prev == = ]]; then
    prev=\${COMP_WORDS[COMP_CWORD-2]}
  fi
  for ((at = 1; at < COMP_CWORD; at++)); do
    word=\${COMP_WORDS[at]}
    if [[ -z $ended && $word == -- ]]; then
      ended=1
    elif [[ -z $ended && $word == -?* ]]; then
      if __gatehouse_value "$command" "$word"; then
        [[ \${COMP_WORDS[at+1]} == = ]] && ((at++))
        ((at++))
      fi
    elif [[ -z $command ]]; then
      command=$word
    else
      ((count++))
    fi
  done`;

/** What fits there: its second half. */
function completeFunction(tree: CompletionTree): string {
  return `  kind= words=
  if [[ -z $ended && $prev == -?* ]] && __gatehouse_value "$command" "$prev"; then
    :
  elif [[ -z $ended && $cur == -* ]]; then
    __gatehouse_options "$command"
  elif [[ -z $command ]]; then
    kind=words words="${shellWords(tree.commands.map(({ name }) => name))}"
  else
    __gatehouse_word "$command" "$count"
  fi
  COMPREPLY=()
  case $kind in
    words) COMPREPLY=($(compgen -W "$words" -- "$cur")); compopt +o default 2>/dev/null ;;
    folder) compopt +o default -o dirnames 2>/dev/null ;;
    text) compopt +o default 2>/dev/null ;;
  esac
  return 0
}`;
}

function valueCases(tree: CompletionTree): readonly string[] {
  const own = tree.commands.flatMap((command) =>
    valued(ownOptions(tree, command.options)).map((option) =>
      caseOf(
        spellings(option).map((one) => `"${shellWords([command.name])} ${shellWords([one])}"`),
        option.value,
      ),
    ),
  );
  const all = valued(tree.options).map((option) =>
    caseOf(
      spellings(option).map((one) => `*" ${shellWords([one])}"`),
      option.value,
    ),
  );
  return [...own, ...all];
}

function wordCases({ name, words }: CompletionCommand): readonly string[] {
  return words.map(({ value, variadic }, at) =>
    caseOf([`"${shellWords([name])} "${variadic ? "*" : String(at)}`], value),
  );
}

function optionCases(tree: CompletionTree): readonly string[] {
  const line = (pattern: string, options: CompletionTree["options"]): string =>
    `    ${pattern}) words="${shellWords(options.map(({ long }) => long))}" ;;`;
  return [
    ...tree.commands.map(({ name, options }) => line(shellWords([name]), options)),
    line("*", tree.options),
  ];
}

function caseOf(patterns: readonly string[], value: CompletionValue): string {
  const words = value.kind === "words" ? ` words="${shellWords(value.words)}"` : "";
  return `    ${patterns.join(" | ")}) kind=${value.kind}${words} ;;`;
}
