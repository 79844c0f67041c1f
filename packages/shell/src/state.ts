import { type CommandNames, NO_COMMAND_NAMES } from "./command-names.js";
import { type Alternatives, type Field, hole, literalOf } from "./field.js";
import { LIMITS } from "./limits.js";
import type { ShellCommand } from "./syntax.js";
import type { Beside } from "./traffic.js";
import { INHERITED, type Variable, type VariableValue, isArrayValue, joinValues } from "./values.js";

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
  functions: Map<string, readonly (ShellCommand | null)[]>;
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
  /** `set -a`: what is assigned is exported. */
  allexport = false;
  /** What is set from the first trap on, wherever: the code of traps may see it. All states of a reading share it. */
  journals: { current: Journal | null };
  #tainted = false;
  /** What it remembers of names of commands. */
  names: CommandNames = NO_COMMAND_NAMES;
  /** Variables that may be readonly: what is assigned to one may have no effect. */
  readonly: ReadonlySet<string> = NO_NAMES;
  /** Jobs that may still run and that `wait` waits for; the latest is last. */
  jobs: readonly Job[] = [];
  /** Jobs that may still run and that no `wait` waits for. */
  orphans: readonly Job[] = [];
  #shared = 0;

  constructor(
    directories: readonly Field[],
    descriptors: ReadonlyMap<number, Descriptor>,
    journals: State["journals"] = { current: null },
    from: State | null = null,
  ) {
    this.journals = journals;
    this.variables = from?.variables ?? new Map<string, Variable>();
    this.functions = from?.functions ?? new Map<string, readonly (ShellCommand | null)[]>();
    this.files = from?.files ?? new Map<string, Alternatives>();
    this.directories = directories;
    this.positional = [[]];
    this.descriptors = descriptors;
    this.output = [""];
  }

  /** Variables may have been set without our knowing (`eval` of unknown code, `source` of an unknown file). */
  get tainted(): boolean {
    return this.#tainted;
  }

  set tainted(on: boolean) {
    this.#tainted = on;
    if (on && this.journals.current !== null) this.journals.current.tainted = true;
  }

  fork(): State {
    const copy = new State(this.directories, this.descriptors, this.journals, this);
    copy.positional = this.positional;
    copy.output = this.output;
    copy.zero = this.zero;
    copy.noglob = this.noglob;
    copy.pipefail = this.pipefail;
    copy.dotglob = this.dotglob;
    copy.allexport = this.allexport;
    copy.#tainted = this.#tainted;
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
      const known = value === null || isArrayValue(value) ? null : literalOf(value);
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
    this.journals.current?.addVariable(name, variable);
  }

  /** A value that a builtin gives: exported stays exported, and what is computed when it is assigned is not known. */
  setValue(name: string, values: readonly VariableValue[]): void {
    const before = this.variables.get(name);
    const attribute = before?.attribute ?? "none";
    const exported = before?.exported === true;
    // Of an array it is the first element.
    if (before?.values.some((one) => isArrayValue(one)) === true) {
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
    this.journals.current?.addVariable(name, { values: [INHERITED], exported: true, attribute: "none" });
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

  setFunction(name: string, bodies: readonly (ShellCommand | null)[]): void {
    if ((this.#shared & FUNCTIONS) !== 0) {
      this.functions = new Map(this.functions);
      this.#shared &= ~FUNCTIONS;
    }
    this.functions.set(name, bodies);
    this.journals.current?.addFunction(name, bodies);
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

/** What variables and functions may be from a certain place on: every value that is given to them, anywhere. */
export class Journal {
  /** More than that cannot be told. */
  tainted = false;
  readonly #variables = new Map<string, readonly VariableValue[]>();
  readonly #functions = new Map<string, readonly (ShellCommand | null)[]>();

  addVariable(name: string, { values, attribute }: Variable): void {
    const before = this.#variables.get(name);
    if (attribute === "reference" || (before === undefined && this.#variables.size >= MOST_NAMES))
      this.tainted = true;
    else this.#variables.set(name, joinValues(before ?? [], values));
  }

  addFunction(name: string, bodies: readonly (ShellCommand | null)[]): void {
    const before = this.#functions.get(name) ?? [];
    if (before.length + bodies.length > MOST_NAMES || this.#functions.size >= MOST_NAMES) this.tainted = true;
    else this.#functions.set(name, [...before, ...bodies.filter((one) => !before.includes(one))]);
  }

  /** Nothing was set. */
  get isEmpty(): boolean {
    return !this.tainted && this.#variables.size + this.#functions.size === 0;
  }

  /** Each variable and function of the state may be what it is, or what it becomes. */
  widen(state: State): void {
    if (this.tainted) state.tainted = true;
    for (const [name, values] of this.#variables) {
      const before = state.variables.get(name) ?? { values: [INHERITED], exported: true, attribute: "none" };
      state.placeVariable(name, { ...before, values: joinValues(before.values, values) });
    }
    for (const [name, bodies] of this.#functions) {
      const before = state.functions.get(name) ?? [];
      state.setFunction(name, [...before, ...bodies.filter((one) => !before.includes(one))]);
    }
  }
}

/** The most names that a journal holds. */
const MOST_NAMES = 64;

const VARIABLES = 1;
const FUNCTIONS = 2;
const FILES = 4;

/** What may be after a command: where it succeeded and where it failed; `null` where that cannot be. May be one object. */
export interface AfterRun {
  readonly success: State | null;
  readonly failure: State | null;
}

/** Jobs of both, as many as are counted. */
export function uniteJobs(left: readonly Job[], right: readonly Job[]): readonly Job[] {
  if (right.length === 0 || left === right) return left;
  if (left.length === 0) return right;
  const all = [...left, ...right.filter((one) => !left.includes(one))];
  return all.slice(-LIMITS.alternatives);
}
