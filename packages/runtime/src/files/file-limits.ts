/** What reading may cost. Every number is inclusive: this much is still accepted. */
export const FILE_LIMITS: {
  readonly filesPerDirectory: number;
  readonly entriesPerDirectory: number;
  readonly bytesPerFile: number;
  readonly attempts: number;
} = {
  /** Policy files of one directory. */
  filesPerDirectory: 1_000,
  /** Entries of one directory, policies or not. */
  entriesPerDirectory: 20_000,
  /** Bytes of one file. */
  bytesPerFile: 1_048_576,
  /** Times a file is read again because somebody wrote to it meanwhile. */
  attempts: 3,
};

/** Ends of names that make a file of a directory a policy file. Case-sensitive. */
export const POLICY_EXTENSIONS: readonly string[] = [".md", ".yaml", ".yml", ".json"];
