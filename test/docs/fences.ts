/** A fenced block of a Markdown document. */
export interface Fence {
  /** Line of the opening fence, from 1. */
  readonly line: number;
  readonly language: string;
  /** What is behind the language. */
  readonly words: readonly string[];
  readonly text: string;
}

/** The fenced blocks of a document, in order. A fence ends with at least as many of its characters as it began with. */
export function fences(markdown: string): readonly Fence[] {
  const found: Fence[] = [];
  let open:
    | { readonly mark: string; readonly indent: number; readonly line: number; readonly info: string }
    | undefined;
  let lines: string[] = [];
  for (const [index, line] of markdown.split("\n").entries()) {
    const fence = /^( {0,3})(`{3,}|~{3,})([^`]*)$/.exec(line);
    if (open === undefined) {
      if (fence === null) continue;
      const [, indent = "", mark = "", info = ""] = fence;
      open = { mark, indent: indent.length, line: index + 1, info: info.trim() };
      lines = [];
    } else if (fence?.[2]?.startsWith(open.mark) === true && fence[3]?.trim() === "") {
      const [language = "", ...words] = open.info.split(/\s+/);
      found.push({ line: open.line, language, words, text: lines.map((text) => `${text}\n`).join("") });
      open = undefined;
    } else {
      lines.push(line.startsWith(" ".repeat(open.indent)) ? line.slice(open.indent) : line.trimStart());
    }
  }
  return found;
}
