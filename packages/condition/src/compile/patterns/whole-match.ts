import { codePointAt, newList, Uint16Of, existing } from "@gatehouse-hooks/json/intrinsics";
import { type CodePoints, contains } from "./code-points.js";
import type { TextTree } from "./text-tree.js";

/** For each place in a string, from 0 to its length: 1 where it is reached. */
type Places = Uint16Array;

/**
 * Whether a glob's tree matches a whole string. It goes through the string once for each node of the tree.
 *
 * @param tree of `readGlob`: its only places are the two ends, and what it repeats is one set
 */
export function matchesWhole(tree: TextTree, text: string): boolean {
  const codes = newList<number>();
  for (let at = 0; at < text.length; at++) {
    const code = codePointAt(text, at) ?? 0;
    codes[codes.length] = code;
    if (code > 0xffff) at++;
  }
  const from = new Uint16Of(codes.length + 1);
  from[0] = 1;
  return reached(tree, codes, from)[codes.length] === 1;
}

/** The places that are reached through the tree from some places. */
function reached(tree: TextTree, codes: readonly number[], from: Places): Places {
  let to = from;
  switch (tree.kind) {
    case "place":
      // INVARIANT: what is at an end of the tree is at an end of the whole string.
      return from;
    case "sequence":
      for (let i = 0; i < tree.parts.length; i++) to = reached(existing(tree.parts[i]), codes, to);
      return to;
    case "choice":
      to = new Uint16Of(from.length);
      for (let i = 0; i < tree.options.length; i++) {
        const option = reached(existing(tree.options[i]), codes, from);
        for (let at = 0; at < to.length; at++) if (option[at] === 1) to[at] = 1;
      }
      return to;
    case "set":
      return behind(tree.set, false, codes, from);
    case "repeat":
      // INVARIANT: what a glob repeats is one set.
      return tree.part.kind === "set" ? behind(tree.part.set, true, codes, from) : from;
  }
}

/** The places behind a character of the set, or behind any number of them. */
function behind(set: CodePoints, repeats: boolean, codes: readonly number[], from: Places): Places {
  const to = new Uint16Of(from.length);
  const before = repeats ? to : from;
  for (let at = 0; at < to.length; at++) {
    if (repeats && from[at] === 1) to[at] = 1;
    else if (at > 0 && before[at - 1] === 1 && contains(set, codes[at - 1] ?? 0)) to[at] = 1;
  }
  return to;
}
