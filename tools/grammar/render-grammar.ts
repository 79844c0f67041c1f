import { partsOf, terminalOf } from "./element.js";
import type { Element } from "./element.js";

/** The rules as text: `( … )*`, `( … )?`, `|`, tokens in quotes, one rule a line. */
export function renderGrammar(rules: readonly Element[]): string {
  const width = Math.max(...rules.map((rule) => rule.name?.length ?? 0));
  return rules.map((rule) => `${(rule.name ?? "").padEnd(width)} → ${sequence(partsOf(rule))}`).join("\n");
}

/** Alternatives need parentheses only beside something else. */
function sequence(elements: readonly Element[]): string {
  const lone = elements.length === 1;
  return elements
    .map((element) => (element.type === "Alternation" && !lone ? `( ${render(element)} )` : render(element)))
    .join(" ");
}

function render(element: Element): string {
  const inner = (): string => sequence(partsOf(element));
  switch (element.type) {
    case "NonTerminal":
      return element.name ?? "";
    case "Terminal":
      return terminal(element);
    case "Option":
      return `( ${inner()} )?`;
    case "Repetition":
      return `( ${inner()} )*`;
    case "RepetitionWithSeparator":
      return `( ${inner()} ( ${element.separator === undefined ? "" : terminal(element.separator)} ${inner()} )* )?`;
    case "Alternation":
      return alternatives(partsOf(element));
    case "Alternative":
      return inner();
    default:
      throw new Error(`unknown grammar element ${element.type}`);
  }
}

function alternatives(options: readonly Element[]): string {
  return options.map(render).join(" | ");
}

function terminal(element: Element): string {
  const { text, exact } = terminalOf(element);
  return exact ? `"${text}"` : text;
}
