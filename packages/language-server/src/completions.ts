import type { JsonSchema } from "@gatehouse-hooks/hosts/json-schemas";
import { ALL_EVENTS } from "@gatehouse-hooks/engine";
import { EVENT_NAMES, VOCABULARY } from "@gatehouse-hooks/hosts";
import { type Completion, MAX_COMPLETIONS, type TextFile } from "./text-file.js";
import { completeCondition } from "./condition/complete-condition.js";
import { subjectOf } from "./condition/policy-subject.js";
import { type Cursor, cursorAt } from "./cursor.js";
import { describeEvent, toolText } from "./describe-event.js";
import { schemaOfKind } from "./schema/schema-of-file.js";
import { keysAt, schemasAt } from "./schema/schemas-at.js";
import type { WrittenPolicy } from "./checked.js";
import { meaningOf, policyAround } from "./where.js";

/**
 * What can be written at an offset: keys of the format, names of events and tools, and in conditions fields, facts and methods. Which of
 * them begin with what is written there already, the editor sorts out.
 *
 * @param policies those of the set, for places that name one
 */
export function completions(
  file: TextFile,
  offset: number,
  policies: readonly WrittenPolicy[] = [],
): readonly Completion[] {
  const cursor = cursorAt(file, offset);
  if (cursor === null) return [];
  const { range, path } = cursor;
  if (cursor.isKey) {
    const keys = keyCompletions(cursor, file.text);
    // What looks like a key may be an item of a list.
    if (keys.length > 0 || typeof path.at(-1) !== "number") return keys;
  }
  const subject = subjectOf(policyAround(cursor));
  switch (meaningOf({ kind: cursor.kind, path })) {
    case "condition":
    case "field":
      return completeCondition(cursor.before, range, subject);
    case "event": {
      const names = cursor.kind.events ?? [...EVENT_NAMES.all.map(({ name }) => name), ALL_EVENTS];
      return [...names].map((name) => completion(name, "event", range, describeEvent(name)));
    }
    case "tool": {
      const names = new Set(VOCABULARY.tools.map(({ name }) => name));
      return [...names]
        .map((name) => completion(name, "tool", range, toolText(name)))
        .slice(0, MAX_COMPLETIONS);
    }
    case "policy":
      return policies.slice(0, MAX_COMPLETIONS).map(({ id }) => completion(id, "policy", range));
    case "other":
      return valueCompletions(schemasAt(schemaOfKind(cursor.kind), path), cursor);
  }
}

function keyCompletions({ kind, path, range, around, word }: Cursor, text: string): readonly Completion[] {
  const known = keysAt(schemaOfKind(kind), path);
  const there = around.at(-1) ?? {};
  const ends = text.startsWith('"', range.end) || /^[ \t]*:/.test(text.slice(range.end, range.end + 20));
  return [...known]
    .filter(([key]) => key === word || !Object.hasOwn(there, key))
    .map(([key, schema]) => ({
      ...completion(key, "key", range, describe(schema) ?? describeEvent(key)),
      newText: ends ? key : `${key}: `,
    }));
}

function valueCompletions(schemas: readonly JsonSchema[], { range }: Cursor): readonly Completion[] {
  const values = schemas.flatMap((schema) => {
    const listed: readonly unknown[] = Array.isArray(schema["enum"]) ? schema["enum"] : [];
    const constant = "const" in schema ? [schema["const"]] : [];
    const types = [schema["type"]].flat();
    return [...listed, ...constant, ...(types.includes("boolean") ? [true, false] : [])];
  });
  const names = [...new Set(values.filter((value) => value !== null).map(String))];
  return names.slice(0, MAX_COMPLETIONS).map((name) => completion(name, "value", range));
}

function completion(
  label: string,
  kind: Completion["kind"],
  range: Cursor["range"],
  text?: string,
): Completion {
  return { label, kind, newText: label, range, ...(text !== undefined && { text }) };
}

function describe(schema: JsonSchema): string | undefined {
  const { description } = schema;
  return typeof description === "string" ? description : undefined;
}
