import type { List, ShellCommand, Statement } from "@gatehouse-hooks/shell";
import { maybeNode, statementOf } from "../script/script-nodes.js";
import type { CmdReader, LineMark } from "./cmd-reader.js";

const MAX_FUNCTIONS = 40;

/** The function that a label is. */
export function labelName(label: string): string {
  return `cmd_label_${label.toLowerCase().replaceAll(/\W/g, "_")}`;
}

/** A statement that a line is. */
interface Line {
  readonly statement: Statement;
  readonly mark: LineMark | undefined;
  /** Labels that it jumps to, from anywhere within. */
  readonly jumps: readonly string[];
}

/**
 * The lines of a text in the order in which they run: what `call :label` runs is a function; what `goto` passes may run or not; what is
 * between `setlocal` and `endlocal` changes no variables outside. Jumps back, and those out of the middle of a line, are not read.
 */
export function orderLines(reader: CmdReader, list: List, called: ReadonlySet<string>): List {
  const lines = list.map((statement) => lineOf(reader, statement));
  const functions: Statement[] = [];
  for (const [i, { mark, statement }] of lines.entries()) {
    if (mark?.kind !== "label" || !called.has(mark.label)) continue;
    if (functions.length > MAX_FUNCTIONS) reader.fail("too many labels", statement.start);
    if (functions.length > MAX_FUNCTIONS) break;
    // A name is the one that comes first.
    if (lines.findIndex((one) => one.mark?.kind === "label" && one.mark.label === mark.label) !== i) continue;
    const body = follow(reader, lines.slice(i + 1), true);
    const command: ShellCommand = {
      kind: "function",
      name: labelName(mark.label),
      body: { kind: "group", body },
    };
    functions.push(statementOf(command, statement));
  }
  return [...functions, ...follow(reader, lines, false)];
}

function lineOf(reader: CmdReader, statement: Statement): Line {
  const jumps = [...reader.marks.values()].flatMap(({ kind, label, at }) =>
    kind === "goto" && at >= statement.start && at < statement.end ? [label] : [],
  );
  return { statement, mark: reader.marks.get(statement.command), jumps };
}

/** Up to the end of what is called, or of the text. */
function follow(reader: CmdReader, lines: readonly Line[], isCalled: boolean): List {
  const until = lines.findIndex(({ statement }, i) => ends(statement) && !isJumpedOver(lines, i));
  const own = until === -1 ? lines : lines.slice(0, until + 1);
  const done: Statement[] = [];
  let maybe = 0;
  for (const [i, { statement, mark, jumps }] of own.entries()) {
    for (const label of jumps) {
      const to = own.findIndex((one, at) => at > i && one.mark?.kind === "label" && one.mark.label === label);
      if (to === -1) reader.fail("a jump back", statement.start);
      maybe = Math.max(maybe, to);
    }
    const isPassed = i < maybe && mark === undefined;
    done.push(isPassed ? statementOf(maybeNode([statement], statement), statement) : statement);
  }
  return localLines(reader, done, isCalled);
}

/** A jump from before leads behind it. */
function isJumpedOver(lines: readonly Line[], i: number): boolean {
  const behind = new Set(
    lines.slice(i + 1).flatMap(({ mark }) => (mark?.kind === "label" ? [mark.label] : [])),
  );
  return lines.slice(0, i).some(({ jumps }) => jumps.some((one) => behind.has(one)));
}

function ends({ command }: Statement): boolean {
  const [head] = command.kind === "simple" ? command.words : [];
  return head !== undefined && "literal" in head && /^(?:exit|return)$/.test(head.literal ?? "");
}

/** What is between `setlocal` and `endlocal` runs with variables and a folder of its own. */
export function localLines(reader: CmdReader, list: List, isCalled: boolean): List {
  const kinds = list.map(({ command }) => reader.marks.get(command)?.kind);
  const begin = kinds.indexOf("setlocal");
  const first = list[begin];
  if (first === undefined) return list;
  const end = endOf(kinds, begin);
  // What a text ends with is not used any more.
  if (end === -1 && !isCalled) return list;
  const until = end === -1 ? list.length : end;
  const to = list[until]?.start ?? Infinity;
  for (const { kind, at } of reader.marks.values())
    if (/^(?:label|goto)$/.test(kind) && at >= first.start && at < to) reader.fail("a jump in setlocal", at);
  for (const one of list.slice(begin, until + 1)) reader.matched.add(one.command);
  const inner = localLines(reader, list.slice(begin + 1, until), isCalled);
  const body = statementOf({ kind: "subshell", body: inner }, first);
  const rest = [...list.slice(until, until + 1), ...localLines(reader, list.slice(until + 1), isCalled)];
  return [...list.slice(0, begin + 1), body, ...rest];
}

/** The `endlocal` that belongs to a `setlocal`. */
function endOf(kinds: readonly (string | undefined)[], begin: number): number {
  let depth = 0;
  return kinds.findIndex((kind, i) => {
    if (i >= begin && kind === "setlocal") depth++;
    return i > begin && kind === "endlocal" && --depth === 0;
  });
}
