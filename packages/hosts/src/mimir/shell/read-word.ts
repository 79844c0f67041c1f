import type { ParameterPart, ShellScript, WordNode, WordPart } from "@gatehouse-hooks/shell";
import { checkArithmetic } from "./check-arithmetic.js";
import { isDollar, isEscaped, marksIn } from "./placeholders.js";
import {
  forbidding,
  giveUp,
  isTainted,
  mentionsTainted,
  nested,
  piping,
  POSITIONAL,
  refuseValue,
  type ShellWalk,
} from "./shell-walk.js";
import { carries, type Piece, type PlaceState, type ShellWord } from "./word.js";

/**
 * Reads a word of the tree: its text, the values in it and how each is quoted, and its expansions.
 *
 * @param prefix literal text in front, e.g. the name of an assignment
 * @param expandsBraces bash makes several words of `{a,b}` in it
 */
export function readWord(walk: ShellWalk, node: WordNode, prefix = "", expandsBraces = true): ShellWord {
  const first = walk.values.length;
  const pieces: Piece[] = prefix === "" ? [] : [{ kind: "text", text: prefix }];
  for (const part of node.parts) addPart(walk, pieces, part, "bare");
  const start = node.start - prefix.length;
  const matches = node.parts.some(({ kind }) => kind === "glob");
  let word: ShellWord = { pieces: joined(pieces), start, matches };
  if (node.braces && expandsBraces) {
    if (carries(word)) {
      walk.unsafe.push({
        at: start,
        where: "in braces that bash makes several words of",
        cure: "write the words",
      });
    }
    const whole: Piece = { kind: "expansion", carries: carries(word), splits: false, at: start };
    word = { pieces: [whole, ...word.pieces], start, matches };
  }
  if (walk.values.length > first) walk.words.push(word);
  return word;
}

/** The body of a here-document in which the shell expands. */
export function readBody(walk: ShellWalk, { literal, parts, start }: WordNode): ShellWord {
  const first = walk.values.length;
  const pieces: Piece[] = [];
  if (literal !== null) addText(walk, pieces, literal, "heredoc");
  for (const part of parts) addPart(walk, pieces, part, "heredoc");
  // A body ends with the end of a line; sh reads on behind the end mark.
  if (pieces.at(-1)?.kind === "expansion")
    giveUp(start, "an expansion that runs over the end of a here-document");
  const body: ShellWord = { pieces: joined(pieces), start, matches: false };
  if (walk.values.length > first) walk.words.push(body);
  return body;
}

/** Text that only the parser cut is one piece. */
function joined(pieces: readonly Piece[]): readonly Piece[] {
  const made: Piece[] = [];
  for (const piece of pieces) {
    const last = made.at(-1);
    if (piece.kind === "text" && last?.kind === "text") {
      made[made.length - 1] = { kind: "text", text: last.text + piece.text };
    } else made.push(piece);
  }
  return made;
}

function addPart(walk: ShellWalk, pieces: Piece[], part: WordPart, state: PlaceState): void {
  const splits = state === "bare";
  switch (part.kind) {
    case "text":
      if (!part.quoted || state !== "bare") addText(walk, pieces, part.text, state);
      else addQuoted(walk, pieces, part.text, part.start);
      return;
    case "glob":
      if (part.text.includes("(")) giveUp(pieceStart(pieces), "a pattern with parentheses");
      addText(walk, pieces, part.text, state);
      return;
    case "quoted":
      if (state === "bare" && walk.source[part.start] === "$") giveUp(part.start, '`$"…"`');
      for (const inner of part.parts) addPart(walk, pieces, inner, state === "bare" ? "double" : state);
      return;
    case "parameter":
      pieces.push(readParameter(walk, part, state));
      return;
    case "command":
      pieces.push(readSubstitution(walk, part, splits));
      return;
    case "process":
      pieces.push({
        kind: "expansion",
        carries:
          part.direction === "out" ? piping(walk, () => readScript(walk, part)) : readScript(walk, part),
        splits: false,
        at: part.start,
      });
      return;
    case "arithmetic":
      if (part.text.startsWith("$[")) giveUp(part.start, "`$[…]`: write `$((…))`");
      checkArithmetic(walk, part.text.slice(3, -2), part.start);
      pieces.push({ kind: "expansion", carries: false, splits: false, at: part.start });
      return;
    case "tilde":
      pieces.push({ kind: "text", text: `~${part.user}` });
  }
}

function pieceStart(pieces: readonly Piece[]): number {
  const last = pieces.findLast((piece) => piece.kind !== "text");
  return last === undefined ? 0 : last.kind === "value" ? last.end : last.at;
}

