import {
  type CallExpression,
  isCallExpression,
  isMethodDeclaration,
  isObjectLiteralExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isShorthandPropertyAssignment,
  type MethodDeclaration,
  type Node,
  type ObjectLiteralExpression,
  type PropertyAssignment,
  type ShorthandPropertyAssignment,
  SyntaxKind,
} from "typescript/unstable/ast";

import { eachNode, type House, lineAt, startOf } from "./house-source.js";

/** A call, the package it is in, and the declaration that it leads to. */
interface Call {
  readonly from: string;
  readonly place: string;
  /** The package that declares what is called. */
  readonly of: string;
  readonly name: string;
  /** Is what is called a member whose function is filled in by somebody? */
  readonly member: string | undefined;
}

const MEMBERS: ReadonlySet<SyntaxKind> = new Set([SyntaxKind.MethodSignature, SyntaxKind.PropertySignature]);

/** Files elsewhere that call the engine's `step`: each has a loop of its own that answers needs. */
export function stepLoops(house: House): readonly string[] {
  return calls(house)
    .filter(({ from, of, name }) => of === "engine" && name === "step" && from !== "engine")
    .map(({ place }) => place.replace(/:\d+$/, ""))
    .filter((place, at, all) => all.indexOf(place) === at);
}

/**
 * Pairs of packages that call each other: one directly, the other through a member of an interface that the first one declares and the
 * second fills in with a function. A circle that the import graph does not show.
 */
export function callCircles(house: House): readonly string[] {
  const all = calls(house);
  const direct = new Set(
    all
      .filter(({ member, from, of }) => member === undefined && from !== of)
      .map(({ from, of }) => `${from} ${of}`),
  );
  const called = new Map<string, Set<string>>();
  for (const { member, from } of all)
    if (member !== undefined) called.set(member, (called.get(member) ?? new Set()).add(from));
  const circles = new Map<string, Set<string>>();
  for (const { by, member, name } of filledMembers(house)) {
    for (const from of called.get(member) ?? []) {
      if (from === by || !direct.has(`${by} ${from}`)) continue;
      const pair = `${by} and ${from}`;
      circles.set(pair, (circles.get(pair) ?? new Set()).add(name));
    }
  }
  return [...circles].map(([pair, names]) => `${pair}: ${[...names].toSorted().join(", ")}`).toSorted();
}

function calls({ sources, checker }: House): readonly Call[] {
  return sources.flatMap(({ of: from = "", place, syntax }) => {
    const found: CallExpression[] = [];
    eachNode(syntax, (node) => {
      if (isCallExpression(node)) found.push(node);
    });
    const named = found.map(({ expression }) =>
      isPropertyAccessExpression(expression) ? expression.name : expression,
    );
    const symbols = named.length === 0 ? [] : checker.getSymbolAtLocation(named);
    return symbols.flatMap((symbol, at) => {
      if (symbol === undefined) return [];
      // An import is another name for what it imports.
      const meant =
        symbol.declarations[0]?.kind === SyntaxKind.ImportSpecifier
          ? checker.getAliasedSymbol(symbol)
          : symbol;
      const [declared] = meant.declarations;
      const of = declared === undefined ? undefined : packageOf(declared.path);
      if (declared === undefined || of === undefined) return [];
      const node = found[at];
      const line = node === undefined ? 1 : lineAt(syntax, startOf(node, syntax));
      const member = MEMBERS.has(declared.kind) ? `${declared.path}#${declared.index}` : undefined;
      return [{ from, place: `${place}:${line}`, of, name: meant.name, member }];
    });
  });
}

/** Members of interfaces that an object literal of another package fills in with a function of its own. */
function filledMembers({
  sources,
  checker,
}: House): readonly { readonly by: string; readonly member: string; readonly name: string }[] {
  return sources.flatMap(({ of: by = "", syntax }) => {
    const literals: ObjectLiteralExpression[] = [];
    eachNode(syntax, (node) => {
      if (isObjectLiteralExpression(node) && node.properties.some(isFilled)) literals.push(node);
    });
    return literals.flatMap((literal) => {
      const expected = checker.getContextualType(literal);
      const type = expected === undefined ? undefined : checker.getNonNullableType(expected);
      if (type === undefined) return [];
      return literal.properties.flatMap((property) => {
        if (!isFilled(property)) return [];
        const { name } = property;
        const text = name === undefined ? "" : syntax.text.slice(startOf(name, syntax), name.end);
        const declared = checker.getPropertyOfType(type, text)?.declarations[0];
        if (declared === undefined || !MEMBERS.has(declared.kind)) return [];
        const owner = packageOf(declared.path);
        if (owner === undefined || owner === by) return [];
        return [{ by, member: `${declared.path}#${declared.index}`, name: text }];
      });
    });
  });
}

function isFilled(node: Node): node is MethodDeclaration | ShorthandPropertyAssignment | PropertyAssignment {
  if (isMethodDeclaration(node) || isShorthandPropertyAssignment(node)) return true;
  if (!isPropertyAssignment(node)) return false;
  const { kind } = node.initializer;
  return (
    kind === SyntaxKind.ArrowFunction ||
    kind === SyntaxKind.FunctionExpression ||
    kind === SyntaxKind.Identifier
  );
}

function packageOf(path: string): string | undefined {
  return /\/packages\/([^/]+)\/src\//.exec(path)?.[1];
}
