import { runSubscript } from "../hidden-code.js";
import { type Field, NO_ORIGINS, hole, isWide, literalOf } from "../field.js";
import { type Frame, type Invocation, type Machine, either } from "../machine.js";
import type { AfterRun, State } from "../state.js";
import { write } from "../descriptors.js";
import { SOMETHING, isName, literals } from "./builtin-run.js";
import { setExpandsAliases } from "./name-builtins.js";

/** Options of `set` that change what words mean, or which commands run, in ways that are not followed. */
const OPTIONS = /^(?:keyword|braceexpand|noclobber|posix|noexec|histexpand)$/;

/** `set`: options, then parameters. */
export function runSet(machine: Machine, invocation: Invocation, state: State): AfterRun {
  const { fields } = invocation;
  if (fields.length === 1) write(machine, SOMETHING, state);
  let at = 1;
  for (; at < fields.length; at++) {
    const text = literalOf(fields[at] ?? "");
    if (text === null) break;
    if (text === "--") {
      state.positional = positionalOf(fields.slice(at + 1));
      return either(state);
    }
    if (!/^[-+][A-Za-z]+$/.test(text)) break;
    const on = text.startsWith("-");
    if (text.includes("f")) state.noglob = on;
    if (text.includes("a")) state.allexport = on;
    if (/[kBC]/.test(text)) machine.reader.unknown("environment", "set", invocation.span);
    if (text.endsWith("o")) setNamed(machine, invocation, literalOf(fields[++at] ?? ""), on, state);
  }
  if (at < fields.length) state.positional = positionalOf(fields.slice(at));
  return either(state);
}

/** `set -o NAME`, `set +o NAME`. */
function setNamed(
  machine: Machine,
  invocation: Invocation,
  option: string | null,
  on: boolean,
  state: State,
): void {
  if (option === "noglob") state.noglob = on;
  else if (option === "allexport") state.allexport = on;
  else if (option === "pipefail") state.pipefail = true;
  else if (option === "posix") setExpandsAliases(state, on);
  if (option === null || OPTIONS.test(option)) machine.reader.unknown("environment", "set", invocation.span);
}

function positionalOf(fields: readonly Field[]): State["positional"] {
  return fields.some(isWide) ? null : [fields];
}

/** `shift`. */
export function runShift(_machine: Machine, invocation: Invocation, state: State): AfterRun {
  const text = literalOf(invocation.fields[1] ?? "1");
  if (state.positional === null) return either(state);
  if (text === null || !/^\d+$/.test(text)) state.positional = null;
  else {
    const count = Number(text);
    // More than there are: nothing is shifted.
    state.positional = state.positional.map((one) => (count > one.length ? one : one.slice(count)));
  }
  return either(state);
}

/** Options that are followed, or that change nothing of which commands run. */
const UNDERSTOOD =
  /^(?:dotglob|extglob|globstar|nullglob|failglob|noglob|inherit_errexit|autocd|checkhash|checkjobs|checkwinsize|cmdhist|direxpand|dirspell|cdspell|errexit|nounset|pipefail|xtrace|verbose|errtrace|functrace|extquote|force_fignore|gnu_errfmt|hist\w+|hostcomplete|huponexit|interactive_comments|lithist|login_shell|mailwarn|no_empty_cmd_completion|progcomp\w*|promptvars|shift_verbose|sourcepath|emacs|vi|monitor|notify)$/;

/** `shopt`: some options change what globs and words mean. */
export function runShopt(machine: Machine, invocation: Invocation, state: State): AfterRun {
  const texts = literals(invocation.fields);
  write(machine, SOMETHING, state);
  const turns = texts.some((text) => text === null || /^-[a-z]*[su]/.test(text));
  const isOn = texts.some((text) => text !== null && /^-[a-z]*s/.test(text));
  for (const text of texts) {
    if (text === "noglob") state.noglob = isOn;
    if (text === "pipefail" && isOn) state.pipefail = true;
    if (text === "dotglob") state.dotglob ||= isOn;
    if (turns && (text === null || !(text.startsWith("-") || UNDERSTOOD.test(text))))
      machine.reader.unknown("environment", "shopt", invocation.span);
  }
  if (texts.includes("expand_aliases")) setExpandsAliases(state, !texts.includes("-u"));
  return either(state);
}

/** `let`: arithmetic. */
export function runLet(machine: Machine, invocation: Invocation, state: State, frame: Frame): AfterRun {
  for (const text of literals(invocation.fields)) {
    const command = text === null ? undefined : machine.parse(`((${text}))`).list[0]?.command;
    if (command?.kind === "compute" && command.expression !== null)
      machine.arithmetic(command.expression, state, frame);
    else state.tainted = true;
    // The word was expanded once, and what is within `[…]` is expanded again.
    if (text !== null) runSubscript(machine, text, state, frame);
  }
  return either(state);
}

/** `getopts`: which option comes is not followed. */
export function runGetopts(_machine: Machine, invocation: Invocation, state: State): AfterRun {
  const name = literalOf(invocation.fields[2] ?? "");
  for (const one of [name, "OPTARG", "OPTIND"]) {
    if (one !== null && isName(one)) {
      state.setVariable(one, { values: [hole(NO_ORIGINS)], exported: false, attribute: "none" });
    }
  }
  if (name === null) state.tainted = true;
  return either(state);
}
