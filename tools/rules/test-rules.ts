import {
  type CallExpression,
  isArrowFunction,
  isCallExpression,
  isFunctionDeclaration,
  isFunctionExpression,
  isIdentifier,
  isPropertyAccessExpression,
  isVariableDeclaration,
  type Node,
} from "typescript/unstable/ast";

import { eachNode, type House, type HouseFile, lineAt, startOf } from "../house/house-source.js";
import { type Finding, ownerOf } from "./finding.js";

/** Names of what fails a test: ours for laws, growth and shared suites begin so, too. */
const ASSERTS = /^(?:expect|assert|must|test[A-Z]|throws)/;

/** What tests break: each asserts something, and none replaces our own code. */
export function testFindings({ files }: House): readonly Finding[] {
  return files.filter(({ place }) => place.endsWith(".test.ts")).flatMap(findingsOf);
}

function findingsOf({ place, syntax }: HouseFile): readonly Finding[] {
  const findings: Finding[] = [];
  const asserting = assertingNames(syntax);
  eachNode(syntax, (node) => {
    if (!isCallExpression(node)) return;
    const at = (): string => `${place}:${lineAt(syntax, startOf(node, syntax))}`;
    const name = calledName(node);
    if (name === "vi.mock" || name === "vi.doMock")
      findings.push({
        rule: "mock",
        of: ownerOf(place),
        says: `${at()}: no \`${name}\`: tests run what users run`,
      });
    const body = bodyOfTest(node);
    if (body !== undefined && !asserts(body, asserting))
      findings.push({ rule: "assertion", of: ownerOf(place), says: `${at()}: a test that asserts nothing` });
  });
  return findings;
}

/** Functions of the file that assert, one through another. */
function assertingNames(syntax: Node): ReadonlySet<string> {
  const bodies = new Map<string, Node>();
  eachNode(syntax, (node) => {
    if (isFunctionDeclaration(node) && node.name !== undefined) bodies.set(node.name.text, node);
    if (isVariableDeclaration(node) && isIdentifier(node.name) && node.initializer !== undefined)
      bodies.set(node.name.text, node.initializer);
  });
  const names = new Set<string>();
  for (let before = -1; before < names.size;) {
    before = names.size;
    for (const [name, body] of bodies) if (asserts(body, names)) names.add(name);
  }
  return names;
}

function asserts(body: Node, names: ReadonlySet<string>): boolean {
  let does = false;
  eachNode(body, (node) => {
    if (isIdentifier(node) && (ASSERTS.test(node.text) || names.has(node.text))) does = true;
  });
  return does;
}

/** The function that `test("…", () => …)` runs, or `test.each(…)("…", () => …)`. */
function bodyOfTest(call: CallExpression): Node | undefined {
  const [callee, each] = calledName(call).split(".");
  const inner = isCallExpression(call.expression) ? calledName(call.expression) : "";
  const isTest =
    ((callee === "test" || callee === "it") && (each === undefined || each === "skip" || each === "only")) ||
    /^(?:test|it)\.(?:each|skipIf|runIf|for)$/.test(inner);
  if (!isTest) return undefined;
  return call.arguments.find((one) => isArrowFunction(one) || isFunctionExpression(one));
}

function calledName({ expression }: CallExpression): string {
  if (isIdentifier(expression)) return expression.text;
  if (!isPropertyAccessExpression(expression)) return "";
  const { expression: of, name } = expression;
  return `${isIdentifier(of) ? of.text : ""}.${name.text}`;
}
