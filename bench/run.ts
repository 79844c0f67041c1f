import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";

import { rolldown } from "rolldown";

const root = path.resolve(import.meta.dirname, "..");
const built = path.join(import.meta.dirname, "dist");

const { values: flags, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: "boolean", default: false },
    "no-build": { type: "boolean", default: false },
    list: { type: "boolean", default: false },
  },
});

const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(".bench.ts"))
  .map((file) => file.slice(0, -".bench.ts".length));
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`no bench \`${unknown.join("`, `")}\`; there are: ${names.join(", ") || "none"}`);
  process.exit(2);
}
if (flags.list) {
  console.log(names.join("\n"));
  process.exit(0);
}
const chosen = wanted.length > 0 ? wanted : names;

// The packages are measured as users get them, compiled to `dist`. The benches are stripped of their types by
// rolldown and run by plain node: a loader that wraps functions to keep their names would be measured too.
if (!flags["no-build"]) run(path.join(root, "node_modules/.bin/tsx"), ["tools/build.ts"]);
const bundle = await rolldown({
  input: {
    "run-bench": path.join(import.meta.dirname, "frame/run-bench.ts"),
    ...Object.fromEntries(chosen.map((name) => [name, path.join(import.meta.dirname, `${name}.bench.ts`)])),
  },
  platform: "node",
  external: (id) => !id.startsWith(".") && !path.isAbsolute(id),
  logLevel: "warn",
});
await bundle.write({
  dir: built,
  format: "esm",
  entryFileNames: "[name].js",
  chunkFileNames: "[name]-[hash].js",
});
await bundle.close();

for (const name of chosen) {
  run(process.execPath, [
    "--expose-gc",
    path.join(built, "run-bench.js"),
    path.join(built, `${name}.js`),
    name,
    flags.quick ? "" : path.join(import.meta.dirname, "results"),
    ...(flags.quick ? ["--quick"] : []),
  ]);
}

function run(command: string, args: readonly string[]): void {
  const { status } = spawnSync(command, args, { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
