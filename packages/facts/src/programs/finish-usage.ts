import {
  type Alternatives,
  appendAlternatives,
  collapse,
  type Field,
  hole,
  literalOf,
  originsOf,
  partsOfField,
  uniteOrigins,
} from "@gatehouse-hooks/shell";
import { applyPatch } from "./apply-patch.js";
import type { CompiledEffect } from "./compile-usage.js";
import { askForDefined } from "../ask-script.js";
import { addCode } from "./add-code.js";
import { addRead, isSecretName } from "../read-secret-variables.js";
import { type Address, type ProgramCall, sentOf } from "./program-call.js";
import { readNames } from "./read-names.js";
import { readTransfers } from "./read-transfers.js";
import { runContent } from "./run-content.js";

const NOTHING: Alternatives = [""];

type Flag = "copies" | "filter" | "decodes" | "fetches" | "listens" | "lists" | "sends";

function isOn(effects: readonly CompiledEffect[], ...flags: readonly Flag[]): boolean {
  for (const one of effects) for (const flag of flags) if (one[flag] === true) return true;
  return false;
}

/** Output, files' contents, addresses with what is sent. */
export function finish(context: ProgramCall, effects: readonly CompiledEffect[]): Alternatives {
  readInput(context, effects);
  gatherSent(context, effects);
  if (context.uploads && context.addresses.length === 0) context.addresses.push(service(context));
  if (isOn(effects, "listens")) context.addresses.splice(0, Infinity, listener(context));
  emitAddresses(context);
  for (const one of effects) runEffect(context, one);
  const changesCluster = effects.some(({ actions }) => actions.includes("cluster.change"));
  if (changesCluster && context.origins().some(({ kind }) => kind === "network"))
    context.action("cluster.fetch", null, context.call.span);
  const output = outputOf(context, effects);
  const passesOn = isOn(effects, "copies", "filter", "decodes", "fetches");
  for (const { field, append } of context.targets) {
    const path = context.absolute(field) ?? starred(context, field);
    if (path !== null) context.world.setFile(path, passesOn ? output : madeOf(context, effects), append);
  }
  return output;
}

/** Input that is itself a list: transfers, names of files, a patch. */
function readInput(context: ProgramCall, effects: readonly CompiledEffect[]): void {
  const { content } = context.call.input;
  if (effects.some(({ lang }) => lang === "ftp" || lang === "sftp"))
    for (const one of content) readTransfers(context, one, 0);
  if (isOn(effects, "lists")) {
    context.readsInput = true;
    readNames(context, content, 0, "name", false);
  }
  if (effects.some(({ patches }) => patches === true)) applyPatch(context);
}

/** What connections carry: what was read, or the standard input. */
function gatherSent(context: ProgramCall, effects: readonly CompiledEffect[]): void {
  const { input } = context.call;
  const sends = isOn(effects, "sends");
  const readsNothing = context.sources.length === 0 && !context.readsInput;
  if (input.kind !== "none") {
    if (readsNothing && isOn(effects, "copies", "filter", "decodes", "sends"))
      context.sources.push(input.content);
    if (sends && !readsNothing && !context.readsInput && isFetched(context))
      context.sent.push(...sentOf(input.content));
  }
  if (sends || context.sendsReads) for (const one of context.sources) context.sent.push(...sentOf(one));
}

/** Code that the program runs by itself. */
function runEffect(context: ProgramCall, { executes, lang = "unknown" }: CompiledEffect): void {
  if (executes === undefined) return;
  const { input, span } = context.call;
  addCode(context, executes, lang, null, null, span);
  if (executes === "file") askForDefined(context, lang);
  if (executes !== "stdin") context.unknown("opaque-file", context.by(""), span);
  else if (input.kind === "none") context.unknown("opaque-code", context.by(""), span);
  else runContent(context, input.content, { lang, via: context.by(""), index: -1, from: "stdin" });
}

function outputOf(context: ProgramCall, effects: readonly CompiledEffect[]): Alternatives {
  if (effects.some((one) => one.prints === "environment")) {
    printEnvironment(context);
    return [hole([{ kind: "environment" }])];
  }
  if (isOn(effects, "copies"))
    return context.sources.reduce((all, one) => appendAlternatives(all, one), NOTHING);
  if (!isOn(effects, "filter", "decodes", "fetches"))
    return [hole(context.printed.map((file) => ({ kind: "file", file })))];
  let from = context.origins();
  if (isOn(effects, "decodes")) from = uniteOrigins([{ kind: "decoded" }], from);
  if (isOn(effects, "fetches") && context.addresses.length > 0)
    from = uniteOrigins([{ kind: "network" }], from);
  return [hole(from)];
}

/** A variable as PowerShell names it. */
const DRIVE = /^env:[\\/]?/i;

/** All variables, or those that are named. */
function printEnvironment(context: ProgramCall): void {
  // Of other programs an operand is not the name of a variable, unless it says so.
  const isOfNames = context.name.endsWith("printenv");
  const words = context.operands.map(({ field }) => literalOf(field) ?? "");
  const names = words.filter((word) => isOfNames || DRIVE.test(word)).map((word) => word.replace(DRIVE, ""));
  if (names.length === 0) addRead(context.reading, context.call, null);
  for (const name of names)
    if (name === "" || isSecretName(name)) addRead(context.reading, context.call, name || null);
}

/** Several files that a pattern names: what they hold is found by it (`split`). */
function starred(context: ProgramCall, field: Field): string | null {
  const parts = partsOfField(field);
  if (parts.some((part) => part.kind === "hole") || context.directories.length !== 1) return null;
  return context.absolute(parts.map((part) => (part.kind === "hole" ? "" : part.text)).join(""));
}

/** All that it reads comes from its addresses: what it is given is sent. */
function isFetched(context: ProgramCall): boolean {
  return context.sources.every((source) =>
    source.every((one) => originsOf(one).some(({ kind }) => kind === "network")),
  );
}

/** A service whose address the program has itself. */
function service(context: ProgramCall): Address {
  return { ...listener(context), scheme: null, direction: "out", certainty: "maybe" };
}

/** Whoever connects. */
function listener(context: ProgramCall): Address {
  return {
    url: null,
    host: null,
    port: null,
    scheme: "tcp",
    direction: "listen",
    certainty: context.certainty(),
    by: context.by(""),
    span: context.call.span,
  };
}

/** What a program writes is made of what it reads; of a build, which runs what the project says, it is made of files of the project. */
function madeOf(context: ProgramCall, effects: readonly CompiledEffect[]): Alternatives {
  let from = context.origins();
  for (const one of context.sources) from = uniteOrigins(from, originsOf(collapse(one)));
  const isBuilt = from.length === 0 && effects.some(({ executes }) => executes === "file");
  return [hole(isBuilt ? [{ kind: "file" }] : from)];
}

/** The network facts, when it is known what is sent. */
export function emitAddresses(context: ProgramCall): void {
  if (context.addresses.length === 0) return;
  const { lists } = context.reading;
  const sends = [...new Set(context.sent)].slice(0, 50);
  for (const address of context.addresses) {
    const direction = sends.length > 0 && address.direction === "in" ? "both" : address.direction;
    lists.add(lists.network, {
      ...address,
      direction,
      place: context.call.place,
      sends: address.direction === "in" && sends.length === 0 ? [] : sends,
    });
  }
}
