import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

import { rolldown } from "rolldown";

import { SOURCE_CONDITION } from "../scope.js";

/** Where `gatehouse replay --html` puts its report. */
const REPORT = "%REPORT%";

/**
 * Bundles the page of `gatehouse replay --html` into `replay-page.html`, which has a place for one report. Its policy of content lets it run
 * the one script that is in it, use the one style, and connect to nothing.
 *
 * @param logs the folder of the package that has the page
 * @param out the folder that the page is written to
 * @returns the modules that are in it
 */
export async function bundleReplayPage(logs: string, out: string): Promise<readonly string[]> {
  const sources = path.join(logs, "src/replay/page");
  const { code, modules } = await bundled(path.join(sources, "main.ts"));
  const plots = path.join(logs, "node_modules/uplot");
  const style = `${readFileSync(path.join(plots, "dist/uPlot.min.css"), "utf8")}\n${readFileSync(path.join(sources, "page.css"), "utf8")}`;
  const script = inScript(code);
  const page = readFileSync(path.join(sources, "page.html"), "utf8")
    .replace("%POLICY%", () => contentPolicy(script, style))
    .replace(/\s*%STYLE%\s*/, () => style)
    .replace(/\s*%SCRIPT%\s*/, () => script)
    .replace(/\s*(%REPORT%)\s*/, "$1");
  if (page.split(REPORT).length !== 2) throw new Error(`${REPORT} is expected once`);
  mkdirSync(out, { recursive: true });
  writeFileSync(path.join(out, "replay-page.html"), page);
  return [...modules, path.join(plots, "package.json")];
}

async function bundled(
  input: string,
): Promise<{ readonly code: string; readonly modules: readonly string[] }> {
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
  return { code: chunk.code, modules: chunk.moduleIds };
}

/** A script as HTML reads it: only strings and expressions hold these, and there a backslash changes nothing. */
function inScript(script: string): string {
  return script.replaceAll(/<(?=\/script|!--)/gi, "\\x3c");
}

function contentPolicy(script: string, style: string): string {
  const hash = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  return [
    "default-src 'none'",
    `script-src ${hash(script)}`,
    `style-src ${hash(style)}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}
