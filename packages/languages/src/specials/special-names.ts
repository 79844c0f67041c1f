import {
  type Alternatives,
  type Field,
  appendAlternatives,
  hole,
  literalOf,
  originsOf,
  textFrom,
  uniteAlternatives,
  uniteOrigins,
} from "@gatehouse-hooks/shell";
import { decodeBase64, utf8 } from "../decode-base64.js";
import { pathBelow } from "../below.js";
import type { CallRow } from "../call-row.js";
import type { CodeMachine } from "../machine.js";
import { parentOf, variableOf } from "../members.js";
import type { Arguments } from "../row-effects.js";
import {
  type CodeFrame,
  type CodeValue,
  data,
  eitherValue,
  fieldsOfValue,
  literalIn,
  originsOfMany,
  textValue,
  texts,
} from "../value.js";

type Special = (machine: CodeMachine, args: Arguments, frame: CodeFrame, row: CallRow) => CodeValue;

/** The directory that the program is in. */
function hereOf(machine: CodeMachine): CodeValue {
  return texts([machine.moved ? hole() : hole([], "here")]);
}

const HOME: Alternatives = [hole([], "home")];

/** Calls that make a path or a text of another one. */
export const NAME_CALLS: Readonly<Record<string, Special>> = {
  path: (_, { given: { items } }) => pathOf(items.length === 0 ? [textValue(".")] : items, true),
  joinPath: (machine, { self, given: { items }, by }) => {
    machine.asked ||= by.endsWith("resolve");
    const parts = self === null ? items : [self, ...items];
    const from = by.endsWith("resolve") ? [hereOf(machine), ...parts] : parts;
    return pathOf(from, self !== null || by.startsWith("pathlib"));
  },
  concatPath: (_, { given: { items, open } }) => {
    if (open !== null) return texts([hole(originsOfMany([...items, open]))]);
    return texts(
      items.reduce<Alternatives>(
        (all, one, i) =>
          i === 0 ? fieldsOfValue(one) : joinedWith(joinedWith(all, ["/"]), fieldsOfValue(one)),
        [""],
      ),
    );
  },
  home: (_, { by }) => texts(HOME, by.startsWith("pathlib")),
  here: (machine, { by }) => {
    machine.asked = true;
    return texts(fieldsOfValue(hereOf(machine)), by.startsWith("pathlib"));
  },
  same: (_, { given }) => given.items[0] ?? data(),
  /** Below the directory that the program is in. */
  absolutePath: (machine, { self, given: { items } }) => {
    machine.asked = true;
    const given = self ?? items[0];
    if (given === undefined) return data();
    return texts(pathBelow(hereOf(machine), given), self !== null);
  },
  samePath: (_, { self, by }) => {
    if (self?.kind !== "text") return data();
    return /as_posix|__str__/.test(by) ? texts(self.fields) : self;
  },
  otherPath: (_, { self, given: { items } }) => {
    const folder = self?.kind === "text" ? texts(self.fields.map(parentOf)) : textValue(".");
    const name = items[0] === undefined || items[0].kind !== "text" ? texts([hole([], "name")]) : items[0];
    return texts(
      uniteAlternatives(pathBelow(folder, texts([hole([], "name")])), pathBelow(folder, name)),
      true,
    );
  },
  asText: (_, { given: { items } }) =>
    items[0] === undefined ? textValue("") : texts(fieldsOfValue(items[0])),
  baseName: (_, { given: { items } }) => mapText(items[0], (path) => path.split("/").at(-1) ?? "", "name"),
  folderName: (machine, { given: { items } }) => {
    const given = items[0] === undefined ? [] : fieldsOfValue(items[0]);
    if (given.length === 0) return data();
    return texts(
      given.map((one) => {
        const known = machine.language.web ? null : literalOf(one);
        // Of Python: what is before the last slash, if that is nothing.
        return known === null
          ? parentOf(one)
          : (/^(\/+(?=[^/]*$)|.*?(?=\/+[^/]*$)|)/s.exec(known)?.[0] ?? "");
      }),
    );
  },
  expandUser: (_, { self, given: { items } }) => {
    const given = self ?? items[0];
    return given === undefined ? data() : texts(fieldsOfValue(given).map(expanded), self !== null);
  },
  expandVariables: (machine, { given: { items } }) => {
    const known = literalIn(items[0]);
    if (known === null) return texts([hole(originsOfMany(items))]);
    const all = known
      .split(/\$\{?(\w+)\}?/)
      .map((one, i) => (i % 2 === 0 ? textValue(one) : variableOf(machine, one)));
    return texts(all.reduce<Alternatives>((before, one) => joinedWith(before, fieldsOfValue(one)), [""]));
  },
  variable: (machine, { given: { items } }) => {
    const name = literalIn(items[0]);
    const value = variableOf(machine, name ?? "");
    return items[1] === undefined || name === "HOME" ? value : eitherValue(value, items[1]);
  },
  environment: () => texts([hole([{ kind: "environment" }])]),
  setVariable: (machine, { given: { items } }) => {
    const name = literalIn(items[0]);
    if (name !== null && items[1] !== undefined) machine.variables.set(name, items[1]);
    return data();
  },
  setVariables: (machine, { given }) => {
    for (const [name, value] of given.items[0]?.kind === "record" ? given.items[0].entries : given.named)
      machine.variables.set(name, value);
    return data();
  },
  chdir: (machine, args) => {
    const path = args.get("path");
    if (path === undefined) return data();
    machine.move(fieldsOfValue(path));
    return data();
  },
  decode: (_, { given: { items } }) => decoded(items[0], decodeBase64),
  decodeHex: (_, { given: { items } }) => decoded(items[0], fromHex),
  decodeOther: (_, { given: { items } }) => decoded(items[0], () => null),
  input: (machine) => texts(machine.start.input),
};

