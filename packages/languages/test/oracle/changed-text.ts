import type { Dice } from "../../../shell/test/oracle/script-generator.js";

/** The program with a piece of it gone, twice, or another in its place. */
export function changedText(text: string, dice: Dice, pieces: readonly [string, ...string[]]): string {
  const at = dice.below(text.length);
  const to = at + 1 + dice.below(3);
  const piece = text.slice(at, to);
  const put = dice.chance(0.2) ? dice.one(["", piece.repeat(2)]) : dice.one(pieces);
  return text.slice(0, at) + put + text.slice(to);
}
