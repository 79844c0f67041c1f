import {
  type Alternatives,
  appendAlternatives,
  hole,
  type Field,
  type FieldPart,
} from "@gatehouse-hooks/shell";
import { pathBelow } from "../below.js";
import type { CallRow } from "../call-row.js";
import type { FileEffect } from "../effects.js";
import type { CodeMachine } from "../machine.js";
import { type Arguments, intoFolder, pathsOfValue } from "../row-effects.js";
import {
  type CodeFrame,
  type CodeValue,
  data,
  eitherValue,
  fieldsOfValue,
  listValue,
  literalIn,
  NO_VALUE,
  originsOfMany,
  textValue,
  texts,
  possibleValues,
} from "../value.js";

type Special = (machine: CodeMachine, args: Arguments, frame: CodeFrame, row: CallRow) => CodeValue;

const NAME: Alternatives = [hole([], "name")];

/** Names with a part that is made up between two others. */
function namesBetween(prefixes: Alternatives, suffixes: Alternatives): Alternatives {
  return prefixes.flatMap((prefix) =>
    suffixes.map((suffix) => [prefix, ...NAME, suffix].flatMap((one) => parts(one))),
  );
}

/** Calls that open, move and find files. */
export const FILE_CALLS: Readonly<Record<string, Special>> = {
  open: (machine, args) => opened(machine, args, args.get("file")),
  openPath: (machine, args) => opened(machine, args, args.self ?? undefined),
  openFlags: (machine, args) => {
    const files = pathsOfValue(args.get("file"));
    for (const paths of files) {
      machine.file("reads", paths, args.by);
      machine.file("writes", paths, args.by, { append: true });
    }
    return data(originsOfMany(args.given.items));
  },
  writeFile: (machine, args) => {
    const written = args.get("data");
    if (args.self?.kind !== "object" || written === undefined) return data();
    const content = written.kind === "list" ? [hole(originsOfMany([written]))] : fieldsOfValue(written);
    const paths = machine.files.get(args.self);
    if (paths !== undefined) machine.file("writes", paths, args.by, { content, append: true });
    return data();
  },
  writeTo: (machine, args) => {
    const [to, written] = args.given.items;
    const paths = to === undefined ? undefined : machine.files.get(to);
    if (paths !== undefined && written !== undefined)
      machine.file("writes", paths, args.by, { content: fieldsOfValue(written), append: true });
    return data();
  },
  readStream: (machine, args) => {
    machine.streams = true;
    const paths = pathsOfValue(args.get("path"))[0];
    const content = paths === undefined ? [hole()] : machine.contentOf(machine.file("reads", paths, args.by));
    return { kind: "object", of: "file", content };
  },
  writeStream: (machine, args) => {
    machine.streams = true;
    const made: CodeValue = { kind: "object", of: "file", content: [""] };
    const paths = pathsOfValue(args.get("path"))[0];
    if (paths === undefined) return made;
    machine.file("writes", paths, args.by, { content: [""] });
    machine.files.set(made, paths);
    return made;
  },
  readFile: (_, { self }) => texts(self?.kind === "object" ? self.content : [hole()]),
  copyObject: (machine, { given: { items }, by }) => {
    const [from, to] = items;
    const paths = to?.kind === "object" ? machine.files.get(to) : undefined;
    const content = from === undefined ? null : fieldsOfValue(from);
    if (paths !== undefined) machine.file("writes", paths, by, { content, append: true });
    return data();
  },
  move: (machine, args, _, { into }) =>
    moved(machine, args.by, args.get("src"), args.get("dst"), into !== undefined),
  movePath: (machine, args) => {
    moved(machine, args.by, args.self ?? undefined, args.get("dst"), false);
    return args.get("dst") ?? data();
  },
  archive: (machine, args) => {
    for (const paths of pathsOfValue(args.get("root"))) machine.file("reads", paths, args.by, { tree: true });
    const base = args.get("base");
    if (base !== undefined)
      machine.file(
        "writes",
        fieldsOfValue(base).map((one) => [...parts(one), ...parts(hole([], "name"))]),
        args.by,
      );
    return data();
  },
  unpack: (machine, args) => {
    for (const paths of pathsOfValue(args.get("file"))) machine.file("reads", paths, args.by);
    for (const paths of pathsOfValue(args.get("folder") ?? textValue(".")))
      machine.file("writes", paths, args.by, { tree: true });
    return data();
  },
  extract: (machine, args) => {
    const to = args.get("path");
    for (const paths of pathsOfValue(to ?? textValue(".")))
      machine.file("writes", paths, args.by, { tree: true });
    return data();
  },
  temporary: (machine, args) => {
    const folders = possibleValues(args.get("dir") ?? NO_VALUE);
    const name = ["prefix", "suffix"].map((one) => fieldsOfValue(args.get(one) ?? textValue("")));
    const names = texts(namesBetween(name[0] ?? [""], name[1] ?? [""]));
    const paths = folders.flatMap((one) => pathBelow(one.kind === "plain" ? textValue("/tmp") : one, names));
    machine.file("writes", paths, args.by, { op: "create" });
    const made = texts(paths, false);
    return args.by.endsWith("mkstemp") ? listValue([data(), made]) : made;
  },
  /** Its name is what is given, and six letters. */
  temporaryNamed: (machine, args) => {
    const paths = namesBetween(fieldsOfValue(args.get("path") ?? textValue("")), [""]);
    machine.file("writes", paths, args.by, { op: "create" });
    return texts(paths);
  },
  database: (machine, args) => {
    const file = args.get("file");
    const known = literalIn(file);
    if (file === undefined || known === ":memory:") return { kind: "object", of: "database", content: [""] };
    const isReadOnly = known?.includes("mode=ro") === true;
    const plain = known === null ? fieldsOfValue(file) : [known.replace(/^file:|\?.*$/g, "")];
    const read = machine.file("reads", plain, args.by);
    if (!isReadOnly) machine.file("writes", plain, args.by, { append: true });
    return { kind: "object", of: "database", content: machine.contentOf(read) };
  },
  fileInput: (machine, args) => {
    const read = pathsOfValue(args.get("files")).map((paths) => machine.file("reads", paths, args.by));
    return texts([hole(read.map((file) => ({ kind: "file", file })))]);
  },
  names: () => listValue([texts(NAME)], true),
  entries: (_, args) => listValue([entryOf(args.get("path") ?? textValue("."))], true),
  entriesOfPath: (_, { self }) =>
    listValue([texts(pathBelow(self ?? textValue("."), texts(NAME)), true)], true),
  walk: (machine, args) => walked(machine, args, args.get("top") ?? textValue("."), false),
  walkPath: (machine, args) => walked(machine, args, args.self ?? textValue("."), true),
  glob: (machine, args) => {
    const pattern = literalIn(args.get("pattern"));
    const folder = args.given.named.get("root_dir");
    if (pattern === null) return listValue([texts([hole(originsOfMany(args.given.items))])], true);
    machine.file("reads", [globField(pattern)], args.by, { list: true });
    const found = texts([globField(pattern)]);
    return listValue(
      [folder === undefined ? found : eitherValue(found, texts(pathBelow(folder, found)))],
      true,
    );
  },
  globPath: (machine, { self, get, by }) => {
    const pattern = literalIn(get("pattern"));
    if (self === null || self === undefined) return data();
    machine.file("reads", fieldsOfValue(self), by, { list: true });
    if (pattern === null) return listValue([texts(pathBelow(self, texts([hole()])), true)], true);
    const deep = by.endsWith("rglob") ? `**/${pattern}` : pattern;
    return listValue([texts(pathBelow(self, texts([globField(deep, true)])), true)], true);
  },
};

