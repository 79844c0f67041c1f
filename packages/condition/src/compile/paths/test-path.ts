import { floor } from "@gatehouse-hooks/json/intrinsics";
import type { Value } from "@gatehouse-hooks/json";
import { lookup } from "@gatehouse-hooks/json/values";
import { limits } from "../../limits.js";
import { type Scope, spend } from "../scope.js";
import type { Spelling } from "./path-alternative.js";
import type { PathGlob } from "./path-glob.js";
import type { PathSet, SpelledGlobs } from "./spelled-globs.js";

/** What asks a path fact about a glob. */
export type PathMethod = "touches" | "within";

/** How much more an inclusion costs. */
export const WITHIN = 8;

/** SPEC, "Paths": false for everything that is not a path fact. */
export function testPath(
  method: PathMethod,
  { size, spelled }: PathGlob,
  fact: Value,
  scope: Scope,
): boolean {
  if (typeof fact !== "object" || fact === null) return false;
  const isTouch = method === "touches";
  for (let i = 0; i < spelled.length; i++) {
    const globs = spelled[i] as SpelledGlobs;
    const text = lookup(fact, globs.spelling);
    if (typeof text !== "string" || text === "") continue;
    spend(scope, floor((text.length * size * (isTouch ? 1 : WITHIN)) / limits.patternWorkPerStep));
    const set: PathSet = { text, tree: lookup(fact, "tree") === true, folds: lookup(fact, "folds") === true };
    if (isTouch ? globs.touches(set) : isSure(fact, globs.spelling) && globs.contain(set)) return true;
  }
  return false;
}

/** Whether the fact names exactly what happens: no link and no guess of the home directory is in it. */
function isSure(fact: Value, spelling: Spelling): boolean {
  if (lookup(fact, "certainty") !== "exact" || lookup(fact, "linksChecked") !== true) return false;
  return spelling !== "home" || lookup(fact, "homeGuessed") !== true;
}
