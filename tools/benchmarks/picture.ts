/** A picture of figures: groups of rows, each row a value on one axis. Everything that is drawn is in it. */
export interface Picture {
  /** The name of its file, without `.svg`. */
  readonly name: string;
  readonly title: string;
  /** What the axis shows. */
  readonly axis: string;
  /** `log` for ratios, where twice and half are as far from 1; `linear` for shares. */
  readonly scale: "log" | "linear";
  /** Where a line across all rows is, and what it says. */
  readonly reference?: { readonly value: number; readonly label: string };
  readonly groups: readonly PictureGroup[];
  /** The result in a sentence or two, for those who do not see it. */
  readonly alt: string;
}

/** Rows that are compared with each other. */
export interface PictureGroup {
  readonly title: string;
  readonly rows: readonly PictureRow[];
}

/** One value. */
export interface PictureRow {
  readonly label: string;
  readonly value: number;
  /** The value as it is written beside its mark. */
  readonly said: string;
  /** Gatehouse's own; its mark has another shape. */
  readonly isOurs: boolean;
}
