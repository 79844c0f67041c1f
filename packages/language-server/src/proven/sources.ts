/** The contents of the files that issues are about, by their paths as shown. */
export type Sources = ReadonlyMap<string, string | Uint8Array>;
