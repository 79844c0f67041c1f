import { readFileSync } from "node:fs";
import path from "node:path";

import type { Plugin } from "rolldown";

/**
 * The paths of the copies, the closest first: a name stands for itself, `null` for any key. Reads by name are faster
 * where events have many shapes, so the names that most conditions use have copies of their own.
 */
const COPIES: readonly (readonly (string | null)[])[] = [
  ["toolName"],
  ...["command", "path", "file_path", "url", "content"].map((name) => ["params", name]),
  ["params", null],
  ["params", null],
  [null],
  [null],
  [null, null],
  [null, null],
  ["params", null, null],
  [null, null, null],
  [null, null, null, null],
];

const READ = "=> readPath(event, path);";

/**
 * Puts copies of `path-atoms.ts` into the bundle, with the read of the path written out. V8 keeps what it learns about
 * a read per place in the text, so paths that share a text slow each other down.
 */
export function pathCopies(): Plugin {
  return {
    name: "path-copies",
    load(id) {
      const [file = "", query] = id.split("?copy=");
      if (query !== undefined)
        return { code: copyOf(readFileSync(file, "utf8"), Number(query)), moduleType: "ts" };
      if (path.basename(file) === "copies.ts" && path.basename(path.dirname(file)) === "fused")
        return { code: listOfCopies(), moduleType: "ts" };
      return null;
    },
    resolveId(source, importer) {
      const [file = "", query] = source.split("?copy=");
      if (query === undefined || importer === undefined) return null;
      return `${path.resolve(path.dirname(importer), file)}?copy=${query}`;
    },
  };
}

function listOfCopies(): string {
  const imports = COPIES.map((_, i) => `import { pathAtoms as copy${i} } from "./path-atoms.ts?copy=${i}";`);
  const entries = COPIES.map((path, i) => `{ path: ${JSON.stringify(path)}, atoms: copy${i} }`);
  return [
    'import { pathAtoms } from "./path-atoms.js";',
    ...imports,
    `export const copies = [${entries.join(", ")}, { path: null, atoms: pathAtoms }];`,
  ].join("\n");
}

function copyOf(source: string, index: number): string {
  const path = COPIES[index];
  const parts = source.split(READ);
  // INVARIANT: a change of the template must not silently leave the copies slow.
  if (path === undefined || parts.length !== 2 || !source.includes("= (path) => {"))
    throw new Error("path-atoms.ts does not look as expected");
  // No destructuring of a list: that would call the iterator of `Array.prototype`.
  const keys = path.flatMap((name, i) => (name === null ? [`const key${i} = path[${i}];`] : []));
  return parts.join(readOf(path)).replace("= (path) => {", `= (path) => { ${keys.join(" ")}`);
}

/** `event.a.b`, every step of it an object: sealed values inherit nothing, but strings do. */
function readOf(path: readonly (string | null)[]): string {
  const keys = path.map((name, i) => (name === null ? `[key${i}]` : `.${name}`));
  const steps = keys.slice(1).map((key, i) => {
    const from = `value${i}`;
    return `const value${i + 1} = typeof ${from} === "object" && ${from} !== null ? ${from}${key} : undefined;`;
  });
  return [`=> { const value0 = event${keys[0]};`, ...steps, `return value${keys.length - 1}; };`].join(" ");
}
