import { chmodSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

import { rolldown } from "rolldown";
import type { OutputChunk } from "rolldown";

import { SOURCE_CONDITION } from "../scope.js";
import { plainRoot, re2jsOf, requiredRe2js } from "./bundle-condition.js";
import { bundleReplayPage } from "./bundle-replay-page.js";
import { bundledLicenses } from "./bundled-licenses.js";
import { lateModules } from "./late-modules.js";
import { lateRequires } from "./late-requires.js";
import { pathCopies } from "./path-copies.js";
import { plainExports } from "./plain-exports.js";
import { plainProcess } from "./plain-process.js";
import { replacedModules, WITHOUT_COLOURS } from "./replaced-modules.js";
import { rowTests } from "./row-tests.js";
import { rowsBeside } from "./rows-beside.js";
import { SELDOM_GROUP, seldomRequires } from "./seldom-requires.js";

/** What derives facts: larger than all the rest of a hook, and for policies that read them. */
const FACTS =
  /[\\/]packages[\\/](?:shell|facts(?![\\/]src[\\/](?:rows|examples)[\\/])|local[\\/]src[\\/]facts)[\\/]|[\\/]packages[\\/]languages[\\/]src[\\/](?:index|read-language|read-script|decode-base64|scan[\\/][\w-]+)\.ts$|[\\/]packages[\\/]runtime[\\/]src[\\/]look-up-links\.ts$|[\\/]node_modules[\\/]unbash[\\/]/;

/** What starts the program, in files of their own. */
const ENTRIES = /[\\/](?:bin|compiled-folder|start|warm-hook)\.ts$/;

/**
 * What is beside what a hook runs in an index, and for others: the tables of agents that no hook is started by, but for their places and
 * their options of the command line, the names of all agents
 * together, `init` and the daemon. Where one of these came to be needed at once, a hook would read a file more.
 */
const PASSED_ON =
  /[\\/]hosts[\\/]src[\\/](?:(?:docker-agent|mimir|mayros|gatehouse(?![\\/]packs[\\/])|names)[\\/](?!(?:hooks[\\/])?(?:command-line|places)\.)|wired[\\/](?:index|decide-in-words|stricter|wired-hosts)\.|(?:vocabulary|hosts)\.)|[\\/]local[\\/]src[\\/]format-names\.|[\\/]agents[\\/]src[\\/](?:init|daemon)[\\/]/;

/**
 * Replaces `dist/bin.js` of the command by a bundle: it starts in a tenth of the time that Node needs to find and load the parser's several
 * hundred modules. It is CommonJS, which Node has loaded when it starts: the loader of ES modules alone costs a sixth of a bare start. The
 * AI SDK stays outside: it is large, and loaded only when a model is asked. What the bundle contains of others is listed with its licence
 * beside it.
 */
export async function bundleCommand(cli: string): Promise<void> {
  const dist = path.join(cli, "dist");
  for (const file of readdirSync(dist)) {
    if (/^(?:chunk-|compiled$)/.test(file)) rmSync(path.join(dist, file), { recursive: true });
  }
  writeFileSync(path.join(dist, "package.json"), '{ "type": "commonjs" }\n');
  const late = lateModules("at once");
  const seldom = seldomRequires(SELDOM_LATER);
  const bundle = await rolldown({
    input: {
      bin: path.join(cli, "src/bin.ts"),
      start: path.join(cli, "src/start.ts"),
      "warm-hook": path.join(cli, "src/snapshot/warm-hook.ts"),
    },
    cwd: cli,
    platform: "node",
    resolve: {
      conditionNames: [SOURCE_CONDITION, "node", "import", "default"],
      // Its main file calls a `require` that it is given: a bundle has to take the other one.
      alias: { "jsonc-parser": "jsonc-parser/lib/esm/main.js" },
    },
    external: [/^ai($|\/)/, /^@ai-sdk\//, "@simplewebauthn/server", "bullmq", "node-sqlite3-wasm"],
    plugins: [
      replacedModules(WITHOUT_COLOURS),
      rowsBeside(dist),
      rowTests(),
      pathCopies(),
      plainProcess(),
      requiredRe2js(dist),
      plainRoot(),
      late.plugin,
      lateRequires(),
      plainExports(SELDOM_LATER),
      seldom.plugin,
    ],
    logLevel: "warn",
    preserveEntrySignatures: "allow-extension",
  });
  // Chunks lie beside `bin.js`, so that `import.meta.url` means the same folder wherever code ends up.
  const { output } = await bundle.write({
    dir: dist,
    format: "cjs",
    // What every start reads is shorter; names of functions stay for stack traces where they cost no start.
    minify: { compress: true, mangle: true, codegen: { removeWhitespace: true } },
    entryFileNames: ({ name }) => (name === "bin" ? "bin.js" : "chunk-[name].cjs"),
    chunkFileNames: "chunk-[name]-[hash].cjs",
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        SELDOM_GROUP,
        // Each file that a start reads costs a third of a millisecond: what a hook runs at once is one, what facts take another.
        {
          name: "start",
          tags: ["$initial"],
          test: (id) => !ENTRIES.test(id) && !PASSED_ON.test(id),
          priority: 2,
        },
        { name: "facts", test: FACTS, priority: 1 },
        // What `bin.js` needs first is not in it: whoever needed it, too, would run the program by that.
        { name: "compiled-folder", test: /[\\/]compiled-folder\.ts$/, priority: 1 },
      ],
    },
  });
  await bundle.close();
  await bundleSnapshotScript(cli, dist);
  chmodSync(path.join(dist, "bin.js"), 0o755);
  const chunks = output.filter((file) => file.type === "chunk");
  const needed = chunks.map((chunk) => ({ ...chunk, imports: neededAtOnce(chunk) }));
  refuseCircles(needed);
  if (needed.some(({ imports }) => imports.includes("bin.js")))
    throw new Error("a file of the command needs its start");
  refuseSecondFile(needed);
  refuseNoFunctions(dist, chunks, seldom.passedOn);
  for (const { name, fileName } of chunks)
    if (name === "start" || name === "facts") escapeNonAscii(path.join(dist, fileName));
  const modules = chunks.flatMap(({ moduleIds }) => moduleIds);
  modules.push(re2jsOf(path.join(cli, "../condition/src/re2/re2.ts")));
  modules.push(...(await bundleReplayPage(path.join(cli, "../logs"), dist)));
  writeFileSync(path.join(dist, "third-party-licenses.txt"), bundledLicenses(modules));
}

