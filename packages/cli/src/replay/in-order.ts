/**
 * Sessions in the order in which they began: a fork begins after the session whose calls it copies.
 *
 * @param pathOf decides between sessions that began at the same moment, and those that do not say when
 */
export function inOrder<File extends { readonly began: number | null }>(
  files: readonly File[],
  pathOf: (file: File) => string,
): readonly File[] {
  return files.toSorted(
    (left, right) =>
      (left.began ?? Infinity) - (right.began ?? Infinity) || (pathOf(left) < pathOf(right) ? -1 : 1),
  );
}
