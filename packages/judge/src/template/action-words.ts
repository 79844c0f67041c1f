import { quoteUntrusted } from "../quote-untrusted.js";
import { TemplateProblem } from "./template-ast.js";

/** A word of an action. */
export interface Word {
  readonly kind: "field" | "name" | "string" | "number" | "sign";
  readonly text: string;
}

// One alternative per kind; none can match where another does, so the scan is linear.
const WORD =
  /(?<field>(?:\.[A-Za-z_][A-Za-z0-9_]*)+|\.(?![A-Za-z_]))|(?<name>[A-Za-z_][A-Za-z0-9_]*)|(?<number>-?\d+(?:\.\d+)?)|(?<string>"(?:[^"\\\n]|\\.)*"|`[^`]*`)|(?<sign>[|()])|(?<blank>\s+)/y;

/**
 * The words of an action, blanks left out.
 *
 * @throws TemplateProblem
 */
export function actionWords(text: string): readonly Word[] {
  const words: Word[] = [];
  let at = 0;
  while (at < text.length) {
    WORD.lastIndex = at;
    const groups = WORD.exec(text)?.groups;
    if (groups === undefined) {
      throw new TemplateProblem(
        `cannot read ${quoteUntrusted(text.slice(at), 20)} in the action ${quoteUntrusted(text, 60)}`,
      );
    }
    at = WORD.lastIndex;
    for (const kind of ["field", "name", "string", "number", "sign"] as const) {
      const found = groups[kind];
      if (found !== undefined) words.push({ kind, text: found });
    }
  }
  return words;
}
