import { CELL_LIMITS, CELL_NAME } from "@gatehouse-hooks/engine";
import { type JsonObject, type JsonValue, lookup, type Value } from "@gatehouse-hooks/json";
import type { CellDefinition, CellUpdate } from "@gatehouse-hooks/engine";
import { quote } from "../../text/quote.js";
import { readCondition } from "../../text/read-condition.js";
import type { Problem, Report } from "../../text/report.js";
import { positionOf } from "../../text/source.js";
import type { DocumentPath } from "../../yaml/document.js";
import { type ReadEventNames, readEventNames } from "../../names/read-event-names.js";
import { checkShape, type ShapeProblem } from "../check-shape.js";
import { ambiguousEvent, unknownEvent, unmatchedEvent } from "../event-problems.js";
import type { PolicyFileContext } from "../file-context.js";
import { eventNames } from "../lost-events.js";
import { readConditions } from "../read-conditions.js";
import { isMembers } from "../shorthands.js";
import { type CellShape, cellSchema, type TriggerShape, triggerSchema } from "./memory-schema.js";

const KINDS = ["flag", "count", "set", "last"] as const;
type DeclaredKind = (typeof KINDS)[number];

/** Which kind a key is for. */
const KEYS_OF = {
  upTo: "count",
  within: "count",
  by: "count",
  keys: "count",
  keep: "set",
  full: "set",
} as const;

/** And of a trigger. */
const TRIGGER_KEYS = { add: ["count", "set"], each: ["set"], where: ["set"], value: ["last"] } as const;

/** What is wrong means for what reads the cell. */
const NOT_KNOWN = "nothing is known of the cell, and the policies that read it fail";

/**
 * Reads the cells of a native file (SPEC, "Memory"). One with a mistake is lost: what reads it fails, so that no guess decides.
 *
 * @param given the key `memory` of the file
 */
export function readMemoryKey(given: JsonObject, file: PolicyFileContext): readonly CellDefinition[] {
  return Object.entries(given).flatMap(([name, cell]) => {
    const path = ["memory", name];
    if (CELL_NAME.test(name)) return [readCellAt(name, cell, path, file)];
    file.report.add(file.document.keyAt(path), {
      code: "invalid-value",
      message: `${quote(name)} cannot be read as \`memory.…\` in a condition; the cell is left out`,
      cure: "a cell's name has letters, digits and `_`, and begins with a letter: for example `secretRead`",
    });
    return [];
  });
}

interface Reading {
  readonly path: DocumentPath;
  readonly file: PolicyFileContext;
  readonly fail: (at: number, problem: Problem) => null;
}

function readCellAt(
  name: string,
  given: JsonValue,
  path: DocumentPath,
  file: PolicyFileContext,
): CellDefinition {
  const { document, report, source, tier } = file;
  const { line } = positionOf(source, document.keyAt(path));
  const base = { name, tier, source: { path: source.path, line, format: "gatehouse" } };
  const fail = (at: number, { message, ...problem }: Problem): null => {
    report.add(at, { ...problem, message: `${message}; ${NOT_KNOWN}` });
    return null;
  };
  const { value: shape, problems } = checkShape(cellSchema, withLists(given), () => "cell");
  for (const problem of problems) failAt(problem, path, file, fail);
  const reading = { path, file: { ...file, report: ofCell(report) }, fail };
  const read = shape === null || problems.length > 0 ? null : declared(shape, reading);
  return read === null ? { ...base, kind: "lost" } : { ...base, ...read };
}

/** What is said of a policy is said of the cell. */
function ofCell({ add, ...report }: Report): Report {
  return {
    ...report,
    add: (offset, problem) =>
      add(offset, { ...problem, message: problem.message.replace("the policy is not loaded", NOT_KNOWN) }),
  };
}

function failAt(
  { path: inner, atKey, ...problem }: ShapeProblem,
  path: DocumentPath,
  { document }: PolicyFileContext,
  fail: Reading["fail"],
): void {
  const at = [...path, ...inner];
  fail(atKey ? document.keyAt(at) : document.valueAt(at), problem);
}

/** A single mapping is a list of one. */
function withLists(given: JsonValue): unknown {
  if (!isMembers(given)) return given;
  const listed = Object.entries(given).map(([key, value]) => [
    key,
    [...KINDS, "until"].includes(key) && isMembers(value) ? [value] : value,
  ]);
  return Object.fromEntries(listed);
}

type Declared = Omit<CellDefinition, "name" | "tier" | "source">;

function declared(shape: CellShape, reading: Reading): Declared | null {
  const { path, file, fail } = reading;
  const kinds = KINDS.filter((kind) => shape[kind] !== undefined);
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1)
    return fail(file.document.keyAt(path), {
      code: kind === undefined ? "missing-key" : "invalid-value",
      message:
        kind === undefined
          ? "a cell says what it keeps"
          : `a cell keeps one thing, not ${kinds.join(" and ")}`,
      cure: "write one of `flag`, `count`, `set` and `last`",
    });
  if (!areOf(shape, kind, reading)) return null;
  const on = triggersOf(shape[kind] ?? [], kind, kind, reading);
  const until = triggersOf(shape.until ?? [], "until", kind, reading);
  if (on === null || until === null) return null;
  const { by, upTo, within, keys, keep, full, scope } = shape;
  const given = Object.entries({
    upTo,
    within,
    keys,
    keep,
    full,
    scope,
    by: by?.map((one) => one.split(".")),
  });
  return { kind, on, until, ...Object.fromEntries(given.filter(([, value]) => value !== undefined)) };
}

