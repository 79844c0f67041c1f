/** A glob of a permission as an RE2 pattern for the whole string, or why it is invalid. */
export type ReadGlob =
  | {
      readonly kind: "glob";
      readonly regex: string;
      /** The only text that matches, when there is one. */
      readonly literal: string | null;
    }
  | { readonly kind: "invalid"; readonly reason: string };

const PLAIN = /^[\w \-/=:,@%&~'<>!;#"]$/;

/**
 * Reads a glob of a permission: `*` any run, `?` any character, both over `/` and line breaks; `[a-z]` and `[^a-z]`; a
 * backslash takes the next character as it is; an unclosed `[` is literal. Letter case does not count.
 */
export function readPermissionGlob(glob: string): ReadGlob {
  const characters = [...glob];
  let regex = "";
  let literal: string | null = "";
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] ?? "";
    const set = character === "[" ? readSet(characters, at) : null;
    if (set !== null) {
      if (set.reason !== null) return { kind: "invalid", reason: set.reason };
      regex += set.regex;
      literal = null;
      at = set.end;
    } else if (character === "*" || character === "?") {
      regex += character === "*" ? ".*" : ".";
      literal = null;
    } else {
      const escaped = character === "\\" && at + 1 < characters.length;
      if (escaped) at++;
      const itself = characters[at] ?? "";
      regex += PLAIN.test(itself) ? itself : hex(itself);
      if (literal !== null) literal += itself;
    }
  }
  return { kind: "glob", regex: `(?is)^(?:${regex})$`, literal };
}

interface CharacterSet {
  readonly regex: string;
  /** The index of the closing bracket. */
  readonly end: number;
  readonly reason: string | null;
}

/** Reads a set from its `[` on; `null` when it is not closed. */
function readSet(characters: readonly string[], start: number): CharacterSet | null {
  const negated = characters[start + 1] === "^";
  const opening = negated ? "[^" : "[";
  const members: string[] = [];
  let ranges = "";
  let reason: string | null = null;
  for (let at = start + opening.length; at < characters.length; at++) {
    const character = characters[at] ?? "";
    if (character === "]") {
      const inside = ranges + members.map(hex).join("");
      if (inside === "") reason ??= "a set without characters matches nothing";
      return { regex: `${opening}${inside}]`, end: at, reason };
    }
    if (isEscape(characters, at)) at++;
    const low = characters[at] ?? "";
    if (isRange(characters, at)) {
      at += isEscape(characters, at + 2) ? 3 : 2;
      const high = characters[at] ?? "";
      if (code(low) > code(high)) reason ??= `the range ${low}-${high} of a set is the wrong way round`;
      ranges += `${hex(low)}-${hex(high)}`;
    } else {
      members.push(low);
    }
  }
  return null;
}

/** Whether a backslash here says that the next character is meant. */
function isEscape(characters: readonly string[], at: number): boolean {
  return characters[at] === "\\" && at + 1 < characters.length;
}

/** Whether a character with a dash and another one begins here. */
function isRange(characters: readonly string[], at: number): boolean {
  const next = characters[at + 2];
  return characters[at + 1] === "-" && next !== undefined && next !== "]";
}

function code(character: string): number {
  return character.codePointAt(0) ?? 0;
}

function hex(character: string): string {
  return `\\x{${code(character).toString(16)}}`;
}
