/** The most packs that one file names. */
export const MAX_EXTENDS = 100;
