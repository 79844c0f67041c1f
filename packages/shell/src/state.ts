import {
  type Alternatives,
  type Field,
  collapse,
  hole,
  literalOf,
  sameField,
  uniteAlternatives,
} from "./field.js";
import { type CommandNames, NO_COMMAND_NAMES, joinCommandNames } from "./command-names.js";
import { LIMITS } from "./limits.js";
import type { Command } from "./syntax.js";
import type { Beside } from "./traffic.js";

/** An array: by index or by key, in the order of insertion. */
export interface ArrayValue {
  readonly kind: "array";
  readonly keyed: boolean;
  readonly entries: ReadonlyMap<string, Field>;
}

/** A value of a variable; `null` is unset. */
export type VariableValue = Field | ArrayValue | null;

/** A variable. */
export interface Variable {
  /** At least one. */
  readonly values: readonly VariableValue[];
  readonly exported: boolean;
  /** Exported on one way here, and not on another. */
  readonly mayBeExported?: true;
  /**
   * `declare -i`: what is assigned is computed; `-l`, `-u` change it, too. `reference` (`-n`): the values are names of the
   * variables that are meant.
   */
  readonly attribute: "none" | "integer" | "reference" | "other";
}

/** Where a descriptor leads. */
export type Descriptor =
  | { readonly kind: "terminal" }
  | { readonly kind: "closed" }
  /** What is written goes to the state's `output`. */
  | { readonly kind: "capture" }
  /** A file; `null` when it is not known which. */
  | {
      readonly kind: "file";
      readonly path: string | null;
      readonly append: boolean;
      /** Where it was opened. */
      readonly places: readonly Beside[];
    }
  /** Content to be read. */
  | { readonly kind: "content"; readonly input: InputKind; readonly content: Alternatives }
  /** Several are possible. */
  | { readonly kind: "unknown" };

/** Where standard input comes from. */
export type InputKind = "none" | "pipe" | "file" | "here";

const NO_LINKS: ReadonlyMap<string, string> = new Map();
const NO_NAMES: ReadonlySet<string> = new Set();

/** A job that was started in the background. */
export interface Job {
  readonly span: readonly [start: number, end: number];
}

/**
 * What a shell knows at one place: possible values, directories, functions, and the world around it. Copied on write.
 */
export class State {
  variables: Map<string, Variable>;
  functions: Map<string, readonly (Command | null)[]>;
  /** Content of files that the text itself wrote, by normal absolute path, without links. */
  files: Map<string, Alternatives>;
  /** Links that the text made, and where they lead. */
  links: ReadonlyMap<string, string> = NO_LINKS;
  /** Possible working directories, absolute; a hole for an unknown one. */
  directories: readonly Field[];
  /** `$1` and on, one list for each possibility; `null` when not known. */
  positional: readonly (readonly Field[])[] | null;
  descriptors: ReadonlyMap<number, Descriptor>;
  /** What was written to a captured standard output. */
  output: Alternatives;
  /** `$0`. */
  zero: Field = "bash";
  /** `set -f`. */
  noglob = false;
  /** `set -o pipefail`: every command of a pipeline may make it fail. */
  pipefail = false;
  /** `shopt -s dotglob`: globs match names that begin with a dot. */
  dotglob = false;
  /** Variables may have been set without our knowing (`eval` of unknown code, `source` of an unknown file). */
  tainted = false;
  /** What it remembers of names of commands. */
  names: CommandNames = NO_COMMAND_NAMES;
  /** Variables that may be readonly: what is assigned to one may have no effect. */
  readonly: ReadonlySet<string> = NO_NAMES;
  /** Jobs that may still run and that `wait` waits for; the latest is last. */
  jobs: readonly Job[] = [];
  /** Jobs that may still run and that no `wait` waits for. */
  orphans: readonly Job[] = [];
  #shared = 0;

  constructor(directories: readonly Field[], descriptors: ReadonlyMap<number, Descriptor>) {
    this.variables = new Map();
    this.functions = new Map();
    this.files = new Map();
    this.directories = directories;
    this.positional = [[]];
    this.descriptors = descriptors;
    this.output = [""];
  }

