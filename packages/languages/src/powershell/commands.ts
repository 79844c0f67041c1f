import type { List, ShellCommand, SimpleNode, WordNode } from "@gatehouse-hooks/shell";
import {
  type Extent,
  assignNode,
  assignmentOf,
  eachLine,
  groupOf,
  madeWord,
  maybeNode,
  plainPart,
  printNode,
  readAll,
  simpleNode,
  statementOf,
  variablePart,
  scriptWord,
} from "../script/script-nodes.js";
import { canonicalName } from "./aliases.table.js";
import { type GivenArgument, readArguments, readBareWord } from "./arguments.js";
import { slashed } from "../script/windows-names.js";
import { plainText } from "./expressions.js";
import { methodName } from "./methods.js";
import { type PowerShellReader, block, skipBlanks, take, valueWord } from "./reader.js";
import { ITEM, variableName } from "./variables.js";

/** A command with what it is given. */
interface OwnCommand extends Extent {
  readonly name: string;
  readonly word: WordNode;
  readonly given: readonly GivenArgument[];
  readonly redirections: SimpleNode["redirections"];
  /** Something is piped into it. */
  readonly piped: boolean;
}

/** Commands whose operands are paths with wildcards, quoted or not. */
const TAKES_PATHS = /-(?:Item|Content|ChildItem|ItemProperty|Acl|FileHash|Csv|Clixml|Archive|Path)$/i;
/** Those that take paths from what is piped into them. */
const PIPED_PATHS =
  /^(?:(?:Remove|Copy|Move|Rename|Clear|Get|Invoke)-Item|(?:Get|Clear)-Content|Get-ChildItem|Get-FileHash|Get-Acl|Unblock-File|Set-ItemProperty|Remove-ItemProperty|Compress-Archive|Import-Csv|Stop-Process|Stop-Service|Stop-Computer|Restart-Computer)$/i;

