import { KeptTable, type RowMerging } from "./kept-table.js";
import type { ExampleGroup, KeptRows, ReplayExample } from "./replay-part.js";

interface Group<Row> {
  readonly row: Row;
  events: number;
  readonly examples: ReplayExample[];
}

/** Counts events that are alike, and keeps the first of each group. */
export class GroupTable<Row extends ExampleGroup> {
  readonly #table: KeptTable<Group<Row>>;
  readonly #key: (row: Row) => string;
  readonly #most: number;

  /** @param examples how many are kept of each */
  constructor({ most, key }: RowMerging<Row>, examples: number) {
    this.#table = new KeptTable(most);
    this.#key = key;
    this.#most = examples;
  }

  /** @param example made only where it is kept: it costs more than a decision */
  add(row: Row, example: () => ReplayExample): void {
    const group = this.#table.at(this.#key(row), () => ({ row, events: 0, examples: [] }));
    if (group === undefined) return;
    group.events++;
    if (group.examples.length < this.#most) group.examples.push(example());
  }

  rows(): KeptRows<Row> {
    return this.#table.list(({ row, events, examples }) => ({ ...row, events, examples: [...examples] }));
  }
}
