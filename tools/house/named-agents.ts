import {
  isExportDeclaration,
  isIdentifier,
  isImportDeclaration,
  isNoSubstitutionTemplateLiteral,
  isStringLiteral,
  isTemplateHead,
  isTemplateMiddle,
  isTemplateTail,
  type Node,
} from "typescript/unstable/ast";

import { BY_NATURE } from "./agents-by-nature.table.js";
import { eachNode, type House, type HouseFile } from "./house-source.js";

/** An agent's folder. The format of our own is none, though it lies beside them. */
const AGENT = /^packages\/hosts\/src\/(?!gatehouse\/)([^/]+)\/host\.ts$/;

/**
 * For each agent the sources outside its folders that name it: in a string, or by a name made of its own. An agent is a folder of the
 * hosts with a `host.ts`; a folder of its name in another package is its own, too. What has to name agents by its nature is left out.
 */
export function namedAgents({ sources }: House): readonly string[] {
  const agents = agentsOf(sources);
  return agents
    .map((agent) => ({
      agent,
      files: sources.filter((file) => !isByNature(file) && namesOutside(file, agent)),
    }))
    .toSorted((a, b) => b.files.length - a.files.length)
    .map(({ agent, files }) => `${agent}: ${files.length} files`);
}

/** A file that names an agent where no agent's folder is, whichever it is. */
export function filesWithAgents({ sources }: House): readonly string[] {
  return withAgents(sources)
    .filter((file) => !isByNature(file))
    .map(({ place }) => place);
}

/** Files that name an agent by their nature, each with the reason. */
export function filesOfAgents({ sources }: House): readonly string[] {
  return withAgents(sources).flatMap((file) => {
    const row = BY_NATURE.find(({ files }) => files.test(file.place));
    return row === undefined ? [] : [`${file.place}: ${row.why}`];
  });
}

/** Rows of the table that are about no file any more. */
export function idleRows({ sources }: House): readonly string[] {
  const named = withAgents(sources);
  return BY_NATURE.filter(({ files }) => !named.some(({ place }) => files.test(place))).map(({ files }) =>
    String(files),
  );
}

function withAgents(sources: readonly HouseFile[]): readonly HouseFile[] {
  const agents = agentsOf(sources);
  return sources.filter((file) => agents.some((agent) => namesOutside(file, agent)));
}

const isByNature = ({ place }: HouseFile): boolean => BY_NATURE.some(({ files }) => files.test(place));

const namesOutside = (file: HouseFile, agent: string): boolean =>
  !file.place.includes(`/${agent}/`) && names(file, agent);

const agentsOf = (sources: readonly HouseFile[]): readonly string[] =>
  sources.flatMap(({ place }) => AGENT.exec(place)?.[1] ?? []);

function names({ syntax }: HouseFile, agent: string): boolean {
  const text = new RegExp(`(?<![a-z-])${agent}(?![a-z-])`, "i");
  const words = agent.split("-");
  // One word, such as `cursor`, may be a word of the language, too.
  const name = words.length > 1 ? new RegExp(words.join("_?"), "i") : new RegExp(`^${agent}Host$`);
  // A module is the agent's by its folder: a file may be called after a cursor in a text.
  const folder = `/${agent}/`;
  const modules = new Set<Node>();
  for (const statement of syntax.statements)
    if ((isImportDeclaration(statement) || isExportDeclaration(statement)) && statement.moduleSpecifier)
      modules.add(statement.moduleSpecifier);
  let found = false;
  eachNode(syntax, (node) => {
    if (found) return;
    if (modules.has(node)) found = isStringLiteral(node) && node.text.includes(folder);
    else if (isIdentifier(node)) found = name.test(node.text);
    else if (
      isStringLiteral(node) ||
      isNoSubstitutionTemplateLiteral(node) ||
      isTemplateHead(node) ||
      isTemplateMiddle(node) ||
      isTemplateTail(node)
    )
      found = text.test(node.text);
  });
  return found;
}
