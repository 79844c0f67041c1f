import type { ShellCommand, WordNode, WordPart } from "@gatehouse-hooks/shell";
import {
  type Extent,
  assignmentOf,
  groupOf,
  madeWord,
  plainPart,
  simpleNode,
  scriptWord,
  unknownPart,
} from "../script/script-nodes.js";
import { slashed } from "../script/windows-names.js";
import { type CmdWords, copyFiles, deleteFiles, folderWord, moveFiles, matchedPath } from "./cmd-files.js";

/** What a command of `cmd` itself is in PowerShell, and the parameters that options are. */
interface Own {
  readonly name: string;
  readonly always?: readonly string[];
  readonly options?: Readonly<Record<string, string>>;
}

const OWN: Readonly<Record<string, Own>> = {
  rd: { name: "Remove-Item", options: { "/s": "-Recurse", "/q": "-Force" } },
  rmdir: { name: "Remove-Item", options: { "/s": "-Recurse", "/q": "-Force" } },
  ren: { name: "Rename-Item" },
  rename: { name: "Rename-Item" },
  md: { name: "New-Item", always: ["-ItemType", "Directory"] },
  mkdir: { name: "New-Item", always: ["-ItemType", "Directory"] },
  type: { name: "Get-Content" },
  more: { name: "Get-Content" },
  dir: { name: "Get-ChildItem", options: { "/s": "-Recurse" } },
  tree: { name: "Get-ChildItem", always: ["-Recurse"] },
  fc: { name: "Compare-Content" },
  comp: { name: "Compare-Content" },
  cls: { name: "Clear-Host" },
  date: { name: "Get-Date" },
  time: { name: "Get-Date" },
  timeout: { name: "Start-Sleep" },
  where: { name: "Get-Command" },
  find: { name: "findstr" },
  popd: { name: "popd" },
  shift: { name: "shift" },
};

/** A command of `cmd` itself, by its name in small letters. */
export function isCmdOwn(name: string): boolean {
  return Object.hasOwn(OWN, name) || Object.hasOwn(SPECIAL, name) || /^(?:call|echo|set)$/.test(name);
}

/** Commands that change only how `cmd` itself behaves. */
const NOTHING =
  /^(?:title|color|ver|vol|pause|prompt|verify|break|label|chcp|path|assoc|ftype|dpath|append|keys)$/;

/** Commands that are more than another one of PowerShell. */
const SPECIAL: Readonly<
  Record<string, (given: CmdWords, words: readonly WordNode[], name: string) => ShellCommand>
> = {
  cd: changeFolder,
  chdir: changeFolder,
  pushd: changeFolder,
  start: started,
  mklink: makeLink,
  sort: sortedFile,
  copy: copyFiles,
  move: moveFiles,
  del: deleteFiles,
  erase: deleteFiles,
  // `exit /b` ends what was called.
  exit: (given) => simpleNode([madeWord(given.options.includes("/b") ? "return" : "exit", given)], given),
};

/** `/s`, `/s/q`, `/-y`, `/a:h`: but `/c/Users` is a path, as variables give it. */
const SWITCHES = /^(?:\/-?[abdflnpqsvyz?](?::[\w-]*|[rhsail-]*)(?=\/|$))+$/i;

/**
 * A command, without where its output goes.
 *
 * @param rest what `echo` prints, as it is written
 */
export function ownCommand(
  head: WordNode,
  words: readonly WordNode[],
  rest: readonly WordPart[],
  place: Extent,
): ShellCommand {
  const name = (head.literal ?? "").toLowerCase();
  if (name === "echo") return printed(rest, place);
  if (NOTHING.test(name)) return { kind: "group", body: [] };
  const form = /^(?:dir|tree|sort|start|more|timeout|date|time)$/.test(name) ? /^\/[a-z?-]/i : SWITCHES;
  const isOption = (one: WordNode): boolean => form.test(one.literal ?? "");
  const options = words
    .filter(isOption)
    .flatMap((one) => (one.literal ?? "").toLowerCase().match(/\/[^/]*/g) ?? []);
  const isPath = isCmdOwn(name) && !/^(?:find|where|timeout|start|sort)$/.test(name);
  const given: CmdWords = {
    ...place,
    options,
    words: words.filter((one) => !isOption(one)).map((one) => (isPath ? matchedPath(one) : one)),
  };
  const special = Object.hasOwn(SPECIAL, name) ? SPECIAL[name] : undefined;
  if (special !== undefined) return special(given, words, name);
  const own = Object.hasOwn(OWN, name) ? OWN[name] : undefined;
  if (own !== undefined) return asOwn(own, given);
  // With the end of its name: `a.bat` is looked for in the folder, too.
  const program = head.literal === null ? head : { ...madeWord(slashed(head.literal), head), at: head.start };
  return simpleNode([program, ...words], place);
}

function printed(rest: readonly WordPart[], place: Extent): ShellCommand {
  const text = trimmed(rest);
  const isSwitch = text.length === 1 && text[0]?.kind === "text" && /^(?:on|off|\.)?$/i.test(text[0].text);
  const words = isSwitch ? [] : [scriptWord(text, place, "")];
  return simpleNode([madeWord("echo", place), ...words], place);
}

function asOwn({ name, always = [], options = {} }: Own, given: CmdWords): ShellCommand {
  const switches = given.options.flatMap((one) => (Object.hasOwn(options, one) ? [options[one] ?? ""] : []));
  const parts = [...new Set([...switches, ...always])].map((one) => madeWord(one, given));
  return simpleNode([madeWord(name, given), ...given.words, ...parts], given);
}