const openedKind = (by: string): string => (/^(?:zip|tar)file\./.test(by) ? "archive" : "file");

/** What a file is opened for: the names of modes are those of C. */
function opened(machine: CodeMachine, args: Arguments, file: CodeValue | undefined): CodeValue {
  const mode = args.get("mode");
  const known = mode === undefined ? "r" : literalIn(mode);
  const made: CodeValue = { kind: "object", of: openedKind(args.by), content: [""] };
  if (file === undefined) return made;
  const effects: FileEffect[] = [];
  const all = pathsOfValue(file);
  for (const paths of all) {
    if (known === null || /r|\+/.test(known)) effects.push(machine.file("reads", paths, args.by));
    if (known === null || /[wax+]/.test(known))
      machine.file("writes", paths, args.by, {
        append: known === null || /[ar]/.test(known),
        op: known !== null && known.includes("x") ? "create" : null,
        content: known !== null && known.includes("w") ? [""] : null,
      });
  }
  made.content = [hole(effects.map((effect) => ({ kind: "file", file: effect })))];
  const [first, ...others] = all;
  if (first !== undefined) machine.files.set(made, others.length === 0 ? first : [first, ...others].flat());
  return made;
}

function moved(
  machine: CodeMachine,
  by: string,
  from: CodeValue | undefined,
  to: CodeValue | undefined,
  into: boolean,
): CodeValue {
  for (const source of pathsOfValue(from)) {
    const read = machine.file("reads", source, by, { op: "move", tree: true });
    machine.file("deletes", source, by, { op: "move", tree: true });
    for (const target of pathsOfValue(to))
      for (const one of into ? [target, intoFolder(target, source)] : [target])
        machine.file("writes", one, by, { op: "move", tree: true, content: machine.contentOf(read) });
  }
  return data();
}

function entryOf(folder: CodeValue): CodeValue {
  const path = texts(pathBelow(folder, texts(NAME)));
  return {
    kind: "record",
    entries: new Map([
      ["path", path],
      ["name", texts(NAME)],
    ]),
    open: false,
  };
}

/** `os.walk`: each folder below with the names that are in it. */
function walked(machine: CodeMachine, { by }: Arguments, top: CodeValue, isPath: boolean): CodeValue {
  machine.file("reads", fieldsOfValue(top), by, { list: true, tree: true });
  const roots = possibleValues(top).map((one) =>
    texts(appendAlternatives(appendAlternatives(fieldsOfValue(one), ["/"]), [hole()]), isPath),
  );
  const root = roots.reduce<CodeValue>(
    (all, one) => eitherValue(all, one),
    isPath ? texts(fieldsOfValue(top), true) : top,
  );
  const names = listValue([texts(NAME)], true);
  return listValue([listValue([root, names, names])], true);
}

function parts(field: Alternatives[number]): Exclude<Alternatives[number], string> {
  return typeof field === "string" ? [{ kind: "text", text: field, from: [] }] : field;
}

/**
 * A pattern of file names as the shell has it: what matches several names is an operator, the rest is text.
 *
 * @param dots an operator matches names that begin with a dot, too
 */
function globField(pattern: string, dots: boolean = false): Field {
  const parts: FieldPart[] = [];
  let from = 0;
  for (const match of pattern.matchAll(/\*+|\?|\[[^\]/]*\]/g)) {
    if (match.index > from) parts.push({ kind: "text", text: pattern.slice(from, match.index), from: [] });
    parts.push({ kind: "glob", text: match[0], ...(dots ? { dots } : {}) });
    from = match.index + match[0].length;
  }
  if (parts.length === 0) return pattern;
  if (from < pattern.length) parts.push({ kind: "text", text: pattern.slice(from), from: [] });
  return parts;
}
