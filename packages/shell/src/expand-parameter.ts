import {
  type Alternatives,
  type Field,
  NO_ORIGINS,
  filled,
  hasHole,
  hole,
  lengthOf,
  literalOf,
  originsOf,
} from "./field.js";
import { received, runSubscript } from "./hidden-code.js";
import type { Frame, Machine } from "./machine.js";
import { changeValue, numberOf } from "./change-value.js";
import { joinByFirst, separatorsOf } from "./separators.js";
import { LIMITS } from "./limits.js";
import { type WordPiece, quotedText } from "./split-fields.js";
import type { State } from "./state.js";
import { type VariableValue, isArrayValue, joinValues } from "./values.js";
import type { Operation, ParameterPart } from "./syntax.js";

/** What `$name` may be: a string, a list (`$@`, `${a[@]}`), or unset. */
type Parameter =
  | { readonly kind: "one"; readonly value: Field }
  | { readonly kind: "list"; readonly values: readonly Field[] }
  | { readonly kind: "unset" };

const UNSET: Parameter = { kind: "unset" };

/** A parameter in a word, and where it is expanded. */
interface Expansion {
  readonly machine: Machine;
  readonly part: ParameterPart;
  readonly quoted: boolean;
  readonly state: State;
  readonly frame: Frame;
}

/** Alternatives of pieces for `$x`, `${x…}`. */
export function expandParameter(
  machine: Machine,
  part: ParameterPart,
  quoted: boolean,
  state: State,
  frame: Frame,
): readonly (readonly WordPiece[])[] {
  const { operation } = part;
  const expansion: Expansion = { machine, part, quoted, state, frame };
  if (part.prefix === "!" && (operation?.kind === "names" || part.index !== null))
    return [pieces(hole(NO_ORIGINS, "any", true), quoted, true)];
  if (part.prefix === "!") return expandIndirect(expansion);
  const parameters = parametersOf(expansion);
  const all: (readonly WordPiece[])[] = [];
  for (const parameter of parameters) {
    if (part.prefix === "#") all.push(pieces(lengthOfParameter(parameter, part), quoted));
    else if (operation?.kind === "default") all.push(...withDefault(expansion, operation, parameter));
    else if (operation === null) all.push(plain(parameter, part, quoted, separatorsOf(state)));
    else all.push(...changed(expansion, operation, parameter));
  }
  return all.length === 0 ? [[]] : all;
}

function pieces(field: Field, quoted: boolean, each = false): readonly WordPiece[] {
  if (typeof field === "string") {
    return quoted
      ? [quotedText(field)]
      : field === ""
        ? []
        : [{ kind: "expanded", part: { kind: "text", text: field, from: NO_ORIGINS } }];
  }
  return field.map((part): WordPiece => {
    // A glob in a value is what it matched: quotes do not change that.
    if (part.kind === "hole")
      return {
        kind: quoted ? "quoted" : "expanded",
        part: { ...part, wide: (each || !quoted) && part.form === "any" },
      };
    return { kind: quoted ? "quoted" : "expanded", part };
  });
}

function plain(
  parameter: Parameter,
  part: ParameterPart,
  quoted: boolean,
  separators: string | null,
): readonly WordPiece[] {
  switch (parameter.kind) {
    case "unset":
      return quoted && !isEach(part) ? [quotedText("")] : [];
    case "one":
      return pieces(parameter.value, quoted, isEach(part));
    case "list": {
      const starred = part.name === "*" || part.index?.text === "*";
      // Joined by what is not a blank, elements that are empty are fields.
      if (quoted ? starred : /^\S/.test(separators ?? ""))
        return pieces(joinByFirst(parameter.values, separators), quoted);
      return parameter.values.flatMap((value, i): readonly WordPiece[] =>
        i === 0 ? pieces(value, quoted) : [{ kind: "break" }, ...pieces(value, quoted)],
      );
    }
  }
}

function isEach(part: ParameterPart): boolean {
  return part.name === "@" || part.index?.text === "@";
}

