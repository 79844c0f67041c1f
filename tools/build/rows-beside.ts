import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import path from "node:path";

import type { Plugin } from "rolldown";

import type { RowIndex } from "../../packages/local/src/facts/rows-in-file.js";

const PACKAGES = path.resolve(import.meta.dirname, "../../packages");
const PACKED = path.join(PACKAGES, "local/src/facts/program-rows.ts");
const LISTED = path.join(PACKAGES, "facts/src/rows/programs.table.ts");
const UNPACKS = path.join(PACKAGES, "facts/src/programs/packed-rows.ts");

/**
 * Puts the rows of programs in a file of their own in `dist`: each start would read them with the code, which is smaller, and would have them
 * twice. The name of the file has a hash of it, as those of the code have. What asks for all of them as a list gets it from that file.
 */
export function rowsBeside(dist: string): Plugin {
  return {
    name: "rows-beside",
    async load(id) {
      if (id === LISTED)
        return [
          `import { PROGRAM_ROWS } from ${JSON.stringify(PACKED)};`,
          `import { unpackRows } from ${JSON.stringify(UNPACKS)};`,
          "export const PROGRAMS = /* @__PURE__ */ unpackRows(PROGRAM_ROWS);",
        ].join("\n");
      if (id !== PACKED) return null;
      // Not before the build has compiled what it imports.
      const { PROGRAM_ROWS } = await import("../../packages/local/src/facts/program-rows.js");
      const { kind: _kind, rowAt, ...rest } = PROGRAM_ROWS;
      const texts = rest.names.split("\n").map((_names, place) => rowAt(place));
      let end = 0;
      const index: RowIndex = { ...rest, ends: texts.map((text) => (end += text.length)) };
      const all = texts.join("");
      // eslint-disable-next-line no-control-regex
      if (/[^\x00-\x7f]/.test(all)) throw new Error("a row of a program has a character above ASCII");
      const name = `chunk-rows-${createHash("sha256").update(all).digest("hex").slice(0, 8)}.txt`;
      writeFileSync(path.join(dist, name), all);
      return [
        'import { join } from "node:path";',
        'import { rowsInFile } from "./rows-in-file.js";',
        `const INDEX = JSON.parse(${JSON.stringify(JSON.stringify(index))});`,
        `export const PROGRAM_ROWS = rowsInFile(INDEX, join(import.meta.dirname, ${JSON.stringify(name)}));`,
      ].join("\n");
    },
  };
}
