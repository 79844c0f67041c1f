import type { Expr } from "@gatehouse-hooks/condition";
import type { JsonObject } from "@gatehouse-hooks/json";
import type { ProblemKind } from "./clause-candidates.js";
import { andNode, callNode, compareNode, eachNode, fieldNode, literalNode } from "./condition-nodes.js";
import { type FactEvent, factRows, textIn, textsIn } from "./fact-event.js";

/** Flags, hosts and the like of which each is a candidate. */
const MOST_OF_A_KIND = 6;
/** Names that mean themselves in a glob. */
const PLAIN = /^[\w./@+-]+$/;
/** What is done to paths. */
const PATH_LISTS = ["deletes", "writes", "reads"] as const;

const COMMANDS = fieldNode("facts", "commands");

/** What facts of the events have in common, as conditions, the narrowest first. */
export function factClauses(problem: ProblemKind, wanted: readonly FactEvent[]): readonly Expr[] {
  return problem === "hole" ? partClauses(wanted) : wholeClauses(wanted);
}

/** The whole input is understood, and is one command. */
export function isOneCommand(): readonly Expr[] {
  return [fieldNode("facts", "complete"), compareNode(callNode(COMMANDS, "size"), "==", literalNode(1))];
}

/** For an exemption: everything that the events do is of one kind. */
function wholeClauses(wanted: readonly FactEvent[]): readonly Expr[] {
  const commands = wanted.flatMap((event) => factRows(event, "commands"));
  if (wanted.some((event) => factRows(event, "commands").length === 0)) return pathClauses(wanted, []);
  const [first] = commands;
  const program = first === undefined ? null : textIn(first, "program");
  if (first === undefined || program === null || !commands.every((one) => textIn(one, "program") === program))
    return pathClauses(wanted, []);
  const sub = textIn(first, "sub") ?? "";
  const isSame = sub !== "" && commands.every((one) => textIn(one, "sub") === sub);
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
  const [first = [], ...others] = commands.map((command) => textsIn(command, "flags"));
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
    const paths = wanted.map((event) => factRows(event, list).map((row) => textIn(row, "local")));
    if (paths.some((of) => of.length === 0)) return [];
    const folder = sharedFolder(paths.flat());
    if (folder === null) return [];
    const rows = fieldNode("facts", list);
    const glob = literalNode(`${folder}/**`);
    return [
      andNode([
        fieldNode("facts", "complete"),
        ...more,
        compareNode(callNode(rows, "size"), ">", literalNode(0)),
        eachNode("all", rows, "p", callNode(fieldNode("p"), "within", glob)),
      ]),
    ];
  });
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

/** For a policy that is to catch the events: something that each of them does. */
function partClauses(wanted: readonly FactEvent[]): readonly Expr[] {
  const any = (list: string, body: (variable: string) => Expr): Expr =>
    eachNode("any", fieldNode("facts", list), "f", body("f"));
  const having = (list: string, key: string): readonly Expr[] =>
    sharedValues(wanted, list, key).map((value) =>
      any(list, (f) => compareNode(fieldNode(f, key), "==", literalNode(value))),
    );
  const commands = sharedCommands(wanted);
  return [
    ...having("executes", "from"),
    ...having("actions", "kind"),
    ...commands.flatMap((command) =>
      flagsOf(wanted, command).map((flag) => eachNode("any", COMMANDS, "c", isCommand(command, flag))),
    ),
    ...having("network", "host"),
    ...commands.map((command) => eachNode("any", COMMANDS, "c", isCommand(command))),
  ];
}

/** What a field of a list of facts is in every event. */
function sharedValues(wanted: readonly FactEvent[], list: string, key: string): readonly string[] {
  const [first = [], ...others] = wanted.map((event) =>
    factRows(event, list).flatMap((row) => textIn(row, key) ?? []),
  );
  return [...new Set(first)]
    .filter((value) => others.every((values) => values.includes(value)))
    .slice(0, MOST_OF_A_KIND);
}

function sharedCommands(wanted: readonly FactEvent[]): readonly NamedCommand[] {
  const [first = []] = wanted.map((event) => factRows(event, "commands"));
  const named = first.flatMap((row) => {
    const program = textIn(row, "program");
    return program === null ? [] : [{ program, sub: textIn(row, "sub") ?? "" }];
  });
  return named
    .filter((command) => wanted.every((event) => rowsOf(event, command).length > 0))
    .slice(0, MOST_OF_A_KIND);
}

function rowsOf(event: FactEvent, { program, sub }: NamedCommand): readonly JsonObject[] {
  return factRows(event, "commands").filter(
    (row) => textIn(row, "program") === program && (sub === "" || textIn(row, "sub") === sub),
  );
}

/** The flags that such a command has in every event. */
function flagsOf(wanted: readonly FactEvent[], command: NamedCommand): readonly string[] {
  return sharedFlags(
    wanted.map((event) => ({ flags: rowsOf(event, command).flatMap((row) => textsIn(row, "flags")) })),
  );
}
