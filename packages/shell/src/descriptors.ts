import {
  type Alternatives,
  type Field,
  appendAlternatives,
  hole,
  literalOf,
  originsOf,
  uniteAlternatives,
  uniteOrigins,
  NO_ORIGINS,
} from "./field.js";
import { type CallInput, type Frame, type Invocation, type Machine, spanIn } from "./machine.js";
import { resolvePath } from "./path.js";
import type { Descriptor, State } from "./state.js";
import { isArrayValue } from "./values.js";
import type { Redirection } from "./syntax.js";

const TERMINAL: Descriptor = { kind: "terminal" };

/** A shell without redirections. */
export const TERMINALS: ReadonlyMap<number, Descriptor> = new Map([
  [0, TERMINAL],
  [1, TERMINAL],
  [2, TERMINAL],
]);

const EMPTY: CallInput = { kind: "none", content: [""] };

/** What a descriptor gives to who reads it. */
export function inputOf(state: State, descriptor = 0): CallInput {
  const from = state.descriptors.get(descriptor);
  switch (from?.kind) {
    case "content":
      return { kind: from.input, content: from.content };
    case "file":
      return {
        kind: "file",
        content: (from.path === null ? undefined : state.getFile(from.path)) ?? [hole()],
      };
    case "unknown":
      return { kind: "pipe", content: [hole()] };
    default:
      return EMPTY;
  }
}

/** Standard output is read by something of this text. */
export function isCaptured(state: State): boolean {
  const kind = state.descriptors.get(1)?.kind;
  return kind === "capture" || kind === "file" || kind === "unknown";
}

/** What a file holds when something reads it; undefined when the text does not write it. */
export function readFile(
  machine: Machine,
  path: string,
  state: State,
  frame: Frame,
): Alternatives | undefined {
  const number = descriptorOf(path);
  if (number !== null && !state.files.has(path)) {
    const kind = state.descriptors.get(number)?.kind;
    return kind === "content" || kind === "file" ? inputOf(state, number).content : undefined;
  }
  const real = state.real(path);
  machine.traffic.read(real, frame.places);
  const own = state.getFile(path);
  const later = machine.later.get(real);
  return own === undefined || later === undefined ? (own ?? later) : uniteAlternatives(own, later);
}

/** Writes to a descriptor. */
export function write(machine: Machine, content: Alternatives, state: State, descriptor = 1): void {
  const to = state.descriptors.get(descriptor);
  if (to === undefined || to.kind === "terminal" || to.kind === "closed") return;
  machine.work.spend(content.length * 16);
  if (to.kind === "capture") {
    for (const one of content) machine.work.spend(typeof one === "string" ? one.length : one.length * 8);
    state.output = appendAlternatives(state.output, content);
  } else if (to.kind === "file" && to.path !== null) {
    state.setFile(to.path, appendAlternatives(state.getFile(to.path) ?? [hole()], content));
    machine.traffic.wrote(state.real(to.path), content, to.places);
  } else if (to.kind === "unknown") {
    for (const path of state.files.keys()) state.setFile(path, [hole()]);
    state.output = appendAlternatives(state.output, [
      hole(content.reduce((all, one) => uniteOrigins(all, originsOf(one)), NO_ORIGINS)),
    ]);
  }
}

/**
 * What a program, or the shell, says of errors, where it goes: it is not known, and may be code. `node -e 'console.error(…)' 2>f; sh f`
 * runs what the program says; of `cd '$(code)' 2>f; . ./f` the shell's own message has the word in it.
 */
export function writeError(machine: Machine, state: State): void {
  write(machine, [hole()], state, 2);
}

const SILENT = /^(?::|true|false|echo|pwd|exit|return|break|continue)$/;

/** A builtin that says nothing of errors. */
export function isSilent(name: string, { fields }: Invocation): boolean {
  if (name !== "printf") return SILENT.test(name);
  const format = literalOf(fields[1] ?? "");
  return format !== null && !/%[^sbcq%]/.test(format);
}

/** Applies redirections to the state's descriptors, in order. */
export function redirect(
  machine: Machine,
  redirections: readonly Redirection[],
  state: State,
  frame: Frame,
): void {
  for (const one of redirections) {
    machine.work.node();
    const next = namedDescriptor(one, state);
    if (one.operator === "<<" || one.operator === "<<<") {
      const content = hereContent(machine, one, state, frame);
      setDescriptor(state, next ?? one.descriptor ?? 0, { kind: "content", input: "here", content });
    } else if (one.target !== null) redirectTo(machine, one, one.target, next, state, frame);
  }
}

/** The number that `{name}` gets, or has where it is closed; null without a name. */
function namedDescriptor({ variable, target, operator }: Redirection, state: State): number | null {
  if (variable === null) return null;
  if (target?.literal === "-" && /^[<>]&$/.test(operator)) return numberIn(state, variable);
  const next = nextDescriptor(state);
  state.setVariable(variable, { values: [String(next)], exported: false, attribute: "none" });
  return next;
}

function hereContent(machine: Machine, one: Redirection, state: State, frame: Frame): Alternatives {
  const word = one.operator === "<<" ? one.body : one.target;
  const content: Alternatives = word === null ? [""] : machine.string(word, state, frame);
  return one.operator === "<<" ? content : appendAlternatives(content, ["\n"]);
}

