import { floor, existing } from "@gatehouse-hooks/json/intrinsics";
import type { Value } from "@gatehouse-hooks/json";
import { lookup } from "@gatehouse-hooks/json/values";
import { limits } from "../../limits.js";
import type { Scope } from "../scope.js";
import type { Spelling } from "./path-alternative.js";
import type { PathGlob, PathMethod } from "./path-glob-result.js";
import { onePathOf, type PathSet, type SpelledGlobs } from "./spelled-globs.js";

/** What a unit of a path costs for each unit of the glob, and how much more an inclusion, and a level, cost. */
const WEIGHT = 8;
const WITHIN = 8;
const LEVEL = 2;

/** The globs of one argument. */
export interface Spelled {
  readonly spelled: readonly SpelledGlobs[];
  /** Of all globs that it stands for. */
  readonly units: number;
}

type Pay = (scope: Scope, steps: number) => void;

/** The globs of a method that asks a path fact. */
export class ReadPathGlob implements PathGlob {
  readonly spelled: readonly SpelledGlobs[];
  readonly except: readonly SpelledGlobs[];
  readonly #size: number;

  constructor({ spelled, units }: Spelled, except: Spelled) {
    this.spelled = spelled;
    this.except = except.spelled;
    this.#size = WEIGHT * (units + except.units);
  }

  weight(method: PathMethod): number {
    if (method === "touches") return this.#size;
    return this.#size * (method === "within" ? WITHIN : LEVEL);
  }

  /** What a path costs: one without wildcards is read as the one string that it is. */
  weightOf(method: PathMethod, text: string): number {
    return this.#weightOf(method, onePathOf(text) !== undefined);
  }

  #weightOf(method: PathMethod, isKnown: boolean): number {
    return isKnown && method !== "within" && method !== "perhaps" ? this.#size / WEIGHT : this.weight(method);
  }

  asks(method: PathMethod, fact: Value, scope: Scope, pay: Pay): boolean {
    if (typeof fact !== "object" || fact === null) return false;
    const weight = this.weight(method) / limits.patternWorkPerStep;
    let holds = false;
    for (let i = 0; i < this.spelled.length && !holds; i++) {
      const globs = existing(this.spelled[i]);
      const set = setOf(fact, globs.spelling);
      if (set === undefined) continue;
      const each = this.#weightOf(method, set.path !== undefined);
      pay(scope, floor((set.text.length * each) / limits.patternWorkPerStep));
      holds = asksOne(method, fact, globs, set);
    }
    if (!holds) return false;
    if (method === "within") return !this.#exceptions(fact, scope, weight, pay, touchesOne);
    if (method === "perhaps" && this.asks("in", fact, scope, NO_PAY)) return false;
    return !this.#exceptions(fact, scope, weight, pay, containOne);
  }

  #exceptions(fact: object & Value, scope: Scope, weight: number, pay: Pay, test: Test): boolean {
    for (let i = 0; i < this.except.length; i++) {
      const globs = existing(this.except[i]);
      const set = setOf(fact, globs.spelling);
      if (set === undefined) continue;
      pay(scope, floor(set.text.length * weight));
      if (test(globs, set)) return true;
    }
    return false;
  }
}

/** What `perhaps` costs has been paid. */
const NO_PAY: Pay = () => undefined;

type Test = (globs: SpelledGlobs, set: PathSet) => boolean;

const touchesOne: Test = (globs, set) => globs.touches(set);
const containOne: Test = (globs, set) => globs.contain({ ...set, tree: false });

function asksOne(method: PathMethod, fact: Value, globs: SpelledGlobs, set: PathSet): boolean {
  switch (method) {
    case "touches":
      return globs.touches(set);
    case "within":
      return isSure(fact, globs.spelling) && globs.contain(set);
    case "perhaps":
      return globs.touches(set) || globs.touchesBelow(set);
    case "in":
      return globs.surelyOrNamed(set, lookup(fact, "certainty") !== "unknown");
    case "surely":
      return globs.surely(set, lookup(fact, "certainty") !== "unknown");
  }
}

function setOf(fact: object & Value, spelling: Spelling): PathSet | undefined {
  const text = lookup(fact, spelling);
  if (typeof text !== "string" || text === "") return undefined;
  return {
    text,
    path: onePathOf(text),
    tree: lookup(fact, "tree") === true,
    folds: lookup(fact, "folds") === true,
  };
}

/** Whether the fact names exactly what happens: no link and no guess of the home directory is in it. */
function isSure(fact: Value, spelling: Spelling): boolean {
  if (lookup(fact, "certainty") !== "exact" || lookup(fact, "linksChecked") !== true) return false;
  return spelling !== "home" || lookup(fact, "homeGuessed") !== true;
}
