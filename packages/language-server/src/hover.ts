import { parse, print } from "@gatehouse-hooks/condition";
import { own } from "@gatehouse-hooks/json";
import type { JsonSchema } from "@gatehouse-hooks/hosts/json-schemas";
import { FACT_TEXTS } from "./condition/facts.table.js";
import { FIELD_TEXTS } from "./condition/field-texts.table.js";
import { METHODS } from "./condition/methods.table.js";
import { type Cursor, cursorAt } from "./cursor.js";
import { describeEvent, toolText } from "./describe-event.js";
import type { Diagnostic } from "./diagnostics.js";
import { schemaOfKind } from "./schema/schema-of-file.js";
import { keysAt } from "./schema/schemas-at.js";
import type { TextFile, TextRange } from "./text-file.js";
import { meaningOf } from "./where.js";

/** What is shown about a place. */
export interface Hover {
  readonly range: TextRange;
  /** Paragraphs of plain text. */
  readonly texts: readonly string[];
  /** A condition as it is printed. */
  readonly condition?: string;
}

/** What a code of an issue means; `undefined` for one that is not known. */
export type ExplainCode = (code: string) => string | undefined;

/** What a key, an event, a tool, a field or a method at an offset means, and the canonical text of a condition. */
export function hover(
  file: TextFile,
  offset: number,
  found: readonly Diagnostic[] = [],
  explainCode: ExplainCode = () => undefined,
): Hover | null {
  const codes = found
    .filter(({ range }) => range.start <= offset && offset <= range.end)
    .flatMap(({ code }) => explainCode(code) ?? []);
  const cursor = cursorAt(file, offset);
  const shown = cursor === null ? null : shownAt(cursor);
  if (cursor === null || (shown === null && codes.length === 0)) {
    return codes.length === 0 ? null : { range: { start: offset, end: offset }, texts: codes };
  }
  return { range: cursor.range, ...shown, texts: [...(shown?.texts ?? []), ...codes] };
}

function shownAt(cursor: Cursor): Pick<Hover, "texts" | "condition"> | null {
  const { kind, path, isKey, word } = cursor;
  if (isKey) {
    const schema = keysAt(schemaOfKind(kind), path).get(word);
    const found = [...keyTexts(schema), ...textOf(describeEvent(word))];
    const isCondition = meaningOf({ kind, path: [...path, word] }) === "condition";
    const canonical = isCondition ? canonicalOf(cursor.around.at(-1)?.[word]) : {};
    return found.length === 0 ? null : { texts: found, ...canonical };
  }
  switch (meaningOf(cursor)) {
    case "condition":
      return inCondition(cursor);
    case "field":
      return texts(FIELD_TEXTS[word]);
    case "event":
      return texts(describeEvent(word));
    case "tool":
      return texts(toolText(word));
    default:
      return null;
  }
}

function inCondition({ before, word, path, around }: Cursor): Pick<Hover, "texts" | "condition"> | null {
  const isMember = before.endsWith(".");
  const method = isMember ? METHODS.find(({ name }) => name === word) : undefined;
  const fact =
    /\bfacts\.$/.test(before) && Object.hasOwn(FACT_TEXTS, word) ? FACT_TEXTS[word]?.text : undefined;
  const cell = /\bmemory\.$/.test(before) ? cellText(around[0], word) : undefined;
  const field = cell ?? (Object.hasOwn(FIELD_TEXTS, word) ? FIELD_TEXTS[word] : undefined);
  const named = describeEvent(word) ?? toolText(word);
  const text = method === undefined ? (fact ?? field ?? named) : `${method.form}: ${method.text}`;
  const whole = around.at(-1)?.[String(path.at(-1))];
  const canonical = canonicalOf(whole);
  return text === undefined && canonical.condition === undefined
    ? null
    : { texts: text === undefined ? [] : [text], ...canonical };
}

function canonicalOf(value: unknown): { readonly condition?: string } {
  if (typeof value !== "string") return {};
  const { ast } = parse(value);
  return ast === null ? {} : { condition: print(ast) };
}

function keyTexts(schema: JsonSchema | undefined): readonly string[] {
  const text = schema?.["description"];
  return typeof text === "string" ? [text] : [];
}

function texts(text: string | undefined): Pick<Hover, "texts"> | null {
  return text === undefined ? null : { texts: [text] };
}

function textOf(text: string | undefined): readonly string[] {
  return text === undefined ? [] : [text];
}

/** What a cell of the file is in a condition, by what it keeps. */
const CELL_TEXTS = {
  flag: "true from the first of its events on",
  count: "how many of its events there were",
  set: "a list of strings",
  last: "the last of its events: `n`, `at`, `ago`, `value`",
  origins: "sources: `flows` says which of them has a value",
} as const;

function cellText(file: Readonly<Record<string, unknown>> | undefined, name: string): string | undefined {
  const declared = own(own(file, "memory"), name);
  const kind = KINDS.find((one) => own(declared, one) !== undefined);
  if (kind === undefined) return undefined;
  const description = own(declared, "description");
  return `\`memory.${name}\`: ${CELL_TEXTS[kind]}.${typeof description === "string" ? ` ${description}` : ""}`;
}

const KINDS = ["flag", "count", "set", "last", "origins"] as const;
