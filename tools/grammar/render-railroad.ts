import railroad from "railroad-diagrams";
import { partsOf, terminalOf } from "./element.js";
import type { Element } from "./element.js";

type Shape = ReturnType<typeof railroad.Terminal>;

const STYLE = `<style>
svg { background: #fff; }
path { stroke-width: 2; stroke: #333; fill: none; }
text { font: 14px monospace; text-anchor: middle; fill: #111; }
rect { stroke-width: 2; stroke: #333; fill: #fff7e0; }
rect[rx] { fill: #eef3ff; }
</style>`;

/** A rule as a railroad diagram: a whole SVG document that needs nothing from elsewhere. */
export function renderRailroad(rule: Element): string {
  const svg = railroad.Diagram(sequence(partsOf(rule))).toString();
  const open = svg.indexOf(">") + 1;
  const root = svg.slice(0, open).replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ');
  return `${root}\n<title>${rule.name ?? ""}</title>\n${STYLE}${svg.slice(open)}\n`;
}

function sequence(elements: readonly Element[]): Shape {
  const [only, ...others] = elements.map(shapeOf);
  return only !== undefined && others.length === 0 ? only : railroad.Sequence(...elements.map(shapeOf));
}

function shapeOf(element: Element): Shape {
  const inner = (): Shape => sequence(partsOf(element));
  switch (element.type) {
    case "NonTerminal":
      return railroad.NonTerminal(element.name ?? "");
    case "Terminal": {
      const { text, exact } = terminalOf(element);
      return exact ? railroad.Terminal(text) : railroad.NonTerminal(text);
    }
    case "Option":
      return railroad.Optional(inner());
    case "Repetition":
      return railroad.ZeroOrMore(inner());
    case "RepetitionWithSeparator":
      return railroad.ZeroOrMore(
        inner(),
        element.separator === undefined ? undefined : shapeOf(element.separator),
      );
    case "Alternation":
      return railroad.Choice(0, ...partsOf(element).map(shapeOf));
    case "Alternative":
      return inner();
    default:
      throw new Error(`unknown grammar element ${element.type}`);
  }
}
