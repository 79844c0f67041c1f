import { pathToFileURL } from "node:url";
import path from "node:path";

import type { Plugin } from "rolldown";

/** Files of the command's sources that hold nothing but one JSON value each, made of large tables. */
const EVALUATED = [path.join("local", "src", "facts", "program-rows.ts")];

/** Puts the value of a module in the place of the module: what is computed of constants is computed once, here. */
export function evaluatedModules(): Plugin {
  return {
    name: "evaluated-modules",
    async load(id) {
      if (!EVALUATED.some((end) => id.endsWith(path.sep + end))) return null;
      const exported = (await import(pathToFileURL(id).href)) as Readonly<Record<string, unknown>>;
      return Object.entries(exported)
        .map(([name, value]) => `export const ${name} = Object.freeze(${literalOf(id, value)});`)
        .join("\n");
    },
  };
}

function literalOf(id: string, value: unknown): string {
  const text = JSON.stringify(value);
  if (text === undefined || typeof value !== "object") throw new Error(`${id}: its value is not JSON data`);
  return text;
}
