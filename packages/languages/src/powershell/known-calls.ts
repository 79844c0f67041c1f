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
function operandsOf(words: SimpleNode["words"]): readonly WordNode[] {
  return words.flatMap((one) => ("literal" in one && !(one.literal ?? "").startsWith("-") ? [one] : []));
}

/** What passes on what it is given, or some of it. */
const FILTERS = new Set(["Select-Object", "Sort-Object", "Get-Unique", "Tee-Object"]);

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
  if (text === "Where-Object") return chosen(words, before);
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
  const { folder, names, deep } = listingOf(command.words.slice(1));
  const { start } = command;
  const lead = folder === undefined ? [plainPart(".", start)] : partsOfWord(folder);
  if (names.length > 0)
    return names.map((one) => ({
      ...wordAt(command),
      parts: [...lead, plainPart("/", start), ...(deep ? [ANYWHERE, plainPart("/", start)] : []), ...one],
    }));
  // A wildcard in what is listed is one of its names.
  if (folder?.parts.some(({ kind }) => kind === "glob") === true) return [folder];
  return [{ ...wordAt(command), parts: [...lead, plainPart("/", start), unknownPart(start)] }];
}

const ANYWHERE: WordPart = { kind: "glob", text: "**" };

/** Where `Get-ChildItem` lists, and which names. */
interface Listing {
  readonly folder: WordNode | undefined;
  readonly names: readonly (readonly WordPart[])[];
  /** In folders below, too. */
  readonly deep: boolean;
}

/** Parameters of `Get-ChildItem`: those that name the folder, those that choose names, and others with a value. */
const LISTING = {
  folder: /^-(?:pa|ps|l)\w*$/i,
  names: /^-(?:fi(?!le$)|i)\w*$/i,
  other: /^-(?:ex|dep|at|er|ea$|ev$|ov$|o)\w*$/i,
};

function listingOf(words: SimpleNode["words"]): Listing {
  let folder: WordNode | undefined;
  const names: (readonly WordPart[])[] = [];
  let deep = false;
  let of: keyof typeof LISTING | null = null;
  for (const one of words) {
    if (!("literal" in one)) continue;
    const parameter = one.literal?.startsWith("-") === true ? one.literal : null;
    if (parameter !== null) {
      of = LISTING.folder.test(parameter)
        ? "folder"
        : LISTING.names.test(parameter)
          ? "names"
          : LISTING.other.test(parameter)
            ? "other"
            : null;
      deep ||= /^-(?:r|s$)/i.test(parameter);
      continue;
    }
    const parts = namePattern(one);
    if (of === "names" && parts !== null) names.push(parts);
    else if (of === "other") of = null;
    else folder ??= one;
  }
  return { folder, names: names.some((one) => isAnything(one)) ? [] : names, deep };
}

/** A pattern of names; null for what has folders in it, or is not known. */
function namePattern(word: WordNode): readonly WordPart[] | null {
  const parts = partsOfWord(word).flatMap((one) =>
    one.kind === "text" ? patternParts(one.text, word.start) : [one],
  );
  const isName = parts.every(
    (one) => one.kind === "glob" || (one.kind === "text" && !/[\\/:]/.test(one.text)),
  );
  return isName ? parts : null;
}

function patternParts(text: string, start: number): readonly WordPart[] {
  return text
    .split(/([*?]+)/)
    .filter((one) => one !== "")
    .map((one) => (/^[*?]+$/.test(one) ? { kind: "glob", text: one, dots: true } : plainPart(one, start)));
}

function isAnything(parts: readonly WordPart[]): boolean {
  return parts.every(
    (one) => (one.kind === "glob" && one.text !== "**") || (one.kind === "text" && one.text === "."),
  );
}

/** `{ $_.Name -in 'a', 'b' }`, `Extension -eq '.tmp'`. */
const BY_NAME =
  /^\s*(?:\$_\.)?(name|extension|basename)\s+-i?(?:eq|in|like|contains)\s+@?\(?\s*((?:["'][\w.*?-]{1,60}["']\s*,?\s*){1,20})\)?\s*$/i;

/** Those that a filter by name lets through: whatever the folder, they are of these names. */
function chosen(words: SimpleNode["words"], before: readonly WordNode[]): readonly WordNode[] {
  const text = words
    .map((one) => ("literal" in one ? (one.literal === null ? "?" : quotedName(one)) : "?"))
    .join(" ");
  const [, member = "", list = ""] = BY_NAME.exec(text) ?? [];
  const names = list.match(/[\w.*?-]+/g) ?? [];
  if (names.length === 0) return before;
  return before.flatMap((one) => {
    const { parts, start } = one;
    const [slash, last] = parts.slice(-2);
    if (slash?.kind !== "text" || last?.kind !== "quoted") return [one];
    return names.map((name) => {
      const pattern = /^ext/i.test(member) ? `*${name}` : /^base/i.test(member) ? `${name}*` : name;
      return { ...one, parts: [...parts.slice(0, -1), ANYWHERE, slash, ...patternParts(pattern, start)] };
    });
  });
}

/** A word as a filter has it: a name in quotes that were around it, the text of a block as it is. */
function quotedName({ literal, text }: WordNode): string {
  return literal !== null && /^["']/.test(text) ? `'${literal}'` : (literal ?? "?");
}

function wordAt({ start, end }: SimpleNode): WordNode {
  return { start, end, text: "", literal: null, at: -1, parts: [], braces: false };
}
