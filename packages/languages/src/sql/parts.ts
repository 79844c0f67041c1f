/** A word, a name in quotes (`null` of `word`), a number, or a character. */
export interface SqlPart {
  /** In small letters; `null`: it is in quotes, and no word of the language. */
  readonly word: string | null;
  readonly text: string;
}

const PARTS = /"((?:[^"]|"")*)"|`([^`]*)`|\[([^\][\d][^\][]{0,127})\]|([\p{L}_@#$][\p{L}\p{N}_$@#-]*)|(\S)/gu;

/** Words that end a list of tables, and are no other name of one. */
const ENDS: ReadonlySet<string> = new Set(
  `from delete insert update where group order having limit offset union intersect except on using set values select join inner left right full cross natural when
  returning fetch for window qualify output lateral outer straight_join cascade restrict`.split(/\s+/),
);

/** The words, names and signs of a statement whose strings are empty. */
export function sqlParts(statement: string): readonly SqlPart[] {
  const parts: SqlPart[] = [];
  for (const [, double, back, square, word, other = ""] of statement.matchAll(PARTS)) {
    const quoted = double?.replaceAll('""', '"') ?? back ?? square;
    if (quoted !== undefined) parts.push({ word: null, text: quoted });
    else if (word !== undefined) parts.push({ word: word.toLowerCase(), text: word });
    else parts.push({ word: other, text: other });
  }
  return parts;
}

/** A name with those of what it is in: `s.a`, `db..a`. */
export function pathAt(
  parts: readonly SqlPart[],
  from: number,
  first: string,
): { readonly name: string; readonly next: number } {
  let name = first;
  let at = from + 1;
  while (parts[at]?.word === ".") {
    const next = parts[at + 1];
    if (next === undefined || (!isTableName(next) && next.word !== ".")) break;
    name += next.word === "." ? "." : `.${next.text}`;
    at += next.word === "." ? 1 : 2;
  }
  return { name, next: at };
}

/** It may name a table. */
export function isTableName({ word, text }: SqlPart): boolean {
  return word === null ? text !== "" : /^[\p{L}_@#$]/u.test(word) && !ENDS.has(word);
}

/** Behind another name of a table (`a as b`, `a b`). */
export function afterOtherName(parts: readonly SqlPart[], from: number): number {
  let at = from;
  if (parts[at]?.word === "as") at++;
  const one = parts[at];
  return one !== undefined && isTableName(one) ? at + 1 : at;
}
