import type { Redirection, ShellCommand, WordNode, WordPart } from "@gatehouse-hooks/shell";
import {
  type Extent,
  assignmentOf,
  groupOf,
  madeWord,
  simpleNode,
  scriptWord,
} from "../script/script-nodes.js";
import { slashed } from "../script/windows-names.js";

/** A command's words, options apart. */
interface Given extends Extent {
  readonly options: readonly string[];
  readonly words: readonly WordNode[];
  readonly redirections: readonly Redirection[];
}

/** What a command of `cmd` itself is in PowerShell, and the parameters that options are. */
interface Own {
  readonly name: string;
  readonly always?: readonly string[];
  readonly options?: Readonly<Record<string, string>>;
}

const OWN: Readonly<Record<string, Own>> = {
  del: { name: "Remove-Item", always: ["-Force"], options: { "/s": "-Recurse" } },
  erase: { name: "Remove-Item", always: ["-Force"], options: { "/s": "-Recurse" } },
  rd: { name: "Remove-Item", options: { "/s": "-Recurse", "/q": "-Force" } },
  rmdir: { name: "Remove-Item", options: { "/s": "-Recurse", "/q": "-Force" } },
  copy: { name: "Copy-Item" },
  move: { name: "Move-Item" },
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
  pushd: { name: "pushd" },
  popd: { name: "popd" },
  exit: { name: "exit" },
};

/** A command of `cmd` itself, by its name in small letters. */
export function isCmdOwn(name: string): boolean {
  return Object.hasOwn(OWN, name) || /^(?:cd|chdir|call|start|mklink|sort|echo|set)$/.test(name);
}

/** Commands that change only how `cmd` itself behaves. */
const NOTHING =
  /^(?:title|color|ver|vol|pause|setlocal|endlocal|prompt|verify|break|shift|goto|label|chcp|path|assoc|ftype|dpath|append|keys)$/;

/**
 * A command.
 *
 * @param rest what `echo` prints, and what `set` assigns, as it is written
 */
export function ownCommand(
  head: WordNode,
  words: readonly WordNode[],
  rest: readonly WordPart[],
  place: Extent,
  redirections: readonly Redirection[],
): ShellCommand {
  const name = (head.literal ?? "").toLowerCase();
  if (name === "echo") return printed(rest, place, redirections);
  if (name === "set") return setVariable(rest, place);
  if (NOTHING.test(name)) return { kind: "group", body: [] };
  const isOption = (one: WordNode): boolean => /^\/[a-z?-]/i.test(one.literal ?? "");
  const options = words
    .filter(isOption)
    .flatMap((one) => (one.literal ?? "").toLowerCase().match(/\/[^/]*/g) ?? []);
  const given: Given = { ...place, options, words: words.filter((one) => !isOption(one)), redirections };
  if (name === "cd" || name === "chdir") return changeFolder(given);
  if (name === "call" || name === "start") return started(given, name, words);
  if (name === "mklink") return makeLink(given);
  if (name === "sort") return sortedFile(given, words);
  const own = Object.hasOwn(OWN, name) ? OWN[name] : undefined;
  if (own !== undefined) return asOwn(own, given);
  // With the end of its name: `a.bat` is looked for in the folder, too.
  const program = head.literal === null ? head : { ...madeWord(slashed(head.literal), head), at: head.start };
  return simpleNode([program, ...words], place, redirections);
}

function printed(
  rest: readonly WordPart[],
  place: Extent,
  redirections: readonly Redirection[],
): ShellCommand {
  const text = trimmed(rest);
  const isSwitch = text.length === 1 && text[0]?.kind === "text" && /^(?:on|off|\.)?$/i.test(text[0].text);
  const words = isSwitch ? [] : [scriptWord(text, place, "")];
  return simpleNode([madeWord("echo", place), ...words], place, redirections);
}