function joinedWith(left: Alternatives, right: Alternatives): Alternatives {
  return appendAlternatives(left, right);
}

function partsOf(field: Field): Exclude<Field, string> {
  return typeof field === "string" ? (field === "" ? [] : [{ kind: "text", text: field, from: [] }]) : field;
}

/** Each part below the one before; an absolute one stands for itself. */
function pathOf(parts: readonly CodeValue[], isPath: boolean): CodeValue {
  const [first = textValue(""), ...others] = parts;
  return texts(
    others.reduce<Alternatives>((all, one) => pathBelow(texts(all), one), fieldsOfValue(first)),
    isPath,
  );
}

function expanded(field: Field): Field {
  const [first, ...rest] = partsOf(field);
  if (first?.kind !== "text" || !/^~(?:\/|$)/.test(first.text)) return field;
  const left = first.text.slice(1);
  return [...partsOf(hole([], "home")), ...(left === "" ? [] : [{ ...first, text: left }]), ...rest];
}

function mapText(
  value: CodeValue | undefined,
  change: (text: string) => string,
  form: "name" | "any",
): CodeValue {
  if (value === undefined) return data();
  return texts(
    fieldsOfValue(value).map((one) => {
      const known = literalOf(one);
      return known === null ? hole(originsOf(one), form) : change(known);
    }),
  );
}

/** What was hidden in a text; where it cannot be computed it is only known that it was. */
function decoded(value: CodeValue | undefined, decode: (text: string) => string | null): CodeValue {
  if (value === undefined) return data();
  return texts(
    fieldsOfValue(value).map((one) => {
      const known = literalOf(one);
      const found = known === null ? null : decode(known);
      const from = uniteOrigins([{ kind: "decoded" }], originsOf(one));
      return found === null ? hole(from) : textFrom(found, from);
    }),
  );
}

/** What is hidden in a text, by the name of its encoding. */
export function decodedText(value: CodeValue, encoding: string | null): CodeValue {
  if (encoding === "base64" || encoding === "base64url") return decoded(value, decodeBase64);
  return decoded(value, encoding === "hex" ? fromHex : () => null);
}

function fromHex(known: string): string | null {
  const digits = known.replace(/\s/g, "");
  if (digits.length % 2 !== 0 || !/^[0-9a-f]*$/i.test(digits)) return null;
  return utf8((digits.match(/../g) ?? []).map((one) => Number.parseInt(one, 16)));
}
