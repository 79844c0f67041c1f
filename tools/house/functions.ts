import { type Node, type SourceFile, SyntaxKind } from "typescript/unstable/ast";

import { eachNode, type House, lineAt, startOf } from "./house-source.js";

/** The most lines of a function, and the most paths through it where each `case` is one. */
const MOST = { lines: 50, paths: 15 };

const FUNCTIONS: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.FunctionDeclaration,
  SyntaxKind.FunctionExpression,
  SyntaxKind.ArrowFunction,
  SyntaxKind.MethodDeclaration,
  SyntaxKind.Constructor,
  SyntaxKind.GetAccessor,
  SyntaxKind.SetAccessor,
]);

/** What adds a path. `&&`, `||` and `??` are operators, which stand as tokens of their own. */
const PATHS: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.IfStatement,
  SyntaxKind.ConditionalExpression,
  SyntaxKind.ForStatement,
  SyntaxKind.ForInStatement,
  SyntaxKind.ForOfStatement,
  SyntaxKind.WhileStatement,
  SyntaxKind.DoStatement,
  SyntaxKind.CatchClause,
  SyntaxKind.CaseClause,
  SyntaxKind.AmpersandAmpersandToken,
  SyntaxKind.BarBarToken,
  SyntaxKind.QuestionQuestionToken,
  SyntaxKind.AmpersandAmpersandEqualsToken,
  SyntaxKind.BarBarEqualsToken,
  SyntaxKind.QuestionQuestionEqualsToken,
]);

/** A function, and how large it is; what functions inside it hold is theirs. */
export interface FunctionSize {
  readonly place: string;
  readonly lines: number;
  readonly paths: number;
}

/** Functions of more than 50 lines, the longest first. */
export function longFunctions(house: House): readonly string[] {
  return functionSizes(house)
    .filter(({ lines }) => lines > MOST.lines)
    .toSorted((a, b) => b.lines - a.lines)
    .map(({ place, lines }) => `${place}: ${lines} lines`);
}

/** Functions with more than 15 paths, each `case` counted as one, the most first. */
export function branchedFunctions(house: House): readonly string[] {
  return functionSizes(house)
    .filter(({ paths }) => paths > MOST.paths)
    .toSorted((a, b) => b.paths - a.paths)
    .map(({ place, paths }) => `${place}: ${paths} paths`);
}

/** Casts, `as const` left out, and `!` after a value. */
export function casts({ sources }: House): readonly string[] {
  return sources.flatMap(({ place, syntax }) => {
    const found: string[] = [];
    eachNode(syntax, (node) => {
      if (isCast(node, syntax)) found.push(`${place}:${lineAt(syntax, startOf(node, syntax))}`);
    });
    return found;
  });
}

function isCast(node: Node, syntax: SourceFile): boolean {
  if (node.kind === SyntaxKind.NonNullExpression || node.kind === SyntaxKind.TypeAssertionExpression)
    return true;
  return (
    node.kind === SyntaxKind.AsExpression && !/\bas\s+const$/.test(syntax.text.slice(node.pos, node.end))
  );
}

/** Every function, and how large it is. */
export function functionSizes({ sources }: House): readonly FunctionSize[] {
  return sources.flatMap(({ place, syntax }) => {
    const found: FunctionSize[] = [];
    eachNode(syntax, (node) => {
      if (!FUNCTIONS.has(node.kind)) return;
      const first = lineAt(syntax, startOf(node, syntax));
      const lines = lineAt(syntax, node.end) - first + 1;
      found.push({ place: `${place}:${first}`, lines, paths: pathsThrough(node) });
    });
    return found;
  });
}

function pathsThrough(of: Node): number {
  let paths = 1;
  const visit = (node: Node): undefined => {
    if (FUNCTIONS.has(node.kind)) return undefined;
    if (PATHS.has(node.kind)) paths++;
    node.forEachChild(visit);
    return undefined;
  };
  of.forEachChild(visit);
  return paths;
}