function redirectTo(
  machine: Machine,
  one: Redirection,
  word: NonNullable<Redirection["target"]>,
  next: number | null,
  state: State,
  frame: Frame,
): void {
  const { operator } = one;
  const span = spanIn(frame, one.start, one.end);
  const reads = operator.startsWith("<") && operator !== "<>";
  const descriptor = next ?? one.descriptor ?? (operator.startsWith("<") ? 0 : 1);
  const targets = machine.fields(word, state, frame);
  const maybe = targets.length > 1 || frame.maybe;
  const opened = targets.map((fields) => {
    const target = fields[0] ?? "";
    return (
      duplicated(machine, target, operator, word, state, span) ??
      open(machine, target, operator, reads, maybe, state, frame, span)
    );
  });
  const [first] = opened;
  if (first === undefined) return;
  const result: Descriptor = opened.length === 1 ? first : joined(opened);
  setDescriptor(state, descriptor, result);
  const isBoth =
    operator === "&>" ||
    operator === "&>>" ||
    (operator === ">&" && one.descriptor === null && isWord(targets));
  if (isBoth) setDescriptor(state, 2, result);
}

/** The descriptor whose number stands behind `>&` or `<&`; undefined where it is a file. */
function duplicated(
  machine: Machine,
  target: Field,
  operator: string,
  word: NonNullable<Redirection["target"]>,
  state: State,
  span: readonly [number, number],
): Descriptor | undefined {
  if (operator !== ">&" && operator !== "<&") return undefined;
  const known = literalOf(target);
  if (known === "-") return { kind: "closed" };
  if (known !== null && /^\d+-?$/.test(known))
    return state.descriptors.get(Number.parseInt(known, 10)) ?? { kind: "closed" };
  if (known !== null && operator !== "<&") return undefined;
  if (known === null) machine.reader.unknown("dynamic-argument", word.text.slice(0, 200), span);
  return { kind: "unknown" };
}

function isWord(targets: readonly (readonly Field[])[]): boolean {
  const known = literalOf(targets[0]?.[0] ?? "");
  return known !== null && !/^(?:\d+-?|-)$/.test(known);
}

function joined(opened: readonly Descriptor[]): Descriptor {
  const contents = opened.filter((one) => one.kind === "content");
  if (contents.length < opened.length) return { kind: "unknown" };
  return { kind: "content", input: "file", content: contents.flatMap(({ content }) => content).slice(0, 8) };
}

/** The number in a variable, as `{name}>&-` has it; one that nothing has when it is not known. */
function numberIn(state: State, name: string): number {
  const [value] = state.variables.get(name)?.values ?? [];
  const text = value === undefined || value === null || isArrayValue(value) ? null : literalOf(value);
  return text !== null && /^\d+$/.test(text) ? Number(text) : -1;
}

/** The first number that is free. */
export function nextDescriptor(state: State): number {
  let next = 10;
  while (state.descriptors.has(next)) next++;
  return next;
}

export function setDescriptor(state: State, descriptor: number, to: Descriptor): void {
  state.descriptors = new Map(state.descriptors).set(descriptor, to);
}

function open(
  machine: Machine,
  target: Field,
  operator: string,
  reads: boolean,
  maybe: boolean,
  state: State,
  frame: Frame,
  span: readonly [number, number],
): Descriptor {
  const known = literalOf(target);
  if (known === "/dev/null") return reads ? { kind: "content", input: "file", content: [""] } : TERMINAL;
  const number = known === null ? null : descriptorOf(known);
  if (number !== null && !state.files.has(known ?? ""))
    return state.descriptors.get(number) ?? { kind: "closed" };
  const append = operator === ">>" || operator === "&>>";
  const paths = state.directories.map((directory) => literalOf(resolvePath(target, directory)));
  const only = paths.length === 1 ? (paths[0] ?? null) : null;
  // What the text itself wrote is known; what is read is still a fact.
  const isPipe = only?.startsWith("/dev/fd/") === true;
  const from = isPipe
    ? NO_ORIGINS
    : machine.reader.file({
        mode: reads ? "read" : operator === "<>" ? "both" : append ? "append" : "write",
        path: target,
        directories: state.directories,
        place: frame.place,
        maybe,
        by: operator,
        span,
      });
  if (reads) {
    const content = (only === null ? undefined : readFile(machine, only, state, frame)) ?? [hole(from)];
    return { kind: "content", input: isPipe ? "pipe" : "file", content };
  }
  const { places } = frame;
  if (only === null) return { kind: "file", path: null, append, places };
  if (append) {
    if (state.getFile(only) === undefined) state.setFile(only, [hole(from)]);
  } else if (operator !== "<>") state.setFile(only, [""]);
  return { kind: "file", path: only, append, places };
}

/** `/dev/stdin`, `/dev/fd/3` … as a number. */
function descriptorOf(path: string): number | null {
  if (path === "/dev/stdin") return 0;
  if (path === "/dev/stdout") return 1;
  if (path === "/dev/stderr") return 2;
  const match = /^\/(?:dev|proc\/self)\/fd\/(\d{1,2})$/.exec(path);
  return match === null ? null : Number(match[1]);
}
