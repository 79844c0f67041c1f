import { placeholderAt } from "./placeholder.js";
import {
  forbidding,
  giveUp,
  identifiers,
  isTainted,
  mentionsTainted,
  nested,
  POSITIONAL,
  readValue,
  type Scan,
} from "./scan-state.js";
import type { Piece, PlaceState, ShellWord } from "./word.js";

const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
/** What ends a word outside of quotes. */
export const ENDS_WORD: RegExp = /[\s;&|<>()]/;

const QUOTES: ReadonlySet<string> = new Set(["\\", "'", '"']);

const ARITHMETIC = {
  where: "in arithmetic, which evaluates it",
  cure: 'assign it and compare it: `n={name}; [ "$n" -gt 5 ]`',
};

export function readWord(scan: Scan): ShellWord {
  const start = scan.at;
  const pieces: Piece[] = [];
  const first = scan.values.length;
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
    const char = scan.text[scan.at];
    if (char === undefined) break;
    if ((char === "<" || char === ">") && scan.text[scan.at + 1] === "(" && scan.at === start) {
      scan.at += 2;
      add({ kind: "expansion", carries: scan.substitution(scan), splits: false, at: start });
      continue;
    }
    if (ENDS_WORD.test(char)) break;
    const more = (text: string): void => {
      run += text;
    };
    if (QUOTES.has(char)) plain = false;
    if (char === "\\") readEscape(scan, more);
    else if (char === "'") {
      scan.at++;
      readSingle(scan, add, more);
    } else if (char === '"') {
      scan.at++;
      readDouble(scan, add, more, "double");
    } else readUnquoted(scan, char, add, more, "bare");
  }
  flush();
  if (scan.at === start) giveUp(scan, `\`${scan.text[scan.at] ?? "the end"}\` where a word should be`);
  const made = { pieces, start, plain: plain && pieces.every(({ kind }) => kind === "text") };
  if (scan.values.length > first) scan.words.push(made);
  return made;
}

/** A character of its own, or the beginning of a value, an expansion or backquotes. */
function readUnquoted(
  scan: Scan,
  char: string,
  add: (piece: Piece) => void,
  more: (text: string) => void,
  state: PlaceState,
): void {
  if (char === "`") {
    add(readBackquotes(scan));
    return;
  }
  const placed = char === "{" || char === "$" ? readValue(scan, state) : null;
  if (placed !== null) {
    if (placed.dollar) more("$");
    add(placed);
  } else if (char === "$") add(readDollar(scan, state));
  else {
    more(char);
    scan.at++;
  }
}

/** A backslash outside of quotes. */
function readEscape(scan: Scan, more: (text: string) => void): void {
  const next = scan.text[scan.at + 1] ?? "";
  scan.at += 2;
  if (next === "\n") return;
  more(next);
  refuseEscaped(scan, scan.at - 1);
}

/** `\{name}`: the backslash would belong to the reference. `\${name}` is a dollar and the value. */
function refuseEscaped(scan: Scan, offset: number): void {
  const found = scan.text[offset] === "{" ? placeholderAt(scan.text, offset) : null;
  const variable = found === null ? undefined : scan.variables.get(found.name);
  if (found !== null && variable !== undefined) {
    scan.values.push({ kind: "value", variable, state: "bare", ...found });
    scan.unsafe.push({ at: found.start, where: "behind a backslash", cure: "remove the backslash" });
    scan.at = found.end;
  }
}

function readSingle(scan: Scan, add: (piece: Piece) => void, more: (text: string) => void): void {
  for (;;) {
    const char = scan.text[scan.at];
    if (char === undefined) giveUp(scan, "a single quote without its end");
    if (char === "'") {
      scan.at++;
      return;
    }
    const placed = char === "{" ? readValue(scan, "single") : null;
    if (placed !== null) add(placed);
    else {
      more(char ?? "");
      scan.at++;
    }
  }
}