function lengthOfParameter(parameter: Parameter, part: ParameterPart): Field {
  if (parameter.kind === "unset") return "0";
  const counts = part.index?.text === "@" || part.index?.text === "*";
  if (counts && parameter.kind === "one") return hasHole(parameter.value) ? hole(NO_ORIGINS, "number") : "1";
  if (parameter.kind === "list") return String(parameter.values.length);
  const known = literalOf(parameter.value);
  return known === null ? hole(NO_ORIGINS, "number") : String(known.length);
}

/** The possible values of a name with its index. */
function parametersOf({ machine, part, state, frame }: Expansion): readonly Parameter[] {
  const { name, index } = part;
  if (name === "@" || name === "*") {
    if (state.positional === null) return [{ kind: "one", value: hole(NO_ORIGINS, "any", true) }];
    return state.positional.map((values) => ({ kind: "list", values }));
  }
  if (/^\d+$/.test(name)) {
    if (name === "0") return [{ kind: "one", value: state.zero }];
    if (state.positional === null) return [{ kind: "one", value: hole() }];
    return state.positional.map((values) => {
      const value = values[Number(name) - 1];
      return value === undefined ? UNSET : { kind: "one", value };
    });
  }
  if (name === "#") {
    return (state.positional ?? [null]).map((values) => ({
      kind: "one",
      value: values === null ? hole(NO_ORIGINS, "number") : String(values.length),
    }));
  }
  if (name === "!") return [{ kind: "one", value: hole() }];
  if (name === "?" || name === "$") return [{ kind: "one", value: hole(NO_ORIGINS, "number") }];
  if (name === "-" || name === "_") return [{ kind: "one", value: hole() }];
  return valuesOf(machine, name, state).map((value) => parameterOf(machine, value, index, state, frame));
}

function parameterOf(
  machine: Machine,
  value: VariableValue,
  index: ParameterPart["index"],
  state: State,
  frame: Frame,
): Parameter {
  if (value === null) return UNSET;
  if (!isArrayValue(value)) {
    const key =
      index === null || index.text === "@" || index.text === "*"
        ? "0"
        : keyOf(machine, index, false, state, frame);
    // A value that is not known may be an array.
    if (key === null || (key !== "0" && hasHole(value)))
      return { kind: "one", value: hole(originsOf(value)) };
    return key === "0" ? { kind: "one", value } : UNSET;
  }
  if (index?.text === "@" || index?.text === "*")
    return { kind: "list", values: [...value.entries.values()] };
  const key = index === null ? "0" : keyOf(machine, index, value.keyed, state, frame);
  if (key === null) return { kind: "one", value: hole() };
  const entry =
    key.startsWith("-") && !value.keyed
      ? [...value.entries.values()].at(Number(key))
      : value.entries.get(key);
  return entry === undefined ? UNSET : { kind: "one", value: entry };
}

/** The key that an index gives; `null` when it is not known. */
export function keyOf(
  machine: Machine,
  index: NonNullable<ParameterPart["index"]>,
  keyed: boolean,
  state: State,
  frame: Frame,
): string | null {
  const values = machine.string(index, state, frame);
  const known = values.length === 1 && values[0] !== undefined ? literalOf(values[0]) : null;
  if (known === null || keyed) return known;
  if (/^-?\d+$/.test(known)) return String(Number(known));
  if (/^[A-Za-z_]\w*$/.test(known)) {
    const value = valuesOf(machine, known, state);
    const number =
      value.length === 1 && value[0] !== undefined && value[0] !== null && !isArrayValue(value[0])
        ? literalOf(value[0])
        : null;
    if (number !== null) runSubscript(machine, number, state, frame);
    return number !== null && /^-?\d+$/.test(number)
      ? String(Number(number))
      : value[0] === null
        ? "0"
        : null;
  }
  const command = machine.parse(`((${known}))`).list[0]?.command;
  if (command?.kind !== "compute" || command.expression === null) return null;
  const number = machine.arithmetic(command.expression, state, frame);
  return number === null ? null : String(number);
}

