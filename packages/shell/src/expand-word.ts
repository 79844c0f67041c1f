import { expandBraces } from "./braces.js";
import { readFile, setDescriptor } from "./descriptors.js";
import { expandParameter } from "./expand-parameter.js";
import {
  type Alternatives,
  type Field,
  type FieldPart,
  NO_ORIGINS,
  capped,
  collapse,
  hole,
  originsOf,
  partsOfField,
  simplify,
} from "./field.js";
import { LIMITS } from "./limits.js";
import { type Frame, type Machine, childFrame, spanIn } from "./machine.js";
import { separatorsOf } from "./separators.js";
import { type WordPiece, globPart, quotedText, splitFields } from "./split-fields.js";
import type { State } from "./state.js";
import { isArrayValue } from "./values.js";
import type { Operation, ParameterPart, Assignment, WordNode, WordPart } from "./syntax.js";

/** All fields that a word may give: alternatives of lists. */
export function expandFields(
  machine: Machine,
  word: WordNode,
  state: State,
  frame: Frame,
): readonly (readonly Field[])[] {
  if (word.literal !== null) return [[word.literal]];
  if (word.parts.length > LIMITS.parts) {
    tooLong(machine, word, frame);
    return [[hole(NO_ORIGINS, "any", true)]];
  }
  if (word.braces) return expandBraceWord(machine, word, state, frame);
  const alternatives = expandParts(machine, word.parts, false, state, frame);
  const separators = separatorsOf(state);
  return alternatives.map((pieces) => {
    machine.work.spend(pieces.length * 4);
    return splitFields(pieces, separators, state.noglob, state.dotglob).map(capped);
  });
}

/** One string: quoted or not, nothing is split; unquoted globs stay globs. */
export function expandString(machine: Machine, word: WordNode, state: State, frame: Frame): Alternatives {
  if (word.literal !== null) return [word.literal];
  if (word.parts.length > LIMITS.parts) {
    tooLong(machine, word, frame);
    return [hole()];
  }
  return expandStringParts(machine, word.parts, state, frame);
}

function tooLong(machine: Machine, word: WordNode, frame: Frame): void {
  machine.reader.unknown("limit", word.text.slice(0, 200), spanIn(frame, word.start, word.end));
}

/** As {@link expandString}, of parts. */
export function expandStringParts(
  machine: Machine,
  parts: readonly WordPart[],
  state: State,
  frame: Frame,
): Alternatives {
  return expandParts(machine, parts, false, state, frame).map((pieces) => {
    const all: FieldPart[] = [];
    for (const piece of pieces) {
      if (piece.kind === "break") all.push({ kind: "text", text: " ", from: NO_ORIGINS });
      else if (piece.part.kind !== "hole") all.push(piece.part);
      else all.push({ ...piece.part, wide: false });
    }
    return capped(simplify(all));
  });
}

/** Nothing in it is quoted or expanded. */
const PLAIN = /^[\w/.,:@%+-]+$/;

