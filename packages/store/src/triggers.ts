import type { Atom, AtomPath } from "@gatehouse-hooks/condition/compile";
import { isList, type JsonValue } from "@gatehouse-hooks/json";
import type { Event, Policy } from "@gatehouse-hooks/engine";
import {
  type Access,
  type Accesses,
  chooseAccess,
  type Deriving,
  FACTS,
  foldedText,
  overlaps,
  PathReader,
  type Visit,
} from "@gatehouse-hooks/engine/parts";

/** A test of the values at a path against a constant. */
export interface ReachAtom {
  readonly test: string;
  readonly path: AtomPath;
  readonly value: JsonValue;
}

/** How one policy is reached. */
export interface Reach {
  /** A position in the list that was given. */
  readonly position: number;
  readonly gate: { readonly path: AtomPath; readonly values: readonly JsonValue[] } | null;
  /** One of these has to hold; `null` when the policy comes up behind its gate. */
  readonly atoms: readonly ReachAtom[] | null;
}

/** How each of these policies is reached, as the index chooses it. What never applies is left out. */
export function reachOf(policies: readonly Policy[]): readonly Reach[] {
  const { gate, policies: accesses }: Accesses = chooseAccess(policies);
  return accesses.map(({ position, values, trigger }: Access): Reach => ({
    position,
    gate: gate === null || values === null ? null : { path: gate.path, values },
    atoms: trigger === null || trigger.length > MAX_ATOMS ? null : trigger.map(reachAtom),
  }));
}

/** A policy that waits for more is asked. */
const MAX_ATOMS = 128;

function reachAtom(atom: Atom): ReachAtom {
  return { test: atomTest(atom), path: atom.path, value: atom.value };
}

/** A test of the values at a path of the section against constants, one of which has to hold. */
type StoredAtoms = readonly [test: string, path: number, constants: readonly JsonValue[]];
/** One of each group has to hold; no group: the policy always comes up. */
export type Trigger = readonly (readonly StoredAtoms[])[];

/** Atoms as a store has them: those of one test and one path are together, which is read in a fraction of the time. */
export function storedAtoms(
  atoms: readonly ReachAtom[],
  placeOf: (path: AtomPath) => number,
): readonly StoredAtoms[] {
  const together = new Map<string, [test: string, path: number, constants: JsonValue[]]>();
  for (const { test, path, value } of atoms) {
    const place = placeOf(path);
    const key = `${place} ${test}`;
    const known = together.get(key);
    if (known === undefined) together.set(key, [test, place, [value]]);
    else known[2].push(value);
  }
  return [...together.values()];
}

/** The name of an atom's test in a store. */
function atomTest({ of, operator }: Pick<Atom, "of" | "operator">): string {
  return of === "value" ? operator : `${of} ${operator}`;
}

/** What the tests of a section see of one event: each path is read once, each string loses its case once. */
export class EventValues {
  readonly #paths: readonly AtomPath[];
  readonly #event: Event;
  readonly #deriving: Deriving;
  readonly #read = new Map<number, readonly (JsonValue | undefined)[]>();
  readonly #folded = new Map<string, string>();

  constructor(paths: readonly AtomPath[], event: Event, deriving: Deriving) {
    this.#paths = paths;
    this.#deriving = deriving;
    this.#event = event;
  }

  /** The values at a path: one, present or missing, but for a path through the elements of lists; `null` where there are no facts to be had. */
  at(path: number): readonly (JsonValue | undefined)[] | null {
    const known = this.#read.get(path);
    if (known !== undefined) return known;
    const values: (JsonValue | undefined)[] = [];
    const keys = this.#paths[path];
    const event = keys?.[0] === FACTS ? this.#deriving.eventOf(this.#event) : this.#event;
    if (event === null) return null;
    if (keys !== undefined) new PathReader(keys).visit(event, collect, values);
    this.#read.set(path, values);
    return values;
  }

  folded(text: string): string {
    const known = this.#folded.get(text);
    if (known !== undefined) return known;
    const folded = foldedText(text);
    this.#folded.set(text, folded);
    return folded;
  }
}

const collect: Visit<(JsonValue | undefined)[]> = (value, values) => void values.push(value);

/** Whether a policy with this trigger may have something to say. */
export function comesUp(trigger: Trigger, event: EventValues): boolean {
  for (let i = 0; i < trigger.length; i++) if (!someHolds(trigger[i] ?? [], event)) return false;
  return true;
}

/** By index: a hook that has just started runs this for hundreds of atoms, before anything is compiled. */
function someHolds(group: Trigger[number], event: EventValues): boolean {
  for (let i = 0; i < group.length; i++) {
    const atoms = group[i];
    if (atoms === undefined) continue;
    const [test, path, constants] = atoms;
    const values = event.at(path);
    if (values === null) return true;
    if (values.length === 0) continue;
    const holds = TESTS.get(test);
    // A test that is not known here may hold.
    if (holds === undefined) return true;
    for (let j = 0; j < values.length; j++) {
      const value = values[j];
      for (let k = 0; k < constants.length; k++) if (holds(value, constants[k] ?? null, event)) return true;
    }
  }
  return false;
}

type Holds = (value: JsonValue | undefined, constant: JsonValue, event: EventValues) => boolean;

/** As the index has it: null and missing are one, a list or an object equals no constant. */
const TESTS: ReadonlyMap<string, Holds> = new Map<string, Holds>([
  ["==", (value, constant) => (value ?? null) === constant],
  ["has", (value) => value !== undefined],
  ["includes", ofTexts((text, part) => text.includes(part))],
  ["startsWith", ofTexts((text, part) => text.startsWith(part))],
  ["endsWith", ofTexts((text, part) => text.endsWith(part))],
  ["folded ==", ofTexts((text, part, event) => event.folded(text) === part)],
  ["folded includes", ofTexts((text, part, event) => event.folded(text).includes(part))],
  ["folded startsWith", ofTexts((text, part, event) => event.folded(text).startsWith(part))],
  ["folded endsWith", ofTexts((text, part, event) => event.folded(text).endsWith(part))],
  ["folded overlaps", ofTexts(overlaps)],
  ["size ==", (value, constant) => sizeOf(value) === constant],
  ...["<", "<=", ">", ">="].flatMap((operator): [string, Holds][] => [
    [operator, (value, constant) => inOrder(operator, value, constant)],
    [`size ${operator}`, (value, constant) => inOrder(operator, sizeOf(value), constant)],
  ]),
]);

function ofTexts(holds: (text: string, part: string, event: EventValues) => boolean): Holds {
  return (value, constant, event) =>
    typeof value === "string" && typeof constant === "string" && holds(value, constant, event);
}

function inOrder(test: string, value: JsonValue | undefined, constant: JsonValue): boolean {
  if (typeof value === "number" && typeof constant === "number") return compares(test, value, constant);
  return typeof value === "string" && typeof constant === "string" && compares(test, value, constant);
}

function compares<T extends number | string>(test: string, value: T, constant: T): boolean {
  switch (test) {
    case "<":
      return value < constant;
    case "<=":
      return value <= constant;
    case ">":
      return value > constant;
    default:
      return value >= constant;
  }
}

function sizeOf(value: JsonValue | undefined): number | undefined {
  if (typeof value === "string" || isList(value)) return value.length;
  return typeof value === "object" && value !== null ? Object.keys(value).length : undefined;
}
