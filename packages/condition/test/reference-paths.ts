import type { PathMethod } from "@gatehouse-hooks/condition";
import type { JsonValue } from "@gatehouse-hooks/json";

/**
 * SPEC "Paths", read once more: both sets are read by all characters that their globs tell apart, together, as sets of rests of globs.
 * It shares nothing with the implementation, and has no regard to speed.
 */
export function asksPath(
  method: PathMethod,
  fact: { readonly [key: string]: JsonValue },
  [source, except]: readonly [source: string, except?: string],
  pay: (text: string) => void,
): boolean {
  if (!asksOne(method, fact, source, pay)) return false;
  if (
    method === "perhaps" &&
    asksPath("in", fact, except === undefined ? [source] : [source, except], () => undefined)
  )
    return false;
  if (except === undefined) return true;
  return !asksOne(method === "within" ? "touches" : "inside", fact, except, pay);
}

/** `inside`: every path of the set is one of the globs', whatever else is known. */
function asksOne(
  method: PathMethod | "inside",
  fact: { readonly [key: string]: JsonValue },
  source: string,
  pay: (text: string) => void,
): boolean {
  const alternatives = expand(source);
  const flag = (key: string): boolean => Object.hasOwn(fact, key) && fact[key] === true;
  const sure = Object.hasOwn(fact, "certainty") && fact["certainty"] === "exact" && flag("linksChecked");
  return (["path", "home", "local"] as const).some((spelling) => {
    const globs = alternatives.filter((one) => spellingOf(one) === spelling);
    const text = Object.hasOwn(fact, spelling) ? fact[spelling] : undefined;
    if (globs.length === 0 || typeof text !== "string" || text === "") return false;
    pay(text);
    const parts = readParts(text);
    if (parts === null) return false;
    const reading: Letters = { texts: text + source, folds: flag("folds") };
    const tree = flag("tree");
    const touches = (glob: string): boolean =>
      meets([parts], [readParts(glob) ?? []], reading) ||
      (tree && containsAnchor(parts, anchorOf(glob), reading));
    const all = globs.map((glob) => readParts(glob) ?? []);
    if (method === "touches") return globs.some(touches);
    if (method === "inside") return isPart([parts], all, reading);
    const wide: Part[] = [...parts, ...(text === "/" ? [] : [is("/")]), "anything"];
    if (method === "perhaps") return globs.some(touches) || (tree && meets([parts, wide], all, reading));
    if (method === "in" || method === "surely") {
      if (!globs.some(touches)) return false;
      if (isPart([parts], all, reading)) return true;
      if (Object.hasOwn(fact, "certainty") && fact["certainty"] === "unknown") return false;
      const anchors = globs.flatMap((glob) => anchorOf(glob) ?? []);
      if (tree && !text.includes("**") && anchors.some((anchor) => containsAnchor(parts, anchor, reading)))
        return true;
      const folders = anchors.flatMap((anchor) => [
        ...(anchor === "/" ? [] : [anchor]),
        ...[...anchor].flatMap((unit, at) => (unit === "/" && at > 0 ? [anchor.slice(0, at)] : [])),
      ]);
      return (
        method === "in" &&
        (all.some((glob) => isNamed(parts, glob, reading)) ||
          (tree && folders.some((folder) => isNamed(parts, [...folder].map(is), reading))))
      );
    }
    if (!sure || (spelling === "home" && flag("homeGuessed"))) return false;
    const below: Part[] = [...parts, ...(text === "/" ? [] : [is("/")]), "anything"];
    return isPart(
      tree ? [parts, below] : [parts],
      globs.map((glob) => readParts(glob) ?? []),
      reading,
    );
  });
}

const spellingOf = (glob: string): string =>
  /^~(\/|$)/.test(glob) ? "home" : /^\.(\/|$)/.test(glob) ? "local" : "path";

/** The globs that braces stand for. */
export function expand(glob: string): readonly string[] {
  const open = positions(glob).find((at) => glob[at] === "{");
  if (open === undefined) return [glob];
  const options: string[] = [];
  let depth = 0;
  let start = open + 1;
  for (const at of positions(glob).filter((one) => one >= open)) {
    if (glob[at] === "{") depth++;
    const isEnd = glob[at] === "}" && --depth === 0;
    if (isEnd || (glob[at] === "," && depth === 1)) {
      options.push(glob.slice(start, at));
      start = at + 1;
    }
    if (isEnd) return options.flatMap((option) => expand(glob.slice(0, open) + option + glob.slice(at + 1)));
  }
  throw new Error("a brace that is open");
}

