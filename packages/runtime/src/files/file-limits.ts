/** What reading may cost. Every number is inclusive: this much is still accepted. */
export const FILE_LIMITS: {
  readonly filesPerDirectory: number;
  readonly entriesPerDirectory: number;
  readonly bytesPerFile: number;
  readonly attempts: number;
  readonly depth: number;
  readonly noticesPerRoot: number;
} = {
  /** Policy files of one root, those of its sub-folders included. */
  filesPerDirectory: 1_000,
  /** Entries of one root, policies or not, those of its sub-folders included. */
  entriesPerDirectory: 20_000,
  /** Bytes of one file. */
  bytesPerFile: 1_048_576,
  /** Times a file is read again because another process wrote to it meanwhile. */
  attempts: 3,
  /** Levels of sub-folders, where they are read at all. */
  depth: 8,
  /** Notices about what one root holds and is not read. */
  noticesPerRoot: 20,
};

/** What all files of the tier `project` together may cost. Every number is inclusive. */
export interface ReadBudget {
  readonly files: number;
  readonly bytes: number;
  /** Line feeds, commas, colons and opening brackets: an upper bound of what a parser makes nodes of. */
  readonly marks: number;
  /** Milliseconds of wall-clock time. */
  readonly milliseconds: number;
}

/**
 * The budget of a project that others may have written. A host kills a gate that takes too long, and many then let
 * the action through, so a project over it denies instead. Measured: a mark usually costs 10 µs, at worst 80 µs. The time is a
 * backstop for slow file systems: the other limits do not depend on how busy the machine is.
 */
export const PROJECT_BUDGET: ReadBudget = {
  files: 256,
  bytes: 1_048_576,
  marks: 24_000,
  milliseconds: 5_000,
};

/** Ends of names that make a file of a directory a policy file, in any letter case. */
export const POLICY_EXTENSIONS: readonly string[] = [".md", ".yaml", ".yml", ".json"];
