import { posix } from "node:path";

import {
  isCallExpression,
  isIdentifier,
  isNoSubstitutionTemplateLiteral,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isPropertyName,
  isStringLiteral,
  type SourceFile,
} from "typescript/unstable/ast";

import { eachNode, type House, startOf } from "./house-source.js";

/** A file of the command line or of the tools that names so large a part of the commands says something of each. */
const PART = 1 / 3;

/** A folder of such files is one table, a part of the commands in each. */
const TABLE = ".table.ts";

/**
 * The places where commands are declared: files that add a command or have a row with its usage (a folder of tables is one place), files
 * that name a third of them or more, each by a key or at the beginning of a string, and folders that have a file for each. What a command
 * does is not a declaration.
 */
export function commandPlaces({ files }: House): readonly string[] {
  const looked = files.filter(({ place }) => /^(?:packages\/cli\/src|tools)\//.test(place));
  const makers = looked.filter(
    ({ place, syntax }) => place.startsWith("packages/cli/") && added(syntax).length > 0,
  );
  const made = makers.map(({ place }) => (place.endsWith(TABLE) ? posix.dirname(place) : place));
  const commands = new Set(makers.flatMap(({ syntax }) => added(syntax)));
  const others = looked.filter(
    ({ place }) =>
      !place.startsWith("packages/cli/src/commands/") && !makers.some((one) => one.place === place),
  );
  const folders = new Map<string, number>();
  for (const { place } of others) {
    const folder = posix.dirname(place);
    if (commands.has(named(place))) folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  const perCommand = [...folders].filter(([, count]) => count * 2 > commands.size).map(([folder]) => folder);
  const tables = others
    .filter(({ place }) => !perCommand.includes(posix.dirname(place)))
    .filter(({ syntax }) => commands.size > 0 && namesIn(syntax, commands) >= commands.size * PART);
  return [...new Set([...perCommand, ...made, ...tables.map(({ place }) => place)])].toSorted();
}

const named = (place: string): string => posix.basename(place, ".ts");

/** How many commands a key names, or the first word of a string. */
function namesIn(syntax: SourceFile, commands: ReadonlySet<string>): number {
  const found = new Set<string>();
  eachNode(syntax, (node) => {
    const isText = isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node);
    if (!isText && !isPropertyName(node)) return;
    const text = isText ? node.text : syntax.text.slice(startOf(node, syntax), node.end);
    if (commands.has(firstWord(text))) found.add(firstWord(text));
  });
  return found.size;
}

/** The commands of rows, `{ usage: "hook <agent>", … }`, and those that calls add: `add("hook <agent>", …)`, `root.command("hook")`. */
function added(syntax: SourceFile): readonly string[] {
  const found: string[] = [];
  eachNode(syntax, (node) => {
    if (isPropertyAssignment(node) && isStringLiteral(node.initializer)) {
      const key = isIdentifier(node.name) ? node.name.text : "";
      if (key === "usage" && firstWord(node.initializer.text) !== "")
        found.push(firstWord(node.initializer.text));
    }
    if (!isCallExpression(node)) return;
    const { expression } = node;
    const called = isPropertyAccessExpression(expression) ? expression.name : expression;
    const [first] = node.arguments;
    if (first === undefined || !isStringLiteral(first) || !isIdentifier(called)) return;
    if (/^(?:add|command)$/.test(called.text) && firstWord(first.text) !== "")
      found.push(firstWord(first.text));
  });
  return found;
}

const firstWord = (text: string): string => /^([a-z-]+)(?: [[<-]|$)/.exec(text)?.[1] ?? "";
