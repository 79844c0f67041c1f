import type { Redirection } from "@gatehouse-hooks/shell";
import { mayBeWritten, writes } from "./judge-command.js";
import { marksIn } from "./placeholders.js";
import { readBody, readWord } from "./read-word.js";
import { giveUp, refuseValue, type ShellWalk } from "./shell-walk.js";
import { carries, isNumber, type ShellWord, startsWithPath } from "./word.js";

/** A command that is being read. */
export interface OpenCommand {
  readonly piped: boolean;
  /** What it reads from a here-document, a here-string or a file that a value names. */
  input: ShellWord | null;
  /** What it writes may hold values. */
  mentions: boolean;
}

const OPERATORS: ReadonlySet<string> = new Set(["<", ">", ">>", "<<<", "<&", ">&", ">|", "<>"]);
/** The end marks that every shell reads alike. */
const END_MARK = /^(?:[A-Za-z0-9_.%+,@^-]|\\[A-Za-z_]|'[^'\n\\$`]*'|"[^"\n\\$`]*")+$/;

export function readRedirections(
  walk: ShellWalk,
  redirections: readonly Redirection[],
  open: OpenCommand,
): void {
  for (const redirection of redirections) {
    const { operator, start, variable, target: node } = redirection;
    if (variable !== null) giveUp(start, "`{name}` in front of a redirection, which sh reads otherwise");
    if (operator === "<<") readHereDocument(walk, redirection, open);
    else if (operator.startsWith("&")) giveUp(start, "`&>`, which sh reads otherwise: write `>file 2>&1`");
    else if (node === null || !OPERATORS.has(operator)) giveUp(start, `the redirection \`${operator}\``);
    else readTarget(walk, operator, readWord(walk, node), open);
  }
}

function readTarget(walk: ShellWalk, operator: string, target: ShellWord, open: OpenCommand): void {
  open.mentions ||= carries(target);
  if (operator === "<<<" || (operator === "<" && carries(target))) open.input = moreOf(open.input, target);
  if (operator === "<" && mayBeWritten(walk, target)) open.mentions = true;
  if (operator.endsWith("&")) {
    if (!carries(target)) return;
    walk.unsafe.push({
      at: target.start,
      where: "where the number of a file descriptor stands",
      cure: "write the number",
    });
  } else if (operator !== "<<<") openFile(walk, operator, target);
}

/** Of two inputs the one that holds a value. */
function moreOf(one: ShellWord | null, other: ShellWord): ShellWord {
  return one !== null && carries(one) ? one : other;
}

/** A file that the shell opens for a command. */
function openFile(walk: ShellWalk, operator: string, target: ShellWord): void {
  if (operator !== "<") writes(walk, target);
  // A path of the event is absolute, and what it names is the event's own file.
  if (!carries(target) || startsWithPath(target) || isNumber(target)) return;
  walk.unsafe.push({
    at: target.start,
    where: "in the name of a file that the shell opens",
    cure: "use `{file_path}`, or a fixed name",
  });
}

function readHereDocument(walk: ShellWalk, { start, body, delimiter }: Redirection, open: OpenCommand): void {
  if (body === null || delimiter === null || !END_MARK.test(delimiter.text))
    return giveUp(start, "the end mark of a here-document");
  if (!delimiter.closed) giveUp(start, "a here-document without its end mark");
  if (delimiter.quoted) {
    const mark = delimiter.text.replace(/['"\\]/g, "");
    for (const { placeholder } of marksIn(body.text, walk.placeholders)) {
      if (placeholder === null) continue;
      refuseValue(walk, placeholder, {
        where: "in a here-document whose end mark is quoted: nothing is replaced there",
        cure: `write \`<<${mark}\` without quotes, and a backslash before each \`$\` and backquote of the text`,
      });
    }
    open.input = moreOf(open.input, { pieces: [], start: body.start, matches: false });
    return;
  }
  if (body.text.includes("\\\n")) giveUp(body.start, "a line of a here-document that goes on");
  const word = readBody(walk, body);
  open.mentions ||= carries(word);
  open.input = moreOf(open.input, word);
}
