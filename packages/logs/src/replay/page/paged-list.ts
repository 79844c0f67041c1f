import { countText } from "../page-model/shown-number.js";
import { type Inside, pressable, tag } from "./tag.js";

/** Rows that come in pages: a report may have ten thousand. */
interface PagedList<Row> {
  readonly root: HTMLElement;
  /** Shows other rows, from the first one. */
  readonly show: (rows: readonly Row[]) => void;
}

/** What a list is made of. */
interface PagedOptions<Row> {
  /** Where the rows go. */
  readonly into: HTMLElement;
  /** What is around them; default: `into` itself. */
  readonly around?: HTMLElement;
  readonly row: (row: Row) => HTMLElement;
  /** Rows of a page. */
  readonly most: number;
  /** Said where there is no row. */
  readonly none: string;
  /** What the rows are, for the button: `sessions`. */
  readonly noun: string;
}

/** A list that shows its first rows, and more of them when it is asked. */
export function pagedList<Row>(options: PagedOptions<Row>): PagedList<Row> {
  const { into, around = into, row, most, none, noun } = options;
  const empty = tag("p", { class: "none" }, none);
  const more = pressable("", () => {
    // The first of the new rows is where a keyboard goes on.
    const first = shown;
    append();
    const next = into.children[first];
    if (next instanceof HTMLElement) {
      next.tabIndex = -1;
      next.focus({ preventScroll: true });
    }
  });
  const root = tag("div", { class: "paged" }, around, empty, more);
  let rows: readonly Row[] = [];
  let shown = 0;
  const append = (): void => {
    const made: Inside[] = rows.slice(shown, shown + most).map(row);
    into.append(...made);
    shown += made.length;
    const left = rows.length - shown;
    more.hidden = left === 0;
    more.textContent = `Show ${countText(Math.min(most, left))} more of ${countText(left)} ${noun}`;
  };
  return {
    root,
    show: (next) => {
      rows = next;
      shown = 0;
      into.replaceChildren();
      around.hidden = rows.length === 0;
      empty.hidden = rows.length > 0;
      append();
    },
  };
}
