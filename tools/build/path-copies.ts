import { readFileSync } from "node:fs";
import path from "node:path";

import type { Plugin } from "rolldown";

const COPIES = path.join("condition", "src", "compile", "fused", "copies.table.ts");
const IMPORT = /^import \{ pathAtoms \} from "(\.\/path-atoms)\.js";$/m;
const CALL = /\bpathAtoms(?=\()/g;

/**
 * Gives each call of `pathAtoms` in `copies.table.ts` an instance of `path-atoms.ts` to itself, as a query in the address of a
 * module does in a browser: the same text, loaded once per call. V8 keeps what it learns about a read per place in the
 * text, so paths that share a text slow each other down (docs/condition-evaluator.md).
 *
 * @throws Error where the table has no such import, or no calls
 */
export function pathCopies(): Plugin {
  return {
    name: "path-copies",
    resolveId: (source, importer) =>
      importer?.endsWith(COPIES) === true && source.includes("path-atoms?for=")
        ? path.join(path.dirname(importer), source.replace("?", ".ts?"))
        : null,
    load(id) {
      const [file = "", query] = id.split("?for=");
      return query === undefined ? null : { code: readFileSync(file, "utf8"), moduleType: "ts" };
    },
    transform(code, id) {
      if (!id.endsWith(COPIES)) return null;
      let calls = 0;
      const text = code.replace(CALL, () => `pathAtoms${calls++}`);
      const imports = Array.from(
        { length: calls },
        (_, at) => `import { pathAtoms as pathAtoms${at} } from "./path-atoms?for=${at}";`,
      );
      if (calls === 0 || !IMPORT.test(text)) throw new Error(`${id}: calls no \`pathAtoms\``);
      return { code: text.replace(IMPORT, imports.join(" ")), map: null };
    },
  };
}
