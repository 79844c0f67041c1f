/** A grammar element as Chevrotain serialises it; which fields there are depends on the type. */
export interface Element {
  readonly type: string;
  readonly name?: string;
  readonly label?: string;
  readonly definition?: readonly Element[];
  readonly separator?: Element;
}

export function partsOf(element: Element): readonly Element[] {
  return element.definition ?? [];
}

/** Words and marks as they are written; other tokens by their name, which SPEC.md explains below the grammar. */
export function terminalOf({ label = "", name = "" }: Element): {
  readonly text: string;
  readonly exact: boolean;
} {
  return label.startsWith("`")
    ? { text: label.slice(1, -1), exact: true }
    : { text: name.toLowerCase(), exact: false };
}
