import {
  isIdentifier,
  isNoSubstitutionTemplateLiteral,
  isStringLiteral,
  isTemplateHead,
  isTemplateMiddle,
  isTemplateTail,
} from "typescript/unstable/ast";

import { eachNode, type House, type HouseFile } from "./house-source.js";

/** Where each agent has its folder. */
const HOSTS = "packages/hosts/src/";

/** An agent's folder. The format of our own is none, though it lies beside them. */
const AGENT = /^packages\/hosts\/src\/(?!gatehouse\/)([^/]+)\/host\.ts$/;

/**
 * For each agent the sources outside its folder that name it: in a string, or by a name made of its own. An agent is a folder of the
 * hosts with a `host.ts`.
 */
export function namedAgents({ sources }: House): readonly string[] {
  const agents = agentsOf(sources);
  return agents
    .map((agent) => {
      const files = sources.filter(
        (file) => !file.place.startsWith(`${HOSTS}${agent}/`) && names(file, agent),
      );
      return { agent, files };
    })
    .toSorted((a, b) => b.files.length - a.files.length)
    .map(({ agent, files }) => `${agent}: ${files.length} files`);
}

/** A file that names an agent where no agent's folder is, whichever it is. */
export function filesWithAgents({ sources }: House): readonly string[] {
  const agents = agentsOf(sources);
  return sources
    .filter((file) =>
      agents.some((agent) => !file.place.startsWith(`${HOSTS}${agent}/`) && names(file, agent)),
    )
    .map(({ place }) => place);
}

const agentsOf = (sources: readonly HouseFile[]): readonly string[] =>
  sources.flatMap(({ place }) => AGENT.exec(place)?.[1] ?? []);

function names({ syntax }: HouseFile, agent: string): boolean {
  const text = new RegExp(`(?<![a-z-])${agent}(?![a-z-])`, "i");
  const words = agent.split("-");
  // One word, such as `cursor`, may be a word of the language, too.
  const name = words.length > 1 ? new RegExp(words.join("_?"), "i") : new RegExp(`^${agent}Host$`);
  let found = false;
  eachNode(syntax, (node) => {
    if (found) return;
    if (isIdentifier(node)) found = name.test(node.text);
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
