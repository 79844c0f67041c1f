import { type Field, type ShellCall, literalOf } from "@gatehouse-hooks/shell";
import type { FactReading } from "./programs/program-call.js";

/** What variables are called that hold a secret. */
const SECRET =
  /token|secret|passw(?:or)?d|passphrase|credential|api_?key|access_?key|private_?key|(?:^|_)(?:key|auth|pat|cookie|dsn|jwt)(?:_|$|\d)|(?:database|redis|mongo(?:db)?|postgres(?:ql)?|mysql|amqp)_ur[il]$/i;

/** The name of a variable says that it holds a secret. */
export function isSecretName(name: string): boolean {
  return name.length <= 200 && SECRET.test(name);
}

/** Variables of the environment that are called like secrets, and are in the words of a command or in what it is given as text. */
export function readSecretVariables(reading: FactReading, call: ShellCall): void {
  const given = call.input.kind === "here" ? call.input.content : [];
  for (const fields of [call.fields, given]) {
    for (const field of fields)
      for (const name of namesIn(field)) if (isSecretName(name)) addRead(reading, call, name);
  }
}

/** Builtins of the shell that print variables: all of them, or those that are named. */
export function readPrinted(reading: FactReading, call: ShellCall, name: string): void {
  if (name !== "set" && !PRINTING.has(name)) return;
  const words = call.fields.slice(1).map((one) => literalOf(one) ?? "\uFFFD");
  const options = words.filter((one) => /^[-+]/.test(one)).join("");
  const names = words.filter((one) => !/^[-+]/.test(one));
  const isPrinting =
    words.length === 0 ||
    (name !== "set" && (options.includes("p") || (names.length === 0 && options !== "")));
  if (!isPrinting || /[fF]/.test(options)) return;
  if (names.length === 0) addRead(reading, call, null);
  for (const one of names) if (isSecretName(one) || one === "\uFFFD") addRead(reading, call, one);
}

const PRINTING: ReadonlySet<string> = new Set(["export", "declare", "typeset", "readonly"]);

/** @param name `null`: all of them */
export function addRead({ lists }: FactReading, call: ShellCall, name: string | null): void {
  lists.add(lists.actions, {
    kind: "environment.read",
    target: name,
    place: call.place,
    certainty: call.maybe ? "maybe" : "exact",
    by: literalOf(call.fields[0] ?? "") ?? "",
    span: call.span,
  });
}

function namesIn(field: Field): readonly string[] {
  if (typeof field === "string") return [];
  return field.flatMap((part) =>
    part.kind === "hole"
      ? part.from.flatMap(({ kind, name }) => (kind === "variable" && name !== undefined ? [name] : []))
      : [],
  );
}
