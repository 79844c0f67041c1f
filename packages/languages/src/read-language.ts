import type { CodeReading } from "./effects.js";
import type { CodeStart, ReadLanguage } from "./machine.js";
import * as readers from "./read-code.js";

/**
 * What code of another language may do. Known values go through its names, functions and loops; what calls of libraries do is in
 * the language's table.
 *
 * @returns null where the text is no program of the language, or too long to be read
 */
export function readLanguage(lang: ReadLanguage, text: string, start: CodeStart): CodeReading | null {
  return codeReaders().readCode(lang, text, start);
}

/** Readers of languages, with their parsers. The build lets them run on the first call: few commands hold such code. */
function codeReaders(): typeof readers {
  return readers;
}
