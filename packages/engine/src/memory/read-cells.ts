import { readAst } from "@gatehouse-hooks/condition/compile";
import {
  deepFreeze,
  isCount,
  isRecord,
  isStrings,
  type Issue,
  type JsonObject,
  type JsonValue,
  ownRecord,
  sealJsonObject,
} from "@gatehouse-hooks/json";
import { FLOWS, MEMORY, readsFacts, readsMemory, usedPaths } from "../facts/reads-facts.js";
import type { Condition, Policy, PolicySource, Tier } from "../policy.js";
import type { PolicyReading } from "../policy-reading.js";
import type { MemoryCell, CellKind, CellScope, CellUpdate } from "../facts/cell.js";
import { CELL_LIMITS, CELL_NAME, RANK } from "./cell-limits.js";
import { sourcesOf } from "./source-marks.js";
import { unknownCells, unknownInCell } from "./unknown-cells.js";

/** The cells of a set, in order of their names, and what is wrong with them or with what reads them. */
interface ReadCells {
  /** Null where nothing is remembered: no cell is declared, and no native policy reads one. */
  readonly cells: readonly MemoryCell[] | null;
  /** Whether a cell asks for facts. */
  readonly readFacts: boolean;
  readonly issues: readonly Issue[];
}

/**
 * Reads the cells of a set (SPEC, "Memory"). A declaration that cannot be used is an error, and its cell is lost: the policies that read it fail.
 *
 * @param definitions nothing about them is trusted
 */
export function readCells(
  definitions: readonly unknown[],
  policies: readonly Policy[],
  reading: Pick<PolicyReading, "patterns">,
): ReadCells {
  const readers = policies.filter(readsCells);
  if (definitions.length === 0 && !readers.some(({ source }) => source?.format === NATIVE))
    return { cells: null, readFacts: false, issues: [] };
  const issues: Issue[] = [];
  const byName = new Map<string, MemoryCell>();
  const read = definitions.flatMap((definition) => readCell(definition, reading, issues));
  for (const cell of read.sort((a, b) => RANK[a.tier] - RANK[b.tier])) {
    const before = byName.get(cell.name);
    if (before === undefined && byName.size < CELL_LIMITS.cells) byName.set(cell.name, cell);
    else if (before === undefined) issues.push(tooMany(cell));
    else if (!isSame(cell, before)) {
      issues.push(taken(cell, before));
      if (before.tier === cell.tier) byName.set(cell.name, lostCell(before));
    }
  }
  loseSharedSources(byName, issues);
  const cells = [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const policy of readers) issues.push(...unknownCells(policy, byName));
  for (const cell of cells) issues.push(...unknownInCell(cell, byName));
  return { cells: deepFreeze(cells), readFacts: cells.some(cellReadsFacts), issues };
}

/** A source is of one cell: who could add texts to another one's source would be believed in its name. */
function loseSharedSources(byName: Map<string, MemoryCell>, issues: Issue[]): void {
  const owners = new Map<string, MemoryCell>();
  for (const cell of byName.values()) {
    for (const source of sourcesOf(cell)) {
      const owner = owners.get(source);
      if (owner === undefined) owners.set(source, cell);
      else {
        issues.push(sharedSource(source, cell, owner));
        byName.set(cell.name, lostCell(cell));
        if (owner.tier === cell.tier) byName.set(owner.name, lostCell(owner));
      }
    }
  }
}

function sharedSource(source: string, cell: MemoryCell, owner: MemoryCell): Issue {
  return {
    severity: "error",
    code: "duplicate-cell",
    message: `\`${source}\` is a source of \`${cell.name}\` and of \`${owner.name}\`: policies that read \`flows\` fail`,
    ...cell.source,
    cure: "give each source a name of its own, or declare both in one cell",
  };
}

/** The format whose policies mean cells by `memory`; of other formats it is a property of the event where no cell is declared. */
const NATIVE = "gatehouse";

function readsCells(policy: Policy): boolean {
  return (
    readsMemory(policy.matcher?.ast) ||
    readsMemory(policy.condition?.ast) ||
    usedPaths(policy, MEMORY).length > 0 ||
    usedPaths(policy, FLOWS).length > 0
  );
}

/** Whether an update of the cell asks for facts. */
function cellReadsFacts({ on, until }: MemoryCell): boolean {
  return [...on, ...until].some(
    ({ condition, where, each, add, value, text }) =>
      readsFacts(condition?.ast) ||
      readsFacts(where?.ast) ||
      [each, add, value, text].some((path) => path?.[0] === "facts"),
  );
}

/** The file of another checkout of the project declares the same, or a file of another tier that extends the same pack. */
function isSame(one: MemoryCell, other: MemoryCell): boolean {
  return shaped({ ...one, tier: other.tier }).shape === other.shape;
}

