import type {
  Assignment,
  List,
  ParameterPart,
  Redirection,
  ShellCommand,
  SimpleNode,
  Statement,
  WordNode,
  WordPart,
} from "@gatehouse-hooks/shell";

/** Where something is written. */
export interface Extent {
  readonly start: number;
  readonly end: number;
}

/** A variable that no text sets: its value is not known. */
const UNKNOWN = "__UNKNOWN";

/** A piece of text that is not split and has no wildcard. */
export function plainPart(text: string, start: number): WordPart {
  return { kind: "text", text, quoted: true, start };
}

const EVERY: WordNode = { start: 0, end: 0, text: "@", literal: "@", at: -1, parts: [], braces: false };

/**
 * The value of a variable, whole: it is not split.
 *
 * @param many each element of a list is a field
 */
export function variablePart(name: string, start: number, many = false): WordPart {
  const index = many && name !== "HOME" && !/^(?:\d+|[@*#?])$/.test(name) ? EVERY : null;
  const parameter: ParameterPart = { kind: "parameter", start, name, prefix: null, index, operation: null };
  return { kind: "quoted", parts: [parameter], start };
}

/** A value that is not known. */
export function unknownPart(start: number): WordPart {
  return variablePart(UNKNOWN, start);
}

/** What statements print. */
export function commandPart(list: List, { start, end }: Extent, split = false): WordPart {
  const script = { list, errors: [], bashOnly: false, moved: false };
  const part: WordPart = { kind: "command", script, start, end };
  return split ? part : { kind: "quoted", parts: [part], start };
}

/** The home folder. */
export function homePart(): WordPart {
  return { kind: "tilde", user: "" };
}

/** A word of parts: a literal where all of them are plain text. */
export function scriptWord(parts: readonly WordPart[], { start, end }: Extent, text: string): WordNode {
  let literal: string | null = "";
  for (const part of parts) literal = part.kind === "text" && literal !== null ? literal + part.text : null;
  const at = literal === text ? start : -1;
  return { start, end, text, literal, at, parts: literal === null ? parts : [], braces: false };
}

/** A word that the text does not have. */
export function madeWord(literal: string, { start, end }: Extent): WordNode {
  return { start, end, text: literal, literal, at: -1, parts: [], braces: false };
}

/** A command of words. */
export function simpleNode(
  words: readonly (WordNode | Assignment)[],
  { start, end }: Extent,
  redirections: readonly Redirection[] = [],
): SimpleNode {
  return { kind: "simple", start, end, assignments: [], words, redirections };
}

/** `name=value`, or `name=(elements)`. */
export function assignmentOf(
  name: string,
  value: WordNode | readonly WordNode[],
  { start, end }: Extent,
  append = false,
): Assignment {
  const one = "literal" in value ? value : null;
  const elements = "literal" in value ? null : value;
  return { start, end, text: name, name, value: one, elements, append, index: null };
}

/** A command that only assigns. */
export function assignNode(assignment: Assignment): SimpleNode {
  const { start, end } = assignment;
  return { kind: "simple", start, end, assignments: [assignment], words: [], redirections: [] };
}

/** A command in a list. */
export function statementOf(command: ShellCommand, { start, end }: Extent, background = false): Statement {
  return { command, background, start, end };
}

/** A test that may hold or not. */
export function unknownTest(place: Extent): Statement {
  const parameter: ParameterPart = {
    ...{ kind: "parameter", start: place.start, name: UNKNOWN },
    ...{ prefix: null, index: null, operation: null },
  };
  return statementOf(
    {
      kind: "compute",
      expression: { kind: "word", text: `$${UNKNOWN}`, parts: [parameter] },
      text: `$${UNKNOWN}`,
      start: place.start,
    },
    place,
  );
}

/** Statements that may run. */
export function maybeNode(body: List, place: Extent): ShellCommand {
  return { kind: "if", branches: [{ test: [unknownTest(place)], body }], otherwise: [] };
}

/** Several commands as one. */
export function groupOf(commands: readonly ShellCommand[], place: Extent): ShellCommand {
  const [only] = commands;
  if (commands.length === 1 && only !== undefined) return only;
  return { kind: "group", body: commands.map((one) => statementOf(one, place)) };
}

/** Commands that run for each line that comes in, which is in a variable. */
export function eachLine(name: string, body: List, place: Extent): ShellCommand {
  const read = simpleNode(
    ["read", "-r", name].map((one) => madeWord(one, place)),
    place,
  );
  return { kind: "while", until: false, test: [statementOf(read, place)], body };
}

/** Commands that run for each line of what a command prints, where they are: not beside it. */
export function eachLineOf(name: string, from: ShellCommand, body: List, place: Extent): ShellCommand {
  const script = { list: [statementOf(from, place)], errors: [], bashOnly: false, moved: false };
  const target = scriptWord([{ kind: "process", direction: "in", script, ...place }], place, "");
  const redirection: Redirection = {
    ...{ ...place, operator: "<", descriptor: null, variable: null, target, body: null, delimiter: null },
  };
  return { kind: "redirected", command: eachLine(name, body, place), redirections: [redirection] };
}

/** Values, a line each. */
export function printNode(words: readonly WordNode[], place: Extent): SimpleNode {
  return simpleNode([madeWord("printf", place), madeWord("%s\\n", place), ...words], place);
}

/** All that comes in is in a variable. */
export function readAll(name: string, place: Extent): SimpleNode {
  return simpleNode(
    ["read", "-r", "-d", "", name].map((one) => madeWord(one, place)),
    place,
  );
}
