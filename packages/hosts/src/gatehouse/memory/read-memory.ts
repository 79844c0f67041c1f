import { CELL_LIMITS, CELL_NAME } from "@gatehouse-hooks/engine";
import { type JsonObject, type JsonValue, lookup, type Value } from "@gatehouse-hooks/json";
import type { CellDefinition, CellUpdate } from "@gatehouse-hooks/engine";
import { cite } from "../../text/cite.js";
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
import {
  type CellShape,
  cellSchema,
  sourceSchema,
  type SourceShape,
  type TriggerShape,
  triggerSchema,
} from "./memory-schema.js";

const KINDS = ["flag", "count", "set", "last", "origins"] as const;
type DeclaredKind = (typeof KINDS)[number];

/** Which kind a key is for. */
const KEYS_OF = {
  upTo: ["count"],
  within: ["count"],
  by: ["count"],
  keys: ["count"],
  keep: ["set", "origins"],
  full: ["set", "origins"],
} satisfies Readonly<Record<string, readonly DeclaredKind[]>>;

/** And of a trigger. */
const TRIGGER_KEYS = { add: ["count", "set"], each: ["set"], where: ["set"], value: ["last"] } as const;

/** More than a cell may keep. */
const OVER_LIMIT = "cell-over-limit";
const LIMITS: ReadonlyMap<unknown, number> = new Map([
  ["upTo", CELL_LIMITS.count],
  ["keys", CELL_LIMITS.keys],
  ["keep", CELL_LIMITS.mostMarks],
]);

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
      message: `${cite(name)} cannot be read as \`memory.…\` in a condition; the cell is left out`,
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
  for (const problem of problems) failAt(withLimit(problem, given), path, file, fail);
  const reading = { path, file: { ...file, report: ofCell(report) }, fail };
  const read = shape === null || problems.length > 0 ? null : declared(shape, reading);
  return read === null ? { ...base, kind: "lost" } : { ...base, ...read };
}

/** A problem of something that is more than a cell may keep says so. */
function withLimit(problem: ShapeProblem, given: JsonValue): ShapeProblem {
  const value = problem.path.reduce<Value>((inner, key) => lookup(inner, String(key)), given);
  const most = LIMITS.get(problem.path.at(-1));
  if (typeof value === "number" && most !== undefined && value > most)
    return { ...problem, code: OVER_LIMIT, cure: `write a number from 1 to ${most}` };
  return Array.isArray(value) && value.length > CELL_LIMITS.updates
    ? { ...problem, code: OVER_LIMIT, cure: `write at most ${CELL_LIMITS.updates} of them` }
    : problem;
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
    key === "origins" ? sourcesIn(value) : listIn(key, value),
  ]);
  return Object.fromEntries(listed);
}

function listIn(key: string, value: JsonValue): unknown {
  return [...KINDS, "until"].includes(key) && isMembers(value) ? [value] : value;
}

/** And so is a single mapping of a source. */
function sourcesIn(given: JsonValue): unknown {
  if (!isMembers(given)) return given;
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, isMembers(value) ? [value] : value]),
  );
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
      cure: "write one of `flag`, `count`, `set`, `last` and `origins`",
    });
  if (!areOf(shape, kind, reading)) return null;
  const on =
    kind === "origins"
      ? sourcesOf(shape.origins ?? {}, reading)
      : triggersOf(shape[kind] ?? [], kind, kind, reading);
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
    const kinds: readonly DeclaredKind[] = KEYS_OF[key];
    if (shape[key] === undefined || kinds.includes(kind)) continue;
    const message = `${cite(key)} is not of a cell with ${cite(kind)}`;
    const cure = `it belongs to ${kinds.map((one) => cite(one)).join(" or ")}: remove it, or change what the cell keeps`;
    fail(document.keyAt([...path, key]), { code: "invalid-value", message, cure });
    return false;
  }
  const problem = windowProblem(shape);
  if (problem !== null)
    fail(document.keyAt([...path, shape.within === undefined ? "by" : "within"]), problem);
  const other = keepProblem(shape, kind);
  if (other !== null) fail(document.keyAt([...path, other.key]), other.problem);
  return problem === null && other === null;
}

