import { readFileSync } from "node:fs";
import path from "node:path";
import { rolldown } from "rolldown";

/** The folder of the page on which people answer. */
const FOLDER: string = path.resolve(import.meta.dirname, "../../packages/server/src/approvals/page");

/** The files of the page for approvals as the server has them: the script is one file, and the names in it stay. */
export async function approvalPageFiles(): Promise<Readonly<Record<"html" | "style" | "script", string>>> {
  const read = (name: string): string => readFileSync(path.join(FOLDER, name), "utf8");
  const bundle = await rolldown({
    input: path.join(FOLDER, "main.ts"),
    platform: "browser",
    logLevel: "warn",
  });
  const { output } = await bundle.generate({ format: "iife" });
  await bundle.close();
  return {
    html: read("page.html"),
    style: read("page.css"),
    // Comments that say which file a part is from.
    script: output[0].code.replaceAll(/^\t*\/\/#(?:end)?region.*\n/gm, ""),
  };
}
