import type { Assignment, List, SimpleNode, TestWord, WordNode } from "@gatehouse-hooks/shell";
import { checkArithmetic } from "./check-arithmetic.js";
import { checkExport, judge, mayBeWritten, taintFrom, textBehind } from "./judge-command.js";
import { type OpenCommand, readRedirections } from "./read-redirection.js";
import { readWord, refuseCarrying } from "./read-word.js";
import {
  assignText,
  forbidding,
  giveUp,
  mentionsTainted,
  nested,
  piping,
  POSITIONAL,
  type ShellWalk,
} from "./shell-walk.js";
import { carries, literal, type ShellWord } from "./word.js";

type Command = List[number]["command"];

/** Walks statements in the order of the text. Returns whether what they write may hold values. */
export function walkList(walk: ShellWalk, list: List): boolean {
  let mentions = false;
  for (const { command, start } of list) mentions = walkCommand(walk, command, start) || mentions;
  return mentions;
}

/** @param start of the statement */
function walkCommand(walk: ShellWalk, command: Command, start: number): boolean {
  switch (command.kind) {
    case "simple":
      return walkSimple(walk, command);
    case "chain":
      return some(command.commands, (one) => walkCommand(walk, one, start));
    case "pipeline":
      return some(command.commands, (one, index) =>
        index === 0 ? walkCommand(walk, one, start) : piping(walk, () => walkCommand(walk, one, start)),
      );
    case "redirected": {
      const open = openCommand(walk);
      readRedirections(walk, command.redirections, open);
      const mentions = nested(walk, start, () => walkCommand(walk, command.command, start));
      judge(walk, { words: [], input: open.input }, walk.piped);
      return mentions || open.mentions;
    }
    case "function":
    case "coproc":
    case "select":
    case "count":
      return giveUp(start, command.kind === "count" ? "`for ((`" : `a \`${command.kind}\``);
    default:
      return nested(walk, start, () => walkCompound(walk, command, start));
  }
}

type Compound = Extract<
  Command,
  { readonly kind: "if" | "for" | "while" | "subshell" | "group" | "case" | "test" | "compute" }
>;

function walkCompound(walk: ShellWalk, command: Compound, start: number): boolean {
  switch (command.kind) {
    case "if": {
      const lists = command.branches.flatMap(({ test, body }) => [test, body]);
      return some([...lists, command.otherwise], (list) => walkList(walk, list));
    }
    case "while":
      return some([command.test, command.body], (list) => walkList(walk, list));
    case "for": {
      const mentions = walkNames(walk, command.name, command.words, start);
      return walkList(walk, command.body) || mentions;
    }
    case "subshell":
    case "group":
      return walkList(walk, command.body);
    case "case": {
      const first = walk.values.length;
      readWord(walk, command.word, "", false);
      const mentions = some(command.items, ({ patterns, body }) => {
        for (const pattern of patterns) readWord(walk, pattern, "", false);
        return walkList(walk, body);
      });
      return mentions || walk.values.length > first;
    }
    case "test":
      walkTest(walk, command.words, start);
      return false;
    case "compute":
      checkArithmetic(walk, command.text, command.start);
      // For sh it is a group in a group.
      mayRead(walk, start);
      return false;
  }
}

/** Of every item, also behind the first for which it holds: each is walked. */
function some<T>(items: readonly T[], test: (item: T, index: number) => boolean): boolean {
  return items.map(test).includes(true);
}

function openCommand(walk: ShellWalk): OpenCommand {
  return { input: null, mentions: false, piped: walk.piped };
}

