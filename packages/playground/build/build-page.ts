import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";

import { rolldown } from "rolldown";

import { SOURCE_CONDITION } from "../../../tools/scope.js";

/** The page as it was written. */
interface BuiltPage {
  /** Absolute. */
  readonly file: string;
  readonly bytes: number;
  readonly gzipped: number;
}

/**
 * Bundles the playground into one page without anything beside it: it opens from a disk. Its policy of content lets it run the one script that
 * is in it, and connect to nothing.
 *
 * @param folder of the package
 * @param out where `index.html` is written; default: `dist` of the package
 */
export async function buildPage(folder: string, out: string = path.join(folder, "dist")): Promise<BuiltPage> {
  const script = inElement(await bundled(path.join(folder, "src/main.ts")));
  const style = readFileSync(path.join(folder, "src/page/page.css"), "utf8");
  const html = readFileSync(path.join(folder, "src/page/page.html"), "utf8")
    .replace("%POLICY%", () => contentPolicy(script))
    .replace("%STYLE%", () => style)
    .replace(/\s*%SCRIPT%\s*/, () => script);
  mkdirSync(out, { recursive: true });
  const file = path.join(out, "index.html");
  writeFileSync(file, html);
  return { file, bytes: Buffer.byteLength(html), gzipped: gzipSync(html).length };
}

async function bundled(input: string): Promise<string> {
  const bundle = await rolldown({
    input,
    platform: "browser",
    resolve: { conditionNames: [SOURCE_CONDITION, "browser", "import", "default"] },
    logLevel: "warn",
  });
  const { output } = await bundle.generate({ format: "iife", minify: true });
  await bundle.close();
  const [chunk, ...others] = output;
  if (others.length > 0) throw new Error(`one file is expected, there are ${others.length} more`);
  return chunk.code;
}

/** A script as HTML reads it: only strings and expressions hold these, and there a backslash changes nothing. */
function inElement(script: string): string {
  return script.replaceAll(/<(?=\/script|!--)/gi, "\\x3c");
}

function contentPolicy(script: string): string {
  const hash = createHash("sha256").update(script).digest("base64");
  return [
    "default-src 'none'",
    `script-src 'sha256-${hash}'`,
    // The script once more, where it decides.
    "worker-src blob:",
    // Editors write rules for their themes.
    "style-src 'unsafe-inline'",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}
