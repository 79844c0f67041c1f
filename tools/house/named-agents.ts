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
  const outside = sources
    .filter((file) => !isByNature(file))
    .map((file) => ({ place: file.place, words: wordsOf(file) }));
  return agentsOf(sources)
    .map((name) => {
      const agent = agentNamed(name);
      const files = outside.filter(
        ({ place, words }) => !place.includes(agent.folder) && names(words, agent),
      );
      return { name, files };
    })
    .toSorted((a, b) => b.files.length - a.files.length)
    .map(({ name, files }) => `${name}: ${files.length} files`);
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
  const agents = agentsOf(sources).map(agentNamed);
  return sources.filter((file) => namesOneOutside(file, agents));
}

const isByNature = ({ place }: HouseFile): boolean => BY_NATURE.some(({ files }) => files.test(place));

function namesOneOutside(file: HouseFile, agents: readonly Agent[]): boolean {
  const words = wordsOf(file);
  return agents.some((agent) => !file.place.includes(agent.folder) && names(words, agent));
}

const agentsOf = (sources: readonly HouseFile[]): readonly string[] =>
  sources.flatMap(({ place }) => AGENT.exec(place)?.[1] ?? []);

/** How an agent is named. */
interface Agent {
  /** A module is the agent's by its folder: a file may be called after a cursor in a text. */
  readonly folder: string;
  readonly name: RegExp;
  readonly text: RegExp;
}

function agentNamed(agent: string): Agent {
  const words = agent.split("-");
  return {
    folder: `/${agent}/`,
    // One word, such as `cursor`, may be a word of the language, too.
    name: words.length > 1 ? new RegExp(words.join("_?"), "i") : new RegExp(`^${agent}Host$`),
    text: new RegExp(`(?<![a-z-])${agent}(?![a-z-])`, "i"),
  };
}

/** What a file says, each once: the modules that it imports, its names, its strings. */
interface Words {
  readonly modules: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
  readonly texts: ReadonlySet<string>;
}

function names(words: Words, { folder, name, text }: Agent): boolean {
  return (
    [...words.modules].some((one) => one.includes(folder)) ||
    [...words.names].some((one) => name.test(one)) ||
    [...words.texts].some((one) => text.test(one))
  );
}

function wordsOf({ syntax }: HouseFile): Words {
  const words = { modules: new Set<string>(), names: new Set<string>(), texts: new Set<string>() };
  const modules = new Set<Node>();
  for (const statement of syntax.statements)
    if ((isImportDeclaration(statement) || isExportDeclaration(statement)) && statement.moduleSpecifier)
      modules.add(statement.moduleSpecifier);
  eachNode(syntax, (node) => {
    if (isIdentifier(node)) words.names.add(node.text);
    else if (isStringLiteral(node)) (modules.has(node) ? words.modules : words.texts).add(node.text);
    else if (
      isNoSubstitutionTemplateLiteral(node) ||
      isTemplateHead(node) ||
      isTemplateMiddle(node) ||
      isTemplateTail(node)
    )
      words.texts.add(node.text);
  });
  return words;
}
