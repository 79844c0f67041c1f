import type { Expr, MethodName } from "../ast.js";
import { compileGlob } from "../compile/glob.js";
import { isPathGlob, isPattern, type Pattern } from "../compile/pattern.js";
import { compilePathGlob } from "../compile/paths/path-glob.js";
import type { PathGlob, PathMethod } from "../compile/paths/path-glob-result.js";
import { re2 } from "../re2/re2.js";
import { type Building, report, addWarning } from "./building.js";
import { type PatternMethod, suspectBackslash } from "./escapes.js";

/** The compiled pattern of `matches` or `glob`; `null` where something is wrong with it, which is reported. */
export function readPattern(building: Building, method: PatternMethod, node: Expr): Pattern | null {
  if (node.kind !== "literal" || typeof node.value !== "string") {
    const message = `the pattern of \`${method}\` must be a string literal`;
    report(building, "pattern-not-literal", message, node.span[0], usage(method));
    return null;
  }
  building.patterns.set(node.span[0], method);
  const compiled = method === "matches" ? re2(node.value) : compileGlob(node.value);
  if (isPattern(compiled)) {
    const suspect = suspectBackslash(method, node.value);
    if (suspect !== undefined)
      addWarning(building, "suspect-backslash", suspect.message, node.span[0], suspect.cure);
    return compiled.pattern;
  }
  const cure =
    method === "matches" ? "patterns have RE2 syntax: no look-around, no back-references" : usage(method);
  report(
    building,
    "bad-pattern",
    `the pattern of \`${method}\` is not valid: ${compiled.problem}`,
    node.span[0],
    cure,
  );
  return null;
}

/** The same for the globs of a method that asks a path fact. */
export function readPathGlob(
  building: Building,
  method: PathMethod,
  node: Expr,
  except: Expr | undefined,
): PathGlob | null {
  building.asksPaths = true;
  const source = readGlobText(building, method, node);
  if (except === undefined) return source === null ? null : compileGlobs(building, method, node, source);
  const taken = readGlobText(building, method, except);
  // Each of the two is reported where it stands.
  if (taken === null || compileGlobs(building, method, except, taken) === null || source === null)
    return null;
  return compileGlobs(building, method, node, source, taken);
}

function readGlobText(building: Building, method: PathMethod, node: Expr): string | null {
  if (node.kind !== "literal" || typeof node.value !== "string") {
    const message = `the glob of \`${method}\` must be a string literal`;
    report(building, "pattern-not-literal", message, node.span[0], usage(method));
    return null;
  }
  building.patterns.set(node.span[0], "glob");
  const suspect = suspectBackslash("glob", node.value);
  if (suspect !== undefined)
    addWarning(building, "suspect-backslash", suspect.message, node.span[0], suspect.cure);
  return node.value;
}

function compileGlobs(
  building: Building,
  method: PathMethod,
  node: Expr,
  source: string,
  except?: string,
): PathGlob | null {
  const compiled = compilePathGlob(source, except);
  if (isPathGlob(compiled)) return compiled.glob;
  const message = `the glob of \`${method}\` is not valid: ${compiled.problem}`;
  report(building, "bad-pattern", message, node.span[0], usage(method));
  return null;
}

/** How the method is written. */
export function usage(method: MethodName): string {
  switch (method) {
    case "matches":
      return 'write for example `params.command.matches("^git +push")`';
    case "glob":
      return 'write for example `params.path.glob("src/**/*.ts")`';
    case "touches":
    case "within":
    case "in":
    case "surely":
    case "perhaps":
      return `write for example \`facts.writes.any(w, w.${method}("~/.ssh/**"))\``;
    case "lower":
    case "upper":
    case "trim":
    case "size":
      return `write \`.${method}()\``;
    default:
      return `write for example \`params.command.${method}("git")\``;
  }
}
