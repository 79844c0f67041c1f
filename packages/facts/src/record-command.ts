import { type ShellCall, type Field, literalOf, showField } from "@gatehouse-hooks/shell";
import type { CommandFact } from "./facts.js";
import type { ProgramCall, FactReading } from "./programs/program-call.js";
import type { GivenOption } from "./programs/parse-arguments.js";
import { readSecretVariables } from "./read-secret-variables.js";

/** Adds the fact that a command may run. Its operands are `fields`, or all arguments where that is `null`. */
export function recordCommand(
  reading: FactReading,
  call: ShellCall,
  program: string | null,
  name: string,
  context: ProgramCall | null,
  sub: string,
  given: readonly GivenOption[],
  fields: readonly Field[] | null,
): void {
  const { lists } = reading;
  const { via, place, span } = call;
  const [directory] = call.directories;
  const args = shown(call.fields.slice(1));
  const flags = context === null ? [] : flagsOf(given);
  const values = context === null ? [] : valuesOf(given);
  const operands = fields === null ? args : shown(fields);
  const cwd = call.directories.length === 1 && directory !== undefined ? literalOf(directory) : null;
  const input = inputOf(call);
  const certainty = program === null ? "unknown" : call.maybe ? "maybe" : "exact";
  // Two plain literals: one that is put together of parts takes as long as all else here.
  const fact: CommandFact =
    values.length === 0
      ? { program, name, args, flags, operands, sub, via, place, cwd, input, certainty, span }
      : { program, name, args, flags, values, operands, sub, via, place, cwd, input, certainty, span };
  lists.add(lists.commands, fact);
  readSecretVariables(reading, call);
}

/** Strings are shown as they are. */
function shown(fields: readonly Field[]): readonly string[] {
  return fields.every((one) => typeof one === "string") ? fields : fields.map(showField);
}

function inputOf(call: ShellCall): CommandFact["input"] {
  if (call.input.kind !== "pipe" && call.input.kind !== "file") return call.input.kind;
  const fromNetwork = call.input.content.some(
    (one) =>
      typeof one !== "string" &&
      one.some((part) => part.kind !== "glob" && part.from.some(({ kind }) => kind === "network")),
  );
  return fromNetwork ? "network" : call.input.kind;
}

/** Every spelling of every option that is on. */
function flagsOf(given: readonly GivenOption[]): readonly string[] {
  if (given.length === 0) return [];
  const on = new Set<string>();
  for (const { option, negated } of given) {
    for (const name of option.names) {
      if (negated) on.delete(name);
      else on.add(name);
    }
  }
  return [...on];
}

/** The most values of one command that a fact has. */
const MOST_VALUES = 100;

/** Every option with its value, in every spelling. */
function valuesOf(given: readonly GivenOption[]): readonly string[] {
  const all = new Set<string>();
  for (const { option, negated, value } of given) {
    if (negated || value === null || all.size >= MOST_VALUES) continue;
    const text = showField(value);
    for (const name of option.names) all.add(`${name}=${text}`);
  }
  return [...all].slice(0, MOST_VALUES);
}
