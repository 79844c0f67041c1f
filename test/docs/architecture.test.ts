import { readFileSync } from "node:fs";
import path from "node:path";

import { expect, test } from "vitest";

import { importGraph } from "../../tools/imports/import-graph.table.js";

const text = readFileSync(path.resolve(import.meta.dirname, "../../docs/architecture.md"), "utf8");

test("the graph in the architecture page is the one that the sources are compared with", () => {
  const drawn = [...text.matchAll(/^([\w-]+) ──► (.*)$/gm)].flatMap(([, from = "", targets = ""]) => {
    if (!(from in importGraph)) return [];
    const names = targets.replaceAll(/ {2,}.*$/g, "").split(", ");
    return [
      [
        from,
        names
          .filter((name) => name !== "nothing of ours")
          .map(withoutEntry)
          .toSorted(),
      ],
    ];
  });
  expect(Object.fromEntries(drawn.map(([from, names]) => [from, [...new Set(names)]]))).toEqual(
    Object.fromEntries(
      Object.entries(importGraph).map(([from, edges]) => [
        from,
        [...new Set(edges.map(({ to, typesOnly }) => (typesOnly ? `${to} (types)` : to)))].toSorted(),
      ]),
    ),
  );
});

/** `condition/json` is an entry of `condition`. */
function withoutEntry(name: string): string {
  return name.replace(/\/\w+/, "");
}
