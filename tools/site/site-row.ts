/** A row of the table of pages. Sources are paths below the root of the repository, with `/`. */
export type SiteRow = PageRow | FolderRow;

/** One Markdown file. */
export interface PageRow {
  readonly kind: "page";
  readonly source: string;
  /** What the navigation calls it. */
  readonly title: string;
  /** Pages that the navigation shows below it. */
  readonly under?: readonly SiteRow[];
}

/** All Markdown files of a folder, for files that are generated. The navigation leads to its `README.md`, and shows the others below. */
export interface FolderRow {
  readonly kind: "folder";
  readonly source: string;
  readonly title: string;
}

/** A part of the navigation. */
export interface SiteSection {
  readonly title: string;
  readonly rows: readonly SiteRow[];
  /** Shown closed until one of its pages is read. */
  readonly isClosed?: true;
}
