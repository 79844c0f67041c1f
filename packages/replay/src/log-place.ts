/** Where something is in a log. */
export interface LogPlace {
  /** The file as it was named or found; `-` for standard input. */
  readonly path: string;
  /**
   * 1-based. In a part it counts from where the part began to read the file; `mergeParts` turns it into the line of the file
   * when the part that holds the file's beginning is merged in front.
   */
  readonly line: number;
  /** Bytes from the beginning of the file to the beginning of the line; `null` where a file has no lines, such as a database. */
  readonly offset: number | null;
}

/** What a part has read of a file. */
export interface FileSpan {
  readonly path: string;
  /** The byte at which it began to read; 0 for a file that was read from its beginning. */
  readonly from: number;
  /** Lines, blank ones too. */
  readonly lines: number;
}

/** The first and the last file that a part has read: what it takes to know lines after merging. */
export interface ReadSpan {
  readonly first: FileSpan;
  /** The same as `first` where there was only one. */
  readonly last: FileSpan;
}