function walkSimple(walk: ShellWalk, command: SimpleNode): boolean {
  const { assignments, words: nodes, redirections, start } = command;
  checkCover(walk, command);
  const open = openCommand(walk);
  const exported: { readonly name: string; readonly at: number }[] = [];
  for (const assignment of assignments) {
    const word = readAssignment(walk, assignment, false);
    if (!carries(word)) {
      assignText(walk, assignment.name, textBehind(word), assignment.text);
      continue;
    }
    open.mentions = true;
    taintFrom(walk, word, assignment.name);
    exported.push({ name: assignment.name, at: word.start });
  }
  const words: ShellWord[] = [];
  for (const node of nodes) {
    const word = "name" in node ? readAssignment(walk, node, true) : readWord(walk, node);
    open.mentions ||= carries(word) || mayBeWritten(walk, word);
    words.push(word);
  }
  readRedirections(walk, redirections, open);
  if (words.length > 0) for (const { name, at } of exported) checkExport(walk, name, at);
  judge(walk, { words, input: open.input }, open.piped);
  if (words.length === 0 && nodes.length > 0) giveUp(start, "a command without words");
  return open.mentions;
}

const BETWEEN_WORDS = /^(?:[ \t\r]|\\\n)*$/;

/** INVARIANT: the tree leaves out nothing of a command; a parser that goes on behind bad syntax may. */
function checkCover({ source }: ShellWalk, { start, assignments, words, redirections }: SimpleNode): void {
  let at = start;
  for (const one of [...assignments, ...words, ...redirections].toSorted((a, b) => a.start - b.start)) {
    if (!BETWEEN_WORDS.test(source.slice(at, one.start))) giveUp(at, "what is between two words");
    at = Math.max(at, one.end);
  }
  if (/^[ \t]*\(/.test(source.slice(at, at + 100))) giveUp(at, "a parenthesis behind a command");
}

/** @param isArgument of `export` and the like */
function readAssignment(walk: ShellWalk, assignment: Assignment, isArgument: boolean): ShellWord {
  const { start, name, value, append, index } = assignment;
  if (value === null || index !== null) return giveUp(start, "an array");
  return readWord(walk, value, append ? `${name}+=` : `${name}=`, isArgument);
}

/** `for name in words`. Returns whether values are among the words. */
function walkNames(walk: ShellWalk, name: string, words: readonly WordNode[] | null, start: number): boolean {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) giveUp(start, "a for without a name");
  const taint = (at: number): void => {
    taintFrom(walk, { pieces: [], start: at, matches: false }, name);
  };
  if (words === null) {
    if (walk.tainted.has(POSITIONAL)) taint(start);
    return false;
  }
  let mentions = false;
  for (const node of words) {
    const word = readWord(walk, node);
    mentions ||= carries(word) || word.matches;
    if (word.pieces.some((piece) => piece.kind === "expansion" && piece.carries && piece.splits)) {
      walk.unsafe.push({
        at: word.start,
        where: "in an expansion that the shell splits into words",
        cure: 'write `"$name"`',
      });
    }
    if (carries(word)) taint(word.start);
    else assignText(walk, name, literal(word) ?? "", node.text);
  }
  return mentions;
}

/** Their operands are expressions or names, which bash evaluates. */
const EVALUATES = /^-(?:eq|ne|lt|le|gt|ge|v|R)$/;

function walkTest(walk: ShellWalk, tests: readonly TestWord[], start: number): void {
  forbidding(walk, "inside of `[[ … ]]`, where bash may evaluate it", 'write `[ {name} = "…" ]`', () => {
    const evaluates = tests.some(({ operator }) => EVALUATES.test(operator));
    for (const { word: node } of tests) {
      const word = readWord(walk, node, "", false);
      refuseCarrying(walk, word);
      if (evaluates && walk.forbidden !== null && mentionsTainted(walk, literal(word) ?? ""))
        walk.unsafe.push({ at: word.start, ...walk.forbidden });
    }
  });
  // For sh, `[[ a || b ]]` runs `b`.
  if (tests.length > 2) mayRead(walk, start);
}

/** In sh it may be a program that reads the input. */
function mayRead(walk: ShellWalk, at: number): void {
  walk.reader ??= at;
  if (walk.piped) walk.pipedReader ??= at;
}
