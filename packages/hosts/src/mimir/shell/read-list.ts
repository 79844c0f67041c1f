import { announceHereDocument, readHereDocuments } from "./here-document.js";
import { checkExport, judge, taintFrom, writes } from "./judge-command.js";
import { ENDS_WORD, readArithmetic, readWord } from "./read-word.js";
import { forbidding, giveUp, nested, POSITIONAL, type Scan, skipBlanks, skipComment } from "./scan-state.js";
import {
  carries,
  isNumber,
  literal,
  literalStart,
  type SimpleCommand,
  startsWithPath,
  type ShellWord,
} from "./word.js";

const KEYWORDS: ReadonlySet<string> = new Set("if then elif else fi while until do done { } !".split(" "));
const OPENS: ReadonlySet<string> = new Set("if while until {".split(" "));
const CLOSES: ReadonlySet<string> = new Set("fi done }".split(" "));
const ASSIGNMENT = /^([A-Za-z_][A-Za-z0-9_]*)\+?=/;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;

/** Pipelines, lists, compound commands, up to the closing parenthesis, `;;` or `esac`. Returns whether values are in it. */
export function readList(scan: Scan, end: "" | ")" | "case"): boolean {
  return nested(scan, () => {
    const first = scan.values.length;
    const { piped, open } = scan;
    const pipe = new PipeState(scan);
    let mentions = false;
    for (;;) {
      const char = scan.text[scan.at];
      if (char === undefined) {
        if (end !== "") giveUp(scan, "a substitution, group or case without its end");
        readHereDocuments(scan);
        break;
      }
      if (skipped(scan, char) || separated(scan, char, pipe)) continue;
      if (endsList(scan, char, end)) break;
      const before = scan.at;
      pipe.took();
      const read = char === "(" ? readGroup(scan) : readCommand(scan, end);
      if (read === "esac") {
        scan.at = before;
        break;
      }
      mentions = read || mentions;
    }
    scan.piped = piped;
    scan.open = open;
    return mentions || scan.values.length > first;
  });
}

/** Which commands of a list read what another writes. */
class PipeState {
  readonly #scan: Scan;
  readonly #outside: boolean;
  /** How many compound commands were open where the pipe began that feeds what is read now. */
  #pipedAt: number | null = null;
  #afterPipe = false;

  constructor(scan: Scan) {
    this.#scan = scan;
    this.#outside = scan.piped;
  }

  begin(): void {
    this.#pipedAt ??= this.#scan.open;
    this.#afterPipe = true;
    this.#scan.piped = true;
  }

