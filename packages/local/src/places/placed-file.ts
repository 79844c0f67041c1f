import type { FoundPolicyFile } from "@gatehouse-hooks/runtime";

/** A file of a place, with the format that the place or the content tells. */
export type PlacedFile = FoundPolicyFile & {
  readonly format?: string;
  /** The folder of the project that it is of, where that is another one than the command's. */
  readonly elsewhere?: string;
};
