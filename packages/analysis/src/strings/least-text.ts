import { type CodePoints, contains, type TextTree } from "@gatehouse-hooks/condition/analysis";
import { ALPHABET } from "./joined-program.js";

/** Beyond it nothing is written out, in UTF-16 code units. */
const LONGEST = 2_000;

/**
 * A string of the fewest characters that a tree may match, wherever its places hold: no string with a match is shorter.
 * `undefined` where there is none, or only long ones.
 */
export function leastText(tree: TextTree): string | undefined {
  switch (tree.kind) {
    case "set":
      return characterOf(tree.set);
    case "place":
      return "";
    case "sequence":
      return joined(Array.from(tree.parts, (part) => leastText(part)));
    case "choice":
      return shortest(Array.from(tree.options, (option) => leastText(option)));
    case "repeat": {
      if (tree.least === 0) return "";
      const part = leastText(tree.part);
      return part === undefined || part.length * tree.least > LONGEST ? undefined : part.repeat(tree.least);
    }
  }
}

function joined(texts: readonly (string | undefined)[]): string | undefined {
  let all = "";
  for (const text of texts) {
    if (text === undefined || all.length + text.length > LONGEST) return undefined;
    all += text;
  }
  return all;
}

function shortest(texts: readonly (string | undefined)[]): string | undefined {
  let least: string | undefined;
  for (const text of texts)
    if (text !== undefined && (least === undefined || text.length < least.length)) least = text;
  return least;
}

/** The character of a set that reads best; an event has no half of a pair. */
function characterOf(set: CodePoints): string | undefined {
  const first = set[0] ?? 0xd800;
  if (set.length === 2 && first === set[1])
    return first >= 0xd800 && first < 0xe000 ? undefined : String.fromCodePoint(first);
  for (const character of ALPHABET) if (contains(set, character.codePointAt(0) ?? 0)) return character;
  return first < 0xd800 || first >= 0xe000 ? String.fromCodePoint(first) : undefined;
}