function taken(cell: MemoryCell, before: MemoryCell): Issue {
  const same = before.tier === cell.tier;
  const other = before.source === undefined ? "" : ` in \`${before.source.path}\``;
  return {
    severity: "error",
    code: "duplicate-cell",
    message: same
      ? `two cells are called \`${cell.name}\`, the other one${other}: nothing is known of either, and the policies that read it fail`
      : `\`${cell.name}\` is a cell of the ${before.tier} tier${other}: this declaration does not count`,
    ...cell.source,
    cure: "give each cell a name of its own",
  };
}

function tooMany(cell: MemoryCell): Issue {
  return {
    severity: "error",
    code: "cell-over-limit",
    message: `more than ${CELL_LIMITS.cells} cells in one set: \`${cell.name}\` is left out, and the policies that read it fail`,
    ...cell.source,
    cure: "remove cells that no policy reads",
  };
}

function lostCell({
  name,
  tier,
  scope,
  source,
}: Pick<MemoryCell, "name" | "tier" | "scope" | "source">): MemoryCell {
  const empty = { on: [], until: [], upTo: 1, keys: 1, keep: 1, full: "unknown" } as const;
  return shaped({ name, tier, kind: "lost", scope, ...empty, ...(source && { source }) });
}

const KINDS: readonly CellKind[] = ["flag", "count", "set", "last", "origins", "lost"];
const SCOPES: readonly CellScope[] = ["session", "agent", "project", "user"];
const TIERS: readonly Tier[] = ["enforced", "user", "project"];

function wordOf<T extends string>(all: readonly T[], given: JsonValue | undefined): T | undefined {
  return all.find((one) => one === given);
}

