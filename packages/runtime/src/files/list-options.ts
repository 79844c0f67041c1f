/** How a directory is listed. */
export interface ListOptions {
  readonly extensions: readonly string[];
  /** Levels of sub-folders that are read, too. */
  readonly depth: number;
  /** Directories, absolute and without links, that are roots themselves. */
  readonly roots: ReadonlySet<string>;
}
