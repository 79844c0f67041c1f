/** A piece of code. `shell` is a string that the language itself gives to a shell (backquotes). */
export interface CodeToken {
  readonly kind: "name" | "string" | "mark" | "shell";
  readonly text: string;
}

/** The most tokens of one piece of code. */
const MAX_TOKENS = 4_000;

const SLASH_COMMENTS: ReadonlySet<string> = new Set(["node", "lua", "deno", "bun", "javascript"]);
const BACKQUOTES_RUN: ReadonlySet<string> = new Set(["perl", "ruby", "php", "julia"]);
const QUOTES: ReadonlySet<string> = new Set(['"', "'", "`"]);

/** Splits code into names, strings and marks; comments are left out. Linear, and knows no grammar. */
export function codeTokens(text: string, lang: string): readonly CodeToken[] {
  const tokens: CodeToken[] = [];
  for (let i = 0; i < text.length && tokens.length < MAX_TOKENS;) {
    const one = text[i] ?? "";
    const comment = commentEnd(text, i, lang);
    if (/\s/.test(one)) {
      if (one === "\n") tokens.push({ kind: "mark", text: "\n" });
      i++;
    } else if (comment !== null) i = comment;
    else {
      const { token, end } = tokenAt(text, i, lang);
      tokens.push(token);
      i = end;
    }
  }
  return tokens;
}

/** Where the comment that begins here ends; null where none begins. */
function commentEnd(text: string, at: number, lang: string): number | null {
  const two = text.slice(at, at + 2);
  const slashes = SLASH_COMMENTS.has(lang);
  const isLine =
    (two.startsWith("#") && !slashes && lang !== "perl") ||
    (two === "//" && slashes) ||
    (two === "--" && lang === "lua");
  if (isLine) return endOf(text, "\n", at);
  return two === "/*" && slashes ? endOf(text, "*/", at + 2) + 2 : null;
}

interface Placed {
  readonly token: CodeToken;
  readonly end: number;
}

function tokenAt(text: string, at: number, lang: string): Placed {
  const one = text[at] ?? "";
  if (QUOTES.has(one)) {
    const mark = lang === "python" && text.startsWith(one.repeat(3), at) ? one.repeat(3) : one;
    const end = closing(text, mark, at + mark.length);
    const kind = one === "`" && BACKQUOTES_RUN.has(lang) ? "shell" : "string";
    return { token: { kind, text: unescape(text.slice(at + mark.length, end)) }, end: end + mark.length };
  }
  if (!/[A-Za-z_$]/.test(one)) return { token: { kind: "mark", text: one }, end: at + 1 };
  let end = at + 1;
  while (end < text.length && /[\w$]/.test(text[end] ?? "")) end++;
  const name = text.slice(at, end);
  const quoted = lang === "perl" || lang === "ruby" ? quoteLike(text, name, end) : null;
  return quoted ?? { token: { kind: "name", text: name }, end };
}

function endOf(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found === -1 ? text.length : found;
}

function closing(text: string, mark: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    if (text[i] === "\\") i++;
    else if (text.startsWith(mark, i)) return i;
  }
  return text.length;
}

const PAIRS: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}", "<": ">" };

/** `q(…)`, `qq{…}`, `qw(…)`, `qx/…/`, `%x(…)`; a blank may be before the bracket. */
function quoteLike(
  text: string,
  name: string,
  end: number,
): { readonly token: CodeToken; readonly end: number } | null {
  if (!/^(?:q[qwx]?|x)$/.test(name)) return null;
  const from = name === "x" || text[end] !== " " ? end : end + 1;
  const open = text[from] ?? "";
  if (!/[([{<|/!~#]/.test(open)) return null;
  if (name === "x" && text[end - 2] !== "%") return null;
  const close = PAIRS[open] ?? open;
  const stop = closing(text, close, from + 1);
  const kind = name === "qx" || name === "x" ? "shell" : "string";
  return { token: { kind, text: unescape(text.slice(from + 1, stop)) }, end: stop + 1 };
}

function unescape(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(/\\(x[0-9a-fA-F]{2}|[^])/g, (_, one: string) => {
    if (one.startsWith("x") && one.length === 3)
      return String.fromCharCode(Number.parseInt(one.slice(1), 16));
    return one === "n" ? "\n" : one === "t" ? "\t" : one;
  });
}
