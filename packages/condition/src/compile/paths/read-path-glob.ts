import { floor } from "@gatehouse-hooks/json/intrinsics";
import type { Value } from "@gatehouse-hooks/json";
import { lookup } from "@gatehouse-hooks/json/values";
import { limits } from "../../limits.js";
import type { Scope } from "../scope.js";
import type { Spelling } from "./path-alternative.js";
import type { PathGlob, PathMethod } from "./path-glob-result.js";
import type { PathSet, SpelledGlobs } from "./spelled-globs.js";

/** What a unit of a path costs for each unit of the glob, and how much more an inclusion costs. */
const WEIGHT = 8;
const WITHIN = 8;

/** A glob of `touches` and `within`. */
export class ReadPathGlob implements PathGlob {
  readonly spelled: readonly SpelledGlobs[];
  readonly #size: number;

  /** @param units of all globs that it stands for */
  constructor(spelled: readonly SpelledGlobs[], units: number) {
    this.spelled = spelled;
    this.#size = WEIGHT * units;
  }

  weight(method: PathMethod): number {
    return method === "touches" ? this.#size : this.#size * WITHIN;
  }

  asks(method: PathMethod, fact: Value, scope: Scope, pay: (scope: Scope, steps: number) => void): boolean {
    if (typeof fact !== "object" || fact === null) return false;
    for (let i = 0; i < this.spelled.length; i++) {
      const globs = this.spelled[i] as SpelledGlobs;
      const text = lookup(fact, globs.spelling);
      if (typeof text !== "string" || text === "") continue;
      pay(scope, floor((text.length * this.weight(method)) / limits.patternWorkPerStep));
      const set: PathSet = {
        text,
        tree: lookup(fact, "tree") === true,
        folds: lookup(fact, "folds") === true,
      };
      const holds =
        method === "touches" ? globs.touches(set) : isSure(fact, globs.spelling) && globs.contain(set);
      if (holds) return true;
    }
    return false;
  }
}

/** Whether the fact names exactly what happens: no link and no guess of the home directory is in it. */
function isSure(fact: Value, spelling: Spelling): boolean {
  if (lookup(fact, "certainty") !== "exact" || lookup(fact, "linksChecked") !== true) return false;
  return spelling !== "home" || lookup(fact, "homeGuessed") !== true;
}
