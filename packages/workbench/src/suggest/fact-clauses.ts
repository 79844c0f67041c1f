import type { Expr } from "@gatehouse-hooks/condition";
import type { JsonObject } from "@gatehouse-hooks/json";
import {
  andNode,
  callNode,
  compareNode,
  eachNode,
  fieldNode,
  listNode,
  literalNode,
  orNode,
} from "./condition-nodes.js";
import { type FactEvent, factRows, fieldText, fieldTexts } from "./fact-event.js";

/** Flags, hosts and the like of which each is a candidate. */
const MOST_OF_A_KIND = 6;
/** Names that mean themselves in a glob. */
const PLAIN = /^[\w./@+-]+$/;
/** What is done to paths. */
const PATH_LISTS = ["deletes", "writes", "reads"] as const;

const COMMANDS = fieldNode("facts", "commands");

/** What is not understood of a program does not make it several commands. */
const OF_ITS_OWN = ["opaque-file", "unknown-program"];

/** The whole input is one command, of a program that need not be known. */
export function isOneCommand(): readonly Expr[] {
  const unknown = compareNode(fieldNode("u", "code"), "in", listNode(OF_ITS_OWN));
  return [
    compareNode(callNode(COMMANDS, "size"), "==", literalNode(1)),
    eachNode("all", fieldNode("facts", "unknown"), "u", unknown),
  ];
}

/** For an exception: everything that the events do is of one kind. The narrowest first. */
export function wholeClauses(wanted: readonly FactEvent[]): readonly Expr[] {
  const commands = wanted.flatMap((event) => factRows(event, "commands"));
  if (wanted.some((event) => factRows(event, "commands").length === 0)) return pathClauses(wanted, []);
  const [first] = commands;
  const program = first === undefined ? null : fieldText(first, "program");
  if (
    first === undefined ||
    program === null ||
    !commands.every((one) => fieldText(one, "program") === program)
  )
    return pathClauses(wanted, []);
  const sub = fieldText(first, "sub") ?? "";
  const isSame = sub !== "" && commands.every((one) => fieldText(one, "sub") === sub);
  const command = { program, sub: isSame ? sub : "" };
  const whole = (body: Expr): Expr[] => [
    fieldNode("facts", "complete"),
    compareNode(callNode(COMMANDS, "size"), ">", literalNode(0)),
    eachNode("all", COMMANDS, "c", body),
  ];
  const flags = sharedFlags(commands);
  return [
    ...pathClauses(wanted, [eachNode("all", COMMANDS, "c", isCommand(command))]),
    ...flags.map((flag) => andNode(whole(isCommand(command, flag)))),
    ...(isSame ? [andNode(whole(isCommand(command)))] : []),
    ...pathClauses(wanted, []),
  ];
}

/** The flags that all commands have, the long ones first: those are the ones that people read. */
function sharedFlags(commands: readonly JsonObject[]): readonly string[] {
  const [first = [], ...others] = commands.map((command) => fieldTexts(command, "flags"));
  return first
    .filter((flag) => others.every((flags) => flags.includes(flag)))
    .toSorted((a, b) => Number(b.startsWith("--")) - Number(a.startsWith("--")))
    .slice(0, MOST_OF_A_KIND);
}

interface NamedCommand {
  readonly program: string;
  /** Empty: any. */
  readonly sub: string;
}

function isCommand({ program, sub }: NamedCommand, flag?: string): Expr {
  return andNode([
    compareNode(fieldNode("c", "program"), "==", literalNode(program)),
    ...(sub === "" ? [] : [compareNode(fieldNode("c", "sub"), "==", literalNode(sub))]),
    ...(flag === undefined ? [] : [compareNode(literalNode(flag), "in", fieldNode("c", "flags"))]),
  ]);
}

