import type { Tier } from "@gatehouse-hooks/engine";

/** A place to read policies from: a directory or one file. */
export interface PolicyRoot {
  /** `~` and `~/…` mean the home directory; a relative path starts at `ReadPolicyFilesOptions.cwd`. */
  readonly path: string;
  /** How the path is shown in issues and files; default: as it is given. Never compared with anything. */
  readonly shownAs?: string;
  /** Whose files they are; default `project`. */
  readonly tier?: Tier;
  /**
   * Whether a missing path is an error. Default: yes for a path that ends in `.md`, `.yaml`, `.yml` or `.json` (a file
   * that was named), no for any other (a hook directory that does not exist yet). A link that leads nowhere is an
   * error in any case.
   */
  readonly required?: boolean;
  /** Which files of a directory are policies, by the end of their name in any letter case; default `.md .yaml .yml .json`. */
  readonly extensions?: readonly string[];
  /** Levels of sub-folders that are read, too; at most 8. Default 0. */
  readonly depth?: number;
  /** A directory that the root must be in when all links are followed, for places that others may have written. */
  readonly within?: string;
  /** Named by the user of the program, and not merely found: its files do not count against `projectBudget`. */
  readonly named?: true;
}

/** A file that was read, not yet understood. */
export interface FoundPolicyFile {
  /** For showing only: control and invisible characters of the name are escaped as `\u{…}`. */
  readonly path: string;
  /** Absolute, without links: what a file is known by. */
  readonly realPath: string;
  /** Absolute, where the file was found: it may be a link. */
  readonly foundAt: string;
  /** The index of the root, among those given, that the file was read from: the most trusted of those that reach it. */
  readonly root: number;
  /** The bytes as they are; decoding is the format's business. */
  readonly text: Uint8Array;
  readonly tier: Tier;
}
