/** Locks and resource forks that editors and file systems leave next to a file, with the file's own extension. */
const DEBRIS: readonly string[] = [".#", "._"];
/** Documents for people, in folders where not every Markdown file is a hook. */
const DOCUMENT = /^(?:readme|changelog|changes|contributing|license|licence|notice|security|todo)\b.*\.md$/i;

/** Whether a name ends like a policy file, in any letter case. */
export function isPolicyName(name: string, extensions: readonly string[]): boolean {
  const lower = name.toLowerCase();
  if (DEBRIS.some((start) => name.startsWith(start)) || !extensions.some((one) => lower.endsWith(one)))
    return false;
  return !isDocument(name) || !extensions.some((one) => one !== ".md");
}

/** Whether a name is that of a document for people: not a policy where files of several formats are read. */
export function isDocument(name: string): boolean {
  return DOCUMENT.test(name);
}

/** Whether a name was left behind by an editor or a file system. */
export function isDebris(name: string): boolean {
  return DEBRIS.some((start) => name.startsWith(start)) || (name.startsWith("#") && name.endsWith("#"));
}
