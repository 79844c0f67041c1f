import type { Tier } from "@gatehouse/engine";

/** A place to read policies from: a directory (its files, not its sub-directories) or one file. */
export interface PolicyRoot {
  /** `~` and `~/…` mean the home directory; a relative path starts at `ReadPolicyFilesOptions.cwd`. */
  readonly path: string;
  /** Who stands behind the files; default `project`. */
  readonly tier?: Tier;
  /**
   * Whether a missing path is an error. Default: yes for a path that ends in `.md`, `.yaml`, `.yml` or `.json` (a file
   * that somebody named), no for any other (a hook directory that nobody has made yet).
   */
  readonly required?: boolean;
  /** Which files of a directory are policies, by the end of their name; default `.md .yaml .yml .json`. */
  readonly extensions?: readonly string[];
}

/** A file that was read, not yet understood. */
export interface PolicyFile {
  /** For showing: control and invisible characters of the name are escaped as `\u{…}`. */
  readonly path: string;
  /** The bytes as they are; decoding is the format's business. */
  readonly text: Uint8Array;
  readonly tier: Tier;
}
