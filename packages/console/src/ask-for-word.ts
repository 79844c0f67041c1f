import { randomInt } from "node:crypto";
import type { Terminal } from "./terminal.js";

const CONSONANTS = "bdfgklmnprstvz";
const VOWELS = "aeiou";
const SYLLABLES = 3;

/** A word that cannot have been typed before it was shown: six pronounceable letters. */
function randomWord(): string {
  const letter = (letters: string): string => letters[randomInt(letters.length)] ?? "";
  return Array.from({ length: SYLLABLES }, () => letter(CONSONANTS) + letter(VOWELS)).join("");
}

/** What came of a question; `unanswered` when the signal aborted or the terminal went away. */
type PersonSays = "yes" | "no" | "unanswered";

/**
 * Shows a text and asks for a word of the question itself: earlier typed, pasted or sent input cannot answer it.
 *
 * @param what completes "type … to"
 * @param more what a person can see before they answer, and the key that shows it
 */
export async function askForWord(
  terminal: Terminal,
  text: string,
  what: string,
  signal: AbortSignal,
  more?: { readonly key: string; readonly what: string; readonly text: string },
): Promise<PersonSays> {
  const word = randomWord();
  const keys = more === undefined ? "" : `, ${more.key} to ${more.what}`;
  const question = `${text}\ntype ${word} to ${what}${keys}, or press Enter to decline: `;
  for (;;) {
    const answer = (await terminal.ask(question, signal))?.trim().toLowerCase();
    if (answer === undefined) return "unanswered";
    if (more === undefined || answer !== more.key) return answer === word ? "yes" : "no";
    terminal.tell(more.text);
  }
}

/**
 * Shows a text and asks the question of somebody's document. Its answer can be typed before it is asked, so it counts only where the
 * terminal can tell that it was not: everything typed before has been dropped, and nothing more comes behind the answer.
 */
export async function askForYes(
  terminal: Terminal,
  text: string,
  question: { readonly text: string; readonly yes: string },
  signal: AbortSignal,
): Promise<PersonSays> {
  const answer = await terminal.ask(`${text}\n${question.text}: `, signal, { alone: true });
  if (answer === undefined) return "unanswered";
  return answer.trim().toLowerCase() === question.yes ? "yes" : "no";
}
