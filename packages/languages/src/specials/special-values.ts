import { hole, showField } from "@gatehouse-hooks/shell";
import type { CallRow } from "../call-row.js";
import type { CodeMachine } from "../machine.js";
import { memberOf } from "../members.js";
import { decodedText } from "./special-names.js";
import { type Arguments, runPlaceOf, runArguments, runShellLine } from "../row-effects.js";
import {
  type CodeFrame,
  type GivenValues,
  type CodeValue,
  data,
  eitherValue,
  eitherOf,
  everyIn,
  fieldsOfValue,
  isHarmless,
  listValue,
  joinedValues,
  literalIn,
  opaque,
  originsIn,
  originsOfMany,
  textValue,
  texts,
  possibleValues,
  itemsOf,
} from "../value.js";

type Special = (machine: CodeMachine, args: Arguments, frame: CodeFrame, row: CallRow) => CodeValue;

/** Calls of the language itself: of values, names and programs. */
export const VALUE_CALLS: Readonly<Record<string, Special>> = {
  self: (_, { self }) => self ?? data(),
  items: (_, { given: { items } }) => {
    const [only] = items;
    if (items.length === 1 && only?.kind === "list") return listValue(only.items, only.open);
    return listValue(items.length === 0 ? [] : pairsOf(items), items.length > 0);
  },
  numbers: () => listValue([{ kind: "number", value: null }], true),
  mapped: (machine, { given: { items } }, frame) => {
    const [called, ...others] = items;
    if (called === undefined) return listValue([], true);
    const given = (all: readonly CodeValue[]): GivenValues => ({ items: all, named: new Map(), open: null });
    const [only] = others;
    if (others.length === 1 && only?.kind === "list" && !only.open && only.items.length <= 64)
      return listValue(only.items.map((one) => machine.engine.call(machine, called, given([one]), frame)));
    machine.maybe++;
    const all = others.map((one) => eitherOf(itemsOf(one)));
    const made = machine.engine.call(machine, called, given(all), frame);
    machine.maybe--;
    return listValue([made], true);
  },
  item: (_, { given: { items } }) => eitherOf(items.flatMap(itemsOf)),
  record: (_, { given }) => ({
    kind: "record",
    entries: new Map([
      ...(given.items[0]?.kind === "record"
        ? given.items[0].entries
        : given.items.map((one): [string, CodeValue] => [" ", eitherOf(everyIn(one))])),
      ...given.named,
    ]),
    open: given.items.length > 0 && given.items[0]?.kind !== "record",
  }),
  exit: () => ({ kind: "object", of: "exit", content: [""] }),
  compile: (_, { given: { items } }) => ({
    kind: "object",
    of: "code",
    content:
      items[0] === undefined
        ? [hole()]
        : items[0].kind === "object"
          ? items[0].content
          : fieldsOfValue(items[0]),
  }),
  decorator: (_, { given: { items } }) =>
    items.some(({ kind }) => kind === "function" || kind === "class")
      ? (items[0] ?? data())
      : { kind: "place", name: "staticmethod" },
  property: (_, { given: { items } }) => {
    const [made] = items;
    return made?.kind === "function" ? { ...made, property: true } : (made ?? data());
  },
  getattr: (machine, { given: { items } }, frame) => {
    const [of = data(), name, fallback] = items;
    const known = literalIn(name);
    const found =
      known !== null
        ? memberOf(machine, of, known, frame)
        : isHarmless(of) && !(of.kind === "text" && of.path)
          ? data(originsIn(of))
          : opaque("getattr", originsIn(of));
    return fallback === undefined ? found : eitherValue(found, fallback);
  },
  setattr: (machine, { given: { items } }) => {
    const [of, name, value] = items;
    const known = literalIn(name);
    if (of?.kind === "instance" && known !== null && value !== undefined) of.fields.set(known, value);
    else machine.unknown("setattr");
    return data();
  },
  "names of the text": (_, { given: { items } }) =>
    items[0] !== undefined && isHarmless(items[0]) ? data() : opaque("names"),
  type: (_, { given: { items } }) => opaque("type", originsOfMany(items)),
  super: (_, __, frame) => {
    const self = frame.get("self");
    if (self?.kind !== "instance") return opaque("super");
    const of = { kind: "class", name: "super", members: new Map(), bases: self.of.bases } as const;
    return { kind: "instance", of, fields: self.fields };
  },
  import: (machine, { given: { items } }) => {
    const known = literalIn(items[0]);
    const root = known?.split(".")[0] ?? "";
    if (known !== null && (machine.isHarmless(known) || machine.language.modules.has(root)))
      return { kind: "place", name: known };
    machine.unknown(`module ${known ?? ""}`);
    return opaque(known ?? "module");
  },
  yaml: (machine, args) => {
    const loader = args.get("Loader");
    const isSafe = loader?.kind === "place" && /Safe|Base/.test(loader.name);
    if (!isSafe) machine.unknown("yaml.load");
    return data(originsOfMany(args.given.items));
  },
  sql: (machine, args) => {
    const statement = args.get("sql");
    for (const field of statement === undefined ? [] : fieldsOfValue(statement))
      machine.add({ does: "sql", text: field }, `sql ${showField(field)}`);
    return args.self ?? data();
  },
  spawn: (machine, args) => {
    const [file, words] = [args.get("file"), args.get("args")];
    const shell = args.given.named.get("shell");
    const isShell = shell !== undefined && !(shell.kind === "plain" && shell.flag !== true);
    const all = words?.kind === "list" ? words.items : [];
    if (file !== undefined && isShell)
      runShellLine(
        machine,
        joinedValues([file, ...all.flatMap((one) => [textValue(" "), one])]),
        runPlaceOf(machine, args),
      );
    else if (file !== undefined)
      runArguments(machine, [file, ...all], words?.kind === "list" && words.open, runPlaceOf(machine, args));
    return { kind: "object", of: "process", content: [hole([{ kind: "unknown" }])] };
  },
  functionOf: (_, { given: { items } }) => {
    const body = items.at(-1);
    return { kind: "object", of: "code", content: body === undefined ? [""] : fieldsOfValue(body) };
  },
  require: (machine, { by, given: { items } }) => {
    const known = literalIn(items[0])?.replace(/^node:/, "") ?? null;
    if (known?.endsWith(".json") === true && /^[./]/.test(known))
      return texts([hole([{ kind: "file", file: machine.file("reads", [known], by) }])]);
    const name = known?.replace(/^(?:fs-extra|graceful-fs)$/, "fs").replaceAll("/", ".") ?? "";
    if (machine.isHarmless(name) || machine.language.modules.has(name.split(".")[0] ?? ""))
      return { kind: "place", name };
    machine.unknown(`module ${known ?? ""}`);
    return opaque(known ?? "module");
  },
  createRequire: () => ({ kind: "place", name: "require" }),
  buffer: (_, { get, given: { items } }) => {
    const [value] = items;
    const encoding = get("encoding");
    if (value === undefined || encoding === undefined || /^utf-?8$/.test(literalIn(encoding) ?? ""))
      return value ?? data();
    return decodedText(value, literalIn(encoding));
  },
  processes: () => listValue([{ kind: "object", of: "os-process", content: [""] }], true),
  exec: (machine, args) => {
    const file = args.get("file");
    const words = args.get("args");
    const all =
      words?.kind === "list"
        ? words.items.slice(1)
        : args.given.items.slice(args.get("mode") === undefined ? 1 : 2);
    if (file !== undefined)
      runArguments(machine, [file, ...all], words?.kind === "list" && words.open, runPlaceOf(machine, args));
    return data();
  },
  execList: (machine, args) => {
    const [file, ...others] = args.given.items;
    // `execl` names the program twice.
    const words = args.by.includes("execl") ? others.slice(1) : others;
    const open = args.given.open;
    if (file !== undefined)
      runArguments(
        machine,
        [file, ...words, ...(open === null ? [] : [open])],
        open !== null,
        runPlaceOf(machine, args),
      );
    return { kind: "object", of: "process", content: [hole([{ kind: "unknown" }])] };
  },
};

/** What `enumerate`, `zip` … go through: each item may be a part of a pair. */
function pairsOf(values: readonly CodeValue[]): readonly CodeValue[] {
  const every = values
    .flatMap((one) => possibleValues(one))
    .flatMap((one) => (one.kind === "list" || one.kind === "record" ? itemsOf(one) : [one]));
  const one = eitherOf(every);
  return [
    eitherValue(one, listValue([eitherValue(data(), one)], true)),
    texts([hole(originsOfMany(values))]),
  ];
}
