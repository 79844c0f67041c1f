import { type Alternatives, hole, literalOf } from "@gatehouse-hooks/shell";
import { pathBelow } from "./below.js";
import type { CallRow } from "./call-row.js";
import type { RunPlace } from "./effects.js";
import type { CodeMachine } from "./machine.js";
import { type GivenValues, type CodeValue, fieldsOfValue, texts, possibleValues } from "./value.js";

/** The arguments of a call by the names of its row. */
export interface Arguments {
  readonly by: string;
  readonly self: CodeValue | null;
  readonly given: GivenValues;
  readonly get: (name: string) => CodeValue | undefined;
}

/** @param options the entries of a dictionary among the arguments have names, too */
export function argumentsOf(
  row: CallRow,
  by: string,
  self: CodeValue | null,
  all: GivenValues,
  options: boolean,
): Arguments {
  const names = row.takes.split(" ");
  const given = options ? withOptions(all) : all;
  return {
    by,
    self,
    given,
    get: (name) => {
      if (name === "self") return self ?? undefined;
      const at = names.indexOf(name);
      const one = at === -1 ? undefined : given.items[at];
      return one ?? given.named.get(name) ?? (at === -1 ? undefined : (given.open ?? undefined));
    },
  };
}

function withOptions(given: GivenValues): GivenValues {
  const named = new Map(given.named);
  for (const one of given.items)
    if (one.kind === "record") for (const [name, value] of one.entries) named.set(name, value);
  return { ...given, named };
}

/** The paths that a value names: each of a list. */
export function pathsOfValue(value: CodeValue | undefined): readonly Alternatives[] {
  if (value === undefined) return [];
  return possibleValues(value).flatMap((one): readonly Alternatives[] => {
    if (one.kind === "list") return one.items.flatMap(pathsOfValue);
    // A number is a file that is open.
    if (one.kind === "number" || one.kind === "plain") return [];
    return one.kind === "object" && one.of !== "response" ? [] : [fieldsOfValue(one)];
  });
}

/** Where a file lands in a folder. */
export function intoFolder(folder: Alternatives, source: Alternatives): Alternatives {
  const names = source.map((one): Alternatives[number] => {
    const last = literalOf(one)?.replace(/\/+$/, "").split("/").at(-1);
    return last ?? hole([], "name");
  });
  return pathBelow(texts(folder), texts(names));
}

/** A connection to an address. */
export function sendTo(
  machine: CodeMachine,
  to: {
    readonly by: string;
    readonly url: Alternatives | null;
    readonly sends: Alternatives | null;
    readonly host?: Alternatives | null;
    readonly port?: number | null;
    readonly scheme?: string | null;
    readonly listens?: boolean;
  },
): void {
  machine.add(
    {
      does: "connect",
      host: null,
      port: null,
      scheme: null,
      listens: false,
      maybe: machine.maybe > 0,
      ...to,
    },
    `connect ${to.by} ${machine.said(to.url)} ${machine.said(to.host ?? null)} ${machine.said(to.sends)}`,
  );
}

/** A program by its words. */
export function runArguments(
  machine: CodeMachine,
  items: readonly CodeValue[],
  open: boolean,
  at: RunPlace,
): void {
  const words = items.flatMap((one) =>
    one.kind === "list" ? one.items.map(fieldsOfValue) : [fieldsOfValue(one)],
  );
  if (open) words.push([hole([], "any", true)]);
  if (words[0] === undefined) return;
  // What nobody knows a name of is no command that is known only when it runs: whoever made it was not understood, which is said.
  if (
    words[0].some((one) => typeof one !== "string" && one[0]?.kind === "hole" && one[0].from.length === 0)
  ) {
    machine.unknown("a program");
    return;
  }
  machine.add(
    { does: "command", words, at, maybe: machine.maybe > 0 },
    `command ${words.map((one) => machine.said(one)).join(" ")}`,
    true,
  );
}

/** A line for a shell. */
export function runShellLine(machine: CodeMachine, line: Alternatives, at: RunPlace): void {
  machine.add(
    { does: "shell", text: line, at, maybe: machine.maybe > 0 },
    `shell ${machine.said(line)}`,
    true,
  );
}

/** `cwd=`, `env=` and `input=` of what starts a program; without `env=` it gets what the code has put into the environment. */
export function runPlaceOf(machine: CodeMachine, args: Arguments): RunPlace {
  const directory = args.given.named.get("cwd");
  const variables = args.given.named.get("env");
  const input = args.given.named.get("input");
  return {
    directory: directory === undefined || directory.kind === "plain" ? null : fieldsOfValue(directory),
    variables: [...(variables?.kind === "record" ? variables.entries : machine.variables)].map(
      ([name, one]) => [name, fieldsOfValue(one)],
    ),
    input: input === undefined || input.kind === "plain" ? null : fieldsOfValue(input),
  };
}