/** The possible values of a variable, of the text or of the environment. */
export function valuesOf(machine: Machine, name: string, state: State): readonly VariableValue[] {
  const variable = state.variables.get(name);
  if (variable?.attribute === "reference") {
    const targets = state.targetsOf(name);
    if (targets === null) return [hole([{ kind: "variable" }])];
    return targets.flatMap((one) => valuesOf(machine, one, state)).slice(0, LIMITS.alternatives);
  }
  if (state.tainted) {
    const known = variable?.values ?? [];
    return joinValues(known, [hole([{ kind: "variable", name }])]);
  }
  if (variable !== undefined) return variable.values;
  switch (name) {
    case "HOME":
      return [machine.home ?? hole(NO_ORIGINS, "home")];
    case "PWD":
      return state.directories;
    case "IFS":
      return [" \t\n"];
    case "UID":
    case "EUID":
    case "PPID":
    case "RANDOM":
    case "SECONDS":
    case "LINENO":
    case "BASHPID":
    case "EPOCHSECONDS":
    case "SRANDOM":
      return [hole(NO_ORIGINS, "number")];
    case "TMPDIR":
    case "OLDPWD":
      return [filled(hole([{ kind: "variable", name }]))];
    default:
      return [hole([{ kind: "variable", name }])];
  }
}

function withDefault(
  { machine, part, quoted, state, frame }: Expansion,
  operation: Operation,
  parameter: Parameter,
): readonly (readonly WordPiece[])[] {
  const { operator, first } = operation;
  const checksEmpty = operator.startsWith(":");
  const isKnown =
    parameter.kind !== "one" || literalOf(parameter.value) !== null || isArrayValue(parameter.value);
  const isSet =
    parameter.kind === "list"
      ? parameter.values.length > 0
      : parameter.kind === "one" && !(checksEmpty && literalOf(parameter.value) === "");
  const inherited = parameter.kind === "one" && !isKnown;
  const operand = (): readonly (readonly WordPiece[])[] => {
    if (first === null) return [[]];
    if (quoted) return quotedOperand(machine, first, state, frame).map((field) => pieces(field, true));
    return operandPieces(machine, first, state, frame);
  };
  const own = (): readonly (readonly WordPiece[])[] => [plain(parameter, part, quoted, separatorsOf(state))];
  const full = (): readonly (readonly WordPiece[])[] => [
    plain(
      parameter.kind === "one" ? { kind: "one", value: filled(parameter.value) } : parameter,
      part,
      quoted,
      separatorsOf(state),
    ),
  ];
  switch (operator.replace(":", "")) {
    case "-":
      return inherited ? [...(checksEmpty ? full() : own()), ...operand()] : isSet ? own() : operand();
    case "=": {
      if (first === null || (isSet && !inherited)) return own();
      const assigned = machine.string(first, state, frame);
      const before = inherited || part.index !== null ? valuesOf(machine, part.name, state) : [];
      state.setValue(part.name, before.some(isArrayValue) ? [hole()] : joinValues(assigned, before));
      received(machine, part.name, state, frame, frame.span);
      return [
        ...assigned.map((field) => pieces(field, quoted)),
        ...(inherited ? (checksEmpty ? full() : own()) : []),
      ];
    }
    case "+":
      return inherited
        ? [...operand(), quoted ? [quotedText("")] : []]
        : isSet
          ? operand()
          : [quoted ? [quotedText("")] : []];
    default:
      // It ends the shell when it is unset.
      if (!isSet || inherited) machine.reader.unknown("environment", `\${${part.name}?}`, frame.span);
      return checksEmpty ? full() : own();
  }
}

/** The word after `:-` inside of double quotes: single quotes are characters there. */
function quotedOperand(
  machine: Machine,
  word: NonNullable<Operation["first"]>,
  state: State,
  frame: Frame,
): Alternatives {
  if (!word.text.includes("'")) return machine.string(word, state, frame);
  const command = word.text.includes('"') ? undefined : machine.parse(`: "${word.text}"`).list[0]?.command;
  const again = command?.kind === "simple" ? command.words[1] : undefined;
  return again === undefined || !("literal" in again) ? [hole()] : machine.string(again, state, frame);
}

