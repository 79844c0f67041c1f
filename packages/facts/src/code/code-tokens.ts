/** A piece of code. `shell` is a string that the language itself gives to a shell (backquotes). */
export interface CodeToken {
  readonly kind: "name" | "string" | "mark" | "shell";
  readonly text: string;
}

/** The most tokens of one piece of code. */
const MAX_TOKENS = 4_000;

/** Splits code into names, strings and marks; comments are left out. Linear, and knows no grammar. */
export function codeTokens(text: string, lang: string): readonly CodeToken[] {
  const tokens: CodeToken[] = [];
  const hashComments =
    lang !== "node" && lang !== "lua" && lang !== "deno" && lang !== "bun" && lang !== "javascript";
  const hasShell = lang === "perl" || lang === "ruby" || lang === "php" || lang === "julia";
  for (let i = 0; i < text.length && tokens.length < MAX_TOKENS;) {
    const one = text[i] ?? "";
    if (/\s/.test(one)) {
      if (one === "\n") tokens.push({ kind: "mark", text: "\n" });
      i++;
    } else if (
      (one === "#" && hashComments && lang !== "perl") ||
      (one === "/" && text[i + 1] === "/" && !hashComments)
    ) {
      i = endOf(text, "\n", i);
    } else if (one === "-" && text[i + 1] === "-" && lang === "lua") i = endOf(text, "\n", i);
    else if (one === "/" && text[i + 1] === "*" && !hashComments) i = endOf(text, "*/", i + 2) + 2;
    else if (one === '"' || one === "'" || one === "`") {
      const triple = lang === "python" && text.startsWith(one.repeat(3), i);
      const mark = triple ? one.repeat(3) : one;
      const end = closing(text, mark, i + mark.length);
      tokens.push({
        kind: one === "`" && hasShell ? "shell" : "string",
        text: unescape(text.slice(i + mark.length, end)),
      });
      i = end + mark.length;
    } else if (/[A-Za-z_$]/.test(one)) {
      let end = i + 1;
      while (end < text.length && /[\w$]/.test(text[end] ?? "")) end++;
      const name = text.slice(i, end);
      const quoted = lang === "perl" || lang === "ruby" ? quoteLike(text, name, end) : null;
      if (quoted === null) {
        tokens.push({ kind: "name", text: name });
        i = end;
      } else {
        tokens.push(quoted.token);
        i = quoted.end;
      }
    } else {
      tokens.push({ kind: "mark", text: one });
      i++;
    }
  }
  return tokens;
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

/** `q(…)`, `qq{…}`, `qx/…/`, `%x(…)`. */
function quoteLike(
  text: string,
  name: string,
  end: number,
): { readonly token: CodeToken; readonly end: number } | null {
  if (name !== "q" && name !== "qq" && name !== "qx" && name !== "x") return null;
  const open = text[end] ?? "";
  if (!/[([{<|/!]/.test(open)) return null;
  if (name === "x" && text[end - 2] !== "%") return null;
  const close = PAIRS[open] ?? open;
  const stop = closing(text, close, end + 1);
  const kind = name === "qx" || name === "x" ? "shell" : "string";
  return { token: { kind, text: unescape(text.slice(end + 1, stop)) }, end: stop + 1 };
}

function unescape(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(/\\(x[0-9a-fA-F]{2}|[^])/g, (_, one: string) => {
    if (one.startsWith("x") && one.length === 3)
      return String.fromCharCode(Number.parseInt(one.slice(1), 16));
    return one === "n" ? "\n" : one === "t" ? "\t" : one;
  });
}