  /** At the end of a command; the one behind a pipe is still to come. */
  end(): void {
    if (this.#afterPipe || this.#pipedAt === null || this.#scan.open > this.#pipedAt) return;
    this.#pipedAt = null;
    this.#scan.piped = this.#outside;
  }

  /** The command behind the pipe is here. */
  took(): void {
    this.#afterPipe = false;
  }
}

/** Blanks, comments and lines that go on. */
function skipped(scan: Scan, char: string): boolean {
  if (char === "\n") return false;
  if (char === "#") skipComment(scan);
  else if (char === "\\" && scan.text[scan.at + 1] === "\n") scan.at += 2;
  else if (/\s/.test(char)) scan.at++;
  else return false;
  return true;
}

/** What is between two commands of one list. */
function separated(scan: Scan, char: string, pipe: PipeState): boolean {
  const next = scan.text[scan.at + 1];
  if (char === "\n") {
    scan.at++;
    pipe.end();
    readHereDocuments(scan);
    return true;
  }
  if (char === "&" && next === ">") giveUp(scan, "`&>`, which sh reads otherwise: write `>file 2>&1`");
  if (char === "|" && next !== "|") {
    scan.at += next === "&" ? 2 : 1;
    pipe.begin();
    return true;
  }
  if (isCaseEnd(char, next) || (char !== ";" && char !== "&" && char !== "|")) return false;
  scan.at += char === "|" ? 2 : 1;
  pipe.took();
  pipe.end();
  return true;
}

function isCaseEnd(char: string, next: string | undefined): boolean {
  return char === ";" && (next === ";" || next === "&");
}

function endsList(scan: Scan, char: string, end: "" | ")" | "case"): boolean {
  if (isCaseEnd(char, scan.text[scan.at + 1])) {
    if (end !== "case") giveUp(scan, "`;;` outside of a case");
    return true;
  }
  if (char !== ")") return false;
  if (end !== ")") giveUp(scan, "a `)` without its `(`");
  if (scan.pending.length > 0) giveUp(scan, "a here-document inside a substitution");
  scan.at++;
  return true;
}

/** A group in parentheses, or arithmetic. */
function readGroup(scan: Scan): boolean {
  if (scan.text[scan.at + 1] === "(") {
    readArithmetic(scan, scan.at, 2);
    return false;
  }
  scan.at++;
  return readList(scan, ")");
}

/** A simple command that is being read. */
interface OpenCommand {
  readonly words: ShellWord[];
  readonly exported: { readonly name: string; readonly at: number }[];
  readonly piped: boolean;
  input: ShellWord | null;
  mentions: boolean;
  /** For the body of a here-document, which is its input. */
  waits: boolean;
}

/** A simple command or a keyword at the place of one. */
function readCommand(scan: Scan, end: "" | ")" | "case"): boolean | "esac" {
  const command: OpenCommand = {
    words: [],
    exported: [],
    piped: scan.piped,
    input: null,
    mentions: false,
    waits: false,
  };
  for (;;) {
    skipBlanks(scan);
    const char = scan.text[scan.at];
    if (char === undefined || ENDS_COMMAND.has(char)) break;
    if (char === "#") {
      skipComment(scan);
      break;
    }
    if (char === "<" || char === ">") {
      readRedirection(scan, command);
      continue;
    }
    if (char === "(") {
      giveUp(scan, parenthesisAfter(command.words));
    }
    const start = scan.at;
    const next = readWord(scan);
    const text = literal(next);
    if (isDescriptor(scan, text)) continue;
    if (command.words.length === 0 && next.plain && text !== null) {
      const read = readKeyword(scan, text, start, end, command);
      if (read !== null) return read;
    }
    takeWord(scan, next, command);
  }
  if (command.words.length > 0) checkExports(scan, command);
  if (!command.waits) judge(scan, simple(command), command.piped);
  return command.mentions;
}

const ENDS_COMMAND: ReadonlySet<string> = new Set(["\n", ";", "&", "|", ")"]);
const REDIRECTIONS: ReadonlySet<string> = new Set(["<", ">", ">>", "<<<", "<&", ">&", ">|", "<>"]);

function parenthesisAfter({ length }: readonly ShellWord[]): string {
  return length === 1 ? "a function or a pattern with parentheses" : "a parenthesis inside of a word";
}

function checkExports(scan: Scan, { exported }: OpenCommand): void {
  for (const { name, at } of exported) checkExport(scan, name, at);
}

function simple({ words, input }: OpenCommand): SimpleCommand {
  return { words, input };
}

/** The number of a file descriptor before a redirection. */
function isDescriptor(scan: Scan, text: string | null): boolean {
  return /^[0-9]+$/.test(text ?? "") && /^[<>]/.test(scan.text.charAt(scan.at));
}

/** An assignment before the command, or a word of it. */
function takeWord(scan: Scan, next: ShellWord, command: OpenCommand): void {
  const assigned = ASSIGNMENT.exec(literalStart(next))?.[1];
  if (command.words.length > 0 || assigned === undefined) {
    command.mentions = carries(next) || command.mentions;
    command.words.push(next);
    return;
  }
  if (scan.text[scan.at] === "(") giveUp(scan, "an array");
  if (!carries(next)) return;
  command.mentions = true;
  taintFrom(scan, next, assigned);
  command.exported.push({ name: assigned, at: next.start });
}

/** What a keyword opens or closes; null when the word is not one. */
function readKeyword(
  scan: Scan,
  text: string,
  start: number,
  end: "" | ")" | "case",
  { mentions }: OpenCommand,
): boolean | "esac" | null {
  if (KEYWORDS.has(text)) {
    scan.open += OPENS.has(text) ? 1 : CLOSES.has(text) ? -1 : 0;
    return mentions;
  }
  if (text === "esac" && end === "case") return "esac";
  if (text === "case") return readCase(scan);
  if (text === "for") return readFor(scan);
  if (text === "[[") return readConditional(scan);
  if (["function", "select", "coproc"].includes(text)) giveUp(scan, `\`${text}\``, start);
  return null;
}

function readRedirection(scan: Scan, command: OpenCommand): void {
  if (scan.text[scan.at + 1] === "(") {
    command.words.push(readWord(scan));
    return;
  }
  const operator = /[<>]+[-&|]?/y;
  operator.lastIndex = scan.at;
  const [op = ""] = operator.exec(scan.text) ?? [];
  scan.at += op.length;
  skipBlanks(scan);
  if (op === "<<" || op === "<<-") {
    command.waits = true;
    announceHereDocument(scan, op === "<<-", (body) => {
      command.input = body;
      // The rest of the command's line is read by then.
      judge(scan, simple(command), command.piped);
    });
    return;
  }
  if (!REDIRECTIONS.has(op)) giveUp(scan, `the redirection \`${op}\``);
  const target = readWord(scan);
  command.mentions = carries(target) || command.mentions;
  if (op === "<<<" || (op === "<" && carries(target))) command.input = target;
  if (!op.startsWith("<<") && !op.endsWith("&")) openFile(scan, op, target);
  else if (op.endsWith("&") && carries(target)) {
    scan.unsafe.push({
      at: target.start,
      where: "where the number of a file descriptor stands",
      cure: "write the number",
    });
  }
}

/** A file that the shell opens for a command. */
function openFile(scan: Scan, operator: string, target: ShellWord): void {
  const name = literal(target);
  if (name !== null && operator !== "<") writes(scan, name, target.start);
  // A path of the event is absolute, and what it names is the event's own file.
  if (!carries(target) || startsWithPath(target) || isNumber(target)) return;
  scan.unsafe.push({
    at: target.start,
    where: "in the name of a file that the shell opens",
    cure: "use `{file_path}`, or a fixed name",
  });
}

function readCase(scan: Scan): boolean {
  return nested(scan, () => {
    const first = scan.values.length;
    skipBlanks(scan);
    readWord(scan);
    skipGap(scan);
    const keyword = readWord(scan);
    if (literal(keyword) !== "in") giveUp(scan, "a case without `in`");
    for (;;) {
      skipGap(scan);
      if (scan.text[scan.at] === "(") scan.at++;
      skipBlanks(scan);
      const pattern = readWord(scan);
      if (pattern.plain && literal(pattern) === "esac") break;
      skipBlanks(scan);
      while (scan.text[scan.at] === "|") {
        scan.at++;
        skipBlanks(scan);
        readWord(scan);
        skipBlanks(scan);
      }
      if (scan.text[scan.at] !== ")") giveUp(scan, "a case without the `)` of a pattern");
      scan.at++;
      readList(scan, "case");
      if (scan.text.startsWith("esac", scan.at)) {
        scan.at += "esac".length;
        break;
      }
      while (scan.text[scan.at] === ";" || scan.text[scan.at] === "&") scan.at++;
    }
    return scan.values.length > first;
  });
}

function readFor(scan: Scan): boolean {
  skipBlanks(scan);
  if (scan.text[scan.at] === "(") giveUp(scan, "`for ((`");
  const name = literal(readWord(scan)) ?? giveUp(scan, "a for without a name");
  scan.open++;
  skipGap(scan);
  NAME.lastIndex = scan.at;
  if (NAME.exec(scan.text)?.[0] !== "in") {
    if (scan.tainted.has(POSITIONAL)) scan.tainted.add(name);
    return false;
  }
  scan.at += 2;
  let mentions = false;
  for (;;) {
    skipBlanks(scan);
    const char = scan.text[scan.at];
    if (char === undefined || char === "\n" || char === ";") break;
    if (char === "#") {
      skipComment(scan);
      break;
    }
    if (ENDS_WORD.test(char)) giveUp(scan, "a for list");
    const one = readWord(scan);
    mentions = carries(one) || mentions;
    if (one.pieces.some((piece) => piece.kind === "expansion" && piece.carries && piece.splits)) {
      scan.unsafe.push({
        at: one.start,
        where: "in an expansion that the shell splits into words",
        cure: 'write `"$name"`',
      });
    }
  }
  if (mentions) taintFrom(scan, { pieces: [], start: scan.at, plain: false }, name);
  return mentions;
}

function readConditional(scan: Scan): boolean {
  return forbidding(
    scan,
    "inside of `[[ … ]]`, where bash may evaluate it",
    'write `[ {name} = "…" ]`',
    () => {
      for (;;) {
        skipGap(scan);
        if (scan.text[scan.at] === undefined) giveUp(scan, "`[[` without `]]`");
        if (ENDS_WORD.test(scan.text[scan.at] ?? "")) scan.at++;
        else {
          const one = readWord(scan);
          if (one.plain && literal(one) === "]]") return false;
          const piece = one.pieces.find((part) => part.kind === "expansion" && part.carries);
          if (piece?.kind === "expansion")
            scan.unsafe.push({ at: piece.at, ...(scan.forbidden as NonNullable<Scan["forbidden"]>) });
        }
      }
    },
  );
}

/** Blanks, comments and line ends. */
function skipGap(scan: Scan): void {
  for (;;) {
    skipBlanks(scan);
    if (scan.text[scan.at] === "\n") {
      scan.at++;
      readHereDocuments(scan);
    } else if (scan.text[scan.at] === "#") skipComment(scan);
    else return;
  }
}
