import path from "node:path";
import process from "node:process";

const root = path.resolve(import.meta.dirname, "../../..");

/** The program and its arguments that run a TypeScript file of this folder from source. */
export function nodeArgs(file: string, ...args: readonly string[]): readonly string[] {
  const tsx = path.join(root, "node_modules/tsx/dist/esm/index.mjs");
  return [
    process.execPath,
    "--conditions=@gatehouse-hooks/source",
    "--import",
    tsx,
    path.join(import.meta.dirname, file),
    ...args,
  ];
}
