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

/** The most items that are run one by one. */
const MAX_ITEMS = 24;

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
  const given = context.option("-I") ?? context.option("-i") ?? context.option("--replace");
  const replace = given === null ? null : (valueText(given) ?? "{}");
  const most = Number(valueText(context.option("-n")) ?? valueText(context.option("-L")) ?? Number.NaN);
  const via = context.by("");
  for (const one of content) {
    const items = itemsOf(context, one, replace !== null);
    const maybe = content.length > 1;
    const run = (fields: readonly Field[], added: number): void => {
      const more = Array.from({ length: added }, () => call.span);
      context.world.command(fields, [...spans, ...more], [...offsets, ...more.map(() => -1)], { via, maybe });
    };
    if (items === null) {
      const unknown = hole(originsOf(one), "any", replace === null);
      if (replace === null) run([...command, unknown], 1);
      else
        run(
          command.map((field) => replaced(field, replace, hole(originsOf(one)))),
          0,
        );
      continue;
    }
    if (items.length > MAX_ITEMS) context.unknown("limit", "xargs", call.span);
    const known = items.slice(0, MAX_ITEMS);
    if (replace !== null)
      for (const item of known)
        run(
          command.map((field) => replaced(field, replace, item)),
          0,
        );
    else if (Number.isFinite(most) && most > 0 && known.length > 0) {
      for (let i = 0; i < known.length; i += most) {
        const group = known.slice(i, i + most);
        run([...command, ...group], group.length);
      }
    } else if (known.length > 0 || !context.has("-r")) run([...command, ...known], known.length);
  }
  return [hole()];
}

/** What xargs makes of its input: it reads quotes and backslashes itself. `null` when the input is not known. */
function itemsOf(context: ProgramCall, content: Field, lines: boolean): readonly Field[] | null {
  const known = literalOf(content);
  if (known === null) return foundItems(content);
  context.world.spend(known.length);
  const delimiter = context.has("-0") ? "\0" : delimiterOf(valueText(context.option("-d")));
  if (delimiter !== null) {
    const items = known.split(delimiter);
    return items.at(-1) === "" ? items.slice(0, -1) : items;
  }
  if (lines) {
    return known
      .split("\n")
      .map((line) => unquote(line.replace(/^[ \t]+/, ""), false)[0] ?? "")
      .filter((line) => line !== "");
  }
  return unquote(known, true);
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