/** One definition; a lost cell where only its name can be read. */
function readCell(
  definition: unknown,
  reading: Pick<PolicyReading, "patterns">,
  issues: Issue[],
): readonly MemoryCell[] {
  const { value: given } = sealJsonObject(definition, { maxDepth: 300 });
  const name = given?.["name"];
  const named = typeof name === "string" && CELL_NAME.test(name) ? name : undefined;
  const cell = given === undefined || named === undefined ? null : wholeCell(named, given, reading);
  if (cell !== null) return [cell];
  const source = sourceOf(given?.["source"]);
  issues.push({
    severity: "error",
    code: "invalid-cell",
    message: `${named === undefined ? "a cell" : `the cell \`${named}\``} cannot be read: nothing is known of it, and the policies that read it fail`,
    ...source,
    cure: "declare it in a policy file, or as `CellDefinition` says",
  });
  const tier = wordOf(TIERS, given?.["tier"]) ?? "project";
  return named === undefined
    ? []
    : [lostCell({ name: named, tier, scope: "session", ...(source && { source }) })];
}

/** Everything that a declaration has; `null` where something of it is wrong. */
function wholeCell(
  name: string,
  given: JsonObject,
  reading: Pick<PolicyReading, "patterns">,
): MemoryCell | null {
  const words = wordsOf(given);
  const bounds = boundsOf(given);
  const on = updatesOf(given["on"] ?? [], reading, words?.kind);
  const until = updatesOf(given["until"] ?? [], reading);
  if (words === null || on === null || until === null || bounds === null) return null;
  const { kind, tier, scope } = words;
  if (kind !== "lost" && on.length === 0) return null;
  // These are kept as hashes that depend on the session.
  if ((bounds.by !== undefined || kind === "origins") && scope !== "session") return null;
  const source = sourceOf(given["source"]);
  return shaped({ name, tier, kind, scope, on, until, ...bounds, ...(source && { source }) });
}

function wordsOf(given: JsonObject): Pick<MemoryCell, "kind" | "tier" | "scope"> | null {
  const kind = wordOf(KINDS, given["kind"]);
  const tier = wordOf(TIERS, given["tier"] ?? "project");
  const scope = wordOf(SCOPES, given["scope"] ?? "session");
  return kind === undefined || tier === undefined || scope === undefined ? null : { kind, tier, scope };
}

type Bounds = Pick<MemoryCell, "upTo" | "within" | "by" | "keys" | "keep" | "full">;

function boundsOf(given: JsonObject): Bounds | null {
  const ofOrigins = given["kind"] === "origins";
  const marks = ofOrigins ? CELL_LIMITS.marks : CELL_LIMITS.keep;
  const { upTo = CELL_LIMITS.count, keys = CELL_LIMITS.keys, keep = marks, within, by } = given;
  const full = wordOf(["unknown", "forget"] as const, given["full"] ?? (ofOrigins ? "forget" : "unknown"));
  if (!isUpTo(upTo, CELL_LIMITS.count) || !isUpTo(keys, CELL_LIMITS.keys)) return null;
  if (!isUpTo(keep, ofOrigins ? CELL_LIMITS.mostMarks : CELL_LIMITS.keep) || full === undefined) return null;
  if (by !== undefined && !isPaths(by)) return null;
  const bounds = { upTo, keys, keep, full };
  if (within === undefined) return by === undefined ? bounds : { ...bounds, by };
  return isWindow(within, upTo) && by === undefined ? { ...bounds, within } : null;
}

function shaped(cell: Omit<MemoryCell, "shape">): MemoryCell {
  const { name, tier, kind, scope, on, until, upTo, within, by, keys, keep, full } = cell;
  const declared = [name, tier, kind, scope, on, until, upTo, within, by, keys, keep, full];
  return ownRecord({ ...cell, shape: shortHash(JSON.stringify(declared, withoutTrees), 0) });
}

/** The text of a condition says what its tree does, which a store may keep without spans. */
function withoutTrees(key: string, value: unknown): unknown {
  return key === "ast" ? undefined : value;
}

/** A time, and so few events that their times can be kept. */
function isWindow(within: JsonValue, upTo: number): within is number {
  return isCount(within) && upTo <= CELL_LIMITS.times;
}

function isUpTo(value: JsonValue | undefined, most: number): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 1 && value <= most;
}

function isPath(value: JsonValue | undefined): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.length <= 16 && isStrings(value);
}

function isPaths(value: JsonValue, most: number = 8): value is readonly (readonly string[])[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.length <= most &&
    value.every((one: JsonValue) => isPath(one))
  );
}

function updatesOf(
  given: JsonValue,
  reading: Pick<PolicyReading, "patterns">,
  kind?: CellKind,
): readonly CellUpdate[] | null {
  const most = kind === "origins" ? CELL_LIMITS.sources : CELL_LIMITS.updates;
  if (!Array.isArray(given) || given.length > most) return null;
  const updates = given.map((one: JsonValue) => updateOf(one, reading, kind));
  return updates.every((one) => one !== null) ? updates : null;
}

function updateOf(
  given: JsonValue,
  reading: Pick<PolicyReading, "patterns">,
  kind?: CellKind,
): CellUpdate | null {
  if (!isRecord(given)) return null;
  const { events } = given;
  if (!Array.isArray(events) || events.length === 0 || !isStrings(events)) return null;
  const conditions: Record<string, Condition> = {};
  for (const part of ["matcher", "condition", "where"] as const) {
    if (given[part] === undefined) continue;
    const read = conditionOf(given[part], reading);
    if (read === null) return null;
    conditions[part] = read;
  }
  const paths: Record<string, readonly string[]> = {};
  for (const part of ["add", "each", "value", "text"] as const) {
    const path = given[part];
    if (path === undefined) continue;
    if (!isPath(path)) return null;
    paths[part] = path;
  }
  const ofSource = kind === "origins" ? sourceParts(given) : {};
  return ofSource === null ? null : ownRecord({ events, ...conditions, ...paths, ...ofSource });
}

/** What only a source has; null where something of it is wrong, or it says nothing. */
function sourceParts(given: JsonObject): Pick<CellUpdate, "source" | "values" | "fields" | "if"> | null {
  const { source, values, fields, if: only } = given;
  if (typeof source !== "string" || !CELL_NAME.test(source) || !saysSomething(given)) return null;
  if (values !== undefined && !isStrings(values)) return null;
  if (fields !== undefined && !isPaths(fields, CELL_LIMITS.fields)) return null;
  const condition = only === undefined ? undefined : onlyFrom(only);
  if (condition === null) return null;
  return {
    source,
    ...(values && { values }),
    ...(fields && { fields }),
    ...(condition && { if: condition }),
  };
}

/** A source says constants, a text, or items: not a text and items. */
function saysSomething({ values, each, text }: JsonObject): boolean {
  if (each !== undefined && text !== undefined) return false;
  if (values === undefined) return each !== undefined || text !== undefined;
  return isStrings(values) && values.every((one) => one.length <= CELL_LIMITS.text);
}

function onlyFrom(given: JsonValue): CellUpdate["if"] | null {
  if (!isRecord(given)) return null;
  const { fields, from } = given;
  if (fields === undefined || !isPaths(fields, CELL_LIMITS.fields)) return null;
  return isStrings(from) && from.length > 0 ? { fields, from } : null;
}

/** A condition of a cell has to be readable: one that is not would set the cell always, or never. */
function conditionOf(given: JsonValue, { patterns }: Pick<PolicyReading, "patterns">): Condition | null {
  if (!isRecord(given) || typeof given["text"] !== "string" || !isRecord(given["ast"])) return null;
  const { ast } = readAst(given["ast"], { patterns });
  return ast === null ? null : ownRecord({ text: given["text"], ast });
}

function sourceOf(given: JsonValue | undefined): PolicySource | undefined {
  if (!isRecord(given) || typeof given["path"] !== "string") return undefined;
  const { path, line, format, pack } = given;
  return ownRecord({
    path,
    ...(isCount(line) ? { line } : {}),
    ...(typeof format === "string" ? { format } : {}),
    ...(typeof pack === "string" ? { pack } : {}),
  });
}

/** A short hash of a text, in 13 digits and letters: not a proof, and different for each key. */
export function shortHash(text: string, key: number): string {
  let high = 0xde_ad_be_ef ^ key;
  let low = 0x41_c6_ce_57 ^ key;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    high = Math.imul(high ^ unit, 2_654_435_761);
    low = Math.imul(low ^ unit, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return (low >>> 0).toString(36).padStart(7, "0") + (high >>> 0).toString(36).padStart(7, "0");
}
