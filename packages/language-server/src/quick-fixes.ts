import { load } from "@gatehouse-hooks/hosts";
import type { Diagnostic } from "./diagnostics.js";
import type { TextFile, TextRange } from "./text-file.js";

/** A change of a file that mends an issue. */
export interface QuickFix {
  readonly title: string;
  readonly range: TextRange;
  readonly newText: string;
  readonly diagnostic: Diagnostic;
}

/** The most issues for which a change is tried at once: each one loads the file. */
const MAX_FIXES = 20;

/**
 * The changes that the cures of issues describe: another word for a misspelt one, a key that is missing. A change is offered only
 * where the file with it has fewer issues than without.
 *
 * @param issuesOf how many a file has; by default those that loading finds
 */
export function quickFixes(
  file: TextFile,
  found: readonly Diagnostic[],
  issuesOf: (file: TextFile) => number = issuesOfLoading,
): readonly QuickFix[] {
  const before = issuesOf(file);
  return found.slice(0, MAX_FIXES).flatMap((diagnostic) => {
    const change = changeOf(file.text, diagnostic);
    if (change === null) return [];
    const text = file.text.slice(0, change.range.start) + change.newText + file.text.slice(change.range.end);
    return issuesOf({ ...file, text }) < before ? [{ ...change, diagnostic }] : [];
  });
}

function issuesOfLoading({ path, text }: TextFile): number {
  return load(text, { path }).issues.length;
}

type Change = Omit<QuickFix, "diagnostic">;

function changeOf(text: string, { code, cure = "", message, range }: Diagnostic): Change | null {
  if (code === "invisible-character") return { title: "write a blank", range: oneAt(range), newText: " " };
  if (code === "missing-key" && cure === "add `version: 1`") {
    return { title: "add `version: 1`", range: { start: 0, end: 0 }, newText: "version: 1\n" };
  }
  const meant = /^did you mean `([^`]+)`\?/.exec(cure)?.[1];
  const written = meant ?? /^write `([^`…]+)`(?: to compare)?$/.exec(cure)?.[1];
  if (written === undefined || (meant === undefined && code !== "condition-syntax")) return null;
  for (const [, wrong = ""] of message.matchAll(/`([^`]+)`/g)) {
    const at = placeOf(text, wrong, range.start);
    if (at !== null) {
      return {
        title: `write \`${written}\``,
        range: { start: at, end: at + wrong.length },
        newText: written,
      };
    }
  }
  return null;
}

/** Where the word is that the message quotes: at the place of the issue, with or without a quote before it, or in a list there. */
function placeOf(text: string, word: string, start: number): number | null {
  for (const at of [start, start + 1]) if (text.startsWith(word, at)) return at;
  const end = text.indexOf("\n", start);
  const line = text.slice(start, end === -1 ? text.length : end);
  for (let at = line.indexOf(word); at !== -1; at = line.indexOf(word, at + 1)) {
    const before = line.charAt(at - 1);
    if (!NAME_PART.test(before) && !NAME_PART.test(line.charAt(at + word.length))) return start + at;
  }
  return null;
}

const NAME_PART = /[\w-]/;

function oneAt({ start }: TextRange): TextRange {
  return { start, end: start + 1 };
}