  fork(): State {
    const copy = new State(this.directories, this.descriptors);
    copy.variables = this.variables;
    copy.functions = this.functions;
    copy.files = this.files;
    copy.positional = this.positional;
    copy.output = this.output;
    copy.zero = this.zero;
    copy.noglob = this.noglob;
    copy.pipefail = this.pipefail;
    copy.dotglob = this.dotglob;
    copy.tainted = this.tainted;
    copy.names = this.names;
    copy.links = this.links;
    copy.readonly = this.readonly;
    copy.jobs = this.jobs;
    copy.orphans = this.orphans;
    copy.#shared = VARIABLES | FUNCTIONS | FILES;
    this.#shared = VARIABLES | FUNCTIONS | FILES;
    return copy;
  }

  /** Assigns, as a shell does: to what a reference names, and with doubt to what may be readonly. */
  setVariable(name: string, variable: Variable): void {
    const before = this.variables.get(name);
    if (before?.attribute === "reference" && variable.attribute !== "reference") {
      if (before.values.every((one) => one === null)) {
        this.placeVariable(name, { ...variable, attribute: "reference" });
        return;
      }
      const targets = this.targetsOf(name);
      if (targets === null) this.tainted = true;
      else {
        for (const target of targets) {
          const old = this.variables.get(target);
          const values =
            targets.length === 1 ? variable.values : joinValues(old?.values ?? [INHERITED], variable.values);
          const exported = variable.exported || old?.exported === true;
          this.setVariable(target, { ...variable, values, exported });
        }
      }
      return;
    }
    if (!this.readonly.has(name)) this.placeVariable(name, variable);
    else
      this.placeVariable(name, {
        ...variable,
        values: joinValues(before?.values ?? [null], variable.values),
      });
  }

  /** The names that a reference stands for, through others, or the name itself; `null` when they are not known. */
  targetsOf(name: string, depth = 0): readonly string[] | null {
    const variable = this.variables.get(name);
    if (variable?.attribute !== "reference") return [name];
    const all = new Set<string>();
    for (const value of variable.values) {
      const known = value === null || isArray(value) ? null : literalOf(value);
      const next =
        known === null || depth > 8 || !/^[A-Za-z_]\w*$/.test(known)
          ? null
          : this.targetsOf(known, depth + 1);
      if (next === null) return null;
      for (const one of next) all.add(one);
    }
    return [...all];
  }

  setReadonly(name: string, on: boolean): void {
    if (this.readonly.has(name) === on) return;
    const names = new Set(this.readonly);
    if (on) names.add(name);
    else names.delete(name);
    this.readonly = names;
  }