function changeFolder(given: CmdWords, _words: readonly WordNode[], name: string): ShellCommand {
  const [folder] = given.words;
  if (folder === undefined) return simpleNode([madeWord("pwd", given)], given);
  return simpleNode([madeWord(name === "pushd" ? "pushd" : "cd", given), folderWord(folder)], given);
}

/** `start "title" /wait program …`. */
function started(given: CmdWords, words: readonly WordNode[]): ShellCommand {
  const isTitle = given.words[0]?.text.startsWith('"') === true && given.words.length > 1;
  const from = words.findIndex(
    (one, i) =>
      !/^\/[a-z]/i.test(one.literal ?? "") && !(isTitle && i === words.indexOf(given.words[0] ?? one)),
  );
  const behind = from < 0 ? [] : words.slice(from);
  // `start start x` is one.
  const first = behind.findIndex((one) => !/^(?:start|call)$/i.test(one.literal ?? ""));
  const [head, ...rest] = first < 0 ? [] : behind.slice(first);
  if (head === undefined) return { kind: "group", body: [] };
  const command = ownCommand(head, rest, [], given);
  return groupOf([simpleNode([madeWord("Start-Process", given), head], given), command], given);
}

/** `sort a /o b`, as `sort` is elsewhere. */
function sortedFile(given: CmdWords, words: readonly WordNode[]): ShellCommand {
  const at = words.findIndex((one) => /^\/o/i.test(one.literal ?? ""));
  const target = at === -1 ? undefined : words[at + 1];
  const into = target === undefined ? [] : [madeWord("-o", given), target];
  const sources = given.words.filter((one) => one !== target);
  return simpleNode([madeWord("sort", given), ...into, ...sources], given);
}

function makeLink(given: CmdWords): ShellCommand {
  const [link, target] = given.words;
  if (link === undefined || target === undefined) return simpleNode([madeWord("mklink", given)], given);
  const made = ["New-Item", "-ItemType", "SymbolicLink", "-Path"].map((one) => madeWord(one, given));
  return simpleNode([...made, link, madeWord("-Target", given), target], given);
}

function trimmed(parts: readonly WordPart[]): readonly WordPart[] {
  const [first, ...rest] = parts;
  const all =
    first?.kind === "text" ? [{ ...first, text: first.text.replace(/^[ \t.:]/, "") }, ...rest] : [...parts];
  const last = all.at(-1);
  if (last?.kind === "text") all[all.length - 1] = { ...last, text: last.text.trimEnd() };
  return all.filter((one) => one.kind !== "text" || one.text !== "");
}

/** Without quotes, and without the blanks behind them. */
function unquoted(rest: readonly WordPart[]): readonly WordPart[] {
  const first = rest.find((one) => one.kind === "text" && one.text.trim() !== "");
  const ends = first?.kind === "text" && first.text.trimStart().startsWith('"');
  return rest.map((part, at) => {
    if (part.kind !== "text") return part;
    const text = part.text.replaceAll('"', "");
    return { ...part, text: ends && at === rest.length - 1 ? text.trimEnd() : text };
  });
}

/** What `set` does, and the variables that it changes. */
interface SetVariable {
  readonly command: ShellCommand;
  readonly names: readonly string[];
  /** The value where it is plain text. */
  readonly literal: string | null;
}

/** `set NAME=value`, `set "NAME=value"`, `set /p NAME=prompt`, `set /a NAME=1+1`, `set`. */
export function setVariable(rest: readonly WordPart[], place: Extent): SetVariable {
  const parts = unquoted(rest);
  const lead = parts.findIndex((one) => one.kind === "text" && one.text.includes("="));
  const before = textOf(parts.slice(0, lead < 0 ? 0 : lead + 1));
  const option = /^\s*\/([ap])\b/i.exec(textOf(parts))?.[1]?.toLowerCase();
  if (option !== undefined) {
    const given = textOf(parts).replace(/^\s*\/[ap]\s*/i, "");
    const names = given.split(option === "a" ? "," : /$^/).flatMap((one) => nameIn(one) ?? []);
    const value = scriptWord([unknownPart(place.start)], place, "");
    // What it says on the way is not known.
    const said = simpleNode([madeWord("echo", place), value], place);
    return { command: groupOf([assigned(names, value, place), said], place), names, literal: "" };
  }
  const name = nameIn(before);
  if (name === null) {
    const isShown = /^\s*\w*\s*$/.test(textOf(parts));
    const command: ShellCommand = isShown
      ? simpleNode([madeWord("env", place)], place)
      : { kind: "group", body: [] };
    return { command, names: [], literal: "" };
  }
  const text = before.slice(before.indexOf("=") + 1).replaceAll("*.*", "*");
  const value = scriptWord(
    [...(text === "" ? [] : [plainPart(text, place.start)]), ...parts.slice(lead + 1)],
    place,
    "",
  );
  return { command: assigned([name], value, place), names: [name], literal: value.literal };
}

function textOf(parts: readonly WordPart[]): string {
  return parts.map((one) => (one.kind === "text" ? one.text : "?")).join("");
}

/** The name in front of the first `=`, as variables of the tree are named. */
function nameIn(text: string): string | null {
  const name = /^\s*([\w().-]+)\s*[-+*/%&|^<>]*=/.exec(text)?.[1];
  return name === undefined ? null : name.toUpperCase().replaceAll(/\W/g, "_");
}

function assigned(names: readonly string[], value: WordNode, place: Extent): ShellCommand {
  const all = names.map((one) => assignmentOf(one, value, place));
  return all.length === 0
    ? { kind: "group", body: [] }
    : simpleNode([madeWord("export", place), ...all], place);
}