/** `name arguments`, `& name arguments`, `. name arguments`. */
export function readCommand(reader: PowerShellReader, piped: boolean): ShellCommand {
  const start = reader.at;
  const sign = take(reader, /&|\.(?=[\s"'$({])/y);
  skipBlanks(reader);
  const inside = sign !== null && reader.text[reader.at] === "{" ? block(reader) : null;
  if (inside !== null) {
    const { given } = readArguments(reader, false, false);
    const place = { start, end: reader.at };
    const words = given.flatMap((one) => one.words);
    return groupOf(
      [...words.map((one) => printNode([one], place)).slice(0, 0), { kind: "group", body: inside.body }],
      place,
    );
  }
  // `?` alone is a name, and no wildcard.
  const isWhere = take(reader, /\?(?=[\s{])/y) !== null;
  const value = isWhere
    ? { parts: [plainPart("?", start)], items: null, start, end: reader.at }
    : readBareWord(reader, false);
  const literal = plainText(value);
  const name = literal === null ? "" : nameOf(reader, literal);
  const isOwn = /^[A-Z]\w*-[A-Z]\w*$/.test(name) || reader.functions.has(name.toLowerCase());
  const { given, redirections } = readArguments(reader, isOwn, TAKES_PATHS.test(name));
  const place = { start, end: reader.at };
  const word = literal === null ? valueWord(reader, value) : { ...madeWord(name, value), at: value.start };
  const isDotted = sign === "." && literal !== null && !isOwn;
  if (isDotted) {
    const words = [
      madeWord(".", place),
      madeWord(slashed(literal), place),
      ...given.flatMap((one) => one.words),
    ];
    return simpleNode(words, place, redirections);
  }
  return commandOf(reader, { name, word, given, redirections, piped, ...place });
}

function nameOf(reader: PowerShellReader, literal: string): string {
  const alias = reader.functions.get(`alias:${literal.toLowerCase()}`)?.[0];
  const name = alias ?? literal;
  return reader.functions.has(name.toLowerCase()) ? name.toLowerCase() : canonicalName(slashed(name));
}

/** A command by what it means to the tree; blocks that it is given may run. */
function commandOf(reader: PowerShellReader, command: OwnCommand): ShellCommand {
  const own = SPECIAL[command.name]?.(reader, command);
  if (own !== undefined && own !== null) return own;
  const bodies = command.given.flatMap(({ body }) => (body === null || body.length === 0 ? [] : [body]));
  const plain = reader.functions.has(command.name) ? functionCall(reader, command) : plainCommand(command);
  if (bodies.length === 0) return plain;
  return groupOf([...bodies.map((body) => maybeNode(body, command)), plain], command);
}

function plainCommand(command: OwnCommand): ShellCommand {
  const { word, given, redirections, piped, name } = command;
  const words = given.flatMap((one, i) => [...repeated(given, i), ...one.words]);
  if (!piped || !PIPED_PATHS.test(name) || hasPath(command))
    return simpleNode([word, ...words], command, redirections);
  const item = scriptWord([variablePart(ITEM, command.start)], command, "$_");
  return eachLine(
    ITEM,
    [statementOf(simpleNode([word, item, ...words], command, redirections), command)],
    command,
  );
}

/** `-Path a,b`: the parameter is that of each. */
function repeated(given: readonly GivenArgument[], at: number): readonly WordNode[] {
  const [before, one] = [given[at - 1], given[at]];
  if (one === undefined || before?.name == null || one.name !== null || one.words.length < 2) return [];
  return [];
}

/** It names a path itself. */
function hasPath({ given, name }: OwnCommand): boolean {
  const isOnlyTarget = /^(?:Copy|Move|Rename)-/.test(name);
  let free = 0;
  for (const [i, one] of given.entries()) {
    if (one.name !== null && /^(?:p(?:a|s)|lit|lp$|id$|inputo)/i.test(one.name)) return true;
    const before = given[i - 1];
    const isValue =
      before !== undefined &&
      before.name !== null &&
      !/^(?:r|rec\w*|fo\w*|f|wh\w*|co\w*|pass\w*)$/i.test(before.name);
    if (one.name === null && one.body === null && !isValue) free++;
  }
  return isOnlyTarget ? free > 1 : free > 0;
}

/** A function of the text: parameters that are named are put in their places. */
function functionCall(reader: PowerShellReader, command: OwnCommand): ShellCommand {
  const names = reader.functions.get(command.name) ?? [];
  const words: (WordNode | undefined)[] = [];
  const free: WordNode[] = [];
  const { given } = command;
  for (let i = 0; i < given.length; i++) {
    const one = given[i];
    if (one === undefined) break;
    const at =
      one.name === null ? -1 : names.findIndex((name) => name.startsWith((one.name ?? "").toLowerCase()));
    if (at < 0) {
      free.push(...one.words);
      continue;
    }
    const value = one.words.length > 1 ? one.words[1] : given[i + 1]?.words[0];
    if (one.words.length < 2) i++;
    words[at] = value;
  }
  for (let at = 0; free.length > 0; at++) words[at] ??= free.shift();
  const all = Array.from(words, (one) => one ?? madeWord("", command));
  return simpleNode([command.word, ...all], command, command.redirections);
}

type Special = (reader: PowerShellReader, command: OwnCommand) => ShellCommand | null;

/** The words that are no names of parameters. */
function operands({ given }: OwnCommand): readonly WordNode[] {
  return given.flatMap((one) => (one.name === null ? one.words : one.words.slice(1)));
}

const changeFolder =
  (builtin: string): Special =>
  (_reader, command) => {
    const words = operands(command)
      .slice(0, 1)
      .map((one): WordNode => (one.literal === null ? one : { ...one, literal: slashed(one.literal) }));
    return simpleNode([madeWord(builtin, command), ...words], command, command.redirections);
  };

const runCode: Special = (_reader, command) => {
  const words = operands(command);
  const name = madeWord("eval", command);
  if (words.length > 0) return simpleNode([name, ...words], command, command.redirections);
  const item = scriptWord([variablePart(ITEM, command.start)], command, "$_");
  return groupOf([readAll(ITEM, command), simpleNode([name, item], command, command.redirections)], command);
};

const forEach: Special = (_reader, command) => {
  const body: List = command.given.flatMap((one) => one.body ?? []);
  if (body.length > 0) return eachLine(ITEM, body, command);
  const [member, ...rest] = operands(command);
  if (member?.literal == null) return null;
  const item = scriptWord([variablePart(ITEM, command.start)], command, "$_");
  const isKnown = /^(?:delete|moveto|copyto|kill|stop|encrypt|create)$/i.test(member.literal);
  const inner = isKnown
    ? simpleNode([madeWord(`.${member.literal.toLowerCase()}`, command), item, ...rest], command)
    : printNode([item], command);
  return eachLine(ITEM, [statementOf(inner, command)], command);
};

const print: Special = (_reader, command) => {
  if (command.piped && operands(command).length === 0) return null;
  const words = command.given.flatMap((one) => (one.name === null ? one.words : one.words.slice(1)));
  const { redirections } = command;
  if (words.length === 1) return simpleNode([madeWord("echo", command), ...words], command, redirections);
  return { ...printNode(words, command), redirections };
};

/** What is piped into it is sent. */
const webRequest: Special = (_reader, command) => {
  const isGiven = command.given.some(({ name }) => /^(?:b|bo|bod|body|inf\w*)$/i.test(name ?? ""));
  const hasAddress = operands(command).length > 0;
  if (!command.piped || isGiven || !hasAddress) return null;
  const item = scriptWord([variablePart(ITEM, command.start)], command, "$_");
  const words = [...command.given.flatMap((one) => one.words), madeWord("-Body", command), item];
  return groupOf(
    [readAll(ITEM, command), simpleNode([command.word, ...words], command, command.redirections)],
    command,
  );
};

const setVariable: Special = (_reader, command) => {
  const [name, value] = operands(command);
  if (name?.literal == null || value === undefined) return null;
  return assignNode(assignmentOf(variableName(name.literal), value, command));
};

const CONTENT = ["path", "literalpath", "lp", "pspath", "value", "encoding", "filter", "include", "exclude"];

/** A value that is named is written as what a command prints is: what runs the file then reads it. */
const setContent =
  (operator: string): Special =>
  (_reader, command) => {
    const named = namedValues(command, CONTENT);
    const free = [...(named.get("") ?? [])];
    const path =
      ["path", "literalpath", "lp", "pspath"].flatMap((one) => named.get(one) ?? [])[0] ?? free.shift();
    const values = named.get("value") ?? free;
    if (path === undefined || values.length === 0 || command.piped) return null;
    const target = path.literal === null ? path : { ...path, literal: slashed(path.literal) };
    const { start, end } = command;
    const redirection = {
      start,
      end,
      operator,
      descriptor: null,
      variable: null,
      target,
      body: null,
      delimiter: null,
    };
    return { ...printNode(values, command), redirections: [redirection, ...command.redirections] };
  };

/** `New-Object T a` is `[T]::new(a)`. */
const newObject: Special = (_reader, command) => {
  const [type, ...rest] = operands(command);
  if (type?.literal == null || command.given.some(({ name }) => /^c/i.test(name ?? ""))) return null;
  const words = [madeWord(methodName(`[${type.literal}]`, "new", true), command), ...rest];
  return simpleNode(words, command, command.redirections);
};

const setAlias: Special = (reader, command) => {
  const [name, value] = operands(command);
  if (name?.literal != null && value?.literal != null)
    reader.functions.set(`alias:${name.literal.toLowerCase()}`, [value.literal]);
  return null;
};

/** What it starts is a command of its own. */
const startProcess: Special = (_reader, command) => {
  const named = namedValues(command, PARAMETERS);
  const [first, ...free] = named.get("") ?? [];
  const program = named.get("filepath")?.[0] ?? first;
  const rest =
    named.get("argumentlist") ?? (named.has("filepath") && first !== undefined ? [first, ...free] : free);
  if (program === undefined || command.name !== "Start-Process") return null;
  const words = rest.flatMap((one) => wordsOfLine(one));
  const name =
    program.literal === null ? program : madeWord(canonicalName(slashed(program.literal)), program);
  const own = plainCommand(command);
  const isAddress = /^[a-z]+:\/\//i.test(program.literal ?? "");
  return isAddress
    ? own
    : groupOf([own, simpleNode([name, ...words], command, command.redirections)], command);
};

const PARAMETERS = [
  "filepath",
  "argumentlist",
  "args",
  "workingdirectory",
  "verb",
  "windowstyle",
  "credential",
  "environment",
];

/** Values by the parameters that they are of. */
function namedValues(
  { given }: OwnCommand,
  parameters: readonly string[],
): ReadonlyMap<string, readonly WordNode[]> {
  const values = new Map<string, WordNode[]>();
  let of = "";
  for (const one of given) {
    const list = one.name === null ? one.words : one.words.slice(1);
    if (one.name !== null) {
      const found = parameters.find((name) => name.startsWith((one.name ?? "").toLowerCase()));
      of = found === "args" ? "argumentlist" : (found ?? "");
    }
    if (list.length === 0) continue;
    values.set(of, [...(values.get(of) ?? []), ...list]);
    of = "";
  }
  return values;
}

/** A text of several arguments as its words. */
function wordsOfLine(word: WordNode): readonly WordNode[] {
  const pieces = word.literal === null ? null : word.literal.match(/"[^"]*"|[^\s"]+/g);
  if (pieces === null || pieces.length < 2) return [word];
  return pieces.map((one) => madeWord(one.replaceAll('"', ""), word));
}

const SPECIAL: Readonly<Record<string, Special>> = {
  "Set-Location": changeFolder("cd"),
  "Push-Location": changeFolder("pushd"),
  "Pop-Location": changeFolder("popd"),
  "Get-Location": (_reader, command) => simpleNode([madeWord("pwd", command)], command, command.redirections),
  "Invoke-Expression": runCode,
  "ForEach-Object": forEach,
  "Invoke-RestMethod": webRequest,
  "Invoke-WebRequest": webRequest,
  "Write-Output": print,
  "Set-Variable": setVariable,
  "New-Variable": setVariable,
  "Set-Alias": setAlias,
  "New-Alias": setAlias,
  "New-Object": newObject,
  "Set-Content": setContent(">"),
  "Add-Content": setContent(">>"),
  "Start-Process": startProcess,
};
