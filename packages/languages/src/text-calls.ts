import {
  type Alternatives,
  type Field,
  appendAlternatives,
  hole,
  literalOf,
  originsOf,
} from "@gatehouse-hooks/shell";
import {
  type GivenValues,
  type CodeValue,
  data,
  fieldsOfValue,
  listValue,
  literalIn,
  originsIn,
  originsOfMany,
  texts,
} from "./value.js";

type TextValue = Extract<CodeValue, { kind: "text" }>;

const SAME: ReadonlySet<string> = new Set([
  "encode",
  "decode",
  "__str__",
  "toString",
  "valueOf",
  "format_map",
]);

/** Encodings in which a text stays what it is. */
const PLAIN = /^(?:utf-?8|ascii|latin-?1|)$/i;

const CHANGES: Readonly<Record<string, (text: string) => string>> = {
  strip: (text) => text.trim(),
  trim: (text) => text.trim(),
  lstrip: (text) => text.trimStart(),
  rstrip: (text) => text.trimEnd(),
  trimStart: (text) => text.trimStart(),
  trimEnd: (text) => text.trimEnd(),
  lower: (text) => text.toLowerCase(),
  upper: (text) => text.toUpperCase(),
  toLowerCase: (text) => text.toLowerCase(),
  toUpperCase: (text) => text.toUpperCase(),
};

/** What a method of a text makes of it; null: nothing that is a text of its own. */
export function textCall(of: TextValue, name: string, given: GivenValues, web: boolean): CodeValue | null {
  const { items } = given;
  if (SAME.has(name))
    return items.every((one) => PLAIN.test(literalIn(one) ?? "?")) ? of : data(originsIn(of));
  const change = items.length === 0 ? CHANGES[name] : undefined;
  if (change !== undefined) return texts(of.fields.map((one) => changed(one, change)));
  return textOf(of, name, given, web) ?? piecesOf(of, name, items);
}

/** What is a text again. */
function textOf(of: TextValue, name: string, given: GivenValues, web: boolean): CodeValue | null {
  const { items, named, open } = given;
  if (name === "join") return texts(joinedBy(of, items[0]));
  if (name === "format" && open === null) return texts(filled(of, items, named));
  if (name === "concat")
    return texts(
      items.reduce<Alternatives>((all, one) => appendAlternatives(all, fieldsOfValue(one)), of.fields),
    );
  if (!REPLACES.test(name)) return null;
  return texts(replaced(of, web && name === "replace" ? "first" : name, items));
}

const REPLACES = /^(?:replace|removeprefix|removesuffix|replaceAll)$/;

function piecesOf(of: TextValue, name: string, items: readonly CodeValue[]): CodeValue | null {
  if (name === "splitlines") return pieces(of, "\n");
  if (name !== "split") return null;
  const by = literalIn(items[0]);
  const isKnown = items.length === 0 || (items.length === 1 && by !== null);
  return isKnown ? pieces(of, by) : listValue([data(originsIn(of))], true);
}

function changed(field: Field, change: (text: string) => string): Field {
  const known = literalOf(field);
  return typeof field === "string" && known !== null ? change(known) : field;
}

function joinedBy(of: TextValue, items: CodeValue | undefined): Alternatives {
  if (items?.kind !== "list" || items.open) return [hole(originsOfMany(items === undefined ? [] : [items]))];
  return items.items.reduce<Alternatives>(
    (all, one, i) =>
      appendAlternatives(i === 0 ? all : appendAlternatives(all, of.fields), fieldsOfValue(one)),
    [""],
  );
}

/** `"{}/{name}".format(…)`. */
function filled(
  of: TextValue,
  items: readonly CodeValue[],
  named: ReadonlyMap<string, CodeValue>,
): Alternatives {
  const form = literalIn(of);
  const all = [...items, ...named.values()];
  if (form === null) return [hole(originsOfMany([of, ...all]))];
  let next = 0;
  let made: Alternatives = [""];
  for (const [i, piece] of form.split(/(\{\{|\}\}|\{[^{}]*\})/).entries()) {
    if (i % 2 === 0) made = appendAlternatives(made, [piece]);
    else if (piece === "{{" || piece === "}}") made = appendAlternatives(made, [piece.slice(1)]);
    else {
      const key = piece.slice(1, -1);
      const value = key === "" ? items[next++] : /^\d+$/.test(key) ? items[Number(key)] : named.get(key);
      made = appendAlternatives(
        made,
        value === undefined ? [hole(originsOfMany(all))] : fieldsOfValue(value),
      );
    }
  }
  return made;
}

function replaced(of: TextValue, name: string, items: readonly CodeValue[]): Alternatives {
  const [from, to] = items.map(literalIn);
  return of.fields.map((field): Field => {
    const known = literalOf(field);
    if (typeof field !== "string" || known === null || from === null || from === undefined)
      return hole([...originsOf(field), ...originsOfMany(items)]);
    if (name === "removeprefix") return known.startsWith(from) ? known.slice(from.length) : known;
    if (name === "removesuffix")
      return known.endsWith(from) ? known.slice(0, known.length - from.length) : known;
    if (items.length > 2) return hole(originsOfMany(items));
    if (name === "first" && to !== null && to !== undefined) return known.replace(from, () => to);
    return to === null || to === undefined ? hole(originsOfMany(items)) : known.split(from).join(to);
  });
}

function pieces(of: TextValue, by: string | null): CodeValue {
  const known = literalIn(of);
  const [field] = of.fields;
  if (known === null || typeof field !== "string") return listValue([data(originsIn(of))], true);
  const found = by === null ? known.trim().split(/\s+/) : by === "" ? [...known] : known.split(by);
  return found.length > 256
    ? listValue([texts([hole(originsIn(of))])], true)
    : listValue(found.map((one) => texts([one])));
}