/** The word after `:-` without quotes around: its own quotes count. */
function operandPieces(
  machine: Machine,
  word: NonNullable<Operation["first"]>,
  state: State,
  frame: Frame,
): readonly (readonly WordPiece[])[] {
  if (word.literal !== null) {
    const isQuoted = /["'\\]/.test(word.text);
    return [isQuoted ? [quotedText(word.literal)] : pieces(word.literal, false)];
  }
  return machine
    .fields(word, state, frame)
    .map((fields) =>
      fields.flatMap((field, i): readonly WordPiece[] =>
        i === 0 ? asIs(field) : [{ kind: "break" }, ...asIs(field)],
      ),
    );
}

/** Split already. */
function asIs(field: Field): readonly WordPiece[] {
  if (typeof field === "string") return [quotedText(field)];
  return field.map((part): WordPiece => ({ kind: "quoted", part }));
}

function changed(
  expansion: Expansion,
  operation: Operation,
  parameter: Parameter,
): readonly (readonly WordPiece[])[] {
  const { machine, part, quoted, state, frame } = expansion;
  if (parameter.kind === "unset") return [plain(UNSET, part, quoted, null)];
  const one = (field: Field): Alternatives => {
    machine.work.spend(lengthOf(field) + 8);
    return changeValue(machine, operation, field, state, frame);
  };
  if (parameter.kind === "one")
    return one(parameter.value).map((field) => pieces(field, quoted, isEach(part)));
  if (operation.kind === "slice") {
    const values = sliceList(expansion, operation, parameter.values);
    if (values === null) return [pieces(hole(NO_ORIGINS, "any", true), quoted)];
    return [plain({ kind: "list", values }, part, quoted, separatorsOf(state))];
  }
  const values = parameter.values.map((value) => {
    const results = one(value);
    return results.length === 1 && results[0] !== undefined ? results[0] : hole(originsOf(value));
  });
  return [plain({ kind: "list", values }, part, quoted, separatorsOf(state))];
}

function sliceList(
  { machine, part, state, frame }: Expansion,
  operation: Operation,
  values: readonly Field[],
): readonly Field[] | null {
  const offset = numberOf(machine, operation.first, state, frame);
  const length =
    operation.second === null ? values.length : numberOf(machine, operation.second, state, frame);
  if (offset === null || length === null || length < 0 || offset < 0) return null;
  // `${@:0}` begins with `$0`.
  const isPositional = part.name === "@" || part.name === "*";
  const all = isPositional ? [state.zero, ...values] : values;
  return all.slice(offset, offset + length + (isPositional && operation.second === null ? 1 : 0));
}

function expandIndirect(expansion: Expansion): readonly (readonly WordPiece[])[] {
  const { machine, part, quoted, state, frame } = expansion;
  const all: (readonly WordPiece[])[] = [];
  const own = state.variables.get(part.name);
  if (own?.attribute === "reference") {
    // `${!r}` of a reference is the name that it stands for.
    return own.values.map((one) => pieces(one === null || isArrayValue(one) ? hole() : one, quoted));
  }
  for (const parameter of parametersOf({ ...expansion, part: { ...part, prefix: null } })) {
    const name = parameter.kind === "one" ? literalOf(parameter.value) : null;
    if (name !== null && /^(?:[A-Za-z_]\w*|\d+|[@*])$/.test(name) && part.index === null) {
      const target: ParameterPart = { ...part, prefix: null, name };
      all.push(...expandParameter(machine, target, quoted, state, frame));
    } else {
      const value = parameter.kind === "one" ? literalOf(parameter.value) : null;
      if (parameter.kind === "one" && value !== null && /^\w+\[/.test(value))
        runSubscript(machine, parameter.value, state, frame);
      // Without a name it is an error, and what comes after it in the list is not run.
      else machine.reader.unknown("environment", `\${!${part.name}}`, frame.span);
      all.push(pieces(hole(), quoted));
    }
  }
  return all;
}
