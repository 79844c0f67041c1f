import { afterOtherName, isTableName, type SqlPart, pathAt } from "./parts.js";

/** What is in front of the name of a table. */
const IN_FRONT = /^(?:from|join|using|update|only|lateral|ignore|low_priority|straight_join|[,(])$/;

function isTable(parts: readonly SqlPart[], at: number): boolean {
  const [before, part] = [parts[at - 1]?.word ?? "", parts[at]];
  return part !== undefined && IN_FRONT.test(before) && isTableName(part) && !IN_FRONT.test(part.word ?? "");
}

/** The other names that a statement gives tables, in small letters: `a as t`, `a t`. */
export function otherNames(parts: readonly SqlPart[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  parts.forEach((part, i) => {
    if (!isTable(parts, i)) return;
    const { name, next } = pathAt(parts, i, part.text);
    const end = afterOtherName(parts, next);
    const other = end === next ? undefined : parts[end - 1];
    if (other !== undefined) names.set(other.text.toLowerCase(), name);
  });
  return names;
}

/** Tables of an `update` of several: by their own names, whether it changes them. `null`: there is one. */
export function changedInUpdate(
  parts: readonly SqlPart[],
  from: number,
  others: ReadonlyMap<string, string>,
): ReadonlyMap<string, boolean> | null {
  const set = parts.findIndex(({ word }, i) => i > from && word === "set");
  const names = parts.flatMap((part, i) =>
    i > from && i < set && isTable(parts, i) ? [pathAt(parts, i, part.text).name] : [],
  );
  if (names.length < 2) return null;
  const changed = new Set<string | null>();
  parts.forEach((part, i) => {
    if (i <= set || !/^(?:set|,)$/.test(parts[i - 1]?.word ?? "") || !isTableName(part)) return;
    const { name, next } = pathAt(parts, i, part.text);
    const dot = name.lastIndexOf(".");
    // A column without a table may be of each.
    if (parts[next]?.word === "=")
      changed.add(dot === -1 ? null : (others.get(name.slice(0, dot).toLowerCase()) ?? name.slice(0, dot)));
  });
  return new Map(names.map((name) => [name, changed.has(null) || changed.has(name)]));
}