/** Text in single quotes, or in `$'…'`. */
function addQuoted(walk: ShellWalk, pieces: Piece[], text: string, start: number): void {
  const { source } = walk;
  if (source[start] === "$") {
    // sh reads a dollar and single quotes, in which a backslash escapes nothing.
    const plain = source.slice(start + 2, start + 2 + text.length + 1) === `${text}'`;
    if (!plain || /[\\{]/.test(text)) giveUp(start, "`$'…'` with a backslash or a brace");
    pieces.push({ kind: "text", text });
    return;
  }
  for (const { index, 1: name = "" } of text.matchAll(/(?<=\$)\{([A-Za-z_][A-Za-z0-9_]{0,63})\}/g)) {
    const at = start + 1 + index;
    walk.unknown.push({ name, start: at, end: at + name.length + 2, variable: null });
  }
  addText(walk, pieces, text, "single");
}

/** Text with marks in it. */
function addText(walk: ShellWalk, pieces: Piece[], text: string, state: PlaceState): void {
  if (state !== "single" && text.includes("$["))
    giveUp(pieceStart(pieces), "`$[`, which bash reads as arithmetic");
  let run = "";
  for (const { before, placeholder } of marksIn(text, walk.placeholders)) {
    run += before;
    if (placeholder === null) continue;
    walk.met.add(placeholder);
    const { name, variable, start, end } = placeholder;
    if (variable === null) {
      walk.unknown.push(placeholder);
      run += `{${name}}`;
      continue;
    }
    // `$$` is an expansion and ends the text before.
    const dollar = state !== "single" && run.endsWith("$") && isDollar(walk.source, start - 1);
    if (run !== "") pieces.push({ kind: "text", text: run });
    run = "";
    const value: Piece = { kind: "value", variable, state, start: dollar ? start - 1 : start, end, dollar };
    pieces.push(value);
    walk.values.push(value);
    if (state !== "single" && isEscaped(walk.source, start)) {
      walk.unsafe.push({ at: start, where: "behind a backslash", cure: "remove the backslash" });
    }
    if (walk.forbidden !== null) walk.unsafe.push({ at: start, ...walk.forbidden });
  }
  if (run !== "") pieces.push({ kind: "text", text: run });
}

/** `$name`, `${name}`, `${name##*\/}` and the like; a value may not be inside. */
function readParameter(walk: ShellWalk, part: ParameterPart, state: PlaceState): Piece {
  const { start, name, prefix, index, operation } = part;
  const inside = [index, operation?.first ?? null, operation?.second ?? null].filter((node) => node !== null);
  const inQuotes = state !== "bare";
  forbidding(
    walk,
    "inside of a parameter expansion",
    'assign it first: `x={name}; echo "${x:-none}"`',
    () => {
      for (const node of inside) {
        if (inQuotes && /['"]/.test(node.text)) giveUp(start, "quotes inside of `${…}` inside of quotes");
        const word = nested(walk, start, () => readWord(walk, node, "", false));
        refuseCarrying(walk, word);
      }
    },
  );
  const positional = walk.tainted.has(POSITIONAL) && /^[0-9@*]/.test(name);
  const holds = positional || isTainted(walk, name);
  const mentions = holds || inside.some(({ text }) => mentionsTainted(walk, text));
  if (mentions && !(holds && isPlain(part))) {
    walk.unsafe.push({
      at: start,
      where: "inside of an expansion that may evaluate it",
      cure: 'write `"$name"`',
    });
  }
  // What `${!name}` gives is known only when it runs.
  const indirect = prefix === "!" && operation?.kind !== "names";
  return {
    kind: "expansion",
    carries: indirect || (mentions && prefix !== "#"),
    splits: !inQuotes,
    at: start,
  };
}

/** The value itself, its length, a part of it, or a literal in its place. */
function isPlain({ prefix, index, operation }: ParameterPart): boolean {
  if (prefix === "!" || index !== null) return false;
  if (operation === null) return true;
  const known =
    operation.kind === "remove" || (operation.kind === "default" && /^:?-$/.test(operation.operator));
  return prefix === null && known && !/[$`\\{}'"]/.test(operation.first?.text ?? "");
}

/** Expansions that carry values are as unsafe here as values. */
export function refuseCarrying(walk: ShellWalk, { pieces }: ShellWord): void {
  const { forbidden } = walk;
  for (const piece of pieces) {
    if (forbidden !== null && piece.kind === "expansion" && piece.carries)
      walk.unsafe.push({ at: piece.at, ...forbidden });
  }
}

type Substitution = Extract<WordPart, { readonly script: ShellScript }>;

function readSubstitution(walk: ShellWalk, part: Substitution, splits: boolean): Piece {
  const { start, end } = part;
  const { source } = walk;
  if (source[start] === "`") return readBackquotes(walk, part, splits);
  if (source.startsWith("$((", start))
    giveUp(start, "`((` that is not arithmetic: put a blank between the parentheses");
  if (!source.startsWith("$(", start)) giveUp(start, `\`${source.slice(start, Math.min(end, start + 3))}\``);
  return { kind: "expansion", carries: readScript(walk, part), splits, at: start };
}

function readScript(walk: ShellWalk, { script, start }: Substitution): boolean {
  const [error] = script.errors;
  if (error !== undefined) giveUp(start, error.message);
  return nested(walk, start, () => walk.list(walk, script.list));
}

function readBackquotes(walk: ShellWalk, part: Substitution, splits: boolean): Piece {
  const { start, end } = part;
  const inside = walk.source.slice(start + 1, end - 1);
  let mentions = mentionsTainted(walk, inside);
  const why = { where: "inside of backquotes", cure: 'write `"$(…)"`' };
  for (const { placeholder } of marksIn(walk.marked.slice(start, end), walk.placeholders)) {
    if (placeholder === null) continue;
    refuseValue(walk, placeholder, why);
    mentions ||= placeholder.variable !== null;
  }
  // Quotes and backslashes mean something else inside of backquotes.
  if (mentions) walk.unsafe.push({ at: start, ...why });
  else if (part.script.moved || /\b(?:eval|source|read)\b|<</.test(inside))
    giveUp(start, "backquotes: write `$(…)`");
  else mentions = readScript(walk, part);
  return { kind: "expansion", carries: mentions, splits, at: start };
}
