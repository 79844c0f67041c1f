/** The limits of a condition and its data (SPEC, "Limits"). Every number is inclusive. */
export const limits = {
  /** UTF-16 code units of a condition's text. */
  sourceLength: 16_384,
  /** Tokens of a condition. */
  tokens: 2_000,
  /** Brackets of every kind and `!` that are open at one place. */
  nesting: 100,
  /** Suffixes of one chain: `.name`, `[0]`, `.lower()`. */
  suffixes: 100,
  /** `any` and `all` within each other. */
  loops: 3,
  /** Nodes on the way from the root of an AST to a leaf. */
  astDepth: 500,
  /** Nodes of an AST. */
  astNodes: 4_000,
  /** Issues that one `parse` reports. */
  issues: 20,
  /** UTF-16 code units of a pattern of `matches` or `glob`. */
  patternLength: 1_000,
  /** Instructions of a compiled pattern. */
  patternSize: 2_000,
  /** Steps of one evaluation (SPEC, "Budget"). */
  steps: 100_000,
  /** UTF-16 code units of text times instructions of a pattern that one step pays for. */
  patternWorkPerStep: 4_096,
  /** UTF-16 code units of text that one step pays for inside `any` and `all`. */
  textPerStep: 1_024,
} as const;