/** Where a mark has its meaning: not behind a backslash, not in a class. */
function positions(glob: string): readonly number[] {
  const found: number[] = [];
  for (const { index, 0: text } of glob.matchAll(/\\[^]|\[[!^]?(?:\\[^]|[^])(?:\\[^]|[^\]\\])*\]|[^]/g))
    if (text.length === 1) found.push(index);
  return found;
}

/** One character of these, or any number of characters: of a name, of anything. `folders`: nothing, or what ends with a slash. */
type Part =
  | "name"
  | "anything"
  | "folders"
  | ((character: string) => boolean)
  | { readonly either: readonly Part[][] };

/** The few characters that a part is about. */
const few = new Map<Part, readonly string[]>();

const is = (wanted: string): Part => {
  const part = (character: string): boolean => character === wanted;
  few.set(part, [wanted]);
  return part;
};

/** `null` for what is not a glob. */
function readParts(glob: string): Part[] | null {
  const parts: Part[] = [];
  let last = 0;
  if (glob.includes("{")) {
    const all = expand(glob).map(readParts);
    return [{ either: all.flatMap((one) => (one === null ? [] : [one])) }];
  }
  const part = /\*\*+\/|\*\*+|\*|\?|\\([^])|\[([!^]?)((?:\\[^]|[^])(?:\\[^]|[^\]\\])*)\]|[^]/gu;
  for (const { index, 0: text, 1: escaped, 2: mark, 3: members } of glob.matchAll(part)) {
    if (text === "[" || text === "\\") return null;
    const isStart = last === 0 || glob[last - 1] === "/";
    last = index + text.length;
    if (text.startsWith("**/"))
      parts.push(...(isStart ? ["folders" as const] : ["anything" as const, is("/")]));
    else if (/^\*\*\*+\/$/.test(text))
      parts.push(...(isStart ? ["folders" as const] : ["anything" as const, is("/")]));
    else if (text.startsWith("**")) parts.push("anything");
    else if (text === "*") parts.push("name");
    else if (text === "?") parts.push((character) => character !== "/");
    else if (members !== undefined) parts.push(classOf(members, mark !== ""));
    else parts.push(is(escaped ?? text));
  }
  return parts;
}

function classOf(members: string, negated: boolean): Part {
  const tests = [...members.matchAll(/(\\?[^])(?:-(\\?[^]))?/gu)].map(([, low = "", high = low]) => {
    const bound = (text: string): number => text.replace(/^\\/, "").codePointAt(0) ?? 0;
    return (code: number) => bound(low) <= code && code <= bound(high);
  });
  const part = (character: string): boolean =>
    character !== "/" && tests.some((test) => test(character.codePointAt(0) ?? 0)) !== negated;
  const all = Array.from({ length: 0x250 }, (_, code) => String.fromCodePoint(code)).filter(part);
  if (!negated && all.length > 0 && all.length <= 8) few.set(part, all);
  return part;
}

/** What is known of the name that is being read: SPEC, "Levels". */
interface Named {
  readonly length: number;
  /** The glob has a letter or digit in it, and the set one with it. */
  readonly wanted: boolean;
  readonly met: boolean;
  /** Its first character is a dot of both; the set says something else. */
  readonly dot: boolean;
  readonly more: boolean;
}

const NO_NAME: Named = { length: 0, wanted: false, met: false, dot: false, more: false };
const isSaid = ({ wanted, met, dot, more }: Named): boolean => !wanted || met || (dot && !more);
const isLetter = (character: string): boolean => /[\p{L}\p{N}\u0080-\u{10ffff}]/u.test(character);

/** Is there a path of both in which the set says something of every name that the glob says? */
function isNamed(set: Rest, glob: Rest, { texts, folds }: Letters): boolean {
  const ids = new Map<Part, number>();
  const idOf = (part: Part): number => ids.get(part) ?? (ids.set(part, ids.size), ids.size - 1);
  const alphabet = symbols(texts, folds);
  const seen = new Set<string>();
  const open: (readonly [Rest, Rest, Named])[] = [[set, glob, NO_NAME]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [a, b, name] = next;
    for (const left of opened([a]))
      for (const right of opened([b])) {
        const key = JSON.stringify([left.map(idOf), right.map(idOf), name]);
        if (seen.has(key)) continue;
        seen.add(key);
        if (left.length === 0 && right.length === 0 && isSaid(name)) return true;
        const [one, other] = [left[0], right[0]];
        if (one === undefined || other === undefined) continue;
        for (const symbol of alphabet) {
          const after = read([left], symbol);
          const behind = read([right], symbol);
          if (after.length === 0 || behind.length === 0) continue;
          const letters = few.get(other) ?? [];
          const isEnd = letters.length === 1 && letters[0] === "/";
          if (isEnd && !isSaid(name)) continue;
          const spells = few.has(one);
          const says = letters.some(isLetter);
          const both = [one, other].every((part) => few.get(part)?.join("") === ".");
          const dot = name.length === 0 ? both : name.dot;
          const now: Named = isEnd
            ? NO_NAME
            : {
                length: 1,
                wanted: name.wanted || says,
                met: name.met || (says && spells),
                dot,
                more: name.more || (spells && !(name.length === 0 && both)),
              };
          for (const x of after) for (const y of behind) open.push([x, y, now]);
        }
      }
  }
  return false;
}