/** All paths of a list are in one folder of the workspace. */
function pathClauses(wanted: readonly FactEvent[], more: readonly Expr[]): readonly Expr[] {
  return PATH_LISTS.flatMap((list) => {
    const paths = wanted.map((event) => factRows(event, list).map((row) => fieldText(row, "local")));
    if (paths.some((of) => of.length === 0)) return [];
    const folder = sharedFolder(paths.flat());
    if (folder === null) return [];
    const rows = fieldNode("facts", list);
    const isIn = isInFolder(folder, paths.flat().includes(folder));
    return [
      andNode([
        fieldNode("facts", "complete"),
        ...more,
        compareNode(callNode(rows, "size"), ">", literalNode(0)),
        eachNode("all", rows, "p", isIn),
      ]),
    ];
  });
}

/**
 * By the name from the workspace: a path that leads through a link has a row for each of its names, and `complete` is false where
 * links could not be looked at. `within` holds in no test, where nothing is looked at.
 */
function isInFolder(folder: string, orIs: boolean): Expr {
  const local = fieldNode("p", "local");
  const below = callNode(local, "startsWith", literalNode(`${folder}/`));
  return orIs ? orNode([compareNode(local, "==", literalNode(folder)), below]) : below;
}

/** The deepest folder of the workspace in which all paths are, or that they are; `null`: there is none below it. */
function sharedFolder(paths: readonly (string | null)[]): string | null {
  const [first, ...others] = paths.map((path) =>
    path !== null && path.startsWith("./") && PLAIN.test(path) ? path.split("/") : null,
  );
  if (first == null) return null;
  let shared = first.length;
  for (const parts of others) {
    if (parts === null) return null;
    let at = 0;
    while (at < shared && parts[at] === first[at]) at++;
    shared = at;
  }
  return shared < 2 ? null : first.slice(0, shared).join("/");
}

/** For a policy that is to catch the events: something that each of them does, the most telling first. */
export function partClauses(wanted: readonly FactEvent[]): readonly Expr[] {
  const having = (list: string, key: string): readonly Expr[] =>
    sharedValues(wanted, list, key).map((value) => {
      const body = compareNode(fieldNode("f", key), "==", literalNode(value));
      return eachNode("any", fieldNode("facts", list), "f", body);
    });
  const commands = sharedCommands(wanted);
  return [
    ...having("executes", "from"),
    ...having("actions", "kind"),
    ...commands.flatMap((command) =>
      flagsOf(wanted, command).map((flag) => eachNode("any", COMMANDS, "c", isCommand(command, flag))),
    ),
    ...having("network", "host"),
    ...commands.filter(({ sub }) => sub !== "").map(anyCommand),
  ];
}

/** The same, by nothing but a program. */
export function programClauses(wanted: readonly FactEvent[]): readonly Expr[] {
  return sharedCommands(wanted)
    .filter(({ sub }) => sub === "")
    .map(anyCommand);
}

function anyCommand(command: NamedCommand): Expr {
  return eachNode("any", COMMANDS, "c", isCommand(command));
}

/** What a field of a list of facts is in every event. */
function sharedValues(wanted: readonly FactEvent[], list: string, key: string): readonly string[] {
  const [first = [], ...others] = wanted.map((event) =>
    factRows(event, list).flatMap((row) => fieldText(row, key) ?? []),
  );
  return [...new Set(first)]
    .filter((value) => others.every((values) => values.includes(value)))
    .slice(0, MOST_OF_A_KIND);
}

function sharedCommands(wanted: readonly FactEvent[]): readonly NamedCommand[] {
  const [first = []] = wanted.map((event) => factRows(event, "commands"));
  const named = first.flatMap((row) => {
    const program = fieldText(row, "program");
    return program === null ? [] : [{ program, sub: fieldText(row, "sub") ?? "" }];
  });
  return named
    .filter((command) => wanted.every((event) => rowsOf(event, command).length > 0))
    .slice(0, MOST_OF_A_KIND);
}

function rowsOf(event: FactEvent, { program, sub }: NamedCommand): readonly JsonObject[] {
  return factRows(event, "commands").filter(
    (row) => fieldText(row, "program") === program && (sub === "" || fieldText(row, "sub") === sub),
  );
}

/** The flags that such a command has in every event. */
function flagsOf(wanted: readonly FactEvent[], command: NamedCommand): readonly string[] {
  return sharedFlags(
    wanted.map((event) => ({ flags: rowsOf(event, command).flatMap((row) => fieldTexts(row, "flags")) })),
  );
}
