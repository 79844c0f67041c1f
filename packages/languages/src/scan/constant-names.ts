import type { CodeToken } from "./code-tokens.js";

/** The most that a text gets longer by, and the most strings and commas of one list. */
const MAX_GROWTH = 20_000;
const MAX_LIST = 40;

/** How names are written in strings where these are read: `"rm $f"`, `"rm #{f}"`. */
const NAMES_IN_STRINGS: ReadonlyMap<string, RegExp> = new Map([
  ["perl", /[$@]\{?(\w+)\}?/g],
  ["php", /\{?\$\{?(\w+)\}?/g],
  ["ruby", /#\{(\w+)\}/g],
  ["elixir", /#\{(\w+)\}/g],
  ["julia", /\$\(?(\w+)\)?/g],
  ["groovy", /\$\{?(\w+)\}?/g],
]);

type Constants = Map<string, readonly CodeToken[]>;

/**
 * The tokens with strings in the place of names that were given these before: `$f = "/etc/passwd"; unlink $f`. It goes from the first token
 * to the last, as code without loops and branches does: what comes of it is not certain.
 */
export function withConstants(tokens: readonly CodeToken[], lang: string): readonly CodeToken[] {
  const constants: Constants = new Map();
  const names = NAMES_IN_STRINGS.get(lang);
  const found: CodeToken[] = [];
  let growth = 0;
  for (const [at, token] of tokens.entries()) {
    const value = valueAt(tokens, at);
    const replaced = value === 0 ? constantsIn(token, tokens[at - 1], constants, names) : null;
    if (replaced !== null) growth += lengthOf(replaced);
    found.push(...(replaced === null || growth > MAX_GROWTH ? [token] : replaced));
    if (value === 0) continue;
    const given = stringsFrom(tokens, value, constants);
    if (given === null) constants.delete(bare(token.text));
    else constants.set(bare(token.text), given);
  }
  return found;
}

/** What a token is with the names in it resolved; null where it has none of them. */
function constantsIn(
  token: CodeToken,
  before: CodeToken | undefined,
  constants: Constants,
  names: RegExp | undefined,
): readonly CodeToken[] | null {
  if (constants.size === 0 || token.kind === "mark") return null;
  // A member of something else has the same name.
  if (token.kind === "name") return before?.text === "." ? null : (constants.get(bare(token.text)) ?? null);
  if (names === undefined) return null;
  const text = token.text.replace(names, (whole, name: string) => {
    const [value, more] = constants.get(name) ?? [];
    return value === undefined || more !== undefined || value.text.length > MAX_LIST ** 2
      ? whole
      : value.text;
  });
  return text === token.text ? null : [{ ...token, text }];
}

function lengthOf(tokens: readonly CodeToken[]): number {
  return tokens.reduce((sum, { text }) => sum + 1 + text.length, 0);
}

function bare(name: string): string {
  return name.startsWith("$") ? name.slice(1) : name;
}

/** Where the value of a name begins that it is given here, by `=`, or `<-` in R; 0 where it is given none. */
function valueAt(tokens: readonly CodeToken[], at: number): number {
  if (tokens[at]?.kind !== "name") return 0;
  const [one, two] = [tokens[at + 1]?.text, tokens[at + 2]?.text];
  if (one === "=") return two === "=" || two === "~" ? 0 : at + 2;
  return one === "<" && two === "-" ? at + 3 : 0;
}

/** The string, or the strings of a list, that a name gets; null where it gets anything else, or more than that. */
function stringsFrom(
  tokens: readonly CodeToken[],
  from: number,
  constants: Constants,
): readonly CodeToken[] | null {
  const isList = tokens[from]?.kind === "mark" && OPENS.has(tokens[from].text);
  const start = isList ? from + 1 : from;
  let end = start;
  while (end < start + (isList ? MAX_LIST : 1) && isItem(tokens[end], isList, constants)) end++;
  const items = tokens.slice(start, end);
  const values = items.flatMap((one) => constants.get(one.kind === "name" ? bare(one.text) : "") ?? [one]);
  if (values.length === 0 || values.length > MAX_LIST) return null;
  return isEnd(tokens[isList ? end + 1 : end]) ? values : null;
}

const OPENS: ReadonlySet<string> = new Set(["(", "["]);

function isItem(token: CodeToken | undefined, isList: boolean, constants: Constants): boolean {
  if (token?.kind === "name") return constants.has(bare(token.text));
  return token?.kind === "string" || (isList && token?.text === ",");
}

/** Nothing is done with the value before it is given. */
function isEnd(token: CodeToken | undefined): boolean {
  return token === undefined || token.kind === "name" || /^[;\n})]$/.test(token.text);
}
