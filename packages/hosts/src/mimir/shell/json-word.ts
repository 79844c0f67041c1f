import type { PlacedValue, ShellWord } from "./word.js";

/** How a value has to be written in its place. */
export type Encoding =
  /** As it is. */
  | "plain"
  /** As the inside of a JSON string. */
  | "json-string";

/** A value outside of a JSON string that is not JSON by itself. */
interface BareJson {
  readonly encodings: ReadonlyMap<PlacedValue, Encoding>;
  readonly bare: readonly PlacedValue[];
}

/**
 * Decides how the values of a word are written. In a word that is a JSON object or list, once a placeholder is replaced by a
 * value, the value of a placeholder inside of a string is escaped: `-d '{"text": "{error_message}"}'`.
 */
export function encodingsOf({ pieces }: ShellWord): BareJson {
  const encodings = new Map<PlacedValue, Encoding>();
  const bare: PlacedValue[] = [];
  let text = "";
  let inString = false;
  for (const piece of pieces) {
    if (piece.kind === "text") {
      for (let at = 0; at < piece.text.length; at++) {
        if (piece.text[at] === '"') inString = !inString;
        else if (inString && piece.text[at] === "\\") at++;
      }
      text += piece.text;
    } else if (piece.kind === "value") {
      if (inString) encodings.set(piece, "json-string");
      else if (piece.variable.type === "text") bare.push(piece);
      text += inString ? "x" : "0";
    } else text += inString ? "x" : "0";
  }
  return isJsonBody(text) ? { encodings, bare } : { encodings: new Map(), bare: [] };
}

function isJsonBody(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    return typeof JSON.parse(text) === "object";
  } catch {
    return false;
  }
}
