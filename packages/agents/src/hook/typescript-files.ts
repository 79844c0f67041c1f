import process from "node:process";

/** What to do where Node does not strip types. */
export const TYPESCRIPT_CURE =
  "use Node 22.18 or newer, which reads it as it is, or make JavaScript of it: `npx esbuild hooks.ts --format=esm --outfile=hooks.mjs`";

/** Whether a file is TypeScript by its name. */
export function isTypeScript(file: string): boolean {
  return /\.[cm]?ts$/.test(file);
}

/** Whether Node reads TypeScript without being told. */
export function readsTypeScript(): boolean {
  const { features } = process;
  return "typescript" in features && Boolean(features.typescript);
}

/** What Node has to be told so that it reads TypeScript; empty: nothing, or it cannot. */
export function typeScriptArgs(files: readonly string[]): readonly string[] {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const canStrip = major > 22 || (major === 22 && minor >= 6);
  return files.some(isTypeScript) && !readsTypeScript() && canStrip
    ? ["--experimental-strip-types", "--no-warnings"]
    : [];
}
