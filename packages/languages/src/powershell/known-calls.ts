import type { List, ShellCommand, SimpleNode, WordNode, WordPart } from "@gatehouse-hooks/shell";
import { plainPart, unknownPart } from "../script/script-nodes.js";

/** Commands that give the path that they are given, as far as a shell knows it. */
const GIVES_PATH = new Set(["Resolve-Path", "Convert-Path", "Get-Item", "New-Item"]);

/** What a command gives whose value is known without running it: `Join-Path a b`; null for every other. */
export function knownPath(list: List): readonly WordPart[] | null {
  const [only] = list;
  if (only === undefined || list.length > 1 || only.command.kind !== "simple") return null;
  return partsOf(only.command);
}

function partsOf(command: SimpleNode): readonly WordPart[] | null {
  const [name, ...words] = command.words;
  const text = name === undefined || !("literal" in name) ? null : name.literal;
  if (text === "pwd") return [{ kind: "quoted", parts: [pwd(command.start)], start: command.start }];
  if (text === "Join-Path") return joinedParts(operandsOf(words), command.start);
  if (text === "Split-Path") return parentParts(operandsOf(words), words, command.start);
  return null;
}

function pwd(start: number): WordPart {
  return { kind: "parameter", start, name: "PWD", prefix: null, index: null, operation: null };
}

function joinedParts(words: readonly WordNode[], start: number): readonly WordPart[] {
  return words.flatMap((one, i) => [...(i === 0 ? [] : [plainPart("/", start)]), ...partsOfWord(one)]);
}

function parentParts(
  [path]: readonly WordNode[],
  words: SimpleNode["words"],
  start: number,
): readonly WordPart[] | null {
  const others = words.some((one) => /^-(?!par|path|lit)/i.test(one.text));
  if (path === undefined || others) return null;
  if (path.literal === null) return [...path.parts, plainPart("/..", start)];
  const slash = Math.max(path.literal.lastIndexOf("/"), path.literal.lastIndexOf("\\"));
  return slash < 0 ? [unknownPart(start)] : [plainPart(path.literal.slice(0, slash), start)];
}

function partsOfWord(word: WordNode): readonly WordPart[] {
  return word.literal === null ? word.parts : [plainPart(word.literal, word.start)];
}

/** The words of a command that are no names of parameters. */
export function operandsOf(words: SimpleNode["words"]): readonly WordNode[] {
  return words.flatMap((one) => ("literal" in one && !(one.literal ?? "").startsWith("-") ? [one] : []));
}

/** What passes on what it is given, or some of it. */
const FILTERS = new Set(["Where-Object", "Select-Object", "Sort-Object", "Get-Unique", "Tee-Object"]);

/**
 * The paths and values that a command passes on to the next one, as words: those that it was given, or what is below them.
 *
 * @param before what is passed on to it
 */
export function passedOn(command: ShellCommand, before: readonly WordNode[] = []): readonly WordNode[] {
  if (command.kind === "pipeline")
    return command.commands.reduce<readonly WordNode[]>((all, one) => passedOn(one, all), []);
  if (command.kind === "group") return passedOnByGroup(command.body, before);
  if (command.kind !== "simple") return [];
  const [name, ...words] = command.words;
  const text = name === undefined || !("literal" in name) ? null : name.literal;
  if (text === null) return [];
  if (FILTERS.has(text)) return before;
  if (text === "printf") return words.slice(1).flatMap((one) => ("literal" in one ? [one] : []));
  if (GIVES_PATH.has(text)) return operandsOf(words);
  return text === "Get-ChildItem" ? listed(command) : [];
}

/** A filter with what its block runs. */
function passedOnByGroup(body: List, before: readonly WordNode[]): readonly WordNode[] {
  const last = body.at(-1);
  return last === undefined || before.length === 0 ? [] : passedOn(last.command, before);
}

function listed(command: SimpleNode): readonly WordNode[] {
  const [folder] = operandsOf(command.words.slice(1));
  const { start } = command;
  // A wildcard in what is listed is one of its names.
  if (folder?.parts.some(({ kind }) => kind === "glob") === true) return [folder];
  const parts = folder === undefined ? [plainPart(".", start)] : partsOfWord(folder);
  return [{ ...wordAt(command), parts: [...parts, plainPart("/", start), unknownPart(start)] }];
}

function wordAt({ start, end }: SimpleNode): WordNode {
  return { start, end, text: "", literal: null, at: -1, parts: [], braces: false };
}
