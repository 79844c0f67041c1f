import { floor, some } from "@gatehouse-hooks/json/intrinsics";
import type { Value } from "@gatehouse-hooks/json";
import { lookup } from "@gatehouse-hooks/json/values";
import { limits } from "../../limits.js";
import { type Scope, spend } from "../scope.js";
import { isWithin, type PathGlob, type PathSet, type Spelling } from "./path-glob.js";

/** What asks a path fact about a glob. */
export type PathMethod = "touches" | "within";

/** SPEC, "Paths": false for everything that is not a path fact. */
export function testPath(method: PathMethod, glob: PathGlob, fact: Value, scope: Scope): boolean {
  if (typeof fact !== "object" || fact === null) return false;
  const { spellings, size } = glob;
  const isTouch = method === "touches";
  for (let i = 0; i < spellings.length; i++) {
    const spelling = spellings[i] as Spelling;
    const text = lookup(fact, spelling);
    if (typeof text !== "string") continue;
    spend(scope, floor((text.length * size * (isTouch ? 1 : WITHIN)) / limits.patternWorkPerStep));
    const set: PathSet = { text, tree: lookup(fact, "tree") === true, folds: lookup(fact, "folds") === true };
    if (isTouch ? touches(glob, spelling, set) : isSure(fact, spelling) && isWithin(glob, spelling, set))
      return true;
  }
  return false;
}

/** How much more an inclusion costs. */
export const WITHIN = 8;

function touches({ alternatives }: PathGlob, spelling: Spelling, set: PathSet): boolean {
  return some(alternatives, (one) => one.spelling === spelling && one.touches(set));
}

/** Whether the fact names exactly what happens: no link and no guess of the home directory is in it. */
function isSure(fact: Value, spelling: Spelling): boolean {
  if (lookup(fact, "certainty") !== "exact" || lookup(fact, "linksChecked") !== true) return false;
  return spelling !== "home" || lookup(fact, "homeGuessed") !== true;
}
