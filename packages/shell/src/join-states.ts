import { joinCommandNames } from "./command-names.js";
import { type Alternatives, type Field, hole, sameField, uniteAlternatives } from "./field.js";
import { LIMITS } from "./limits.js";
import { type Descriptor, type State, uniteJobs } from "./state.js";
import { INHERITED, type Variable, joinValues, sameValue } from "./values.js";

/** Both are possible. May change and return `left`. */
export function joinStates(left: State | null, right: State | null): State | null {
  if (left === null || left === right) return right;
  if (right === null) return left;
  const joined = left.fork();
  joinVariableMaps(left, right, joined);
  joinFunctions(left, right, joined);
  joinFiles(left, right, joined);
  joined.directories = joinDirectories(left.directories, right.directories);
  joined.positional = joinLists(left.positional, right.positional);
  joined.output = uniteAlternatives(left.output, right.output);
  joined.descriptors = joinDescriptors(left.descriptors, right.descriptors);
  joined.noglob = left.noglob && right.noglob;
  joined.pipefail = left.pipefail || right.pipefail;
  joined.dotglob = left.dotglob || right.dotglob;
  joined.allexport = left.allexport || right.allexport;
  if (left.tainted || right.tainted) joined.tainted = true;
  if (left.links !== right.links) joined.links = new Map([...left.links, ...right.links]);
  joined.names = joinCommandNames(left.names, right.names);
  for (const name of right.readonly) joined.setReadonly(name, true);
  // Of two possible lists the longer one: it says whether some job may be left.
  joined.jobs = left.jobs.length < right.jobs.length ? right.jobs : left.jobs;
  joined.orphans = uniteJobs(left.orphans, right.orphans);
  return joined;
}

function joinVariableMaps(left: State, right: State, joined: State): void {
  if (left.variables === right.variables) return;
  for (const name of new Set([...left.variables.keys(), ...right.variables.keys()])) {
    const one = left.variables.get(name);
    const other = right.variables.get(name);
    if (one === other) continue;
    // A name that may be a reference may assign to anything.
    if ((attributeOf(one) === "reference") !== (attributeOf(other) === "reference")) joined.tainted = true;
    joined.placeVariable(name, joinVariables(one, other));
  }
}

function joinFunctions(left: State, right: State, joined: State): void {
  if (left.functions === right.functions) return;
  for (const name of new Set([...left.functions.keys(), ...right.functions.keys()])) {
    const one = left.functions.get(name) ?? [null];
    const other = right.functions.get(name) ?? [null];
    if (one !== other)
      joined.setFunction(name, [...new Set([...one, ...other])].slice(0, LIMITS.alternatives));
  }
}

function joinFiles(left: State, right: State, joined: State): void {
  if (left.files === right.files) return;
  for (const path of new Set([...left.files.keys(), ...right.files.keys()])) {
    const one = left.files.get(path) ?? BEFORE;
    const other = right.files.get(path) ?? BEFORE;
    if (one !== other) joined.setFile(path, uniteAlternatives(one, other));
  }
}

/** What a file held before: not known. */
const BEFORE: Alternatives = [hole()];

function attributeOf(variable: Variable | undefined): Variable["attribute"] {
  return variable?.attribute ?? "none";
}

/** Exported on both ways, or on neither. */
function isSure(one: Variable | undefined, other: Variable | undefined): boolean {
  if (one?.mayBeExported === true || other?.mayBeExported === true) return false;
  return (one?.exported === true) === (other?.exported === true);
}

function joinVariables(one: Variable | undefined, other: Variable | undefined): Variable {
  const left = one?.values ?? [INHERITED];
  const right = other?.values ?? [INHERITED];
  const isDoubtful = (attributeOf(one) === "reference") !== (attributeOf(other) === "reference");
  return {
    values: isDoubtful ? [hole()] : joinValues(left, right),
    exported: one?.exported === true || other?.exported === true,
    ...(isSure(one, other) ? {} : { mayBeExported: true }),
    attribute: attributeOf(one) === attributeOf(other) ? attributeOf(one) : "other",
  };
}

function joinDirectories(left: readonly Field[], right: readonly Field[]): readonly Field[] {
  if (left === right) return left;
  const all = [...left];
  for (const one of right) if (!all.some((other) => sameField(one, other))) all.push(one);
  return all.length <= LIMITS.directories ? all : [hole()];
}

function joinLists(left: State["positional"], right: State["positional"]): State["positional"] {
  if (left === right) return left;
  if (left === null || right === null) return null;
  const all = [...left];
  for (const one of right) {
    if (
      !all.some(
        (other) => other.length === one.length && other.every((field, i) => sameField(field, one[i] ?? "")),
      )
    )
      all.push(one);
  }
  return all.length <= LIMITS.alternatives ? all : null;
}

function joinDescriptors(
  left: ReadonlyMap<number, Descriptor>,
  right: ReadonlyMap<number, Descriptor>,
): ReadonlyMap<number, Descriptor> {
  if (left === right) return left;
  const joined = new Map(left);
  for (const key of new Set([...left.keys(), ...right.keys()])) {
    if (left.get(key) !== right.get(key)) joined.set(key, { kind: "unknown" });
  }
  return joined;
}

function countNames({ names }: State): number {
  return names.aliases.size + names.hashed.size + names.disabled.size + names.exported.size;
}

function hasAllVariables(before: State, next: State): boolean {
  if (before.variables.size !== next.variables.size) return false;
  for (const [name, one] of next.variables) {
    const other = before.variables.get(name);
    if (other === undefined || other.values.length !== one.values.length) return false;
    if (!one.values.every((value) => other.values.some((known) => sameValue(value, known)))) return false;
  }
  return true;
}

/** Nothing that a loop could still add: every variable, directory and file of `next` is in `before`. */
export function isStable(before: State, next: State): boolean {
  if (before.variables !== next.variables && !hasAllVariables(before, next)) return false;
  if (before.functions !== next.functions && before.functions.size !== next.functions.size) return false;
  if (before.names !== next.names && countNames(before) !== countNames(next)) return false;
  if (before.links.size !== next.links.size) return false;
  if (before.files !== next.files && before.files.size !== next.files.size) return false;
  if (before.positional !== next.positional && before.positional?.length !== next.positional?.length)
    return false;
  return before.directories.length === next.directories.length;
}
