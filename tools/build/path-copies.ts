import { readFileSync } from "node:fs";
import path from "node:path";

import type { Plugin } from "rolldown";

const COPIES = path.join("condition", "src", "compile", "fused", "copies");

/**
 * Gives each file of `fused/copies` an instance of `path-atoms.ts` to itself, as a query in the address of a module
 * does in a browser: the same text, loaded once per importer. V8 keeps what it learns about a read per place in the
 * text, so paths that share a text slow each other down (docs/condition-evaluator.md).
 */
export function pathCopies(): Plugin {
  return {
    name: "path-copies",
    resolveId(source, importer) {
      if (importer === undefined || source !== "../path-atoms.js") return null;
      const folder = path.dirname(importer);
      if (!folder.endsWith(COPIES)) return null;
      return `${path.join(folder, "../path-atoms.ts")}?for=${path.basename(importer, ".ts")}`;
    },
    load(id) {
      const [file = "", query] = id.split("?for=");
      return query === undefined ? null : { code: readFileSync(file, "utf8"), moduleType: "ts" };
    },
  };
}