function expandBraceWord(
  machine: Machine,
  given: WordNode,
  state: State,
  frame: Frame,
): readonly (readonly Field[])[] {
  // Braces first, then the end of the line: which name is meant is not followed.
  const texts = given.text.includes("\\\n") ? null : expandBraces(given.text);
  if (texts === null) {
    machine.reader.unknown("limit", given.text.slice(0, 200), spanIn(frame, given.start, given.end));
    return [[hole(NO_ORIGINS, "any", true)]];
  }
  // The texts are those of another string now: what is in them has the span of the word.
  const inner: Frame = { ...frame, at: -1, span: spanIn(frame, given.start, given.end) };
  const all = new FieldLists(machine.work);
  for (const text of texts) {
    machine.work.spend(text.length + 8);
    if (text === "") continue;
    if (PLAIN.test(text)) {
      all.push(text);
      continue;
    }
    // Braces make what looks like an assignment a plain word: its tildes stay.
    const word = /^[A-Za-z_]\w*=/.test(text) && !/["']/.test(text) ? text.replace(/([=:])~/g, "$1\\~") : text;
    const command = machine.parse(`: ${word}`).list[0]?.command;
    if (command?.kind !== "simple") continue;
    for (const one of command.words.slice(1)) {
      all.add(
        expandFields(machine, "text" in one && "literal" in one ? one : wordOfAssignment(one), state, inner),
      );
    }
  }
  return all.lists;
}

/** An assignment among the arguments of a command that declares nothing is a word. */
export function wordOfAssignment(given: Assignment): WordNode {
  const { start, end, text, value } = given;
  const isPlain = value !== null && given.index === null;
  const head = `${given.name}${given.append ? "+" : ""}=`;
  if (!isPlain) return { start, end, text, literal: text, at: -1, parts: [], braces: false };
  if (value.literal !== null) {
    const literal = head + value.literal;
    return { start, end, text, literal, at: literal === text ? start : -1, parts: [], braces: false };
  }
  const parts: WordPart[] = [{ kind: "text", text: head, quoted: false, start: value.start }, ...value.parts];
  return { start, end, text, literal: null, at: -1, parts, braces: value.braces };
}

/** Lists of fields that grow by what words give; a single alternative grows in place. */
export class FieldLists {
  lists: Field[][] = [[]];

  readonly #work: Machine["work"];

  constructor(work: Machine["work"]) {
    this.#work = work;
  }

  push(field: Field): void {
    for (const one of this.lists) one.push(field);
    this.#work.spend(2 * this.lists.length);
  }

  /** Every list before every one of `next`; a hole when there are too many. Returns whether each list got `next` whole. */
  add(next: readonly (readonly Field[])[]): "one" | "each" | "hole" {
    const [only] = next;
    if (next.length === 1 && only !== undefined) {
      for (const field of only) this.push(field);
      return "one";
    }
    if (this.lists.length * next.length > LIMITS.alternatives) {
      const wide = hole(originsOf(collapse(next.flat())), "any", true);
      for (const one of this.lists) one.push(wide);
      return "hole";
    }
    this.#work.spend(4 * next.length * this.lists.length * (this.lists[0]?.length ?? 0));
    this.lists = this.lists.flatMap((one) => next.map((other) => [...one, ...other]));
    return "each";
  }
}

/** Alternatives of pieces. */
function expandParts(
  machine: Machine,
  parts: readonly WordPart[],
  quoted: boolean,
  state: State,
  frame: Frame,
): readonly (readonly WordPiece[])[] {
  // One alternative, which nearly all words have, grows in place: a word may have thousands of parts.
  let all: WordPiece[][] = [[]];
  for (const part of parts) {
    const next = expandPart(machine, part, quoted, state, frame);
    machine.work.spend(8);
    const [only] = next;
    if (next.length === 1 && only !== undefined) {
      machine.work.spend(8 * all.length * only.length);
      for (const one of all) for (const piece of only) one.push(piece);
      continue;
    }
    machine.work.spend(8 * all.length * (all[0]?.length ?? 0));
    if (all.length * next.length > LIMITS.alternatives) {
      const rest = next.flat().flatMap((piece) => (piece.kind === "break" ? [] : [[piece.part]]));
      const piece: WordPiece = {
        kind: quoted ? "quoted" : "expanded",
        part: wideHole(collapse(rest), quoted),
      };
      for (const one of all) one.push(piece);
    } else all = all.flatMap((one) => next.map((other) => [...one, ...other]));
  }
  return all;
}

function wideHole(field: Field, quoted: boolean): FieldPart {
  return { kind: "hole", from: originsOf(field), wide: !quoted, form: "any" };
}

function expandPart(
  machine: Machine,
  part: WordPart,
  quoted: boolean,
  state: State,
  frame: Frame,
): readonly (readonly WordPiece[])[] {
  switch (part.kind) {
    case "text":
      if (quoted || part.quoted) return [[quotedText(part.text)]];
      return [[{ kind: "plain", part: { kind: "text", text: part.text, from: NO_ORIGINS } }]];
    case "glob":
      if (quoted || state.noglob) return [[quotedText(part.text)]];
      return [[{ kind: "plain", part: globPart(part.text, part.dots ?? state.dotglob) }]];
    case "quoted": {
      const inside = expandParts(machine, part.parts, true, state, frame);
      // `"$@"` without parameters is nothing, not an empty field.
      const isNothing = part.parts.length === 1 && part.parts[0]?.kind === "parameter";
      return inside.map((pieces) => (pieces.length === 0 && !isNothing ? [quotedText("")] : pieces));
    }
    case "tilde":
      return tildeValues(part.user, state, machine).map((field) => piecesOf(field, true));
    case "parameter":
      return part.operation?.operator === "!"
        ? expandFolder(machine, part, part.operation, state, frame)
        : expandParameter(machine, part, quoted, state, frame);
    case "command": {
      // What is inside is parsed now, and what is inside of that once more.
      machine.work.spend(8 * (part.end - part.start));
      const output = machine.substitute(part.script, state, frame, spanIn(frame, part.start, part.end), true);
      return output.map((field) => piecesOf(field, quoted));
    }
    case "arithmetic": {
      const value = part.expression === null ? null : machine.arithmetic(part.expression, state, frame);
      return [piecesOf(value === null ? hole(NO_ORIGINS, "number") : String(value), quoted)];
    }
    case "process": {
      // Without a command in it there is no process, and no word.
      if (part.script.list.length === 0) return [[]];
      if (part.direction === "out") {
        // Something writes into the process: a second reading knows what.
        const path = `/dev/fd/${1_000 + spanIn(frame, part.start, part.end)[0]}`;
        machine.traffic.fifo(path);
        const inner = state.fork();
        const content = readFile(machine, path, state, frame) ?? [hole()];
        setDescriptor(inner, 0, { kind: "content", input: "pipe", content });
        machine.list(part.script.list, inner, { ...childFrame(frame), beside: frame.beside + 1 });
        return [[quotedText(path)]];
      }
      const content = machine.substitute(
        part.script,
        state,
        frame,
        spanIn(frame, part.start, part.end),
        false,
      );
      const path = `/dev/fd/${64 + state.files.size}`;
      state.setFile(path, content);
      return [[quotedText(path)]];
    }
  }
}

/** Of Windows: the environment's value is known, but for what the text sets. */
function expandFolder(
  machine: Machine,
  part: ParameterPart,
  { first }: Operation,
  state: State,
  frame: Frame,
): readonly (readonly WordPiece[])[] {
  if (first === null || state.tainted || state.variables.has(part.name))
    return expandParameter(machine, { ...part, operation: null }, true, state, frame);
  return machine.string(first, state, frame).map((field) => piecesOf(field, true));
}

/** A field as pieces of a word. */
export function piecesOf(field: Field, quoted: boolean): readonly WordPiece[] {
  if (quoted) {
    if (typeof field === "string") return [quotedText(field)];
    return field.map((part): WordPiece => ({ kind: "quoted", part }));
  }
  return partsOfField(field).map((part): WordPiece => {
    if (part.kind === "hole") return { kind: "expanded", part: { ...part, wide: part.form === "any" } };
    return { kind: "expanded", part };
  });
}

function tildeValues(user: string, state: State, machine: Machine): Alternatives {
  if (user === "+" || user === "-") return user === "+" ? state.directories : [hole()];
  // Of the stack of `pushd`.
  if (/^[-+]?\d+$/.test(user)) return [hole()];
  if (user !== "") {
    if (user === "root") return ["/root"];
    // Whether there is such a user is not known: without one the word stays.
    return /^[a-z_][a-z0-9_-]*$/i.test(user) ? [`/home/${user}`, `~${user}`] : [`~${user}`];
  }
  const variable = state.variables.get("HOME");
  if (variable === undefined) return [machine.home ?? hole(NO_ORIGINS, "home")];
  const known: Field[] = [];
  for (const value of variable.values) {
    known.push(
      value === null ? (machine.home ?? hole(NO_ORIGINS, "home")) : isArrayValue(value) ? hole() : value,
    );
  }
  return known;
}
