import { posix } from "node:path";

import {
  isCallExpression,
  isCatchClause,
  isIdentifier,
  isImportDeclaration,
  isNonNullExpression,
  isObjectLiteralExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isStringLiteral,
} from "typescript/unstable/ast";

import { exportedTwice, unreadNames } from "../house/exported-names.js";
import { casts, functionSizes } from "../house/functions.js";
import { eachNode, type House, type HouseFile, lineAt, startOf } from "../house/house-source.js";
import { filesWithAgents } from "../house/named-agents.js";
import { linesOf, oneFileFolders, oneReaderFiles } from "../house/sizes.js";
import { type Finding, groups, ownerOf } from "./finding.js";

/** The most of each: of lines in a command's file, of lines and files in packages and folders, of lines and paths in a function. */
const MOST = { command: 80, package: 10_000, folder: 25, folded: 12, lines: 50, paths: 15 };

/** A file name is a noun, or a verb and a noun: these begin neither. */
const REFUSED_HEADS: ReadonlySet<string> = new Set([
  ...["asked", "found", "looked", "derived", "checked", "given", "wanted"],
  ...["near", "late", "quick", "whole", "more", "other", "everyday"],
]);

const DATA = /\.(?:table|generated)\.ts$/;

/** What the sources of packages break. */
export function sourceFindings(house: House): readonly Finding[] {
  const { sources } = house;
  return [
    ...sources.flatMap(commandFindings),
    ...filesWithAgents(house).map((place) => found("R2", place, "names an agent outside its folder")),
    ...exportedTwice(house).flatMap(({ name, packages }) =>
      packages.map((of) => ({
        rule: "R4",
        of,
        says: `\`${name}\` is exported by ${packages.join(" and ")}`,
      })),
    ),
    ...oneFileFolders(house).map((place) => found("R5", place, "a folder of one file")),
    ...oneReaderFiles(house, MOST.folded)
      // The type of generated data is a file beside it.
      .filter((place) => posix.basename(place) !== "index.ts" && !place.endsWith(".d.json.ts"))
      .map((place) => found("R5", place, "a few lines with one reader: they belong there")),
    ...sources.flatMap(({ place }) => nameFindings(place)),
    ...unreadNames(house).map((text) => {
      const [of = "", name = ""] = text.split(": ");
      return { rule: "R8", of, says: `\`${name}\` of ${of} is exported without a reader` };
    }),
    ...sizeFindings(house),
    ...casts(house).map((place) => found("cast", place, "a cast: check the value instead")),
    ...functionFindings(house),
    ...sources.flatMap(syntaxFindings),
  ];
}

const found = (rule: string, place: string, what: string): Finding => ({
  rule,
  of: ownerOf(place),
  says: `${place}: ${what}`,
});

function commandFindings({ place, lines, syntax }: HouseFile): readonly Finding[] {
  const findings: Finding[] = [];
  if (place.startsWith("packages/cli/src/commands/")) {
    if (lines > MOST.command) findings.push(found("R1", place, `${lines} lines: at most ${MOST.command}`));
    for (const statement of syntax.statements)
      if (isImportDeclaration(statement) && isStringLiteral(statement.moduleSpecifier)) {
        const { text } = statement.moduleSpecifier;
        if (/^node:(?:fs|child_process)(?:\/|$)/.test(text))
          findings.push(found("R1", place, `a command imports no \`${text}\``));
      }
  }
  if (place.startsWith("packages/cli/src/table/"))
    eachNode(syntax, (node) => {
      if (!isObjectLiteralExpression(node)) return;
      const isRow = node.properties.some(
        (one) => isPropertyAssignment(one) && isIdentifier(one.name) && one.name.text === "usage",
      );
      const first = lineAt(syntax, startOf(node, syntax));
      const size = lineAt(syntax, node.end) - first + 1;
      if (isRow && size > MOST.command)
        findings.push(found("R1", `${place}:${first}`, `a row of ${size} lines: at most ${MOST.command}`));
    });
  return findings;
}

function nameFindings(place: string): readonly Finding[] {
  const [head = ""] = posix.basename(place).split(/[-.]/);
  return [
    ...(head === "late" ? [found("R6", place, "lazy loading is a list of tools/build, not a file")] : []),
    ...(REFUSED_HEADS.has(head) ? [found("R7", place, `\`${head}\` is neither a noun nor a verb`)] : []),
  ];
}

/** A finding for each thousand lines, and each file, that are too many. */
function sizeFindings({ packages, sources }: House): readonly Finding[] {
  const code = sources.filter(({ place }) => !DATA.test(place));
  const large = packages.flatMap(({ folder }) => {
    const lines = linesOf(code.filter(({ of }) => of === folder));
    const place = `packages/${folder}/src`;
    return times(Math.ceil((lines - MOST.package) / 1000), found("R9", place, `${lines} lines`));
  });
  const folders = groups(sources, ({ place }) => posix.dirname(place));
  const full = [...folders].flatMap(([folder, files]) =>
    times(files.length - MOST.folder, found("R9", folder, `${files.length} files: at most ${MOST.folder}`)),
  );
  return [...large, ...full];
}

/** A finding for each begun 50 lines and 15 paths that are too many: what is long does not grow, either. */
function functionFindings(house: House): readonly Finding[] {
  return functionSizes(house).flatMap(({ place, lines, paths }) => [
    ...times(
      Math.ceil(lines / MOST.lines) - 1,
      found("function-lines", place, `a function of ${lines} lines`),
    ),
    ...times(
      Math.ceil(paths / MOST.paths) - 1,
      found("function-paths", place, `a function with ${paths} paths`),
    ),
  ]);
}

const times = (count: number, finding: Finding): readonly Finding[] =>
  Array.from({ length: Math.max(0, count) }, () => finding);

function syntaxFindings({ place, syntax }: HouseFile): readonly Finding[] {
  const findings: Finding[] = [];
  eachNode(syntax, (node) => {
    const at = (): string => `${place}:${lineAt(syntax, startOf(node, syntax))}`;
    if (isNonNullExpression(node)) findings.push(found("non-null", at(), "no `!`: check the value"));
    if (isCatchClause(node) && syntax.text.slice(node.block.pos, node.block.end).trim() === "{}")
      findings.push(found("empty-catch", at(), "a failure is swallowed without a word: say why"));
    if (isCallExpression(node) && isPropertyAccessExpression(node.expression)) {
      const { expression, name } = node.expression;
      if (isIdentifier(expression) && expression.text === "console")
        findings.push(found("console", at(), `no \`console.${name.text}\`: output goes through \`Io\``));
    }
    if (isPropertyAccessExpression(node) && isIdentifier(node.expression))
      if (node.expression.text === "process" && node.name.text === "env")
        findings.push(found("environment", at(), "no `process.env`: the environment is an argument"));
  });
  return findings;
}
