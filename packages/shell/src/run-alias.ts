import { type Alternatives, type Field, capped, joinFields } from "./field.js";
import { LIMITS } from "./limits.js";
import { type Frame, type Machine, spanIn } from "./machine.js";
import type { AfterRun, State } from "./state.js";
import { joinStates } from "./join-states.js";
import type { SimpleNode } from "./syntax.js";

/** The name of an alias that stands first in a command, and may be expanded there; `null` for none. */
export function aliasOf(command: SimpleNode, state: State, frame: Frame): string | null {
  const { aliases, expands } = state.names;
  if (aliases.size === 0 || (expands === false && frame.dialect !== "sh")) return null;
  const [first] = command.words;
  if (first === undefined || !("literal" in first) || first.literal === null) return null;
  // A quote anywhere in it keeps a word from being an alias.
  if (first.text !== first.literal || frame.aliases.includes(first.literal)) return null;
  return aliases.has(first.literal) ? first.literal : null;
}

/**
 * Runs a command with the text of its alias in place of the name. Whether the shell had read the command before the alias was
 * there depends on lines: the caller runs it as it is, too.
 */
export function runAlias(
  machine: Machine,
  name: string,
  command: SimpleNode,
  state: State,
  frame: Frame,
): AfterRun {
  const span = spanIn(frame, command.start, command.end);
  if (frame.depth >= LIMITS.depth) {
    machine.reader.unknown("limit", name.slice(0, 200), span);
    return { success: state, failure: state };
  }
  const inner: Frame = {
    ...frame,
    depth: frame.depth + 1,
    maybe: true,
    aliases: [...frame.aliases, name],
  };
  let success: State | null = null;
  let failure: State | null = null;
  for (const code of textsOf(command, state)) {
    const after = machine.code(code, state.fork(), inner, -1, span);
    success = joinStates(success, after.success);
    failure = joinStates(failure, after.failure);
  }
  return { success, failure };
}

/** The command with aliases expanded; after one that ends with a blank the next word is looked up, too. */
function textsOf(command: SimpleNode, state: State): Alternatives {
  let all: Alternatives = [command.assignments.map(({ text }) => `${text} `).join("")];
  let looks = true;
  for (const word of command.words) {
    const values: Alternatives = (looks ? state.names.aliases.get(word.text) : undefined) ?? [word.text];
    looks &&= values.some((one) => endsWithBlank(one));
    const next = all.flatMap((before) =>
      values.map((value) => capped(joinFields(joinFields(before, value), " "))),
    );
    all = next.slice(0, LIMITS.alternatives);
  }
  return all;
}

function endsWithBlank(field: Field): boolean {
  const last = typeof field === "string" ? field : field.at(-1);
  const text = typeof last === "string" ? last : last?.kind === "text" ? last.text : "x";
  return /[ \t]$/.test(text);
}
