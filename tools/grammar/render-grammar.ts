import type { ISerializedGast } from "chevrotain";

/** A grammar element as Chevrotain serialises it; which fields there are depends on the type. */
interface Element {
  readonly type: string;
  readonly name?: string;
  readonly label?: string;
  readonly nonTerminalName?: string;
  readonly definition?: readonly Element[];
  readonly separator?: Element;
}

/** The rules as text: `( … )*`, `( … )?`, `|`, tokens in quotes, one rule a line. */
export function renderGrammar(grammar: readonly ISerializedGast[]): string {
  const rules: readonly Element[] = grammar;
  const width = Math.max(...rules.map((rule) => rule.name?.length ?? 0));
  return rules.map((rule) => `${(rule.name ?? "").padEnd(width)} → ${sequence(partsOf(rule))}`).join("\n");
}

function partsOf(element: Element): readonly Element[] {
  return element.definition ?? [];
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

/** Words and marks in quotes; other tokens by their name, which SPEC.md explains below the block. */
function terminal({ label = "", name = "" }: Element): string {
  return label.startsWith("`") ? `"${label.slice(1, -1)}"` : name.toLowerCase();
}