/** Up to the closing quote, or to the end of a here-document's body. */
export function readDouble(
  scan: Scan,
  add: (piece: Piece) => void,
  more: (text: string) => void,
  state: "double" | "heredoc",
  end: number = scan.text.length,
): void {
  for (;;) {
    if (scan.at >= end) {
      if (state === "double") giveUp(scan, "a double quote without its end");
      return;
    }
    const char = scan.text[scan.at] ?? "";
    if (char === '"' && state === "double") {
      scan.at++;
      return;
    }
    if (char === "\\") readDoubleEscape(scan, more, state);
    else readUnquoted(scan, char, add, more, state);
  }
}

/** A backslash inside of double quotes, which escapes a few characters only. */
function readDoubleEscape(scan: Scan, more: (text: string) => void, state: "double" | "heredoc"): void {
  const next = scan.text[scan.at + 1] ?? "";
  if (next === "\n" && state === "heredoc") giveUp(scan, "a line of a here-document that goes on");
  const escapes = next === "$" || next === "`" || next === "\\" || (next === '"' && state === "double");
  if (next !== "\n") more(escapes ? next : "\\");
  scan.at += escapes || next === "\n" ? 2 : 1;
  if (!escapes) refuseEscaped(scan, scan.at);
}

/** An expansion of the shell's own. */
function readDollar(scan: Scan, state: PlaceState): Piece {
  const start = scan.at;
  const splits = state === "bare";
  const next = scan.text[scan.at + 1] ?? "";
  if (next === "(") {
    if (scan.text[scan.at + 2] === "(") {
      readArithmetic(scan, scan.at, 3);
      return { kind: "expansion", carries: false, splits: false, at: start };
    }
    scan.at += 2;
    return { kind: "expansion", carries: scan.substitution(scan), splits, at: start };
  }
  if (next === "[") return giveUp(scan, "`$[…]`: write `$((…))`");
  if (next === "{") return readParameter(scan, start, state);
  if (splits && next === "'") return readQuotedDollar(scan);
  if (splits && next === '"') return giveUp(scan, '`$"…"`');
  scan.at++;
  NAME.lastIndex = scan.at;
  const name = NAME.exec(scan.text)?.[0];
  if (name !== undefined) {
    scan.at += name.length;
    return { kind: "expansion", carries: isTainted(scan, name), splits, at: start };
  }
  if (/[0-9@*#?$!-]/.test(next)) {
    scan.at++;
    return {
      kind: "expansion",
      carries: /[0-9@*]/.test(next) && scan.tainted.has(POSITIONAL),
      splits,
      at: start,
    };
  }
  return { kind: "text", text: "$" };
}

function readQuotedDollar(scan: Scan): Piece {
  const end = scan.text.indexOf("'", scan.at + 2);
  const inner = end < 0 ? "\\" : scan.text.slice(scan.at + 2, end);
  if (inner.includes("\\") || inner.includes("{")) giveUp(scan, "`$'…'` with a backslash or a brace");
  scan.at = end + 1;
  return { kind: "text", text: inner };
}

/** `${name}`, `${name##*\/}` and the like; a value may not be inside. */
function readParameter(scan: Scan, start: number, state: PlaceState): Piece {
  scan.at += 2;
  const from = scan.at;
  forbidding(scan, "inside of a parameter expansion", 'assign it first: `x={name}; echo "${x:-none}"`', () =>
    nested(scan, () => {
      for (;;) {
        const char = scan.text[scan.at];
        if (char === undefined) giveUp(scan, "`${` without `}`");
        if (char === "}") return;
        if (char === "'" || char === '"') {
          if (state !== "bare") giveUp(scan, "quotes inside of `${…}` inside of quotes");
          scan.at++;
          if (char === "'")
            readSingle(
              scan,
              () => undefined,
              () => undefined,
            );
          else
            readDouble(
              scan,
              () => undefined,
              () => undefined,
              "double",
            );
        } else if (char === "\\") scan.at += 2;
        else if (char === "`") readBackquotes(scan);
        else if ((char === "{" || char === "$") && readValue(scan, state) !== null) continue;
        else if (char === "$") {
          const inner = readDollar(scan, state);
          if (inner.kind === "expansion" && inner.carries)
            scan.unsafe.push({ at: inner.at, ...(scan.forbidden as NonNullable<Scan["forbidden"]>) });
        } else scan.at++;
      }
    }),
  );
  const inside = scan.text.slice(from, scan.at);
  scan.at++;
  const name = /^[#!]?([A-Za-z_][A-Za-z0-9_]*)/.exec(inside)?.[1] ?? "";
  const positional = scan.tainted.has(POSITIONAL) && /^!?[0-9@*]/.test(inside);
  const mentions = positional || identifiers(inside).some((one) => isTainted(scan, one));
  const simple =
    inside === name ||
    inside === `#${name}` ||
    /^(?:[A-Za-z0-9_]+|[@*])(?:(?:[#%]{1,2}|:?-)[^$`\\{}'"]*)?$/.test(inside);
  if (mentions && (!simple || !(positional || isTainted(scan, name)))) {
    scan.unsafe.push({
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

/** `$((…))` and `((…))`: bash evaluates what is in it, subscripts with their substitutions included. */
export function readArithmetic(scan: Scan, start: number, opening: number): void {
  scan.at += opening;
  const from = scan.at;
  let open = 2;
  while (open > 0) {
    if (!isArithmetic(scan)) giveUp(scan, "quotes or substitutions inside of arithmetic");
    const char = scan.text[scan.at];
    if (char === "(") open++;
    if (char === ")") open--;
    scan.at++;
  }
  if (scan.text[scan.at - 2] !== ")")
    giveUp(scan, "`((` that is not arithmetic: put a blank between the parentheses");
  const inside = scan.text.slice(from, scan.at - 2);
  refuseValues(scan, from);
  if (mentionsTainted(scan, inside)) scan.unsafe.push({ at: start, ...ARITHMETIC });
}

/** Neither a quote nor a substitution begins here. */
function isArithmetic({ text, at }: Scan): boolean {
  const char = text[at];
  // `#` may be a base (`16#ff`) or begin a comment of `$( (…) )`.
  if (char === "#") return /[0-9]/.test(text[at - 1] ?? "");
  if (text.startsWith("<<", at)) return /[\s0-9]/.test(text[at + 2] ?? "");
  return char !== undefined && !"'\"`\\".includes(char) && !text.startsWith("$(", at);
}

/** Every value from here on is unsafe: arithmetic evaluates it. */
function refuseValues(scan: Scan, from: number): void {
  for (let offset = from; offset < scan.at; offset++) {
    const found = scan.text[offset] === "{" ? placeholderAt(scan.text, offset) : null;
    if (found === null) continue;
    const variable = scan.variables.get(found.name);
    if (variable === undefined) {
      if (scan.text[offset - 1] !== "$") scan.unknown.push(found);
      continue;
    }
    scan.values.push({ kind: "value", variable, state: "bare", ...found });
    scan.unsafe.push({ at: found.start, ...ARITHMETIC });
  }
}

function readBackquotes(scan: Scan): Piece {
  const start = scan.at++;
  while (scan.text[scan.at] !== "`") {
    if (scan.text[scan.at] === undefined) giveUp(scan, "a backquote without its end");
    if (scan.text[scan.at] === "\\") scan.at++;
    scan.at++;
  }
  const inside = scan.text.slice(start + 1, scan.at);
  scan.at++;
  let mentions = mentionsTainted(scan, inside);
  for (let offset = start + 1; offset < scan.at; offset++) {
    const found = scan.text[offset] === "{" ? placeholderAt(scan.text, offset) : null;
    const variable = found === null ? undefined : scan.variables.get(found.name);
    if (found === null || variable === undefined) continue;
    scan.values.push({ kind: "value", variable, state: "bare", ...found });
    mentions = true;
  }
  // Quotes and backslashes mean something else inside of backquotes.
  if (mentions) scan.unsafe.push({ at: start, where: "inside of backquotes", cure: 'write `"$(…)"`' });
  else if (/\b(?:eval|source|read)\b|<</.test(inside)) giveUp(scan, "backquotes: write `$(…)`", start);
  return { kind: "expansion", carries: mentions, splits: false, at: start };
}