  /** Puts a variable in place of what has the name. */
  placeVariable(name: string, variable: Variable): void {
    if ((this.#shared & VARIABLES) !== 0) {
      this.variables = new Map(this.variables);
      this.#shared &= ~VARIABLES;
    }
    this.variables.set(name, variable);
  }

  /** A value that a builtin gives: exported stays exported, and what is computed when it is assigned is not known. */
  setValue(name: string, values: readonly VariableValue[]): void {
    const before = this.variables.get(name);
    const attribute = before?.attribute ?? "none";
    const exported = before?.exported === true;
    // Of an array it is the first element.
    if (before?.values.some((one) => isArray(one)) === true) {
      this.setVariable(name, { values: [hole()], exported, attribute });
      return;
    }
    if (attribute === "none" || attribute === "reference")
      this.setVariable(name, { values, exported, attribute: "none" });
    else this.setVariable(name, { values: [hole()], exported, attribute });
  }

  /** Back to a variable that was not mentioned yet: what the environment says. */
  forgetVariable(name: string): void {
    if (!this.variables.has(name)) return;
    this.variables = new Map(this.variables);
    this.#shared &= ~VARIABLES;
    this.variables.delete(name);
  }

  /** As it was before. */
  restoreVariable(name: string, before: Variable | undefined): void {
    if (before === undefined) this.forgetVariable(name);
    else this.placeVariable(name, before);
  }

  /** Variables that are set for one command; a name may have several values. Returns what they were. */
  setOwn(
    assignments: readonly { readonly name: string; readonly value: Field }[],
  ): Map<string, Variable | undefined> {
    const before = new Map<string, Variable | undefined>();
    for (const { name, value } of assignments) {
      const values = before.has(name) ? (this.variables.get(name)?.values ?? []) : [];
      if (!before.has(name)) before.set(name, this.variables.get(name));
      this.placeVariable(name, { values: joinValues(values, [value]), exported: true, attribute: "none" });
    }
    return before;
  }

  setFunction(name: string, bodies: readonly (Command | null)[]): void {
    if ((this.#shared & FUNCTIONS) !== 0) {
      this.functions = new Map(this.functions);
      this.#shared &= ~FUNCTIONS;
    }
    this.functions.set(name, bodies);
  }

  /** What a file holds; undefined when the text did not write it. */
  getFile(path: string): Alternatives | undefined {
    return this.files.get(this.real(path));
  }

  /** The path without the links that the text made. */
  real(path: string): string {
    if (this.links.size === 0) return path;
    let real = path;
    for (let round = 0; round < 8; round++) {
      let end = real.length;
      while (end > 0 && !this.links.has(real.slice(0, end))) end = real.lastIndexOf("/", end - 1);
      if (end <= 0) return real;
      real = (this.links.get(real.slice(0, end)) ?? "") + real.slice(end);
    }
    return real;
  }

  setFile(path: string, content: Alternatives): void {
    if ((this.#shared & FILES) !== 0) {
      this.files = new Map(this.files);
      this.#shared &= ~FILES;
    }
    this.files.set(this.real(path), content);
  }

  setLink(path: string, target: string): void {
    if (path !== target) this.links = new Map(this.links).set(path, target);
  }

  removeFile(given: string): void {
    if (this.links.has(given)) {
      const links = new Map(this.links);
      links.delete(given);
      this.links = links;
      return;
    }
    const path = this.real(given);
    if (!this.files.has(path)) return;
    this.files = new Map(this.files);
    this.#shared &= ~FILES;
    this.files.delete(path);
  }

  /** What a child process left in the world: files, and what it wrote. */
  adopt(child: State): void {
    if (child.files !== this.files) {
      this.files = child.files;
      // The child may go on with the same map.
      this.#shared |= FILES;
      child.#shared |= FILES;
    }
    this.output = child.output;
    this.links = child.links;
    const left = child.jobs.filter((one) => !this.jobs.includes(one));
    this.orphans = uniteJobs(this.orphans, uniteJobs(child.orphans, left));
  }

  startJob(job: Job): void {
    this.jobs = [...this.jobs.slice(0, LIMITS.alternatives - 1), job];
  }

  shareAll(): void {
    this.#shared = VARIABLES | FUNCTIONS | FILES;
  }
}

const VARIABLES = 1;
const FUNCTIONS = 2;
const FILES = 4;

/** What may be after a command: where it succeeded and where it failed; `null` where that cannot be. May be one object. */
export interface AfterRun {
  readonly success: State | null;
  readonly failure: State | null;
}

/** Both are possible. May change and return `left`. */
export function joinStates(left: State | null, right: State | null): State | null {
  if (left === null || left === right) return right;
  if (right === null) return left;
  const joined = left.fork();
  if (left.variables !== right.variables) {
    for (const name of new Set([...left.variables.keys(), ...right.variables.keys()])) {
      const one = left.variables.get(name);
      const other = right.variables.get(name);
      if (one === other) continue;
      // A name that may be a reference may assign to anything.
      if ((one?.attribute === "reference") !== (other?.attribute === "reference")) joined.tainted = true;
      joined.placeVariable(name, joinVariables(one, other));
    }
  }
  if (left.functions !== right.functions) {
    for (const name of new Set([...left.functions.keys(), ...right.functions.keys()])) {
      const one = left.functions.get(name) ?? [null];
      const other = right.functions.get(name) ?? [null];
      if (one !== other)
        joined.setFunction(name, [...new Set([...one, ...other])].slice(0, LIMITS.alternatives));
    }
  }
  if (left.files !== right.files) {
    for (const path of new Set([...left.files.keys(), ...right.files.keys()])) {
      const one = left.files.get(path) ?? BEFORE;
      const other = right.files.get(path) ?? BEFORE;
      if (one !== other) joined.setFile(path, uniteAlternatives(one, other));
    }
  }
  joined.directories = joinDirectories(left.directories, right.directories);
  joined.positional = joinLists(left.positional, right.positional);
  joined.output = uniteAlternatives(left.output, right.output);
  if (left.descriptors !== right.descriptors)
    joined.descriptors = joinDescriptors(left.descriptors, right.descriptors);
  joined.noglob = left.noglob && right.noglob;
  joined.pipefail = left.pipefail || right.pipefail;
  joined.dotglob = left.dotglob || right.dotglob;
  if (left.tainted || right.tainted) joined.tainted = true;
  if (left.links !== right.links) joined.links = new Map([...left.links, ...right.links]);
  joined.names = joinCommandNames(left.names, right.names);
  for (const name of right.readonly) joined.setReadonly(name, true);
  // Of two possible lists the longer one: it says whether some job may be left.
  joined.jobs = left.jobs.length < right.jobs.length ? right.jobs : left.jobs;
  joined.orphans = uniteJobs(left.orphans, right.orphans);
  return joined;
}

/** Jobs of both, as many as are counted. */
export function uniteJobs(left: readonly Job[], right: readonly Job[]): readonly Job[] {
  if (right.length === 0 || left === right) return left;
  if (left.length === 0) return right;
  const all = [...left, ...right.filter((one) => !left.includes(one))];
  return all.slice(-LIMITS.alternatives);
}

/** What a file held before: not known. */
const BEFORE: Alternatives = [hole()];

/** The environment's value, for a variable that only one side has set. */
const INHERITED: Field = hole([{ kind: "environment" }]);

function joinVariables(one: Variable | undefined, other: Variable | undefined): Variable {
  const left = one?.values ?? [INHERITED];
  const right = other?.values ?? [INHERITED];
  const isDoubtful = (one?.attribute === "reference") !== (other?.attribute === "reference");
  return {
    values: isDoubtful ? [hole()] : joinValues(left, right),
    exported: one?.exported === true || other?.exported === true,
    ...((one?.exported === true) === (other?.exported === true) &&
    one?.mayBeExported !== true &&
    other?.mayBeExported !== true
      ? {}
      : { mayBeExported: true }),
    attribute:
      (one?.attribute ?? "none") === (other?.attribute ?? "none") ? (one?.attribute ?? "none") : "other",
  };
}

/** Values of both, without repetition; a hole when there are too many. */
export function joinValues(
  left: readonly VariableValue[],
  right: readonly VariableValue[],
): readonly VariableValue[] {
  const all = [...left];
  for (const one of right) if (!all.some((other) => sameValue(one, other))) all.push(one);
  return all.length <= LIMITS.alternatives ? all : [collapseValues(all)];
}

function collapseValues(values: readonly VariableValue[]): Field {
  const fields: Field[] = [];
  for (const one of values) if (one !== null) fields.push(...(isArray(one) ? one.entries.values() : [one]));
  return collapse(fields);
}

/** It is an array. */
export function isArray(value: VariableValue): value is ArrayValue {
  return typeof value === "object" && value !== null && Object.hasOwn(value, "kind");
}

export function sameValue(left: VariableValue, right: VariableValue): boolean {
  if (left === right) return true;
  if (left === null || right === null) return false;
  if (isArray(left) || isArray(right)) {
    if (!isArray(left) || !isArray(right) || left.entries.size !== right.entries.size) return false;
    const others = [...right.entries];
    return [...left.entries].every(([key, value], index) => {
      const other = others[index];
      return other?.[0] === key && sameField(value, other[1]);
    });
  }
  return sameField(left, right);
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
  const joined = new Map(left);
  for (const key of new Set([...left.keys(), ...right.keys()])) {
    if (left.get(key) !== right.get(key)) joined.set(key, { kind: "unknown" });
  }
  return joined;
}

/** Nothing that a loop could still add: every variable, directory and file of `next` is in `before`. */
export function isStable(before: State, next: State): boolean {
  if (before.variables !== next.variables) {
    if (before.variables.size !== next.variables.size) return false;
    for (const [name, one] of next.variables) {
      const other = before.variables.get(name);
      if (other === undefined || other.values.length !== one.values.length) return false;
      if (!one.values.every((value) => other.values.some((known) => sameValue(value, known)))) return false;
    }
  }
  if (before.functions !== next.functions && before.functions.size !== next.functions.size) return false;
  if (before.names !== next.names && before.names.aliases.size !== next.names.aliases.size) return false;
  if (before.names.hashed.size !== next.names.hashed.size || before.links.size !== next.links.size)
    return false;
  if (before.files !== next.files && before.files.size !== next.files.size) return false;
  if (before.positional !== next.positional && before.positional?.length !== next.positional?.length)
    return false;
  return before.directories.length === next.directories.length;
}
