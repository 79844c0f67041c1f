import {
  type Alternatives,
  type Field,
  hole,
  joinFields,
  literalOf,
  originsOf,
  collapse,
  partsOfField,
  showField,
} from "@gatehouse-hooks/shell";
import type { ProgramCall } from "../programs/program-call.js";
import { reportArguments } from "../programs/apply-usage.js";
import { readPath } from "../programs/read-path.js";
import { valueText } from "../programs/parse-arguments.js";

/** The most commands that are read for the items, and the most items of one of them. */
const MAX_RUNS = 128;
const MAX_ITEMS = 2_048;

/** `xargs`: items of standard input, as it splits them, are arguments of a command. */
export function readXargs(context: ProgramCall): Alternatives {
  const { call, parsed } = context;
  reportArguments(context);
  if (parsed.asks) return [hole()];
  let content = call.input.content;
  const file = context.option("-a");
  if (file?.value !== null && file?.value !== undefined) {
    readPath(context, file.value, file.index, "-a", false);
    content = context.sources.at(-1) ?? content;
  } else if (call.input.kind === "none") content = [""];
  const start = parsed.stop;
  const command = call.fields.slice(start);
  const spans = call.spans.slice(start);
  const offsets = call.offsets.slice(start);
  if (command.length === 0)
    return [[{ kind: "hole", from: originsOf(collapse(content)), wide: false, form: "any" }]];
  const given =
    context.given.findLast(({ option }) => option.names.some((name) => REPLACES.has(name))) ?? null;
  const replace = given === null ? null : (valueText(given) ?? "{}");
  const many = valueText(context.option("-J"));
  const via = context.by("");
  for (const one of content) {
    const run = (fields: readonly Field[], added: number, maybe = content.length > 1): void => {
      const more = Array.from({ length: added }, () => call.span);
      context.world.command(fields, [...spans, ...more], [...offsets, ...more.map(() => -1)], { via, maybe });
    };
    const put = (items: readonly Field[]): void => {
      if (replace !== null) {
        const by = items[0] ?? "";
        run(
          command.map((field) => replaced(field, replace, by)),
          0,
        );
        // Where nothing is to be replaced other programs of this name, without `-i`, put the item last.
        const isMarked = command.some((field) => showField(field).includes(replace));
        if (!isMarked && given?.name === "-i") run([...command, by], 1, true);
        return;
      }
      const at = many === null ? -1 : command.findIndex((field) => literalOf(field) === many);
      if (at === -1) run([...command, ...items], items.length);
      else
        context.world.command(
          [...command.slice(0, at), ...items, ...command.slice(at + 1)],
          [...spans.slice(0, at), ...items.map(() => call.span), ...spans.slice(at + 1)],
          [...offsets.slice(0, at), ...items.map(() => -1), ...offsets.slice(at + 1)],
          { via, maybe: content.length > 1 },
        );
    };
    const groups = groupsOf(context, one, replace !== null);
    if (groups === null) {
      put([hole(originsOf(one), "any", replace === null)]);
      continue;
    }
    if (groups.length > MAX_RUNS || groups.some((group) => group.length > MAX_ITEMS))
      context.unknown("limit", "xargs", call.span);
    for (const group of groups.slice(0, MAX_RUNS)) put(group.slice(0, MAX_ITEMS));
    const whole = literalOf(one)?.trim() ?? "";
    // The code is the first word alone, and the line was meant: both are read.
    if (replace === null && /\s/.test(whole) && endsInCode(command)) run([...command, whole], 1, true);
  }
  return [hole()];
}

const REPLACES: ReadonlySet<string> = new Set(["-I", "-i", "--replace"]);
const SHELLS: ReadonlySet<string> = new Set(["sh", "bash", "dash", "ash", "zsh", "ksh", "mksh", "rbash"]);

