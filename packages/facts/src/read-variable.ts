import { type Assigned, literalOf, showField } from "@gatehouse-hooks/shell";
import type { FactLists } from "./fact-lists.js";

/** Variables that change which code runs. */
const LOADERS =
  /^(?:PATH|IFS|ENV|BASH_ENV|BASH_FUNC_.*|SHELLOPTS|BASHOPTS|PROMPT_COMMAND|PS[0124]|LD_\w+|DYLD_\w+|GCONV_PATH|NODE_OPTIONS|NODE_PATH|PYTHON(?:PATH|STARTUP|HOME|BREAKPOINT)|PERL5(?:LIB|OPT|DB)|PERLLIB|RUBY(?:LIB|OPT)|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|GIT_(?:EXEC_PATH|TEMPLATE_DIR|CONFIG\w*)|CDPATH|HISTFILE|LUA_INIT\w*|PHPRC|PHP_INI_SCAN_DIR|CLASSPATH|RUSTC_WRAPPER|CC|CXX|MAKEFLAGS)$/;

/** Loaders that are understood: they change no program that the text names by more than its directory. */
const MILD = /^(?:IFS|CDPATH|HISTFILE|MAKEFLAGS|CC|CXX)$/;

/** Variables whose value is code, or a file of code, for every shell that starts later; and libraries that all programs load. */
const STARTS =
  /^(?:BASH_ENV|BASH_FUNC_.*|ENV|PROMPT_COMMAND|ZDOTDIR|PYTHONSTARTUP|LD_(?:PRELOAD|AUDIT)|DYLD_INSERT_LIBRARIES)$/;

/** Values with which they run nothing that was not there: none, and libraries of the system. */
const RUNS_NOTHING = /^(?:|:|true|\/dev\/null|(?:\/(?:usr|lib|lib64|opt|nix)\/[^: ]*[: ]?)+)$/;

/** The shells that start later run what the value says: of `ENV` only a path, since projects name their environments by it. */
function addStart(lists: FactLists, { name, value, span }: Assigned, maybe: boolean): void {
  if (!STARTS.test(name)) return;
  const text = showField(value);
  const isName = name === "ENV" && (!/[/~]/.test(text) || /\.(?:env|ya?ml|json|toml|ini)$/.test(text));
  if (isName || RUNS_NOTHING.test(text)) return;
  lists.add(lists.actions, {
    kind: "environment.code",
    target: `${name}=${text}`.slice(0, 500),
    place: "here",
    certainty: maybe || literalOf(value) === null ? "maybe" : "exact",
    by: name,
    span,
  });
}

/** A variable is set for a command or exported. */
export function readVariable(lists: FactLists, assigned: Assigned, maybe: boolean): void {
  const { name, value, span } = assigned;
  const loader = LOADERS.test(name);
  const known = literalOf(value);
  lists.add(lists.env, {
    name,
    value: known === null ? null : known.slice(0, 500),
    kind: loader ? "loader" : "plain",
    certainty: maybe || known === null ? "maybe" : "exact",
    span,
  });
  addStart(lists, assigned, maybe);
  const mayExpand = known === null || /[$`]/.test(known);
  // The prompt of `set -x` is expanded, and what it holds then runs.
  const runs = name === "PS4" && mayExpand;
  if (!runs && (!loader || MILD.test(name) || known === "")) return;
  // A prompt is code only where it has a substitution.
  if (/^PS\d$/.test(name) && !mayExpand) return;
  if (name === "PATH" && isSystemPath(showField(value))) return;
  lists.addUnknown("environment", name, span);
}

/** Only directories of the system, and what was there before. */
function isSystemPath(value: string): boolean {
  return value
    .split(":")
    .every(
      (one) => one === "\uFFFD" || /^(?:\/usr(?:\/local)?)?\/s?bin\/?$|^\/opt\/homebrew\/s?bin\/?$/.test(one),
    );
}
