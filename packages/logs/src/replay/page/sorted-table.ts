import { pagedList } from "./paged-list.js";
import { type Inside, pressable, tag } from "./tag.js";

/** A column of a table. */
export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => Inside;
  /** What rows are sorted by; numbers go down first, texts up. */
  readonly by: (row: Row) => number | string;
  readonly isNumber?: boolean;
}

/** A table whose rows a reader sorts by its columns. */
interface SortedTable<Row> {
  readonly root: HTMLElement;
  readonly show: (rows: readonly Row[]) => void;
}

/** What a table is made of. */
interface TableOptions<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  /** The column that rows are sorted by at first, from 0. */
  readonly sortedBy: number;
  readonly none: string;
  readonly noun: string;
}

const MOST_ROWS = 50;

/** A table with a button in each heading. The first column is the heading of its row. */
export function sortedTable<Row>(options: TableOptions<Row>): SortedTable<Row> {
  const { caption, columns, none, noun } = options;
  let sortedBy = options.sortedBy;
  let isDown = columns[sortedBy]?.isNumber === true;
  let rows: readonly Row[] = [];
  const heads = columns.map((column, index) =>
    tag(
      "th",
      { scope: "col", ...(column.isNumber === true && { class: "number" }) },
      pressable(column.title, () => {
        isDown = index === sortedBy ? !isDown : column.isNumber === true;
        sortedBy = index;
        show();
      }),
    ),
  );
  const body = tag("tbody");
  const around = tag(
    "div",
    { class: "scroll", role: "region", "aria-label": `${caption}, as a table`, tabindex: "0" },
    tag(
      "table",
      {},
      tag("caption", { class: "unseen" }, caption),
      tag("thead", {}, tag("tr", {}, ...heads)),
      body,
    ),
  );
  const list = pagedList<Row>({
    into: body,
    around,
    most: MOST_ROWS,
    none,
    noun,
    row: (row) =>
      tag(
        "tr",
        {},
        ...columns.map((column, index) =>
          index === 0
            ? tag("th", { scope: "row" }, column.cell(row))
            : tag("td", column.isNumber === true ? { class: "number" } : {}, column.cell(row)),
        ),
      ),
  });
  const show = (): void => {
    const by = columns[sortedBy]?.by ?? (() => 0);
    heads.forEach((head, index) => {
      if (index === sortedBy) head.setAttribute("aria-sort", isDown ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    });
    const direction = isDown ? -1 : 1;
    list.show(
      rows
        .map((row) => ({ row, key: by(row) }))
        .toSorted((one, other) => direction * compared(one.key, other.key))
        .map(({ row }) => row),
    );
  };
  return {
    root: list.root,
    show: (next) => {
      rows = next;
      show();
    },
  };
}

function compared(one: number | string, other: number | string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
