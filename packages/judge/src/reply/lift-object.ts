/** The one object in a text with prose around it. */
export interface Lifted {
  readonly text: string;
  /** Nothing but blanks and the closing of the object's fence follows it. */
  readonly isLast: boolean;
}

const thinking: readonly (readonly [open: RegExp, close: RegExp])[] = [
  [/^<think>/i, /<\/think>/i],
  [/^<thinking>/i, /<\/thinking>/i],
];
const fenceBefore = /```(?:json)?$/i;

/**
 * Finds the only object of a reply, for models without structured output (SPEC, "Lenient reader").
 *
 * A leading thinking block is dropped. The object runs from the first brace to its partner, strings respected;
 * a brace anywhere else means that there may be a second object, and nothing is lifted. One pass.
 */
export function liftObject(reply: string): Lifted | { readonly problem: string } {
  const text = dropThinking(trimBlanks(reply));
  if (text === undefined) return { problem: "the thinking block is never closed" };
  const start = text.indexOf("{");
  if (start < 0) return { problem: "expected a JSON object" };
  const end = objectEnd(text, start);
  if (end === undefined) return { problem: "the JSON object is never closed" };
  const before = text.slice(0, start);
  const after = text.slice(end);
  if (before.includes("}") || after.includes("{") || after.includes("}")) {
    return { problem: "expected exactly one JSON object, found further braces" };
  }
  const rest = trimBlanks(after);
  const isFenced = rest === "```" && fenceBefore.test(trimBlanks(before));
  return { text: text.slice(start, end), isLast: rest === "" || isFenced };
}

/** `undefined` when the block is not closed. */
function dropThinking(text: string): string | undefined {
  for (const [open, close] of thinking) {
    if (!open.test(text)) continue;
    const closing = close.exec(text);
    return closing === null ? undefined : text.slice(closing.index + closing[0].length);
  }
  return text;
}

/** The offset behind the brace that closes the one at `start`. */
function objectEnd(text: string, start: number): number | undefined {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at++) {
    const char = text[at];
    if (inString) {
      if (char === "\\") at++;
      else if (char === '"') inString = false;
    } else if (char === '"') {
      inString = true;
    } else if (char === "{") {
      depth++;
    } else if (char === "}") {
      depth--;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}

const fenceOpening = /^```(?:json)?[ \t]*\r?\n/i;

/**
 * The text inside the code fence, where the whole of `text` is one fence; else `text` unchanged.
 * `text` has no blanks at its ends.
 */
export function unfence(text: string): string {
  const open = fenceOpening.exec(text);
  if (open === null || !text.endsWith("```")) return text;
  return text.slice(open[0].length, -3);
}

const blanks: ReadonlySet<string> = new Set([" ", "\t", "\n", "\r"]);

/** Without the JSON blanks (space, tab, line feed, carriage return) at the ends; linear. */
export function trimBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && blanks.has(text.charAt(start))) start++;
  while (end > start && blanks.has(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}
