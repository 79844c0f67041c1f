import type { MimirVariable } from "../variables.js";
import { checkCommand, runsItsInput } from "./check-command.js";
import { DECLARATIONS, EVALUATED_VARIABLES, isShell, programName } from "./interpreters.js";
import { type Placeholder, placeholderAt } from "./placeholder.js";
import {
  carries,
  isNumber,
  literal,
  literalStart,
  type Piece,
  type PlacedValue,
  type PlaceState,
  type SimpleCommand,
  type Word,
} from "./word.js";

/** A place where a value may not stand. */
export interface UnsafePlace {
  readonly at: number;
  /** Ends the sentence "… stands …". */
  readonly where: string;
  readonly cure: string;
}

/** What the shell makes of a command. */
export interface ScannedCommand {
  /** Words and here-documents with values in them, in the order of the text. */
  readonly words: readonly Word[];
  readonly unsafe: readonly UnsafePlace[];
  /** `{name}` that is no variable of the event. */
  readonly unknown: readonly Placeholder[];
  readonly values: readonly PlacedValue[];
  /** Variables of the shell that may hold a value. */
  readonly tainted: ReadonlySet<string>;
}

/** How deep substitutions, groups and cases may nest. */
const MAX_DEPTH = 50;
const KEYWORDS: ReadonlySet<string> = new Set("if then elif else fi while until do done { } !".split(" "));
const ASSIGNMENT = /^([A-Za-z_][A-Za-z0-9_]*)\+?=/;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const ENDS_WORD = /[\s;&|<>()]/;

/** The text is one that this scanner does not follow to its end. */
class NotFollowed extends Error {
  readonly at: number;
  readonly what: string;
  constructor(at: number, what: string) {
    super(what);
    this.at = at;
    this.what = what;
  }
}

/**
 * Reads shell text (the POSIX shell and what bash adds) far enough to know how each placeholder is quoted and what
 * reads it. Linear in the text.
 *
 * @param variables the placeholders' names; others are reported
 * @param known variables of the shell that are already known to hold values
 */