/** Whether the keys beside the kind are of that kind. */
function areOf(shape: CellShape, kind: DeclaredKind, { path, file: { document }, fail }: Reading): boolean {
  for (const key of ["upTo", "within", "by", "keys", "keep", "full"] as const) {
    if (shape[key] === undefined || KEYS_OF[key] === kind) continue;
    const message = `${quote(key)} is not of a cell with ${quote(kind)}`;
    const cure = `it belongs to ${quote(KEYS_OF[key])}: remove it, or change what the cell keeps`;
    fail(document.keyAt([...path, key]), { code: "invalid-value", message, cure });
    return false;
  }
  const problem = windowProblem(shape);
  if (problem === null) return true;
  fail(document.keyAt([...path, shape.within === undefined ? "by" : "within"]), problem);
  return false;
}

function windowProblem({ within, upTo, by, scope = "session" }: CellShape): Problem | null {
  if (by !== undefined && scope !== "session")
    return { code: "invalid-value", message: "`by` is of one session", cure: "remove `scope`, or `by`" };
  if (within === undefined) return null;
  if (upTo === undefined || upTo > CELL_LIMITS.times)
    return {
      code: "window-without-bound",
      message: "`within` needs `upTo`: so many times are kept",
      cure: `add \`upTo\`, at most ${CELL_LIMITS.times}: one more than policies ask for`,
    };
  return by === undefined
    ? null
    : { code: "invalid-value", message: "`within` and `by` do not go together", cure: "remove one of them" };
}

function triggersOf(
  given: readonly unknown[],
  key: DeclaredKind | "until",
  kind: DeclaredKind,
  reading: Reading,
): readonly CellUpdate[] | null {
  const at = [...reading.path, key];
  const isList = Array.isArray(at.reduce<Value>(lookup, reading.file.document.value));
  const read = given.map((one, index) => triggerOf(one, isList ? [...at, index] : at, key, kind, reading));
  return read.every((one) => one !== null) ? read : null;
}

function triggerOf(
  given: unknown,
  path: DocumentPath,
  key: DeclaredKind | "until",
  kind: DeclaredKind,
  { file, fail }: Reading,
): CellUpdate | null {
  const { document } = file;
  const { value: shape, problems } = checkShape(triggerSchema, given, () => "trigger");
  for (const problem of problems) failAt(problem, path, file, fail);
  if (shape === null || problems.length > 0) return null;
  for (const one of ["add", "each", "where", "value"] as const) {
    const of: readonly DeclaredKind[] = key === "until" ? [] : TRIGGER_KEYS[one];
    if (shape[one] === undefined || of.includes(kind)) continue;
    const cure = `it belongs to ${TRIGGER_KEYS[one].map((other) => quote(other)).join(" or ")}: remove it`;
    const message = `${quote(one)} is not of ${quote(key)}`;
    return fail(document.keyAt([...path, one]), { code: "invalid-value", message, cure });
  }
  if (kind === "set" && key === "set" && shape.add === undefined)
    return fail(document.keyAt(path), {
      code: "missing-key",
      message: "a set says what is added",
      cure: "for example `add: params.path`, or `each: facts.reads` and `add: path`",
    });
  return update(shape, path, { path, file, fail });
}

function update(shape: TriggerShape, path: DocumentPath, { file, fail }: Reading): CellUpdate | null {
  const { document, names, own, report } = file;
  const listed = [...new Set(shape.events.flatMap(eventNames))];
  const events = readEventNames(listed, names, own.events);
  const problem = eventProblem(events, own.events);
  if (problem !== null) return fail(document.valueAt([...path, "events"]), problem);
  const asPolicy = {
    id: "",
    enabled: true,
    priority: 0,
    events: listed,
    tools: shape.tools,
    when: shape.when,
  };
  const derived = [...file.derived, "decision", "call"];
  const conditions = readConditions(asPolicy, events, path, false, { ...file, derived });
  if (conditions === null) return null;
  const { doubtful: _, ...applies } = conditions;
  const where =
    shape.where === undefined
      ? undefined
      : readCondition(shape.where, report, {
          within: (offset) => document.within([...path, "where"], offset),
          inForce: NOT_KNOWN,
          escapes: "strict",
        });
  if (where?.ast === null) return null;
  return { events: events.events, ...applies, ...(where !== undefined && { where }), ...pathsOf(shape) };
}

/** A cell waits for events that there are. */
function eventProblem(read: ReadEventNames, own: readonly string[]): Problem | null {
  const [unknown] = read.unknown;
  const [ambiguous] = read.ambiguous;
  if (unknown !== undefined) return unknownEvent(unknown, own);
  if (read.unmatched.length > 0 || read.events.length === 0) return unmatchedEvent(read.unmatched[0] ?? "");
  return ambiguous === undefined ? null : ambiguousEvent(ambiguous);
}

function pathsOf({ add, each, value }: TriggerShape): Pick<CellUpdate, "add" | "each" | "value"> {
  const given = Object.entries({ add, each, value });
  return Object.fromEntries(
    given.flatMap(([key, path]) => (path === undefined ? [] : [[key, path.split(".")]])),
  );
}
