import { isList, isRecord, type JsonValue, lookup, ownKeys, type Value } from "@gatehouse-hooks/json";
import type { CellUpdate, MemoryCell } from "../facts/cell.js";
import { itemsAt, whereHolds } from "./items.js";
import { wordMark, marksOf } from "./mark.js";
import type { SeenEvent } from "./seen.js";
import { keptMarks } from "./source-marks.js";
import type { CellState } from "./state.js";
import { textWords, wordsAndParts } from "./words.js";

/** What `origins` are after an event of one of their sources: its texts' marks have it, too, and the oldest marks may be gone. */
export function withSourceMarks(
  cell: MemoryCell,
  before: CellState,
  update: CellUpdate,
  seen: SeenEvent,
): CellState {
  const { cause } = seen;
  const texts = textsOf(cell, update, seen);
  if (texts === null) return { ...before, cause, unknown: true };
  const bit = 1 << seen.marks.sourcesOf(cell).indexOf(update.source ?? "");
  const marks = new Map(seen.marks.marksIn(before));
  for (const text of texts)
    for (const mark of marksOf(text, seen.state.key)) marks.set(mark, (marks.get(mark) ?? 0) | bit);
  const kept = keptMarks(marks);
  const forgets = kept.length > cell.keep;
  return {
    shape: before.shape,
    value: forgets ? kept.slice(-cell.keep) : kept,
    cause,
    ...(before.unknown || (forgets && cell.full === "unknown") ? { unknown: true } : {}),
  };
}

/** What a source says; null where that cannot be known. */
function textsOf(cell: MemoryCell, update: CellUpdate, seen: SeenEvent): readonly string[] | null {
  const { each, text, values = [] } = update;
  const texts = [...values];
  if (each === undefined && text === undefined) return texts;
  const root = seen.at(each ?? text ?? []);
  if (root === null) return null;
  for (const item of each === undefined ? [root.value] : itemsAt(root.value)) {
    if (item === undefined) continue;
    const holds = seen.event === null ? null : whereHolds(update, seen, seen.withItem(seen.event, item));
    if (holds === null) return null;
    if (holds && comesFrom(cell, update, item, seen)) collect(update, item, texts);
  }
  return texts;
}

/** Whether a part of one of the fields is from one of the sources, as the state was before. */
function comesFrom(
  cell: MemoryCell,
  { if: given }: CellUpdate,
  item: JsonValue,
  { state, marks: known }: SeenEvent,
): boolean {
  if (given === undefined) return true;
  const before = state.cells[cell.name];
  if (before === undefined) return false;
  const marks = known.marksIn(before);
  const bits = known
    .sourcesOf(cell)
    .reduce((all, source, i) => (given.from.includes(source) ? all | (1 << i) : all), 0);
  return given.fields.some((field) =>
    leavesOf(valuesAt(item, field)).some((text) =>
      wordsAndParts(textWords(text), LETTERS).some(
        (part) => ((marks.get(wordMark(part, state.key)) ?? 0) & bits) !== 0,
      ),
    ),
  );
}

/** A shorter part of a word says nothing. */
const LETTERS = 3;

function collect({ fields }: CellUpdate, item: JsonValue, texts: string[]): void {
  const said = fields === undefined ? [item] : fields.flatMap((field) => valuesAt(item, field));
  for (const text of leavesOf(said)) texts.push(text);
}

/** The values at a path in which `*` stands for every member. */
function valuesAt(value: Value, [name, ...rest]: readonly string[]): readonly JsonValue[] {
  if (value === undefined) return [];
  if (name === undefined) return [value];
  if (name !== "*") return valuesAt(lookup(value, name), rest);
  return membersOf(value).flatMap((one) => valuesAt(one, rest));
}

function membersOf(value: JsonValue): readonly JsonValue[] {
  if (isList(value)) return value;
  return isRecord(value) ? ownKeys(value).flatMap((name) => lookup(value, name) ?? []) : [];
}

/** The strings and numbers in values, at any depth. */
function leavesOf(values: readonly JsonValue[]): readonly string[] {
  return values.flatMap((value) =>
    typeof value === "string" || typeof value === "number" ? [String(value)] : leavesOf(membersOf(value)),
  );
}
