import { randomInt } from "node:crypto";
import type { Terminal } from "./terminal.js";

const CONSONANTS = "bdfgklmnprstvz";
const VOWELS = "aeiou";
const SYLLABLES = 3;

/** A word that cannot have been typed before it was shown: six pronounceable letters. */
export function randomWord(): string {
  const letter = (letters: string): string => letters[randomInt(letters.length)] ?? "";
  return Array.from({ length: SYLLABLES }, () => letter(CONSONANTS) + letter(VOWELS)).join("");
}

/**
 * Shows a text and asks for a word of the question itself: earlier typed, pasted or sent input cannot answer it.
 *
 * @param what completes "type … to"
 * @returns `unanswered` when the signal aborted or the terminal went away
 */
export async function askForWord(
  terminal: Terminal,
  text: string,
  what: string,
  signal: AbortSignal,
): Promise<"yes" | "no" | "unanswered"> {
  const word = randomWord();
  const answer = await terminal.ask(`${text}\ntype ${word} to ${what}, anything else to decline: `, signal);
  if (answer === undefined) return "unanswered";
  return answer.trim().toLowerCase() === word ? "yes" : "no";
}
