/** What a fact says, without the numbers of the characters and without what goes without saying. */
export function saidShortly(said: string): string {
  return said
    .replace(/, characters \d+–\d+$/, "")
    .replace(/^actions /, "")
    .replace(" (exact)", "");
}
