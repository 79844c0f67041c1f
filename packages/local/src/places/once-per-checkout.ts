import type { FoundPolicyFile } from "@gatehouse-hooks/runtime";

/** A file of a place, with the format that the place or the content tells. */
export type PlacedFile = FoundPolicyFile & {
  readonly format?: string;
  /** The folder of the project that it is of, where that is another one than the command's. */
  readonly elsewhere?: string;
};

/** A policy file of one of the checkouts whose policies hold. */
export interface CheckoutFile {
  readonly placed: PlacedFile;
  /** Its policies may act. */
  readonly acts: boolean;
  /** Its path from the project's folder; absent: it is not a project's. */
  readonly name: string | undefined;
}

/**
 * The files, each once: one that another checkout has in the same place, with the same bytes, asks nothing twice. Of two the one counts that may
 * act, else the project's own. Other versions of a file all stay.
 *
 * @param files those of the project before those of other checkouts
 */
export function oncePerCheckout(files: readonly CheckoutFile[]): readonly CheckoutFile[] {
  const kept: CheckoutFile[] = [];
  const paths = new Set<string>();
  const named = new Map<string, number[]>();
  for (const file of files) {
    const { placed, acts, name } = file;
    if (placed.elsewhere !== undefined && paths.has(placed.realPath)) continue;
    const versions = name === undefined ? [] : (named.get(name) ?? []);
    const twin = placed.elsewhere === undefined ? undefined : versions.find((at) => isSame(kept[at], file));
    if (twin === undefined) {
      if (name !== undefined) named.set(name, [...versions, kept.length]);
      kept.push(file);
    } else if (acts && kept[twin]?.acts !== true) {
      kept[twin] = file;
    } else continue;
    paths.add(placed.realPath);
  }
  return kept;
}

function isSame(one: CheckoutFile | undefined, other: CheckoutFile): boolean {
  return one !== undefined && Buffer.compare(one.placed.text, other.placed.text) === 0;
}