export function scan(
  text: string,
  variables: ReadonlyMap<string, MimirVariable>,
  known: ReadonlySet<string>,
): ScannedCommand {
  const words: Word[] = [];
  const values: PlacedValue[] = [];
  const unsafe: UnsafePlace[] = [];
  const unknown: Placeholder[] = [];
  const tainted = new Set(known);
  const pending: {
    readonly delimiter: string;
    readonly strip: boolean;
    readonly quoted: boolean;
    readonly take: (body: Word) => void;
  }[] = [];
  let at = 0;
  let depth = 0;
  /** Set while the place itself forbids values, whatever the quotes. */
  let forbidden: { readonly where: string; readonly cure: string } | null = null;
  let readsInput: number | null = null;

  const isTainted = (name: string): boolean => tainted.has(name) || name.startsWith("MIMIR_");
  const giveUp = (what: string, where = at): never => {
    throw new NotFollowed(where, what);
  };
  const nested = <T>(run: () => T): T => {
    if (++depth > MAX_DEPTH) giveUp(`more than ${MAX_DEPTH} levels of nesting`);
    const result = run();
    depth--;
    return result;
  };

  function value(state: PlaceState): PlacedValue | null {
    const found = placeholderAt(text, at);
    if (found === null) return null;
    const variable = variables.get(found.name);
    if (variable === undefined) {
      if (!found.dollar) unknown.push(found);
      return null;
    }
    // In single quotes the dollar is an ordinary character before the placeholder.
    if (found.dollar && state === "single") return null;
    const placed: PlacedValue = {
      kind: "value",
      variable,
      state,
      start: found.start,
      end: found.end,
      dollar: found.dollar,
    };
    at = found.end;
    values.push(placed);
    if (forbidden !== null) unsafe.push({ at: placed.start, ...forbidden });
    return placed;
  }

  function forbidding<T>(where: string, cure: string, run: () => T): T {
    const before = forbidden;
    forbidden ??= { where, cure };
    const result = run();
    forbidden = before;
    return result;
  }

  /** Pipelines, lists, compound commands, up to the closing parenthesis, `;;` or `esac`. Tells whether values stand in it. */
  function list(end: "" | ")" | "case"): boolean {
    return nested(() => {
      const first = values.length;
      let mentions = false;
      for (;;) {
        const char = text[at];
        if (char === undefined) {
          if (end !== "") giveUp("a substitution, group or case without its end");
          hereDocuments();
          break;
        }
        if (char === "\n") {
          at++;
          hereDocuments();
        } else if (char === "#") comment();
        else if (char === "\\" && text[at + 1] === "\n") at += 2;
        else if (/\s/.test(char)) at++;
        else if (char === ";" && (text[at + 1] === ";" || text[at + 1] === "&")) {
          if (end !== "case") giveUp("`;;` outside of a case");
          break;
        } else if (char === "&" && text[at + 1] === ">")
          giveUp("`&>`, which sh reads otherwise: write `>file 2>&1`");
        else if (char === ";" || char === "&" || char === "|") at++;
        else if (char === "(") {
          if (text[at + 1] === "(") arithmetic(at, 2);
          else {
            at++;
            mentions = list(")") || mentions;
          }
        } else if (char === ")") {
          if (end !== ")") giveUp("a `)` without its `(`");
          if (pending.length > 0) giveUp("a here-document inside of a substitution");
          at++;
          break;
        } else {
          const before = at;
          const command = simpleCommand(end);
          if (command === "esac") {
            at = before;
            break;
          }
          mentions = command || mentions;
        }
      }
      return mentions || values.length > first;
    });
  }

  function comment(): void {
    const end = text.indexOf("\n", at);
    at = end < 0 ? text.length : end;
  }

  /** A simple command or a keyword at the place of one. */
  function simpleCommand(end: "" | ")" | "case"): boolean | "esac" {
    const found: Word[] = [];
    let input: Word | null = null;
    let mentions = false;
    let waits = false;
    const command = (): SimpleCommand => ({ words: found, input });
    for (;;) {
      blanks();
      const char = text[at];
      if (char === undefined || char === "\n" || char === ";" || char === "&" || char === "|" || char === ")")
        break;
      if (char === "#") {
        comment();
        break;
      }
      if (char === "<" || char === ">") {
        if (text[at + 1] === "(") {
          found.push(word());
          continue;
        }
        const operator = /[<>]+[-&|]?/y;
        operator.lastIndex = at;
        const [op = ""] = operator.exec(text) ?? [];
        at += op.length;
        blanks();
        if (op === "<<" || op === "<<-") {
          waits = true;
          hereDocument(op === "<<-", (body) => {
            input = body;
            // The rest of the command's line is read by then.
            judge(command());
          });
          continue;
        }
        if (!["<", ">", ">>", "<<<", "<&", ">&", ">|", "<>"].includes(op))
          giveUp(`the redirection \`${op}\``);
        const target = word();
        mentions = carries(target) || mentions;
        if (op === "<<<") input = target;
        else if (op.endsWith("&") && carries(target)) {
          unsafe.push({
            at: target.start,
            where: "where the number of a file descriptor stands",
            cure: "write the number",
          });
        }
        continue;
      }
      if (char === "(") {
        giveUp(
          found.length === 1 ? "a function or a pattern with parentheses" : "a parenthesis inside of a word",
        );
      }
      const start = at;
      const next = word();
      const text_ = literal(next);
      if (/^[0-9]+$/.test(text_ ?? "") && (text[at] === "<" || text[at] === ">")) continue;
      if (found.length === 0 && next.plain && text_ !== null) {
        if (KEYWORDS.has(text_)) return mentions;
        if (text_ === "esac" && end === "case") return "esac";
        if (text_ === "case") return caseCommand();
        if (text_ === "for") return forCommand();
        if (text_ === "[[") return conditional();
        if (["function", "select", "coproc"].includes(text_)) giveUp(`\`${text_}\``, start);
      }
      const assigned = ASSIGNMENT.exec(literalStart(next))?.[1];
      if (found.length === 0 && assigned !== undefined) {
        if (text[at] === "(") giveUp("an array");
        if (carries(next)) {
          mentions = true;
          taintFrom(next, assigned);
        }
        continue;
      }
      mentions = carries(next) || mentions;
      found.push(next);
    }
    if (!waits) judge(command());
    return mentions;
  }

  function taintFrom(from: Word, name: string): void {
    const [assignment, ...rest] = from.pieces;
    const right = assignment?.kind === "text" && assignment.text.endsWith("=") ? rest : from.pieces;
    if (isNumber({ ...from, pieces: right })) return;
    tainted.add(name);
    if (EVALUATED_VARIABLES.has(name)) {
      unsafe.push({
        at: from.start,
        where: `in \`${name}\`, which is evaluated`,
        cure: "use another name for the variable",
      });
    }
  }

  function judge(command: SimpleCommand): void {
    const [head] = command.words;
    if (head === undefined) return;
    unsafe.push(...checkCommand(command));
    const name = literal(head) ?? "";
    if (DECLARATIONS.has(name)) {
      for (const one of command.words) {
        const assigned = ASSIGNMENT.exec(literalStart(one))?.[1];
        if (assigned !== undefined && carries(one)) taintFrom(one, assigned);
        // Integers and references to names are evaluated at each later assignment.
        if (/^-[a-zA-Z]*[inaA]/.test(literal(one) ?? "")) readsInput ??= head.start;
      }
    }
    if (["read", "mapfile", "readarray"].includes(name)) {
      tainted.add("REPLY").add("MAPFILE");
      for (const one of command.words.slice(1)) tainted.add(literal(one) ?? "");
    }
    const runsText =
      ["eval", "trap", "alias"].includes(name) ||
      command.words.some((one) => isShell(programName(literal(one) ?? "")));
    if (runsText && command.words.some(mentionsTainted)) readsInput ??= head.start;
    if (runsItsInput(command)) readsInput ??= head.start;
  }

  /** Code in a literal: `trap 'rm $x' EXIT`. */
  function mentionsTainted(word_: Word): boolean {
    return word_.pieces.some((piece) => piece.kind === "text" && identifiers(piece.text).some(isTainted));
  }

  function caseCommand(): boolean {
    return nested(() => {
      const first = values.length;
      blanks();
      word();
      gap();
      const keyword = word();
      if (literal(keyword) !== "in") giveUp("a case without `in`");
      for (;;) {
        gap();
        if (text[at] === "(") at++;
        blanks();
        const pattern = word();
        if (pattern.plain && literal(pattern) === "esac") break;
        blanks();
        while (text[at] === "|") {
          at++;
          blanks();
          word();
          blanks();
        }
        if (text[at] !== ")") giveUp("a case without the `)` of a pattern");
        at++;
        list("case");
        if (text.startsWith("esac", at)) {
          at += "esac".length;
          break;
        }
        while (text[at] === ";" || text[at] === "&") at++;
      }
      return values.length > first;
    });
  }

  function forCommand(): boolean {
    blanks();
    if (text[at] === "(") giveUp("`for ((`");
    const name = literal(word()) ?? giveUp("a for without a name");
    gap();
    NAME.lastIndex = at;
    if (NAME.exec(text)?.[0] !== "in") return false;
    at += 2;
    let mentions = false;
    for (;;) {
      blanks();
      const char = text[at];
      if (char === undefined || char === "\n" || char === ";") break;
      if (char === "#") {
        comment();
        break;
      }
      if (ENDS_WORD.test(char)) giveUp("a for list");
      const one = word();
      mentions = carries(one) || mentions;
      if (one.pieces.some((piece) => piece.kind === "expansion" && piece.carries && piece.splits)) {
        unsafe.push({
          at: one.start,
          where: "in an expansion that the shell splits into words",
          cure: 'write `"$name"`',
        });
      }
    }
    if (mentions) taintFrom({ pieces: [], start: at, plain: false }, name);
    return mentions;
  }

  function conditional(): boolean {
    return forbidding("inside of `[[ … ]]`, where bash may evaluate it", 'write `[ {name} = "…" ]`', () => {
      for (;;) {
        gap();
        if (text[at] === undefined) giveUp("`[[` without `]]`");
        if (ENDS_WORD.test(text[at] ?? "")) at++;
        else {
          const one = word();
          if (one.plain && literal(one) === "]]") return false;
          const piece = one.pieces.find((part) => part.kind === "expansion" && part.carries);
          if (piece?.kind === "expansion")
            unsafe.push({ at: piece.at, ...(forbidden as NonNullable<typeof forbidden>) });
        }
      }
    });
  }

  function blanks(): void {
    for (;;) {
      const char = text[at];
      if (char === " " || char === "\t" || char === "\r") at++;
      else if (char === "\\" && text[at + 1] === "\n") at += 2;
      else return;
    }
  }

  /** Blanks, comments and line ends. */
  function gap(): void {
    for (;;) {
      blanks();
      if (text[at] === "\n") {
        at++;
        hereDocuments();
      } else if (text[at] === "#") comment();
      else return;
    }
  }

  function word(): Word {
    const start = at;
    const pieces: Piece[] = [];
    const first = values.length;
    let plain = true;
    let run = "";
    const flush = (): void => {
      if (run !== "") pieces.push({ kind: "text", text: run });
      run = "";
    };
    const add = (piece: Piece): void => {
      flush();
      pieces.push(piece);
    };
    for (;;) {
      const char = text[at];
      if (char === undefined) break;
      if ((char === "<" || char === ">") && text[at + 1] === "(" && at === start) {
        at += 2;
        add({ kind: "expansion", carries: list(")"), splits: false, at: start });
        continue;
      }
      if (ENDS_WORD.test(char)) break;
      if (char === "\\") {
        plain = false;
        if (text[at + 1] === "\n") {
          at += 2;
          continue;
        }
        run += text[at + 1] ?? "";
        at += 2;
        refuseEscaped(at - 1);
      } else if (char === "'") {
        plain = false;
        at++;
        single(add, (more) => (run += more));
      } else if (char === '"') {
        plain = false;
        at++;
        double(add, (more) => (run += more), "double");
      } else if (char === "`") add(backquotes());
      else {
        const placed = char === "{" || char === "$" ? value("bare") : null;
        if (placed !== null) {
          if (placed.dollar) run += "$";
          add(placed);
        } else if (char === "$") add(dollar("bare"));
        else {
          run += char;
          at++;
        }
      }
    }
    flush();
    if (at === start) giveUp(`\`${text[at] ?? "the end"}\` where a word should stand`);
    const made = { pieces, start, plain: plain && pieces.every(({ kind }) => kind === "text") };
    if (values.length > first) words.push(made);
    return made;
  }

  /** `\{name}`: the backslash would belong to the reference. `\${name}` is a dollar and the value. */
  function refuseEscaped(offset: number): void {
    const found = text[offset] === "{" ? placeholderAt(text, offset) : null;
    const variable = found === null ? undefined : variables.get(found.name);
    if (found !== null && variable !== undefined) {
      values.push({ kind: "value", variable, state: "bare", ...found });
      unsafe.push({ at: found.start, where: "behind a backslash", cure: "remove the backslash" });
      at = found.end;
    }
  }

  function single(add: (piece: Piece) => void, more: (text: string) => void): void {
    for (;;) {
      const char = text[at];
      if (char === undefined) giveUp("a single quote without its end");
      if (char === "'") {
        at++;
        return;
      }
      const placed = char === "{" ? value("single") : null;
      if (placed !== null) add(placed);
      else {
        more(char ?? "");
        at++;
      }
    }
  }

  /** Up to the closing quote, or to the end of a here-document's body. */
  function double(
    add: (piece: Piece) => void,
    more: (text: string) => void,
    state: "double" | "heredoc",
    end = text.length,
  ): void {
    for (;;) {
      if (at >= end) {
        if (state === "double") giveUp("a double quote without its end");
        return;
      }
      const char = text[at] ?? "";
      if (char === '"' && state === "double") {
        at++;
        return;
      }
      if (char === "\\") {
        const next = text[at + 1] ?? "";
        if (next === "\n" && state === "heredoc") giveUp("a line of a here-document that goes on");
        const escapes = next === "$" || next === "`" || next === "\\" || (next === '"' && state === "double");
        if (next !== "\n") more(escapes ? next : char);
        at += escapes || next === "\n" ? 2 : 1;
        if (!escapes) refuseEscaped(at);
        continue;
      }
      if (char === "`") {
        add(backquotes());
        continue;
      }
      const placed = char === "{" || char === "$" ? value(state) : null;
      if (placed !== null) {
        if (placed.dollar) more("$");
        add(placed);
      } else if (char === "$") add(dollar(state));
      else {
        more(char);
        at++;
      }
    }
  }

  /** An expansion of the shell's own. */
  function dollar(state: PlaceState): Piece {
    const start = at;
    const splits = state === "bare";
    const next = text[at + 1] ?? "";
    if (next === "(") {
      if (text[at + 2] === "(") {
        arithmetic(at, 3);
        return { kind: "expansion", carries: false, splits: false, at: start };
      }
      at += 2;
      return { kind: "expansion", carries: list(")"), splits, at: start };
    }
    if (next === "[") return giveUp("`$[…]`: write `$((…))`");
    if (next === "{") return parameter(start, state);
    if (splits && next === "'") return quotedDollar();
    if (splits && next === '"') return giveUp('`$"…"`');
    at++;
    NAME.lastIndex = at;
    const name = NAME.exec(text)?.[0];
    if (name !== undefined) {
      at += name.length;
      return { kind: "expansion", carries: isTainted(name), splits, at: start };
    }
    if (/[0-9@*#?$!-]/.test(next)) {
      at++;
      return { kind: "expansion", carries: false, splits, at: start };
    }
    return { kind: "text", text: "$" };
  }

  function quotedDollar(): Piece {
    const end = text.indexOf("'", at + 2);
    const inner = end < 0 ? "\\" : text.slice(at + 2, end);
    if (inner.includes("\\") || inner.includes("{")) giveUp("`$'…'` with a backslash or a brace");
    at = end + 1;
    return { kind: "text", text: inner };
  }

  /** `${name}`, `${name##*\/}` and the like; a value may not stand inside. */
  function parameter(start: number, state: PlaceState): Piece {
    at += 2;
    const from = at;
    forbidding("inside of a parameter expansion", 'assign it first: `x={name}; echo "${x:-none}"`', () =>
      nested(() => {
        for (;;) {
          const char = text[at];
          if (char === undefined) giveUp("`${` without `}`");
          if (char === "}") return;
          if (char === "'" || char === '"') {
            if (state !== "bare") giveUp("quotes inside of `${…}` inside of quotes");
            at++;
            if (char === "'")
              single(
                () => undefined,
                () => undefined,
              );
            else
              double(
                () => undefined,
                () => undefined,
                "double",
              );
          } else if (char === "\\") at += 2;
          else if (char === "`") backquotes();
          else if ((char === "{" || char === "$") && value(state) !== null) continue;
          else if (char === "$") {
            const inner = dollar(state);
            if (inner.kind === "expansion" && inner.carries)
              unsafe.push({ at: inner.at, ...(forbidden as NonNullable<typeof forbidden>) });
          } else at++;
        }
      }),
    );
    const inside = text.slice(from, at);
    at++;
    const name = /^[#!]?([A-Za-z_][A-Za-z0-9_]*)/.exec(inside)?.[1] ?? "";
    const mentions = identifiers(inside).some(isTainted);
    const simple =
      inside === name || inside === `#${name}` || /^[A-Za-z0-9_]+(?:[#%]{1,2}|:?-)[^$`\\{}'"]*$/.test(inside);
    if (mentions && (!simple || !isTainted(name))) {
      unsafe.push({
        at: start,
        where: "inside of an expansion that may evaluate it",
        cure: 'write `"$name"`',
      });
    }
    return {
      kind: "expansion",
      carries: mentions && !inside.startsWith("#"),
      splits: state === "bare",
      at: start,
    };
  }

  /** `$((…))` and `((…))`: bash evaluates what stands in it, subscripts with their substitutions included. */
  function arithmetic(start: number, opening: number): void {
    at += opening;
    const from = at;
    let open = 2;
    while (open > 0) {
      const char = text[at];
      if (
        char === undefined ||
        char === "'" ||
        char === '"' ||
        char === "`" ||
        char === "#" ||
        char === "\\" ||
        text.startsWith("$(", at) ||
        text.startsWith("<<", at)
      ) {
        // `#` may be a base (`16#ff`) or begin a comment of `$( (…) )`.
        if (
          !(char === "#" && /[0-9]/.test(text[at - 1] ?? "")) &&
          !(text.startsWith("<<", at) && /[\s0-9]/.test(text[at + 2] ?? ""))
        ) {
          giveUp("quotes or substitutions inside of arithmetic");
        }
      }
      if (char === "(") open++;
      if (char === ")") open--;
      at++;
    }
    if (text[at - 2] !== ")") giveUp("`((` that is no arithmetic: put a blank between the parentheses");
    const inside = text.slice(from, at - 2);
    for (let offset = from; offset < at; offset++) {
      const found = text[offset] === "{" ? placeholderAt(text, offset) : null;
      if (found === null) continue;
      const variable = variables.get(found.name);
      if (variable === undefined) {
        if (text[offset - 1] !== "$") unknown.push(found);
        continue;
      }
      values.push({ kind: "value", variable, state: "bare", ...found });
      unsafe.push({ at: found.start, ...ARITHMETIC });
    }
    if (identifiers(inside).some(isTainted)) unsafe.push({ at: start, ...ARITHMETIC });
  }

  function backquotes(): Piece {
    const start = at++;
    while (text[at] !== "`") {
      if (text[at] === undefined) giveUp("a backquote without its end");
      if (text[at] === "\\") at++;
      at++;
    }
    const inside = text.slice(start + 1, at);
    at++;
    let mentions = identifiers(inside).some(isTainted);
    for (let offset = start + 1; offset < at; offset++) {
      const found = text[offset] === "{" ? placeholderAt(text, offset) : null;
      const variable = found === null ? undefined : variables.get(found.name);
      if (found === null || variable === undefined) continue;
      values.push({ kind: "value", variable, state: "bare", ...found });
      mentions = true;
    }
    // Quotes and backslashes mean something else inside of backquotes.
    if (mentions) unsafe.push({ at: start, where: "inside of backquotes", cure: 'write `"$(…)"`' });
    else if (/\b(?:eval|source|read)\b|<</.test(inside)) giveUp("backquotes: write `$(…)`", start);
    return { kind: "expansion", carries: mentions, splits: false, at: start };
  }

  function hereDocument(strip: boolean, take: (body: Word) => void): void {
    const start = at;
    const match = /(?:[A-Za-z0-9_.%+,@^-]|\\[A-Za-z_]|'[^'\n\\$`]*'|"[^"\n\\$`]*")+/y;
    match.lastIndex = at;
    const [raw = ""] = match.exec(text) ?? [];
    at += raw.length;
    if (raw === "" || !(text[at] === undefined || ENDS_WORD.test(text[at] ?? "")))
      giveUp("the end mark of a here-document", start);
    pending.push({ delimiter: raw.replace(/['"\\]/g, ""), strip, quoted: /['"\\]/.test(raw), take });
  }

  function hereDocuments(): void {
    for (const { delimiter, strip, quoted, take } of pending.splice(0)) {
      const start = at;
      let line = at;
      let end = -1;
      while (end < 0) {
        if (line >= text.length) giveUp("a here-document without its end mark", start);
        const stop = text.indexOf("\n", line);
        const next = stop < 0 ? text.length : stop;
        const content = text.slice(line, next);
        if ((strip ? content.replace(/^\t+/, "") : content) === delimiter) {
          end = line;
          line = Math.min(next + 1, text.length);
        } else line = next + 1;
      }
      const pieces: Piece[] = [];
      let run = "";
      const flush = (): void => {
        if (run !== "") pieces.push({ kind: "text", text: run });
        run = "";
      };
      const first = values.length;
      if (quoted) {
        for (; at < end; at++) {
          const found = text[at] === "{" ? placeholderAt(text, at) : null;
          const variable = found === null ? undefined : variables.get(found.name);
          if (found === null) continue;
          if (variable === undefined) {
            unknown.push(found);
            continue;
          }
          values.push({ kind: "value", variable, state: "heredoc", ...found });
          unsafe.push({
            at: found.start,
            where: "in a here-document whose end mark is quoted: nothing is replaced there",
            cure: `write \`<<${delimiter}\` without quotes, and a backslash before each \`$\` and backquote of the text`,
          });
        }
        run = "";
      } else {
        double(
          (piece) => {
            flush();
            pieces.push(piece);
          },
          (more) => (run += more),
          "heredoc",
          end,
        );
        if (at !== end) giveUp("an expansion that runs over the end of a here-document", start);
      }
      flush();
      const body: Word = { pieces, start, plain: false };
      if (values.length > first && !quoted) words.push(body);
      take(body);
      at = line;
    }
  }

  try {
    list("");
    if (readsInput !== null && values.some(({ variable }) => variable.type !== "number")) {
      unsafe.push({
        at: readsInput,
        where:
          "in the same command as something that runs what it reads (a pipe to a shell, `xargs`, `eval`, `declare -i`)",
        cure: "call the program directly with `{name}` as its argument",
      });
    }
  } catch (error) {
    if (!(error instanceof NotFollowed)) throw error;
    const lost = firstPlaceholder(text, variables);
    if (lost !== null) {
      unsafe.push({
        at: error.at,
        where: `in a command that cannot be followed because of ${error.what}`,
        cure: "move the command into a script and pass `{name}` as its argument",
      });
      if (values.length === 0)
        values.push({ kind: "value", variable: lost.variable, state: "bare", ...lost.found });
    }
  }
  return { words, unsafe, unknown, values, tainted };
}

const ARITHMETIC = {
  where: "in arithmetic, which evaluates it",
  cure: 'assign it and compare it: `n={name}; [ "$n" -gt 5 ]`',
};

function identifiers(text: string): readonly string[] {
  return text.match(/[A-Za-z_][A-Za-z0-9_]*/g) ?? [];
}

function firstPlaceholder(
  text: string,
  variables: ReadonlyMap<string, MimirVariable>,
): { readonly found: Placeholder; readonly variable: MimirVariable } | null {
  for (let offset = text.indexOf("{"); offset >= 0; offset = text.indexOf("{", offset + 1)) {
    const found = placeholderAt(text, offset);
    const variable = found === null ? undefined : variables.get(found.name);
    if (found !== null && variable !== undefined) return { found, variable };
  }
  return null;
}
