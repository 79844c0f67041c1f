import { readFileSync } from "node:fs";
import path from "node:path";

import type { Plugin } from "rolldown";

/** Paths that most conditions read: their copies read them by name, which is a little faster still. */
const NAMED: readonly (readonly string[])[] = [
  ["toolName"],
  ["sessionKey"],
  ["event"],
  ["params", "command"],
  ["params", "path"],
  ["params", "url"],
  ["params", "content"],
  ["params", "cwd"],
];

/** How many copies there are for other paths, by their length. */
const POOL: readonly number[] = [4, 6, 3, 1];

const READ = "const value = readPath(event, path);";

interface Copy {
  readonly length: number;
  readonly path?: readonly string[];
}

const COPIES: readonly Copy[] = [
  ...NAMED.map((names) => ({ length: names.length, path: names })),
  ...POOL.flatMap((count, i) => Array.from({ length: count }, () => ({ length: i + 1 }))),
];

/**
 * Puts copies of `path-atoms.ts` into the bundle, with the read of the path written out. V8 keeps what it learns about
 * a read per place in the text, so paths that share a text slow each other down.
 */
export function pathCopies(): Plugin {
  return {
    name: "path-copies",
    load(id) {
      const [file = "", query] = id.split("?copy=");
      if (query !== undefined) return { code: copyOf(readFileSync(file, "utf8"), Number(query)), moduleType: "ts" };
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
  const entries = COPIES.map((copy, i) => `{ ...${JSON.stringify(copy)}, atoms: copy${i} }`);
  return [
    'import { pathAtoms } from "./path-atoms.js";',
    ...imports,
    `export const copies = [${entries.join(", ")}, { length: 0, atoms: pathAtoms }];`,
  ].join("\n");
}

function copyOf(source: string, index: number): string {
  const copy = COPIES[index];
  const parts = source.split(READ);
  // INVARIANT: a change of the template must not silently leave the copies slow.
  if (copy === undefined || parts.length < 10 || !source.includes("= (path) =>"))
    throw new Error("path-atoms.ts does not look as expected");
  const names = ["a", "b", "c", "d"].slice(0, copy.length);
  const head = copy.path === undefined ? `= ([${names.join(", ")}]) =>` : "= (_path) =>";
  return parts.join(readOf(copy, names)).replace("= (path) =>", head);
}

/** `event.a.b`, every step of it an object: sealed values inherit nothing, but strings do. */
function readOf(copy: Copy, names: readonly string[]): string {
  const keys = copy.path?.map((name) => `.${name}`) ?? names.map((name) => `[${name}]`);
  const steps = keys.slice(1).map((key, i) => {
    const from = `value${i}`;
    return `const value${i + 1} = typeof ${from} === "object" && ${from} !== null ? ${from}${key} : undefined;`;
  });
  return [`const value0 = event${keys[0]};`, ...steps, `const value = value${keys.length - 1};`].join(" ");
}
