import { literalPrefix, readGlob, type TextTree, withOtherCase } from "@gatehouse-hooks/condition/analysis";
import { choiceOf, literalTree, setOf } from "./literal-tree.js";

/** The strings of some globs; with `folds` whatever the case of their letters is. */
export function globTree(sources: readonly string[], folds: boolean): TextTree {
  const trees = sources.map((source) => readGlob(folds ? source.normalize("NFC") : source));
  return choiceOf(folds ? trees.map(foldedTree) : trees);
}

/** The strings that are one of these. */
export function folderTree(folders: readonly string[], folds: boolean): TextTree {
  const trees = folders.map((folder) =>
    literalTree(
      "==",
      Array.from(folds ? folder.normalize("NFC") : folder, (one) => setOf(pairOf(one))),
    ),
  );
  return choiceOf(folds ? trees.map(foldedTree) : trees);
}

/** With the other case of each letter. */
function foldedTree(tree: TextTree): TextTree {
  switch (tree.kind) {
    case "set":
      return { kind: "set", set: withOtherCase(tree.set) };
    case "sequence":
      return { kind: "sequence", parts: Array.from(tree.parts, foldedTree) };
    case "choice":
      return { kind: "choice", options: Array.from(tree.options, foldedTree) };
    case "repeat":
      return { ...tree, part: foldedTree(tree.part) };
    default:
      return tree;
  }
}

/** The folder of which everything that the glob matches is below, or is it, and those above: see `touches` (SPEC of conditions). */
export function foldersOf(source: string): readonly string[] {
  const { text, end } = literalPrefix(source);
  const last = text.lastIndexOf("/");
  if (end < source.length && last < 0) return [];
  const anchor = end === source.length ? text : last === 0 ? "/" : text.slice(0, last);
  const folders = [anchor];
  for (let at = 1; at < anchor.length; at++) {
    if (anchor[at] === "/" || anchor[at - 1] === "/") folders.push(anchor.slice(0, at));
  }
  return folders;
}

const ESCAPE: TextTree = setOf(pairOf("\\"));
const MAYBE_ESCAPE: TextTree = { kind: "repeat", part: ESCAPE, least: 0, most: 1 };
const WILD = ["*", "?", "[", "{"];
const WILDCARD: TextTree = setOf(WILD.flatMap(pairOf));
const BEGIN: TextTree = { kind: "place", place: "begin" };
const END: TextTree = { kind: "place", place: "end" };

/**
 * The globs that do not begin differently from what begins with a prefix: they begin with it, or have a wildcard where it goes on.
 *
 * @param ends whether a glob that is shorter, and a part of it, is one of them
 * @param folds letters of ASCII are equal in both cases, and of others nothing is known
 */
export function beginningTree(prefix: string, ends: boolean, folds: boolean): TextTree {
  const options: TextTree[] = [];
  const before: TextTree[] = [BEGIN];
  for (const character of prefix) {
    options.push({ kind: "sequence", parts: [...before, WILDCARD] });
    if (folds) options.push({ kind: "sequence", parts: [...before, strange(character)] });
    if (ends) options.push({ kind: "sequence", parts: [...before, END] });
    const isSpecial = WILD.includes(character) || character === "\\";
    const cases =
      folds && character < "\x80" ? [character.toLowerCase(), character.toUpperCase()] : [character];
    before.push(isSpecial ? ESCAPE : MAYBE_ESCAPE, setOf(cases.flatMap(pairOf)));
  }
  return choiceOf([...options, { kind: "sequence", parts: before }]);
}

/** A character of which it is not known whether it is equal to this one without regard to case. */
function strange(character: string): TextTree {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return { kind: "sequence", parts: [MAYBE_ESCAPE, setOf([0x80, 0x10ffff])] };
  const plain = setOf([0, BACKSLASH - 1, BACKSLASH + 1, code - 1, code + 1, 0x10ffff]);
  const escaped = setOf([0, code - 1, code + 1, 0x10ffff]);
  return choiceOf([plain, { kind: "sequence", parts: [ESCAPE, escaped] }]);
}

const BACKSLASH = 0x5c;

function pairOf(character: string): readonly number[] {
  const code = character.codePointAt(0) ?? 0;
  return [code, code];
}
