/** How values of variables become words. */
export interface WrittenValues {
  /** Variables whose value is several words, or has wildcards: where they are used, it is split and matched. */
  readonly open: ReadonlySet<string>;
  /** Those with wildcards, which are matched in quotes, too. */
  readonly wild: ReadonlySet<string>;
  /** Those that in quotes are not one word. */
  readonly torn: ReadonlySet<string>;
  /** Variables of which that cannot be said: their values have quotes, too, or commas. */
  readonly unclear: ReadonlySet<string>;
}

const SET = /\bset[ \t]+("?)([\w().-]+)=([^\r\n]*)/gi;
const USE = /[%!]([\w().-]+)(?::[^%!\r\n]*)?[%!]/g;

const nameOf = (written: string): string => written.toUpperCase().replaceAll(/\W/g, "_");

/** A variable that a text sets. */
interface WrittenValue {
  readonly name: string;
  readonly value: string;
  /** The value without those that it is made of, and their names. */
  readonly plain: string;
  readonly used: readonly string[];
}

function valuesIn(text: string): readonly WrittenValue[] {
  return [...text.matchAll(SET)].map(([, quote = "", name = "", rest = ""]) => {
    const value = quote === "" ? rest.replace(/[&|)][^]*$/, "") : (/^([^]*)"/.exec(rest)?.[1] ?? rest);
    const used = [...value.matchAll(USE)].map(([, one = ""]) => nameOf(one));
    return { name: nameOf(name), value, plain: value.replaceAll(USE, ""), used };
  });
}

/** Variables of which this holds, and those that are made of one of them. */
function namesOf(values: readonly WrittenValue[], holds: (value: WrittenValue) => boolean): Set<string> {
  const names = new Set<string>();
  for (let size = -1; size < names.size;) {
    size = names.size;
    for (const value of values)
      if (holds(value) || value.used.some((one) => names.has(one))) names.add(value.name);
  }
  return names;
}

const isQuoted = (value: string): boolean => /^"[^"*?]*"$/.test(value.trim());

/**
 * The values that a text sets, read in front: the text of a variable takes the place of its name before the line is split. With a
 * value go the values that it is made of.
 */
export function writtenValues(text: string): WrittenValues {
  const values = valuesIn(text);
  // Nothing is no word.
  const open = namesOf(values, ({ value, plain }) => value === "" || /[ \t*?]/.test(plain));
  // In quotes all of it is one word.
  for (const { name, value } of values) if (isQuoted(value)) open.delete(name);
  const isWild = ({ plain }: WrittenValue): boolean => /[*?]/.test(plain);
  return {
    open,
    wild: namesOf(values, isWild),
    torn: namesOf(
      values,
      (one) => isWild(one) || (one.plain.includes('"') && /[\s,;=&|<>^]/.test(one.plain)),
    ),
    unclear: namesOf(
      values,
      ({ plain }) =>
        /[,;=]/.test(plain) || (/[ \t*?]/.test(plain) && plain.includes('"') && !isQuoted(plain)),
    ),
  };
}
