import type { LineLimits } from "@gatehouse-hooks/console/lines";

const MIB = 1024 * 1024;

/** The longest line or row that is read. Agents write the files that they read into single lines. */
export const MAX_LINE_BYTES: number = 32 * MIB;
/** The largest file that is one document. */
export const MAX_DOCUMENT_BYTES: number = 256 * MIB;
/** What of a file is read to tell its format. */
export const MAX_HEAD_BYTES: number = 8 * MIB;
/** Folders within each other. */
export const MAX_FOLDER_DEPTH = 40;
/** Files of one search. */
export const MAX_FILES = 1_000_000;
/** Calls that are remembered, so that their copies are known in later files. */
export const MAX_KNOWN_CALLS = 250_000;

/** What a line may hold: text that half a surrogate pair is in is an agent's to write. */
export const LINE_LIMITS: LineLimits = {
  maxBytes: MAX_LINE_BYTES,
  maxDepth: 500,
  maxNodes: 5_000_000,
  loneSurrogates: "keep",
};

/** What a document may hold. */
export const DOCUMENT_LIMITS: LineLimits = {
  ...LINE_LIMITS,
  maxBytes: MAX_DOCUMENT_BYTES,
  maxNodes: 20_000_000,
};