function keepProblem(
  { keep, scope }: CellShape,
  kind: DeclaredKind,
): { readonly key: string; readonly problem: Problem } | null {
  if (kind === "set" && (keep ?? 1) > CELL_LIMITS.keep) {
    const message = `a set keeps at most ${CELL_LIMITS.keep} strings`;
    return {
      key: "keep",
      problem: { code: OVER_LIMIT, message, cure: `write a number from 1 to ${CELL_LIMITS.keep}` },
    };
  }
  if (kind === "origins" && scope !== undefined && scope !== "session") {
    const message = "`origins` are of one session";
    return { key: "scope", problem: { code: "invalid-value", message, cure: "remove `scope`" } };
  }
  return null;
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

/** The events of all sources. */
function sourcesOf(
  given: Readonly<Record<string, readonly unknown[]>>,
  reading: Reading,
): readonly CellUpdate[] | null {
  const { path, file, fail } = reading;
  const at = [...path, "origins"];
  const names = Object.keys(given);
  const wrong = names.find((name) => !CELL_NAME.test(name));
  const count = Object.values(given).reduce((sum, { length }) => sum + length, 0);
  if (wrong !== undefined || names.length === 0 || count > CELL_LIMITS.sources)
    return fail(wrong === undefined ? file.document.keyAt(at) : file.document.keyAt([...at, wrong]), {
      code: count > CELL_LIMITS.sources ? OVER_LIMIT : "invalid-value",
      message:
        wrong === undefined
          ? `expected from 1 to ${CELL_LIMITS.sources} events of sources`
          : `${cite(wrong)} is not the name of a source`,
      cure:
        count > CELL_LIMITS.sources
          ? `write at most ${CELL_LIMITS.sources} of them`
          : "a source's name has letters, digits and `_`, and begins with a letter: for example `user`",
    });
  const read = names.flatMap((source) =>
    (given[source] ?? []).map((one, index) => sourceOf(source, one, index, reading)),
  );
  return read.every((one) => one !== null) ? read : null;
}

function sourceOf(
  source: string,
  given: unknown,
  index: number,
  { path, file, fail }: Reading,
): CellUpdate | null {
  const own = [...path, "origins", source];
  const isList = Array.isArray(own.reduce<Value>(lookup, file.document.value));
  const at = isList ? [...own, index] : own;
  const { value: shape, problems } = checkShape(sourceSchema, given, () => "source");
  for (const problem of problems) failAt(problem, at, file, fail);
  if (shape === null || problems.length > 0) return null;
  const { text, each, value: values } = shape;
  if ((text === undefined) === (each === undefined) && !(text === undefined && values !== undefined))
    return fail(file.document.keyAt(at), {
      code: text === undefined ? "missing-key" : "invalid-value",
      message: text === undefined ? "a source says what it gives" : "a source has `text` or `each`, not both",
      cure: "write one of them: `text: result`, or `each: result.items` with `fields: [address]`",
    });
  const read = update(shape, at, { path: at, file, fail });
  return read && { ...read, source, ...partsOfSource(shape) };
}

function partsOfSource({ text, each, value: values, fields, if: only }: SourceShape): Partial<CellUpdate> {
  const paths = (all: readonly string[]): readonly (readonly string[])[] => all.map((one) => one.split("."));
  return {
    ...(text !== undefined && { text: text.split(".") }),
    ...(each !== undefined && { each: each.split(".") }),
    ...(values !== undefined && { values }),
    ...(fields !== undefined && { fields: paths(fields) }),
    ...(only !== undefined && { if: { fields: paths(only.fields), from: only.from } }),
  };
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
    const cure = `it belongs to ${TRIGGER_KEYS[one].map((other) => cite(other)).join(" or ")}: remove it`;
    const message = `${cite(one)} is not of ${cite(key)}`;
    return fail(document.keyAt([...path, one]), { code: "invalid-value", message, cure });
  }
  if (kind === "set" && key === "set" && shape.add === undefined)
    return fail(document.keyAt(path), {
      code: "missing-key",
      message: "a set says what is added",
      cure: "for example `add: params.path`, or `each: facts.reads` and `add: path`",
    });
  const { value: _, add: __, ...applies } = shape;
  const read = update(applies, path, { path, file, fail });
  return read && { ...read, ...pathsOf(shape) };
}

function update(shape: SourceShape, path: DocumentPath, { file, fail }: Reading): CellUpdate | null {
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
  return { events: events.events, ...applies, ...(where !== undefined && { where }) };
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
