/** A part of a line that a terminal shows in one style. */
export interface StyledPart {
  readonly text: string;
  /** The names of the styles that are on, in the order of the alphabet. */
  readonly styles: readonly Style[];
}

/** The styles that the command uses. */
export type Style = "bold" | "cyan" | "dim" | "green" | "red" | "underline" | "yellow";

const ON: Readonly<Record<string, Style>> = {
  1: "bold",
  2: "dim",
  4: "underline",
  31: "red",
  32: "green",
  33: "yellow",
  36: "cyan",
};

const OFF: Readonly<Record<string, readonly Style[]>> = {
  22: ["bold", "dim"],
  24: ["underline"],
  39: ["cyan", "green", "red", "yellow"],
};

const SEQUENCE = new RegExp(String.raw`\u001b\[([\d;]*)m`, "g");

/** A line of progress: it is taken away before anything else is written there. */
const ERASED = new RegExp(String.raw`\r\u001b\[K(?:[^\r\n\u001b]*\r\u001b\[K)*`, "g");

/**
 * What a terminal was sent, as lines of styled parts. A control sequence that this does not know is an error: a picture without it would
 * show something else than the terminal did.
 */
export function styledLines(sent: string): readonly (readonly StyledPart[])[] {
  const on = new Set<Style>();
  return sent
    .replaceAll("\r\n", "\n")
    .replaceAll(ERASED, "")
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => {
      const parts: StyledPart[] = [];
      let from = 0;
      const add = (to: number): void => {
        const text = line.slice(from, to);
        if (text !== "") parts.push({ text: printed(text), styles: [...on].toSorted() });
      };
      for (const found of line.matchAll(SEQUENCE)) {
        add(found.index);
        for (const code of (found[1] ?? "").split(";")) apply(on, code);
        from = found.index + found[0].length;
      }
      add(line.length);
      return parts;
    });
}

function apply(on: Set<Style>, code: string): void {
  const style = ON[code];
  const ended = OFF[code];
  if (style !== undefined) on.add(style);
  else if (ended !== undefined) for (const one of ended) on.delete(one);
  else if (code === "" || code === "0") on.clear();
  else throw new Error(`style ${code} is not known: add it to tools/terminal/styled-lines.ts`);
}

function printed(text: string): string {
  if (/\p{Cc}/u.test(text)) throw new Error(`a control character in ${JSON.stringify(text)}`);
  return text;
}
