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

/** Pipelines, lists, compound commands, up to the closing parenthesis, `;;` or `esac`. Tells whether values stand in it. */
export function readList(scan: Scan, end: "" | ")" | "case"): boolean {
  return nested(scan, () => {
    const first = scan.values.length;
    const { piped, open } = scan;
    // How many compound commands were open where the pipe began that feeds what is read now.
    let pipedAt: number | null = null;
    let afterPipe = false;
    const endPipe = (): void => {
      if (afterPipe || pipedAt === null || scan.open > pipedAt) return;
      pipedAt = null;
      scan.piped = piped;
    };
    let mentions = false;
    for (;;) {
      const char = scan.text[scan.at];
      if (char === undefined) {
        if (end !== "") giveUp(scan, "a substitution, group or case without its end");
        readHereDocuments(scan);
        break;
      }
      if (char === "\n") {
        scan.at++;
        endPipe();
        readHereDocuments(scan);
      } else if (char === "#") skipComment(scan);
      else if (char === "\\" && scan.text[scan.at + 1] === "\n") scan.at += 2;
      else if (/\s/.test(char)) scan.at++;
      else if (char === ";" && (scan.text[scan.at + 1] === ";" || scan.text[scan.at + 1] === "&")) {
        if (end !== "case") giveUp(scan, "`;;` outside of a case");
        break;
      } else if (char === "&" && scan.text[scan.at + 1] === ">")
        giveUp(scan, "`&>`, which sh reads otherwise: write `>file 2>&1`");
      else if (char === "|" && scan.text[scan.at + 1] !== "|") {
        scan.at += scan.text[scan.at + 1] === "&" ? 2 : 1;
        pipedAt ??= scan.open;
        afterPipe = true;
        scan.piped = true;
      } else if (char === ";" || char === "&" || char === "|") {
        scan.at += char === "|" ? 2 : 1;
        afterPipe = false;
        endPipe();
      } else if (char === "(") {
        afterPipe = false;
        if (scan.text[scan.at + 1] === "(") readArithmetic(scan, scan.at, 2);
        else {
          scan.at++;
          mentions = readList(scan, ")") || mentions;
        }
      } else if (char === ")") {
        if (end !== ")") giveUp(scan, "a `)` without its `(`");
        if (scan.pending.length > 0) giveUp(scan, "a here-document inside of a substitution");
        scan.at++;
        break;
      } else {
        const before = scan.at;
        afterPipe = false;
        const command = readCommand(scan, end);
        if (command === "esac") {
          scan.at = before;
          break;
        }
        mentions = command || mentions;
      }
    }
    scan.piped = piped;
    scan.open = open;
    return mentions || scan.values.length > first;
  });
}

/** A simple command or a keyword at the place of one. */
function readCommand(scan: Scan, end: "" | ")" | "case"): boolean | "esac" {
  const found: ShellWord[] = [];
  const { piped } = scan;
  const exported: { readonly name: string; readonly at: number }[] = [];
  let input: ShellWord | null = null;
  let mentions = false;
  let waits = false;
  const command = (): SimpleCommand => ({ words: found, input });
  for (;;) {
    skipBlanks(scan);
    const char = scan.text[scan.at];
    if (char === undefined || char === "\n" || char === ";" || char === "&" || char === "|" || char === ")")
      break;
    if (char === "#") {
      skipComment(scan);
      break;
    }
    if (char === "<" || char === ">") {
      if (scan.text[scan.at + 1] === "(") {
        found.push(readWord(scan));
        continue;
      }
      const operator = /[<>]+[-&|]?/y;
      operator.lastIndex = scan.at;
      const [op = ""] = operator.exec(scan.text) ?? [];
      scan.at += op.length;
      skipBlanks(scan);
      if (op === "<<" || op === "<<-") {
        waits = true;
        announceHereDocument(scan, op === "<<-", (body) => {
          input = body;
          // The rest of the command's line is read by then.
          judge(scan, command(), piped);
        });
        continue;
      }
      if (!["<", ">", ">>", "<<<", "<&", ">&", ">|", "<>"].includes(op))
        giveUp(scan, `the redirection \`${op}\``);
      const target = readWord(scan);
      mentions = carries(target) || mentions;
      if (op === "<<<" || (op === "<" && carries(target))) input = target;
      if (!op.startsWith("<<") && !op.endsWith("&")) openFile(scan, op, target);
      else if (op.endsWith("&") && carries(target)) {
        scan.unsafe.push({
          at: target.start,
          where: "where the number of a file descriptor stands",
          cure: "write the number",
        });
      }
      continue;
    }
    if (char === "(") {
      giveUp(
        scan,
        found.length === 1 ? "a function or a pattern with parentheses" : "a parenthesis inside of a word",
      );
    }
    const start = scan.at;
    const next = readWord(scan);
    const text_ = literal(next);
    if (/^[0-9]+$/.test(text_ ?? "") && (scan.text[scan.at] === "<" || scan.text[scan.at] === ">")) continue;
    if (found.length === 0 && next.plain && text_ !== null) {
      if (KEYWORDS.has(text_)) {
        scan.open += OPENS.has(text_) ? 1 : CLOSES.has(text_) ? -1 : 0;
        return mentions;
      }
      if (text_ === "esac" && end === "case") return "esac";
      if (text_ === "case") return readCase(scan);
      if (text_ === "for") return readFor(scan);
      if (text_ === "[[") return readConditional(scan);
      if (["function", "select", "coproc"].includes(text_)) giveUp(scan, `\`${text_}\``, start);
    }
    const assigned = ASSIGNMENT.exec(literalStart(next))?.[1];
    if (found.length === 0 && assigned !== undefined) {
      if (scan.text[scan.at] === "(") giveUp(scan, "an array");
      if (carries(next)) {
        mentions = true;
        taintFrom(scan, next, assigned);
        exported.push({ name: assigned, at: next.start });
      }
      continue;
    }
    mentions = carries(next) || mentions;
    found.push(next);
  }
  if (found.length > 0) for (const { name, at } of exported) checkExport(scan, name, at);
  if (!waits) judge(scan, command(), piped);
  return mentions;
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
