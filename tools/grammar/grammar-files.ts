import type { Element } from "./element.js";
import { renderGrammar } from "./render-grammar.js";
import { renderRailroad } from "./render-railroad.js";
import { serializedGrammar } from "./serialized-grammar.js";

const START = "<!-- grammar:start -->";
const END = "<!-- grammar:end -->";

/** What the files of the condition package that show its grammar should hold, by name. */
export function grammarFiles(spec: string): ReadonlyMap<string, string> {
  const start = spec.indexOf(START);
  const end = spec.indexOf(END);
  if (start < 0 || end < start) throw new Error(`no ${START} … ${END} in SPEC.md`);
  const rules = serializedGrammar().map((rule: Element) => ({ ...rule, name: rule.name ?? "" }));
  const links = rules.map(({ name }) => `[${name}](grammar/${name}.svg)`).join(" · ");
  const block = `${START}\n\n\`\`\`\n${renderGrammar(rules)}\n\`\`\`\n\nAs railroad diagrams: ${links}\n\n`;
  return new Map([
    ["SPEC.md", spec.slice(0, start) + block + spec.slice(end)],
    ...rules.map((rule) => [`grammar/${rule.name}.svg`, renderRailroad(rule)] as const),
  ]);
}
