import { type Alternatives, hole, literalOf, uniteAlternatives } from "@gatehouse-hooks/shell";
import type { CallRow } from "./call-row.js";
import type { FileEffect, RunPlace } from "./effects.js";
import type { CodeMachine } from "./machine.js";
import {
  type Arguments,
  intoFolder,
  pathsOfValue,
  runPlaceOf,
  runArguments,
  runShellLine,
  sendTo,
} from "./row-effects.js";
import {
  type CodeFrame,
  type CodeValue,
  data,
  fieldsOfValue,
  literalIn,
  originsOfMany,
  texts,
  possibleValues,
} from "./value.js";
import { FILE_CALLS } from "./specials/special-files.js";
import { NAME_CALLS } from "./specials/special-names.js";
import { NETWORK_CALLS } from "./specials/special-network.js";
import { VALUE_CALLS } from "./specials/special-values.js";

type Special = (machine: CodeMachine, args: Arguments, frame: CodeFrame, row: CallRow) => CodeValue;

/** Calls of which a row cannot say all, by the name that the row has for them. */
const SPECIALS: Readonly<Record<string, Special>> = {
  ...FILE_CALLS,
  ...NAME_CALLS,
  ...NETWORK_CALLS,
  ...VALUE_CALLS,
};

/** What a call does by its row, and what it gives. */
export function applyRow(machine: CodeMachine, row: CallRow, args: Arguments, frame: CodeFrame): CodeValue {
  const read = useFiles(machine, row, args);
  connect(machine, row, args);
  runPrograms(machine, row, args);
  if (row.action !== undefined) {
    const target = args.get(row.target ?? "");
    machine.add(
      {
        does: "action",
        action: row.action,
        target: target === undefined ? null : fieldsOfValue(target),
        maybe: machine.maybe > 0,
      },
      `${row.action} ${literalIn(target) ?? ""}`,
    );
  }
  if (row.code !== undefined) return runGivenText(machine, args.get(row.code), frame);
  if (row.special !== undefined) {
    const special = SPECIALS[row.special];
    if (special !== undefined) return special(machine, args, frame, row);
    machine.unknown(args.by);
  }
  return givenBack(row, args, read);
}

function givenBack(row: CallRow, args: Arguments, read: readonly FileEffect[]): CodeValue {
  const { gives } = row;
  if (gives === "response") return { kind: "object", of: gives, content: [hole([{ kind: "network" }])] };
  if (gives === "process") return { kind: "object", of: gives, content: [hole([{ kind: "unknown" }])] };
  if (gives !== undefined) return { kind: "object", of: gives, content: [""] };
  if (read.length > 0) return texts([hole(read.map((file) => ({ kind: "file", file })))]);
  return data(
    originsOfMany([
      ...args.given.items,
      ...args.given.named.values(),
      ...(args.self === null ? [] : [args.self]),
    ]),
  );
}

function named(args: Arguments, names: string | undefined): readonly Alternatives[] {
  return names === undefined ? [] : names.split(" ").flatMap((name) => pathsOfValue(args.get(name)));
}

function useFiles(machine: CodeMachine, row: CallRow, args: Arguments): readonly FileEffect[] {
  const { by } = args;
  const tree = row.tree === true;
  const op = row.op === undefined ? {} : { op: row.op };
  for (const paths of named(args, row.lists)) machine.file("reads", paths, by, { list: true });
  const read = named(args, row.reads).map((paths) =>
    machine.file("reads", paths, by, { tree, ...(row.op === "move" ? op : {}) }),
  );
  for (const paths of named(args, row.deletes)) machine.file("deletes", paths, by, { tree, ...op });
  const content = row.content === undefined ? undefined : args.get(row.content);
  const written =
    content === undefined
      ? null
      : read.length > 0
        ? [hole(read.map((file) => ({ kind: "file" as const, file })))]
        : fieldsOfValue(content);
  for (const paths of named(args, row.writes)) {
    const into =
      row.into === undefined ? [] : pathsOfValue(args.get(row.into)).map((from) => intoFolder(paths, from));
    for (const one of [paths, ...into])
      machine.file("writes", one, by, { tree, ...op, content: written, append: row.append === true });
    for (const to of named(args, row.links)) machine.link(paths, to, row.symbolic === true);
  }
  return read;
}

function connect(machine: CodeMachine, row: CallRow, args: Arguments): void {
  if (row.url === undefined) return;
  const url = args.get(row.url);
  const bodies = (row.sends ?? "").split(" ").flatMap((name) => {
    const one = name === "" ? undefined : args.get(name);
    return one === undefined || one.kind === "plain" ? [] : [one];
  });
  const body = bodies
    .map(fieldsOfValue)
    .reduce<Alternatives | null>((all, one) => (all === null ? one : uniteAlternatives(all, one)), null);
  sendTo(machine, {
    by: args.by,
    url: url === undefined ? null : fieldsOfValue(url),
    sends: body ?? (row.posts === true ? [hole([])] : null),
  });
}

function runPrograms(machine: CodeMachine, row: CallRow, args: Arguments): void {
  if (row.runs === "shell") {
    const line = args.get("cmd");
    if (line !== undefined) runShellLine(machine, fieldsOfValue(line), runPlaceOf(machine, args));
  } else if (row.runs === "process") {
    const given = args.get("args");
    const shell = args.given.named.get("shell");
    const isShell = shell !== undefined && !(shell.kind === "plain" && shell.flag !== true);
    for (const one of given === undefined ? [] : possibleValues(given))
      runWords(machine, one, isShell, runPlaceOf(machine, args));
  }
}

/** A list is the words of a command; a text is a line for a shell, or the name of a program. */
function runWords(machine: CodeMachine, value: CodeValue, isShell: boolean, at: RunPlace): void {
  if (value.kind !== "list") {
    runShellLine(machine, fieldsOfValue(value), at);
    return;
  }
  const [first] = value.items;
  if (isShell) {
    if (first !== undefined) runShellLine(machine, fieldsOfValue(first), at);
    return;
  }
  runArguments(machine, value.items, value.open, at);
}

/** Code of the language itself. */
export function runGivenText(machine: CodeMachine, code: CodeValue | undefined, frame: CodeFrame): CodeValue {
  if (code === undefined) return data();
  const fields = code.kind === "object" ? code.content : fieldsOfValue(code);
  let last: CodeValue = data();
  for (const field of fields) {
    const known = literalOf(field);
    const block = known === null || machine.nested > 3 ? null : machine.language.read(known.trim());
    const isDecoded = typeof field !== "string";
    if (known === null || isDecoded || machine.nested > 3)
      machine.add({ does: "code", text: [field], maybe: machine.maybe > 0 }, `code ${machine.said([field])}`);
    if (block === null) {
      if (known !== null) machine.unknown("code");
      else machine.complete = false;
      last = { kind: "opaque", name: "code", from: [] };
      continue;
    }
    machine.nested++;
    const [only] = block;
    if (block.length === 1 && only?.kind === "do") last = machine.engine.evaluate(machine, only.value, frame);
    else machine.engine.run(machine, block, frame);
    machine.nested--;
  }
  return last;
}
