/**
 * Words of a string, in order: rows with dozens of options are read, compared with the manual, and mended as a paragraph.
 *
 * @param text options with white space between, e.g. `"-a,--all -n,--lines= --output=write"`
 */
export const optionList = (text: string): readonly string[] => text.trim().split(/\s+/);

/** The same words with one blank between, as the lists of `verbs` are written. */
export const verbList = (text: string): string => optionList(text).join(" ");
