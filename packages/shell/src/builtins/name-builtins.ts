import type { CommandNames } from "../command-names.js";
import { write } from "../descriptors.js";
import { type Field, literalOf } from "../field.js";
import { type Frame, type Invocation, type Machine, either } from "../machine.js";
import type { AfterRun, State } from "../state.js";
import { SOMETHING, literals } from "./builtin-run.js";

/** `alias`: the name is replaced by text in what is read later. */
export function runAlias(machine: Machine, invocation: Invocation, state: State, frame: Frame): AfterRun {
  write(machine, SOMETHING, state);
  const aliases = new Map(state.names.aliases);
  for (const field of invocation.fields.slice(1)) {
    const [name, value] = splitAtEquals(field);
    if (name !== null && value !== null) aliases.set(name, [value]);
    else if (name === null) machine.reader.unknown("environment", "alias", invocation.span);
  }
  if (aliases.size > 0 && (state.names.expands === true || frame.dialect === "sh"))
    machine.reader.unknown("environment", "alias", invocation.span);
  state.names = { ...state.names, aliases };
  return either(state);
}

/** `a=b` as name and value; no value without `=`, no name where it is not known. */
function splitAtEquals(field: Field): readonly [string | null, Field | null] {
  const head = typeof field === "string" ? field : field[0]?.kind === "text" ? field[0].text : null;
  if (head === null) return [null, null];
  const equals = head.indexOf("=");
  if (equals === -1) return [literalOf(field), null];
  const name = head.slice(0, equals);
  const [first, ...others] = typeof field === "string" ? [] : field;
  if (first?.kind !== "text") return [name, head.slice(equals + 1)];
  return [name, [{ ...first, text: head.slice(equals + 1) }, ...others]];
}

/** `unalias`. */
export function runUnalias(_machine: Machine, invocation: Invocation, state: State): AfterRun {
  const aliases = new Map(state.names.aliases);
  for (const text of literals(invocation.fields)) {
    if (text === "-a") aliases.clear();
    else if (text !== null) aliases.delete(text);
  }
  state.names = { ...state.names, aliases };
  return either(state);
}

/** `hash`: `-p` says which program a name runs; `-r` and `-d` forget it, and so does a new search. */
export function runHash(machine: Machine, invocation: Invocation, state: State): AfterRun {
  const { fields } = invocation;
  const hashed = new Map(state.names.hashed);
  let path: Field | null = null;
  write(machine, SOMETHING, state);
  for (let i = 1; i < fields.length; i++) {
    const text = literalOf(fields[i] ?? "");
    if (text === null) machine.reader.unknown("environment", "hash", invocation.span);
    else if (/^-[dlrt]*p$/.test(text)) path = fields[++i] ?? "";
    else if (/^-[dlrt]*p./.test(text)) path = text.slice(text.indexOf("p") + 1);
    else if (text === "-l" || text === "-t") return either(state);
    else if (text.startsWith("-")) {
      if (text.includes("r")) hashed.clear();
    } else if (path === null) hashed.delete(text);
    else hashed.set(text, [path]);
  }
  state.names = { ...state.names, hashed };
  return either(state);
}

/** `enable`: with `-n` programs run in place of builtins. */
export function runEnable(machine: Machine, invocation: Invocation, state: State): AfterRun {
  write(machine, SOMETHING, state);
  const texts = literals(invocation.fields);
  const disabled = new Set(state.names.disabled);
  for (const text of texts) {
    if (text === null || text.startsWith("-")) continue;
    if (texts.includes("-n")) disabled.add(text);
    else disabled.delete(text);
  }
  state.names = { ...state.names, disabled };
  return either(state);
}

/** `shopt -s expand_aliases`, and what else turns aliases on and off. */
export function setExpandsAliases(state: State, expands: boolean): void {
  const names: CommandNames = { ...state.names, expands };
  state.names = names;
}
