const ASCII = Array.from({ length: 127 }, (_, i) => String.fromCharCode(i + 1));

/** Classes of characters by POSIX, in the C locale. */
const CLASSES: Readonly<Record<string, RegExp>> = {
  alnum: /[A-Za-z0-9]/,
  alpha: /[A-Za-z]/,
  blank: /[ \t]/,
  cntrl: /[\x01-\x1f\x7f]/,
  digit: /[0-9]/,
  graph: /[!-~]/,
  lower: /[a-z]/,
  print: /[ -~]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /[ \t\n\v\f\r]/,
  upper: /[A-Z]/,
  xdigit: /[0-9A-Fa-f]/,
};

const ESCAPES: Readonly<Record<string, string>> = {
  a: "\u0007",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\\": "\\",
};

/** What `tr` with these arguments makes of a text; `null` when that is not known. */
export function translate(text: string, args: readonly string[]): string | null {
  const options = args.findIndex((one) => !/^-[cCdst]+$/.test(one));
  const letters = args.slice(0, Math.max(0, options)).join("");
  const sets = args.slice(options === -1 ? args.length : options).filter((one, i) => i > 0 || one !== "--");
  const [first, second] = sets.map((one) => charactersOf(one));
  // Only what is in ASCII is the same in every locale.
  if (first === null || first === undefined || second === null || /[^\x01-\x7f]/.test(text)) return null;
  const from = /c/i.test(letters) ? ASCII.filter((one) => !first.includes(one)) : first;
  const isIn = new Set(from);
  const deletes = letters.includes("d");
  const given = [...text];
  let result = given;
  if (deletes) result = given.filter((one) => !isIn.has(one));
  else if (second !== undefined) {
    const to = pairs(from, second, letters.includes("t"));
    if (to === null) return null;
    result = given.map((one) => to.get(one) ?? one);
  }
  if (!letters.includes("s")) return deletes || second !== undefined ? result.join("") : null;
  const once = second === undefined ? isIn : new Set(second);
  return result.filter((one, i) => one !== result[i - 1] || !once.has(one)).join("");
}

/** What each character becomes: the last of the second set for those that it has none for, unless it is cut. */
function pairs(
  from: readonly string[],
  to: readonly string[],
  cuts: boolean,
): ReadonlyMap<string, string> | null {
  const last = to.at(-1);
  if (last === undefined) return null;
  return new Map(from.map((one, i) => [one, to[i] ?? (cuts ? one : last)] as const));
}

/** The characters of a set, in order; `null` for one that is not understood. */
function charactersOf(set: string): readonly string[] | null {
  const all: string[] = [];
  for (let i = 0; i < set.length; i++) {
    const named = /^\[:(\w+):\]/.exec(set.slice(i));
    if (named?.[1] !== undefined) {
      const form = Object.hasOwn(CLASSES, named[1]) ? CLASSES[named[1]] : undefined;
      if (form === undefined) return null;
      all.push(...ASCII.filter((one) => form.test(one)));
      i += named[0].length - 1;
      continue;
    }
    // `[x*n]`, `[=x=]`.
    if (/^\[(?:.\*\d*|=.=)\]/s.test(set.slice(i))) return null;
    const { character, length } = characterAt(set, i);
    const end =
      set[i + length] === "-" && i + length + 1 < set.length ? characterAt(set, i + length + 1) : null;
    if (end === null) {
      all.push(character);
      i += length - 1;
      continue;
    }
    const [low, high] = [character.charCodeAt(0), end.character.charCodeAt(0)];
    if (low > high || high > 0x7f) return null;
    for (let code = low; code <= high; code++) all.push(String.fromCharCode(code));
    i += length + end.length;
  }
  return all;
}

function characterAt(set: string, at: number): { readonly character: string; readonly length: number } {
  if (set[at] !== "\\" || at + 1 >= set.length) return { character: set[at] ?? "", length: 1 };
  const octal = /^[0-7]{1,3}/.exec(set.slice(at + 1))?.[0];
  if (octal !== undefined)
    return { character: String.fromCharCode(Number.parseInt(octal, 8) & 0xff), length: 1 + octal.length };
  const next = set[at + 1] ?? "";
  return { character: Object.hasOwn(ESCAPES, next) ? (ESCAPES[next] ?? next) : next, length: 2 };
}
