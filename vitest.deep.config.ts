import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";
import { sourceConditions } from "./tools/source-conditions.js";
import { DEEP, EXAMPLES, type LawFiles, lawFiles, NIGHT, PACKAGING, SHIPPED } from "./tools/test-files.js";

const conditions = [...sourceConditions];

/** Seconds of processor time for each law, when the environment does not say. */
const SHARE = "0.1";

/** What the quick tier leaves out: the deep tier, and what is tried at night. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    env: { GATEHOUSE_LAW_SECONDS: process.env["GATEHOUSE_LAW_SECONDS"] ?? SHARE },
    execArgv: ["--disallow-code-generation-from-strings"],
    // As in the quick tier: many of them wait for processes.
    maxWorkers: Math.max(3, Math.floor(availableParallelism() / 2)),
    testTimeout: 600_000,
    hookTimeout: 600_000,
    projects: [
      {
        extends: true,
        test: {
          name: "deep",
          include: [DEEP, ...files({ shared: false, rows: true })],
          exclude: [...configDefaults.exclude, ...PACKAGING, ...SHIPPED, ...EXAMPLES, ...NIGHT],
        },
      },
      { extends: true, test: { name: "night", include: [...NIGHT] } },
      { extends: true, test: { name: "examples", include: [...EXAMPLES] } },
      { extends: true, test: { name: "packaging", include: [...PACKAGING] } },
      { extends: true, test: { name: "shipped", include: [...SHIPPED] } },
      { extends: true, test: { name: "timed", include: [...files({ shared: false, rows: false })] } },
      // A process and its modules serve many files, as in the quick tier: loading them took longer than the laws.
      ...[
        { name: "rows", rows: true },
        { name: "laws", rows: false },
      ].map(({ name, rows }) => ({
        extends: true as const,
        test: { name, include: [...files({ shared: true, rows })], exclude: [DEEP], isolate: false },
      })),
    ],
  },
});

function files(which: LawFiles): readonly string[] {
  return lawFiles(import.meta.dirname, which);
}
