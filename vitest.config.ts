import { defineConfig } from "vitest/config";

const conditions = ["@gatehouse/source", "node", "import", "module", "default"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["packages/*/test/**/*.test.ts", "test/**/*.test.ts"],
    // Nothing may turn text into code, tests included: no-eval is kept by the engine, not by us alone.
    execArgv: ["--disallow-code-generation-from-strings"],
    // Two cores: files run side by side, a law takes what it takes.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
