import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Installed } from "./installed.js";

/** Changes one chunk of the bundle; what it does not change stays. */
type Change = (text: string) => string;

/** What is broken in a copy of the installed program, each by one change of its text. */
export const FAULTS: Readonly<Record<string, Change>> = {
  "the pattern engine has no paths": (text) =>
    text.replace(/(Object\.assign\([\w$]+,\{glob:[\w$]+),paths:[\w$]+\}/g, "$1}"),
  "a list of facts is not carried over": (text) => text.replace("deletes:this.deletes", "deletes:[]"),
  // What is loaded later then has classes, symbols and caches of its own.
  "a chunk is loaded twice": (text) =>
    text.replace(
      /Promise\.resolve\(\)\.then\(\(\)=>require\(("\.\/chunk-start\.cjs")\)\)\.then\(\(\{start:/,
      (whole, chunk: string) => `(${forget.toString()})(require,${chunk}),${whole}`,
    ),
};

/** Runs in the bundle: from the first call on, each `require` of the chunk that everything shares loads it anew. */
function forget(require: NodeJS.Require, start: string): void {
  require(start);
  for (const file of Object.keys(require.cache))
    if (/chunk-start-[^/]*$/.test(file)) delete require.cache[file];
}

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
    const next = change(text);
    if (next === text) continue;
    writeFileSync(path.join(copy, file), next);
    changed++;
  }
  return { broken: { bin: path.join(copy, "bin.js"), node }, changed };
}
