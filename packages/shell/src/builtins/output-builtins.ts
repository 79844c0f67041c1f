import {
  type Alternatives,
  type Field,
  type FieldPart,
  NO_ORIGINS,
  capped,
  hole,
  joinFields,
  literalOf,
  originsOf,
  simplify,
  uniteOrigins,
  withoutGlobs,
} from "../field.js";
import { write } from "../descriptors.js";
import { formatPrintf, unescapePrintf } from "./format-printf.js";
import { received, runGiven, runSubscript } from "../hidden-code.js";
import { type Frame, type Invocation, type Machine, either } from "../machine.js";
import type { AfterRun, State } from "../state.js";
import { isName } from "./builtin-run.js";

/** `echo`. */
export function runEcho(machine: Machine, invocation: Invocation, state: State, _frame: Frame): AfterRun {
  write(machine, [echoed(invocation.fields)], state);
  return either(state);
}

/** What `echo` prints, as the shell's own; a glob stays: it is names. */
function echoed(fields: readonly Field[]): Field {
  const { at, newline, escapes } = echoOptions(fields);
  let all: Field = "";
  // What may be no field at all takes the blanks around it into its hole.
  let isOpen = true;
  for (let i = at; i < fields.length; i++) {
    const given = fields[i] ?? "";
    const isOptional = typeof given !== "string" && given.every((part) => part.kind === "hole" && part.wide);
    const field = unwide(given);
    all = joinFields(all, isOpen || isOptional ? field : joinFields(" ", field));
    isOpen = isOptional;
  }
  if (escapes) {
    const { field, ended } = unescaped(all);
    return capped(newline && !ended ? joinFields(field, "\n") : field);
  }
  return capped(newline ? joinFields(all, "\n") : all);
}

function echoOptions(fields: readonly Field[]) {
  const options = { at: 1, newline: true, escapes: false };
  for (; options.at < fields.length; options.at++) {
    const text = literalOf(fields[options.at] ?? "");
    if (text === null || !/^-[neE]+$/.test(text)) break;
    if (text.includes("n")) options.newline = false;
    for (const letter of text) if (letter === "e" || letter === "E") options.escapes = letter === "e";
  }
  return options;
}

function unwide(field: Field): Field {
  if (typeof field === "string") return field;
  return field.map((part): FieldPart => (part.kind === "hole" ? { ...part, wide: false } : part));
}

function unescaped(field: Field): { readonly field: Field; readonly ended: boolean } {
  if (typeof field === "string") {
    const { text, ended } = unescapePrintf(field, true);
    return { field: text, ended };
  }
  const parts: FieldPart[] = [];
  for (const part of field) {
    if (part.kind !== "text") {
      parts.push(part);
      continue;
    }
    const { text, ended } = unescapePrintf(part.text, true);
    parts.push({ ...part, text });
    if (ended) return { field: simplify(parts), ended };
  }
  return { field: simplify(parts), ended: false };
}

/** `printf`; with `-v` into a variable. */
export function runPrintf(machine: Machine, invocation: Invocation, state: State, frame: Frame): AfterRun {
  let { fields } = invocation;
  let variable: string | null = null;
  if (literalOf(fields[1] ?? "") === "-v") {
    variable = literalOf(fields[2] ?? "");
    fields = [fields[0] ?? "", ...fields.slice(3)];
    if (variable === null) state.tainted = true;
  }
  if (literalOf(fields[1] ?? "") === "--") fields = [fields[0] ?? "", ...fields.slice(2)];
  const text = printed(machine, fields);
  if (variable === null) write(machine, text, state);
  else if (isName(variable)) {
    const values = text.map((one) => withoutGlobs(one));
    for (const one of values) runGiven(machine, variable, one, state, frame);
    state.setValue(variable, values);
    received(machine, variable, state, frame, invocation.span);
  } else {
    runSubscript(machine, variable, state, frame);
    state.tainted = true;
  }
  return either(state);
}

/** What `printf FORMAT …` prints. */
function printed(machine: Machine, fields: readonly Field[]): Alternatives {
  const format = literalOf(fields[1] ?? "");
  const args = fields.slice(2);
  let from = NO_ORIGINS;
  for (const one of fields) from = uniteOrigins(from, originsOf(one));
  if (format === null) return [hole(from)];
  // How many arguments there are is not known.
  const isOpen = args.some(
    (one) =>
      typeof one !== "string" &&
      one.some((part) => part.kind !== "text" && (part.kind === "glob" || part.wide)),
  );
  if (isOpen && !/^[^%]*%s[^%]*$/.test(format)) return [hole(from)];
  const result = formatPrintf(format, args, (units) => {
    machine.work.spend(units);
  });
  return [result === null ? hole(from) : capped(result)];
}

/** `pwd`. */
export function runPwd(machine: Machine, _invocation: Invocation, state: State): AfterRun {
  write(
    machine,
    state.directories.map((one) => joinFields(one, "\n")),
    state,
  );
  return either(state);
}
