import type { SerializedConfig } from "vitest";
import { createVitest } from "vitest/node";

/** The tests of the package that is mutated, and the settings they run with. */
export interface PackageTests {
  /** Absolute paths. */
  readonly files: readonly string[];
  readonly config: SerializedConfig;
}

/** Asks Vitest itself what `tools/mutate-vitest.config.ts` means. */
export async function packageTests(): Promise<PackageTests> {
  const vitest = await createVitest("test", { config: "tools/mutate-vitest.config.ts", watch: false });
  try {
    const specifications = await vitest.globTestSpecifications();
    const config = vitest.projects[0]?.serializedConfig;
    if (config === undefined) throw new Error("tools/mutate-vitest.config.ts: expected a project");
    return { files: specifications.map(({ moduleId }) => moduleId).toSorted(), config };
  } finally {
    await vitest.close();
  }
}