function asOwn({ name, always = [], options = {} }: Own, given: Given): ShellCommand {
  const switches = given.options.flatMap((one) => (Object.hasOwn(options, one) ? [options[one] ?? ""] : []));
  const isCopied = name === "Copy-Item" && given.words.some((one) => one.literal === "+");
  const words = isCopied ? given.words.filter((one) => one.literal !== "+") : given.words;
  const parts = [...new Set([...switches, ...always])].map((one) => madeWord(one, given));
  return simpleNode([madeWord(name, given), ...words, ...parts], given, given.redirections);
}

function changeFolder(given: Given): ShellCommand {
  const [folder] = given.words;
  const name = madeWord(folder === undefined ? "pwd" : "cd", given);
  const word =
    folder === undefined || folder.literal === null
      ? folder
      : { ...folder, literal: slashed(folder.literal) };
  return simpleNode(word === undefined ? [name] : [name, word], given, given.redirections);
}

/** `start "title" /wait program …`, `call program …`. */
function started(given: Given, name: string, words: readonly WordNode[]): ShellCommand {
  const isTitle = name === "start" && given.words[0]?.text.startsWith('"') === true && given.words.length > 1;
  const from = words.findIndex(
    (one, i) =>
      !/^\/[a-z]/i.test(one.literal ?? "") && !(isTitle && i === words.indexOf(given.words[0] ?? one)),
  );
  const behind = from < 0 ? [] : words.slice(from);
  // `start start x` and `call call x` are one.
  const first = behind.findIndex((one) => !/^(?:start|call)$/i.test(one.literal ?? ""));
  const [head, ...rest] = first < 0 ? [] : behind.slice(first);
  if (head === undefined || head.literal?.startsWith(":") === true) return { kind: "group", body: [] };
  const command = ownCommand(head, rest, [], given, given.redirections);
  if (name === "call") return command;
  return groupOf([simpleNode([madeWord("Start-Process", given), head], given), command], given);
}

/** `sort a /o b`, as `sort` is elsewhere. */
function sortedFile(given: Given, words: readonly WordNode[]): ShellCommand {
  const at = words.findIndex((one) => /^\/o/i.test(one.literal ?? ""));
  const target = at === -1 ? undefined : words[at + 1];
  const into = target === undefined ? [] : [madeWord("-o", given), target];
  const sources = given.words.filter((one) => one !== target);
  return simpleNode([madeWord("sort", given), ...into, ...sources], given, given.redirections);
}

function makeLink(given: Given): ShellCommand {
  const [link, target] = given.words;
  if (link === undefined || target === undefined) return simpleNode([madeWord("mklink", given)], given);
  const made = ["New-Item", "-ItemType", "SymbolicLink", "-Path"].map((one) => madeWord(one, given));
  return simpleNode([...made, link, madeWord("-Target", given), target], given, given.redirections);
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

/** `set NAME=value`, `set "NAME=value"`, `set /p NAME=prompt`, `set`. */
function setVariable(rest: readonly WordPart[], place: Extent): ShellCommand {
  const parts = unquoted(rest);
  const lead = parts.findIndex((one) => one.kind === "text" && one.text.includes("="));
  const before = parts
    .slice(0, lead < 0 ? 0 : lead + 1)
    .map((one) => (one.kind === "text" ? one.text : "?"))
    .join("");
  const name = /^\s*([\w().-]+)\s*=/.exec(before)?.[1];
  if (name === undefined) {
    const isShown = /^\s*[\w]*\s*$/.test(parts.map((one) => (one.kind === "text" ? one.text : "?")).join(""));
    return isShown ? simpleNode([madeWord("env", place)], place) : { kind: "group", body: [] };
  }
  const text = before.slice(before.indexOf("=") + 1);
  const value = [
    ...(text === "" ? [] : [{ kind: "text", text, quoted: true, start: place.start } as const]),
    ...parts.slice(lead + 1),
  ];
  const own = assignmentOf(name.toUpperCase().replaceAll(/\W/g, "_"), scriptWord(value, place, ""), place);
  return simpleNode([madeWord("export", place), own], place);
}