const SLASH: Part = is("/");

/** What is left of a glob. */
type Rest = readonly Part[];

/** Every rest that is reached without a character. */
function opened(rests: readonly Rest[]): readonly Rest[] {
  return rests.flatMap((rest): readonly Rest[] => {
    const [first, ...others] = rest;
    if (first === undefined) return [rest];
    if (first === "name" || first === "anything") return [rest, ...opened([others])];
    if (first === "folders") return opened([["anything", SLASH, ...others], others]);
    if (typeof first === "object") return opened(first.either.map((option) => [...option, ...others]));
    return [rest];
  });
}

function read(rests: readonly Rest[], characters: readonly string[]): readonly Rest[] {
  return opened(rests).flatMap((rest): readonly Rest[] => {
    const [first, ...others] = rest;
    const reads = (test: (character: string) => boolean): boolean => characters.some(test);
    if (first === "anything") return [rest];
    if (first === "name") return reads((one) => one !== "/") ? [rest] : [];
    return typeof first === "function" && reads(first) ? [others] : [];
  });
}

const ends = (rests: readonly Rest[]): boolean => opened(rests).some(({ length }) => length === 0);

/** All characters that the globs tell apart, as far as they are small, and one that is in none. */
function symbols(texts: string, folds: boolean): readonly (readonly string[])[] {
  const alphabet = [...new Set(Array.from(`/~.abcxABX-!0😀${texts}`))];
  return alphabet.map((one) => (folds ? [one, one.toLowerCase(), one.toUpperCase()] : [one]));
}

/** What is known of the characters. */
interface Letters {
  readonly texts: string;
  readonly folds: boolean;
}

/** Walks both sets together; what is equal is looked at once. */
function walk(
  left: readonly Rest[],
  right: readonly Rest[],
  { texts, folds }: Letters,
  found: (left: readonly Rest[], right: readonly Rest[]) => boolean,
): boolean {
  const names = new Map<Part, number>();
  const nameOf = (part: Part): string =>
    typeof part === "string"
      ? part
      : String(names.get(part) ?? (names.set(part, names.size), names.size - 1));
  const keyOf = (rests: readonly Rest[]): string =>
    [...new Set(opened(rests).map((rest) => `[${rest.map(nameOf).join()}]`))].sort().join("|");
  const alphabet = symbols(texts, folds);
  const seen = new Set<string>();
  const open: (readonly [readonly Rest[], readonly Rest[]])[] = [[left, right]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [a, b] = next;
    const key = `${keyOf(a)} ${keyOf(b)}`;
    if (seen.has(key)) continue;
    seen.add(key);
    if (found(a, b)) return true;
    for (const symbol of alphabet) {
      const after = read(a, symbol);
      if (after.length > 0) open.push([after, read(b, symbol)]);
    }
  }
  return false;
}

function meets(left: readonly Rest[], right: readonly Rest[], reading: Letters): boolean {
  return walk(left, right, reading, (a, b) => ends(a) && ends(b));
}

function isPart(left: readonly Rest[], right: readonly Rest[], reading: Letters): boolean {
  return !walk(left, right, reading, (a, b) => ends(a) && !ends(b));
}

/** The folder before the first wildcard; the whole of a glob without one. */
export function anchorOf(glob: string): string | undefined {
  const literal = /^(?:\\[^]|[^*?[{\\])*/.exec(glob)?.[0] ?? "";
  const plain = literal.replace(/\\([^])/g, "$1");
  if (literal === glob) return plain;
  const last = plain.lastIndexOf("/");
  return last < 0 ? undefined : last === 0 ? "/" : plain.slice(0, last);
}

function containsAnchor(parts: Rest, anchor: string | undefined, reading: Letters): boolean {
  if (anchor === undefined) return false;
  const folders = [...anchor].flatMap((character, at) =>
    character === "/" ? [anchor.slice(0, at), anchor.slice(0, at + 1)] : [],
  );
  return [anchor, ...folders].some((folder) => meets([parts], [[...folder].map(is)], reading));
}