/** `bash -c`, with or without a wrapper: what comes next is code. */
function endsInCode(command: readonly Field[]): boolean {
  if (!/^-[a-z]*c$/.test(literalOf(command.at(-1) ?? "") ?? "")) return false;
  return command.some((field) => SHELLS.has(showField(field).replace(/^.*\//, "")));
}

/** What each run of the command gets: xargs reads quotes and backslashes itself. `null` when the input is not known. */
function groupsOf(
  context: ProgramCall,
  content: Field,
  replaces: boolean,
): readonly (readonly Field[])[] | null {
  const known = literalOf(content);
  const size = context.given.findLast(({ option }) => option.names.some((name) => SIZES.has(name))) ?? null;
  const text = size === null ? null : valueText(size);
  const count = text === null ? (size === null ? Infinity : 1) : Number(text);
  const isByLine = size?.option.names.includes("-L") === true || size?.option.names.includes("-l") === true;
  if (known === null || !(count > 0)) {
    const items = known === null ? foundItems(content) : null;
    return items === null ? null : replaces ? items.map((item) => [item]) : [items];
  }
  context.world.spend(known.length);
  const delimiter = context.has("-0") ? "\0" : delimiterOf(valueText(context.option("-d")));
  let items: readonly string[];
  if (delimiter !== null) {
    const pieces = known.split(delimiter);
    items = pieces.at(-1) === "" ? pieces.slice(0, -1) : pieces;
  } else if (replaces) {
    const lines = known.split("\n");
    items = lines
      .flatMap((line) => unquote(line.replace(/^[ \t]+/, ""), false).slice(0, 1))
      .filter((line) => line !== "");
  } else if (isByLine) {
    // A blank at the end of a line joins it with the next one.
    const lines = known.replace(/[ \t]+\n/g, " ").split("\n");
    const all = lines.map((line) => unquote(line, true)).filter((line) => line.length > 0);
    return chunks(all, count).map((group) => group.flat());
  } else items = unquote(known, true);
  const ends = delimiter === null ? valueText(context.option("-E") ?? context.option("-e")) : null;
  if (ends !== null && items.includes(ends)) items = items.slice(0, items.indexOf(ends));
  if (replaces) return items.map((item) => [item]);
  if (items.length === 0) return context.has("-r") ? [] : [[]];
  return chunks(items, count);
}

const SIZES: ReadonlySet<string> = new Set(["-n", "-L", "-l"]);

function chunks<Item>(items: readonly Item[], count: number): readonly (readonly Item[])[] {
  if (count >= items.length) return [items];
  return Array.from({ length: Math.ceil(items.length / count) }, (_, i) =>
    items.slice(i * count, (i + 1) * count),
  );
}

/** Output of `find`: every line is below what is known of its beginning. */
function foundItems(content: Field): readonly Field[] | null {
  const parts = partsOfField(content);
  if (parts.some((part) => part.kind === "hole") || !parts.some((part) => part.kind === "glob")) return null;
  const items: Field[] = [];
  let current: (typeof parts)[number][] = [];
  for (const part of parts) {
    if (part.kind !== "text") {
      current.push(part);
      continue;
    }
    const pieces = part.text.split(/[\s\0]+/);
    pieces.forEach((piece, i) => {
      if (i > 0) {
        if (current.length > 0) items.push(current);
        current = [];
      }
      if (piece !== "") current.push({ ...part, text: piece });
    });
  }
  if (current.length > 0) items.push(current);
  return items;
}

function delimiterOf(text: string | null): string | null {
  if (text === null) return null;
  return text === "\\n" ? "\n" : text === "\\t" ? "\t" : text === "\\0" ? "\0" : text.slice(0, 1);
}

/** Splits at blanks, or keeps a line whole. */
function unquote(text: string, splits: boolean): readonly string[] {
  const items: string[] = [];
  let current = "";
  let isOpen = false;
  for (let i = 0; i < text.length; i++) {
    const one = text[i] ?? "";
    if (one === "'" || one === '"') {
      const end = text.indexOf(one, i + 1);
      const stop = end === -1 ? text.length : end;
      current += text.slice(i + 1, stop);
      isOpen = true;
      i = stop;
    } else if (one === "\\") {
      current += text[++i] ?? "";
      isOpen = true;
    } else if (splits && /\s/.test(one)) {
      if (isOpen) items.push(current);
      current = "";
      isOpen = false;
    } else {
      current += one;
      isOpen = true;
    }
  }
  if (isOpen) items.push(current);
  return items;
}

/** Every `{}` in a field. */
export function replaced(field: Field, mark: string, by: Field): Field {
  const text = literalOf(field);
  if (text === null || mark === "" || !text.includes(mark)) {
    if (text === null && showField(field).includes(mark)) return hole(originsOf(field));
    return field;
  }
  let all: Field = "";
  text.split(mark).forEach((piece, i) => {
    all = i === 0 ? piece : joinFields(joinFields(all, by), piece);
  });
  return all;
}

/** What is found, one in a line. */
export function foundLines(found: readonly Field[]): Alternatives {
  const lines = found
    .map((one) => joinFields(one, "\n"))
    .reduce<Field>((all, one) => joinFields(all, one), "");
  return [lines === "" ? hole() : lines];
}