/** A file of its own: while Node makes a snapshot, nothing but its own modules can be required. */
async function bundleSnapshotScript(cli: string, dist: string): Promise<void> {
  const bundle = await rolldown({
    input: path.join(cli, "src/snapshot/snapshot-script.ts"),
    cwd: cli,
    platform: "node",
    logLevel: "warn",
  });
  await bundle.write({ file: path.join(dist, "chunk-snapshot.cjs"), format: "cjs", minify: true });
  await bundle.close();
}

type Files = Pick<OutputChunk, "name" | "fileName" | "imports" | "isEntry">;

/** What a file requires while it is loaded: `seldomRequires` has changed two of them. */
function neededAtOnce({ name, imports }: OutputChunk): string[] {
  return SELDOM_LATER.includes(name) ? imports.filter((one) => !SELDOM_FILE.test(one)) : imports;
}

/** The files that a hook loads. */
const SELDOM_LATER: readonly string[] = ["start", "facts", "recent-decisions"];

const SELDOM_FILE = /^chunk-seldom-/;

/**
 * What `seldomRequires` passes on is called, so it is a function.
 *
 * @throws Error
 */
function refuseNoFunctions(dist: string, chunks: readonly OutputChunk[], names: ReadonlySet<string>): void {
  const file = chunks.find(({ fileName }) => SELDOM_FILE.test(fileName))?.fileName ?? "";
  const exported = createRequire(path.join(dist, "bin.js"))(`./${file}`) as Record<string, unknown>;
  const bad = [...names].filter((name) => !isPlainFunction(exported[name]));
  if (bad.length > 0) throw new Error(`${file}: what is no function is in a table: ${bad.join(", ")}`);
}

function isPlainFunction(value: unknown): boolean {
  return typeof value === "function" && !/^class\b/.test(Function.prototype.toString.call(value));
}

/**
 * Of two files that need each other at once, one would find the other half loaded.
 *
 * @throws Error
 */
function refuseCircles(chunks: readonly Files[]): void {
  const left = new Map(chunks.map(({ fileName, imports }) => [fileName, new Set(imports)]));
  for (let found = true; found;) {
    found = false;
    for (const [name, imports] of left) {
      if ([...imports].some((one) => left.has(one))) continue;
      left.delete(name);
      found = true;
    }
  }
  for (let found = true; found;) {
    found = false;
    for (const name of left.keys()) {
      if ([...left.values()].some((of) => of.has(name))) continue;
      left.delete(name);
      found = true;
    }
  }
  if (left.size > 0) throw new Error(`files of the command need each other: ${[...left.keys()].join(", ")}`);
}

/**
 * What a hook runs at once is one file, beside the bundler's own: each other costs it a third of a millisecond.
 *
 * @throws Error
 */
function refuseSecondFile(chunks: readonly Files[]): void {
  const start = chunks.find(({ name, isEntry }) => name === "start" && !isEntry);
  const more = start?.imports.filter((one) => /^chunk-(?!rolldown-runtime-)/.test(one));
  if (more === undefined || more.length > 0)
    throw new Error(`what a hook runs at once needs other files: ${more?.join(", ") ?? "it is not there"}`);
}

/** Of a file with one character above ASCII, V8 makes a string of twice the size, which takes longer to read. */
function escapeNonAscii(file: string): void {
  const text = readFileSync(file, "utf8");
  // Minified: such characters are in literals of strings, templates and patterns, where the escape means the same.
  const escaped = text.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  if (escaped !== text) writeFileSync(file, escaped);
}
