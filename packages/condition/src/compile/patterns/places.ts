import { newList, existing } from "@gatehouse-hooks/json/intrinsics";
import { codePointsOf, contains } from "./code-points.js";
import type { CodePoints } from "./code-points.js";
import type { Instruction } from "./program.js";
import type { TextPlace } from "./text-tree.js";

/** What is beside a place: an end of the string, a line feed, a character of a word, or another one. */
export type Kind = typeof BORDER | typeof LINE_FEED | typeof WORD | typeof OTHER;

export const BORDER = 0;
export const LINE_FEED = 1;
export const WORD = 2;
export const OTHER = 3;
export const EVERY_KIND: readonly Kind[] = [BORDER, LINE_FEED, WORD, OTHER];

const WORD_CHARACTERS: CodePoints = codePointsOf([0x30, 0x39, 0x41, 0x5a, 0x5f, 0x5f, 0x61, 0x7a]);
const LINE_FEEDS: CodePoints = codePointsOf([0x0a, 0x0a]);

/** @param code `undefined` for an end of the string */
export function kindOf(code: number | undefined): Kind {
  if (code === undefined) return BORDER;
  return code === 0x0a ? LINE_FEED : contains(WORD_CHARACTERS, code) ? WORD : OTHER;
}

/** Whether it holds is known from the left alone, or `undefined`. */
export function holdsBefore(place: TextPlace, left: Kind): boolean | undefined {
  switch (place) {
    case "begin":
      return left === BORDER;
    case "line-begin":
      return left === BORDER || left === LINE_FEED;
    default:
      return undefined;
  }
}

export function holdsAt(place: TextPlace, left: Kind, right: Kind): boolean {
  switch (place) {
    case "end":
      return right === BORDER;
    case "line-end":
      return right === BORDER || right === LINE_FEED;
    case "word-border":
      return (left === WORD) !== (right === WORD);
    case "no-word-border":
      return (left === WORD) === (right === WORD);
    default:
      return holdsBefore(place, left) === true;
  }
}

/** Every set that the instructions tell apart. */
export function lookedAt(instructions: readonly Instruction[]): readonly CodePoints[] {
  const sets = newList<CodePoints>();
  const add = (set: CodePoints): void => {
    for (let i = 0; i < sets.length; i++) if (sets[i] === set) return;
    sets[sets.length] = set;
  };
  for (let i = 0; i < instructions.length; i++) {
    const instruction = existing(instructions[i]);
    if (instruction.kind === "set") add(instruction.set);
    if (instruction.kind !== "place") continue;
    if (instruction.place === "word-border" || instruction.place === "no-word-border") add(WORD_CHARACTERS);
    if (instruction.place === "line-begin" || instruction.place === "line-end") add(LINE_FEEDS);
  }
  return sets;
}
