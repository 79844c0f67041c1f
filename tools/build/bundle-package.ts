import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

import { rolldown } from "rolldown";

import { SCOPE } from "../scope.js";
import { bundledLicenses } from "./bundled-licenses.js";
import { lateGroup, lateModules } from "./late-modules.js";
import { replacedModules } from "./replaced-modules.js";
import { rowTests } from "./row-tests.js";
import { wrapLateChunks } from "./wrap-late-chunks.js";

/** What the bundle of one package has of its own. */
export interface PackageBundle {
  /** The npm packages that it contains; the others are imported when it starts. */
  readonly contains?: readonly string[];
  /** What a contained package is chosen by, besides `import`: `browser` where it would ask for Node otherwise. */
  readonly conditions?: readonly string[];
  /** What stands in the place of an npm package, by its name. */
  readonly replaced?: Readonly<Record<string, string>>;
}

/** What is read of a `package.json`. */
interface Manifest {
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, unknown>>>>;
  readonly imports?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** The entries of a package: the place below `dist`, without the ending, and the source. */
type Entries = Readonly<Record<string, string>>;

/**
 * Replaces the JavaScript in a package's `dist` by a bundle of its entries: finding and reading one file is what a start
 * costs, a third to half a millisecond, more than most files take to run. The packages of the workspace stay imports,
 * so that each is loaded once. Types stay files of their own; names and source maps stay, for stack traces.
 */
export async function bundlePackage(folder: string, options: PackageBundle = {}): Promise<void> {
  const { contains = [], conditions = [], replaced = {} } = options;
  const dist = path.join(folder, "dist");
  for (const file of readdirSync(dist, { recursive: true, encoding: "utf8" })) {
    if (/\.js(\.map)?$/.test(file)) rmSync(path.join(dist, file));
  }
  const late = lateModules();
  const bundle = await rolldown({
    input: entriesOf(folder),
    cwd: folder,
    platform: "neutral",
    external: (specifier, importer) => !isContained(specifier, importer, contains),
    resolve: {
      mainFields: ["module", "main"],
      ...(conditions.length === 0 ? {} : { conditionNames: [...conditions, "import", "default"] }),
    },
    plugins: [replacedModules(replaced), rowTests(), late.plugin],
    // No entry gets names besides its own: see `lateGroup`.
    preserveEntrySignatures: "allow-extension",
    logLevel: "warn",
  });
  const { output } = await bundle.write({
    dir: dist,
    format: "esm",
    // Reading the text is what is left of a start; the sources lie beside it.
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
    sourcemap: true,
    sourcemapExcludeSources: true,
    entryFileNames: "[name].js",
    chunkFileNames: "chunk-[name].js",
    codeSplitting: { includeDependenciesRecursively: false, groups: [lateGroup(late)] },
  });
  await bundle.close();
  const chunks = output.filter((file) => file.type === "chunk");
  wrapLateChunks(dist, chunks, late.found);
  const licenses = bundledLicenses(chunks.flatMap(({ moduleIds }) => moduleIds));
  const file = path.join(dist, "third-party-licenses.txt");
  if (licenses !== "") writeFileSync(file, licenses);
  else if (existsSync(file)) rmSync(file);
}

/** Only what is reached from a file of the package itself, by a name that the package lists. */
function isContained(specifier: string, importer: string | undefined, contains: readonly string[]): boolean {
  if (/^[./]/.test(specifier) || path.isAbsolute(specifier) || importer === undefined) return true;
  if (specifier.startsWith(`${SCOPE}/`) || /^(?:node:|#)/.test(specifier)) return false;
  // What a contained package needs itself is contained with it.
  if (/[\\/]node_modules[\\/]/.test(importer) || specifier.startsWith("\0")) return true;
  return contains.some((name) => specifier === name || specifier.startsWith(`${name}/`));
}

/** The entries of `exports`, and the files that `imports` chooses between when the package is loaded. */
function entriesOf(folder: string): Entries {
  const { exports, imports = {} } = JSON.parse(
    readFileSync(path.join(folder, "package.json"), "utf8"),
  ) as Manifest;
  const built = [...Object.values(exports), ...Object.values(imports)].flatMap((entry) =>
    typeof entry === "string"
      ? []
      : Object.values(entry).filter((file) => typeof file === "string" && /^\.\/dist\/.*\.js$/.test(file)),
  ) as string[];
  return Object.fromEntries(
    built.map((file) => {
      const name = file.slice("./dist/".length, -".js".length);
      return [name, path.join(folder, "src", `${name}.ts`)];
    }),
  );
}
