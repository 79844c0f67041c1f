import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";

import { rolldown } from "rolldown";

const root = path.resolve(import.meta.dirname, "..");
const cli = path.join(root, "packages/cli");

const tsc = spawnSync(path.join(root, "node_modules/.bin/tsc"), ["-b", "tsconfig.build.json"], {
  cwd: root,
  stdio: "inherit",
  shell: process.platform === "win32",
});
if (tsc.status !== 0) process.exit(tsc.status ?? 1);
if (existsSync(path.join(cli, "src/bin.ts"))) await bundleCommand();

/**
 * Replaces `dist/bin.js` of the command by a bundle: it starts in a tenth of the time that Node needs to find and
 * load the parser's several hundred modules. The AI SDK stays outside: it is large and only loaded when a model is asked.
 */
async function bundleCommand(): Promise<void> {
  const dist = path.join(cli, "dist");
  for (const file of readdirSync(dist)) {
    if (file.startsWith("chunk-")) rmSync(path.join(dist, file));
  }
  const bundle = await rolldown({
    input: { bin: path.join(cli, "src/bin.ts") },
    cwd: cli,
    platform: "node",
    external: [/^ai($|\/)/, /^@ai-sdk\//],
    resolve: { conditionNames: ["@gatehouse/source", "node", "import", "default"] },
    logLevel: "warn",
  });
  // Chunks lie beside `bin.js`, so that `import.meta.url` means the same folder wherever code ends up.
  await bundle.write({
    dir: dist,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "chunk-[name]-[hash].js",
  });
  await bundle.close();
  chmodSync(path.join(dist, "bin.js"), 0o755);
}
