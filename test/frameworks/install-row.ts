import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { FrameworkRow } from "./rows.table.js";

const root = path.resolve(import.meta.dirname, "../..");
const installs = path.join(import.meta.dirname, "installs");

/** Compiled as strictly as most users do; the library's own settings are not ours. */
const TSCONFIG = {
  compilerOptions: {
    target: "es2023",
    lib: ["es2023", "dom"],
    module: "nodenext",
    strict: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
    noEmit: true,
    verbatimModuleSyntax: true,
    types: ["node"],
    typeRoots: [path.join(root, "node_modules/@types")],
  },
  include: ["examples", "test"],
};

/** Installs what `package-lock.json` of a folder says, where that is not there yet. */
export function install(name: string): void {
  const folder = path.join(installs, name);
  const lock = readFileSync(path.join(folder, "package-lock.json"), "utf8");
  const done = path.join(folder, "node_modules/.installed.json");
  if (existsSync(done) && readFileSync(done, "utf8") === lock) return;
  process.stderr.write(`installing ${name}\n`);
  // Node comes by an install script; no library needs one.
  const scripts = name.startsWith("node-") ? [] : ["--ignore-scripts"];
  const { status } = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error", ...scripts], {
    cwd: folder,
    stdio: ["ignore", "inherit", "inherit"],
    shell: process.platform === "win32",
  });
  if (status !== 0) throw new Error(`npm ci failed in ${folder}`);
  writeFileSync(done, lock);
}

/**
 * A folder in which the example of a row finds its library, and the built packages.
 *
 * @returns its path
 */
export function prepareRow({ install: name, example, without = "" }: FrameworkRow): string {
  const folder = prepareFolder(name, [
    ...[`${example}.ts`, "outcome.ts", "policies.yaml"].map((one) => `examples/frameworks/${one}`),
    ...["run-row.ts", "framework-cases.ts"].map((one) => `test/frameworks/${one}`),
  ]);
  const copy = path.join(folder, `examples/frameworks/${example}.ts`);
  const text = readFileSync(copy, "utf8");
  if (!text.includes(without)) throw new Error(`\`${without}\` is not in ${example}.ts`);
  writeFileSync(copy, text.replace(without, ""));
  return folder;
}

/**
 * A folder in which the suite finds the library of one driver, and the built packages.
 *
 * @returns its path
 */
export function prepareSuite(name: string, driver: string): string {
  const suite = "test/frameworks/suite";
  const files = [
    "run-suite.ts",
    "run-case.ts",
    "suite-case.ts",
    "model-calls.ts",
    "exceptions.table.ts",
    "cases",
  ];
  return prepareFolder(name, [
    ...[...files, `drivers/${driver}.ts`].map((one) => `${suite}/${one}`),
    "packages/core/test/frameworks/disguises.ts",
  ]);
}

/** A folder of an install that has these files, and finds the built packages. */
function prepareFolder(name: string, files: readonly string[]): string {
  const scope = path.join(installs, name, "node_modules/@gatehouse-hooks");
  mkdirSync(scope, { recursive: true });
  rmSync(path.join(scope, "core"), { force: true, recursive: true });
  symlinkSync(path.join(root, "packages/core"), path.join(scope, "core"), "junction");
  const folder = path.join(installs, name, "run");
  rmSync(folder, { recursive: true, force: true });
  for (const file of files) cpSync(path.join(root, file), path.join(folder, file), { recursive: true });
  writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify(TSCONFIG));
  return folder;
}

/** The program of a version of Node: this one, where it is the one. */
export function nodeOf(major: FrameworkRow["node"]): string {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  install(`node-${major}`);
  return path.join(installs, `node-${major}`, "node_modules/node/bin/node");
}

/** The version of a package that a row has installed. */
export function versionOf({ install: name, npm }: Pick<FrameworkRow, "install" | "npm">): string {
  const file = path.join(installs, name, "node_modules", npm, "package.json");
  const { version } = JSON.parse(readFileSync(file, "utf8")) as { readonly version: string };
  return version;
}
