import type { Field } from "@gatehouse-hooks/shell";
import type { PathFact } from "./facts.js";
import type { FactReading } from "./fact-reading.js";
import { escapeGlob, pathFacts } from "./paths/path-maker.js";

/** The most links on the way of one path. */
const MAX_LINKS = 8;

/**
 * Facts about what paths lead to, where a link that the text made is on their way: it is done to that, too. Who deletes a link
 * leaves alone what it leads to.
 */
export function linkedFacts(
  reading: FactReading,
  facts: readonly PathFact[],
  list: "reads" | "writes" | "deletes" | "",
): readonly PathFact[] {
  if (reading.links.size === 0) return [];
  return facts.flatMap((fact) => {
    const { path, place, tree, op, list: names, append, by, span, certainty } = fact;
    if (path === null || place !== "here") return [];
    const real = follow(path, reading.links, list === "deletes" || op === "link");
    if (real === null) return [];
    const use = { place, tree, op, list: names, append, by, span, maybe: certainty !== "exact" };
    return pathFacts(fieldOf(real), ["/"], use, reading.around);
  });
}

/** The glob behind the links on its way; `null` when there are none. */
function follow(path: string, links: ReadonlyMap<string, string>, keepsLast: boolean): string | null {
  let real = path;
  for (let round = 0; round < MAX_LINKS; round++) {
    const link = [...links].find(([from]) => {
      const escaped = escapeGlob(from);
      return (real === escaped && !keepsLast) || real.startsWith(`${escaped}/`);
    });
    if (link === undefined) break;
    real = escapeGlob(link[1] === "/" ? "" : link[1]) + real.slice(escapeGlob(link[0]).length);
  }
  return real === path ? null : real === "" ? "/" : real;
}

/** A glob as a field; what comes after its first wildcard may be anything. */
function fieldOf(glob: string): Field {
  const wild = glob.search(/(?<!\\)[*?[]/);
  const known = (wild === -1 ? glob : glob.slice(0, wild)).replace(/\\(.)/g, "$1");
  return wild === -1
    ? known
    : [
        { kind: "text", text: known, from: [] },
        { kind: "glob", text: "**" },
      ];
}
