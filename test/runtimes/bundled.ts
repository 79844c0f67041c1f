import { rolldown } from "rolldown";

/** A bundle for a place without Node, and what it still imports from outside. */
export interface Bundled {
  readonly code: string;
  readonly outside: readonly string[];
}

/**
 * Bundles a module for the browser into one file.
 *
 * @param input its path
 * @param conditions what entries are chosen by, before those of every bundler
 */
export async function bundled(input: string, conditions: readonly string[] = []): Promise<Bundled> {
  const outside = new Set<string>();
  const bundle = await rolldown({
    input,
    platform: "browser",
    // Of the embedder's own choosing; the message for one that is missing names it.
    external: (specifier) => {
      const isOutside = /^(?:node:|ai$|@ai-sdk\/)/.test(specifier);
      if (isOutside) outside.add(specifier);
      return isOutside;
    },
    resolve: { conditionNames: [...conditions, "browser", "import", "default"] },
    onLog(level, { code, message }) {
      if (code === "UNRESOLVED_IMPORT") throw new Error(message);
      if (level === "warn") process.stderr.write(`${message}\n`);
    },
  });
  const { output } = await bundle.generate({ format: "esm", minify: true, codeSplitting: false });
  await bundle.close();
  return {
    code: output.map((file) => (file.type === "chunk" ? file.code : "")).join(""),
    outside: [...outside].sort(),
  };
}
