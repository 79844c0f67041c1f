import type { ShellCommand, WordNode, WordPart } from "@gatehouse-hooks/shell";
import {
  type Extent,
  groupOf,
  madeWord,
  plainPart,
  scriptWord,
  simpleNode,
  unknownPart,
} from "../script/script-nodes.js";
import { slashed } from "../script/windows-names.js";
import { globbed } from "./cmd-reader.js";

/** A command's words, options apart. */
export interface CmdWords extends Extent {
  readonly options: readonly string[];
  readonly words: readonly WordNode[];
}

/** A word whose path has slashes, also where a variable gives it. */
export function folderWord(word: WordNode): WordNode {
  if (word.literal !== null) return { ...word, literal: slashed(word.literal) };
  return { ...word, parts: word.parts.map((part) => slashedPart(part)) };
}

/** A path for a command of `cmd` itself, which matches wildcards in quotes, too. */
export function matchedPath(word: WordNode): WordNode {
  if (word.literal !== null && !/[*?]/.test(word.literal)) return { ...word, literal: slashed(word.literal) };
  const parts = partsOf(word).flatMap((part) =>
    part.kind === "text" ? globbed(slashed(part.text), part.start) : [part],
  );
  return scriptWord(parts, word, word.text);
}

function slashedPart(part: WordPart): WordPart {
  if (part.kind === "text") return { ...part, text: slashed(part.text) };
  if (part.kind === "quoted") return { ...part, parts: part.parts.map((one) => slashedPart(one)) };
  if (part.kind !== "parameter" || part.operation !== null || part.prefix !== null) return part;
  const place = { start: part.start, end: part.start };
  const [first, second] = [madeWord("\\", place), madeWord("/", place)];
  return { ...part, index: null, operation: { kind: "replace", operator: "//", first, second } };
}

function simple(
  name: string,
  words: readonly WordNode[],
  given: CmdWords,
  more: readonly string[] = [],
): ShellCommand {
  return simpleNode([madeWord(name, given), ...words, ...more.map((one) => madeWord(one, given))], given);
}

/** `copy a b`, `copy a+b c`, `copy a+b` (into the first), `copy a` (into this folder). What may be a folder is all files of it. */
export function copyFiles(given: CmdWords): ShellCommand {
  const isPlus = (one: WordNode | undefined): boolean => one?.text === "+";
  const files = given.words.filter((one) => !isPlus(one));
  const isJoined = given.words.some(isPlus);
  const last = given.words.length - 1;
  const isTarget = files.length > 1 && !isPlus(given.words[last - 1]) && !isPlus(given.words[last]);
  const [first] = files;
  if (first === undefined) return { kind: "group", body: [] };
  const here = madeWord(".", given);
  const target = isTarget ? (files.at(-1) ?? here) : here;
  const sources = isTarget ? files.slice(0, -1) : files;
  const below = sources.flatMap((one) => withFiles(one).slice(1));
  // Of several that are joined, the target is a file, too.
  const all = isJoined ? sources.map((one) => [one]) : [sources];
  if (below.length > 0) all.push(below);
  const copies = all.map((one) => simple("Copy-Item", [...one, target], given));
  // Into the first one: that file, or one of its name in this folder.
  if (isJoined && !isTarget) copies.push(simple("Add-Content", [first], given));
  return groupOf(copies, given);
}

/** `move a b`, `move a` (into this folder). */
export function moveFiles(given: CmdWords): ShellCommand {
  const words = given.words.length === 1 ? [...given.words, madeWord(".", given)] : given.words;
  return simple("Move-Item", words, given);
}

/** `del a`: of a folder, all files; `/q` does not ask; `/s` is all below the folder that have the name. */
export function deleteFiles(given: CmdWords): ShellCommand {
  const isBelow = given.options.includes("/s");
  const isQuiet = given.options.includes("/q");
  const words = given.words.flatMap((one) => {
    if (isBelow) return [one, belowFolder(one)];
    return isQuiet ? withFiles(one) : [one];
  });
  return simple("Remove-Item", words, given, ["-Force", ...(isBelow ? ["-Recurse"] : [])]);
}

/** `d/a` as `d/**` + `/a`: what has the name anywhere below. */
function belowFolder(word: WordNode): WordNode {
  const parts = partsOf(word);
  if (parts.some((one) => one.kind !== "text" && one.kind !== "glob"))
    return scriptWord([unknownPart(word.start)], word, word.text);
  const at = parts.findLastIndex((one) => one.kind === "text" && /[\\/]/.test(one.text));
  const part = parts[at];
  const [folder = "", name = ""] =
    part?.kind === "text" ? (/^([^]*[\\/])([^\\/]*)$/.exec(part.text)?.slice(1) ?? []) : [];
  const anywhere: WordPart = { kind: "glob", text: "**" };
  const before = [...parts.slice(0, Math.max(at, 0)), plainPart(folder, word.start)];
  const all = [...before, anywhere, plainPart(`/${name}`, word.start), ...parts.slice(at + 1)];
  return scriptWord(
    all.filter((one) => one.kind !== "text" || one.text !== ""),
    word,
    word.text,
  );
}

function partsOf(word: WordNode): readonly WordPart[] {
  return word.literal === null ? word.parts : [plainPart(word.literal, word.start)];
}

/** What may name a folder, for it has no end of a name, and the files in it. */
function withFiles(word: WordNode): readonly WordNode[] {
  if (word.parts.some(({ kind }) => kind === "glob" || kind === "parameter")) return [word];
  if (/[^\\/.]\.\w+"?$|^nul:?$/i.test(word.text)) return [word];
  const below: readonly WordPart[] = [
    ...partsOf(word),
    plainPart("/", word.end),
    { kind: "glob", text: "*", dots: true },
  ];
  return [word, scriptWord(below, word, word.text)];
}
