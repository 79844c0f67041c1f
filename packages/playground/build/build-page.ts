import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";

import { type Plugin, rolldown } from "rolldown";

import { PROGRAMS } from "@gatehouse-hooks/facts";
import { POWERSHELL_PROGRAMS } from "../../facts/src/rows/windows/powershell.table.js";
import { SOURCE_CONDITION } from "../../../tools/scope.js";

/** The page as it was written. */
export interface BuiltPage {
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

/** The page reads the native format alone: its one policy file has a name of that format. */
function noFiles(...names: readonly string[]): () => string {
  return () =>
    names
      .map(
        (name) => `export const ${name} = () => { throw new Error("this page reads native policy files"); };`,
      )
      .join("\n");
}

/** The schema of the one format, as `pnpm schemas` has written it: the page makes none. */
function schemaOfNative(id: string): string {
  const schema = readFileSync(path.join(id, "../../../schemas/gatehouse.json"), "utf8");
  return `const GATEHOUSE = ${schema};\nexport const FILE_SCHEMAS = [{ name: "gatehouse", make: () => GATEHOUSE }];`;
}

/** The rows of programs without the tests beside them. Commands of PowerShell come from scripts that the page does not read. */
function rowsOfPage(): string {
  const left = new Set(POWERSHELL_PROGRAMS);
  const rows = PROGRAMS.filter((row) => !left.has(row)).map((row) => {
    const { tests: _, ...others } = row;
    return others;
  });
  return `export const PROGRAMS = ${JSON.stringify(rows)};`;
}

/** What a text of a shell of Windows is to the page: not understood, as one that is too long is to a hook. */
const UNREAD_SCRIPT =
  'export const parseScript = () => ({ list: [], errors: [{ message: "is not read on this page", start: 0 }], bashOnly: false, moved: false });';

/**
 * What the page does without, a sixth of its size. To it code of Python and of JavaScript is not understood, and is scanned as that of Perl is, so
 * that its decisions on such code are never laxer than those of a hook.
 */
const LEFT_OUT: readonly (readonly [place: RegExp, text: (id: string) => string])[] = [
  [/[\\/]languages[\\/]src[\\/]read-code\.ts$/, () => "export const readCode = () => null;"],
  [/[\\/]languages[\\/]src[\\/]parse-script\.ts$/, () => UNREAD_SCRIPT],
  [/[\\/]facts[\\/]src[\\/]rows[\\/]programs\.table\.ts$/, rowsOfPage],
  // Nothing here has a file that a call could run.
  [/[\\/]facts[\\/]src[\\/]scripts[\\/]run-scripts\.ts$/, () => "export const runScripts = () => [];"],
  [
    /[\\/]facts[\\/]src[\\/]ask-script\.ts$/,
    () =>
      "export const askForCode = () => {}, askForDefined = askForCode, askForScript = askForCode, askForPatch = askForCode;",
  ],
  // It is read, and never written.
  [
    /[\\/]json5[\\/]dist[\\/]index\.m?js$/,
    () => 'import parse from "../lib/parse.js"; export default { parse };',
  ],
  // Browsers know the characters of names themselves.
  [
    /[\\/]json5[\\/]lib[\\/]unicode\.js$/,
    () =>
      String.raw`exports.Space_Separator = /\p{Zs}/u; exports.ID_Start = /\p{ID_Start}/u; exports.ID_Continue = /\p{ID_Continue}/u;`,
  ],
  [/[\\/]hosts[\\/]src[\\/]json-schemas[\\/]schemas\.ts$/, schemaOfNative],
  [/[\\/]hosts[\\/]src[\\/]docker-agent[\\/]load-docker-agent\.ts$/, noFiles("loadDockerAgent")],
  [/[\\/]hosts[\\/]src[\\/]mayros[\\/]load-mayros\.ts$/, noFiles("loadMayros", "placeInMayros")],
  [/[\\/]hosts[\\/]src[\\/]mayros[\\/]read-config\.ts$/, noFiles("readConfig")],
  [/[\\/]hosts[\\/]src[\\/]mimir[\\/]load-mimir\.ts$/, noFiles("loadMimir")],
  [/[\\/]hosts[\\/]src[\\/]mimir[\\/]twin-events\.ts$/, noFiles("twinEvents")],
  [/[\\/]hosts[\\/]src[\\/]mimir[\\/]hook-policy\.ts$/, noFiles("hookPolicy")],
];

/** A module that has moved would come into the page unseen: each place has to be met. */
function leftOut(): Plugin {
  const unmet = new Set(LEFT_OUT);
  return {
    name: "left-out",
    load(id) {
      const row = LEFT_OUT.find(([place]) => place.test(id));
      if (row !== undefined) unmet.delete(row);
      return row?.[1](id);
    },
    buildEnd(error) {
      const places = [...unmet].map(([place]) => place.source);
      if (error === undefined && places.length > 0) throw new Error(`no such module: ${places.join(", ")}`);
    },
  };
}

async function bundled(input: string): Promise<string> {
  const bundle = await rolldown({
    input,
    platform: "browser",
    resolve: { conditionNames: [SOURCE_CONDITION, "browser", "import", "default"] },
    plugins: [leftOut()],
    logLevel: "warn",
  });
  // What says to bundlers that a call is pure says nothing to a browser.
  const comments = { legal: true, annotation: false, jsdoc: false };
  const { output } = await bundle.generate({ format: "iife", minify: true, comments });
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
