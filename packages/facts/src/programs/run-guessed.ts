import { type Field, literalOf } from "@gatehouse-hooks/shell";
import type { ProgramCall } from "./program-call.js";

/** The most words that are looked at for a program's name, and the most names that are tried. */
const MOST_WORDS = 64;
const MOST_NAMES = 4;

/** Names of programs that are verbs of others, too: `x init` does not stop the machine. */
const VERBS: ReadonlySet<string> = new Set(["init", "install", "at", "batch", "link", "host"]);

/**
 * A program of which it is not known what it runs may run its own words: those behind `--`, and those from one on that is the
 * name of a program: the first one, and each that this one does not run by itself. They count as commands that may run, and the call is never complete.
 *
 * @param texts an argument of several words may be code for a shell, too
 */
export function runGuessed(context: ProgramCall, texts: boolean): void {
  const { fields } = context.call;
  context.world.spend(fields.length * 16);
  const dashes = fields.findIndex((one, i) => i > 0 && one === "--");
  const end = Math.min(fields.length, MOST_WORDS, dashes === -1 ? fields.length : dashes);
  let names = 0;
  for (let i = 1; i < end && names < MOST_NAMES; i++) {
    if (!isProgram(context, fields[i] ?? "") || (names > 0 && isRead(context, i))) continue;
    names++;
    runWords(context, i, fields.length);
  }
  if (dashes !== -1 && /^[^-]/.test(literalOf(fields[dashes + 1] ?? "") ?? "?"))
    runWords(context, dashes + 1, fields.length);
  if (texts) runTexts(context);
}

/** A command that begins with this word is among the facts. */
function isRead(context: ProgramCall, index: number): boolean {
  const [start] = context.spanOf(index);
  return context.reading.lists.commands.some(({ span }) => span[0] === start);
}

/** Arguments of several words of which the first is a program. */
function runTexts(context: ProgramCall): void {
  const { fields } = context.call;
  for (let i = 1; i < Math.min(fields.length, MOST_WORDS); i++) {
    const text = literalOf(fields[i] ?? "");
    const first = text === null ? null : /^\s*([\w./+-]+)\s/.exec(text)?.[1];
    if (text === null || first === null || first === undefined || !isProgram(context, first)) continue;
    const offset = context.call.offsets[i] ?? -1;
    context.world.code(text, { via: context.name, maybe: true, offset, span: context.spanOf(i) });
  }
}

function runWords(context: ProgramCall, from: number, to: number): void {
  const { fields, spans, offsets } = context.call;
  context.world.command(fields.slice(from, to), spans.slice(from, to), offsets.slice(from, to), {
    via: context.name,
    maybe: true,
    directories: context.directories,
    span: [context.spanOf(from)[0], context.spanOf(to - 1)[1]],
  });
}

/** The name of a program, or the path of one of the system's. */
function isProgram(context: ProgramCall, field: Field): boolean {
  const text = literalOf(field);
  const name = text === null ? undefined : /^(?:\/(?:[\w.-]+\/)*)?([\w.+-]+)$/.exec(text)?.[1];
  return (
    name !== undefined &&
    !name.startsWith("-") &&
    !VERBS.has(name) &&
    context.reading.programs(name).length > 0
  );
}
