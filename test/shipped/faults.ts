import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Installed } from "./installed.js";

/** Changes one file of the bundle; what it does not change stays. */
type Change = (text: string, file: string) => string;

/** What is broken in a copy of the installed program, each by one change of its text. */
export const FAULTS: Readonly<Record<string, Change>> = {
  // Stored conditions about paths are refused then. That is damage of the store, and the policies are loaded again: here it is not.
  "the pattern engine has no paths, and what is refused applies": (text) =>
    text
      .replace(/(Object\.assign\([\w$]+,\{glob:[\w$]+),paths:[\w$]+\}/g, "$1}")
      .replace(/paths:\([\w$]+,[\w$]+\)=>\(\{glob:new [\w$]+\([\w$,]+\)\}\)/g, "")
      .replace(/this\.#[\w$]+\?\?=[`"]a condition of it is refused[`"]/g, "0"),
  "a list of facts is not carried over": (text) => text.replace("deletes:this.deletes", "deletes:[]"),
  // Then its classes and caches exist twice: a set of policies that one has made is none for the other.
  "a file is loaded twice": (text, file) =>
    file.startsWith("chunk-open-runtime")
      ? text.replace(
          /require\(([`"])(\.\/chunk-start-[\w-]+\.cjs)\1\)/g,
          '(delete require.cache[require.resolve("$2")],require("$2"))',
        )
      : text,
};

/** A copy of an installed program beside it, with each chunk changed. How many were is part of the answer. */
export function brokenCopy(
  { bin, node }: Installed,
  name: string,
  change: Change,
): { readonly broken: Installed; readonly changed: number } {
  const dist = path.dirname(bin);
  const copy = path.join(dist, "..", "..", name, "dist");
  cpSync(dist, copy, { recursive: true, filter: (file) => path.basename(file) !== "compiled" });
  let changed = 0;
  for (const file of readdirSync(copy).filter((one) => /\.c?js$/.test(one))) {
    const text = readFileSync(path.join(copy, file), "utf8");
    const next = change(text, file);
    if (next === text) continue;
    writeFileSync(path.join(copy, file), next);
    changed++;
  }
  return { broken: { bin: path.join(copy, "bin.js"), node }, changed };
}
