import { ownProperties } from "@gatehouse-hooks/json";
import { homedir } from "node:os";
import type { PolicyRoot } from "./policy-root.js";
import type { PolicyFiles, ReadPolicyFilesOptions } from "./policy-files.js";
import { Reading } from "./reading.js";
import { readRoot } from "./read-root.js";
import type { Tier } from "@gatehouse-hooks/engine";

/** How far a tier is trusted: of several ways to one file the highest counts. */
const TIER_TRUST: Readonly<Record<Tier, number>> = { project: 0, user: 1, enforced: 2 };

/** The indexes of roots, the most trusted first; equal ones as they are given. */
function trustFirst(roots: readonly { readonly tier?: Tier }[]): readonly number[] {
  return [...roots.keys()].toSorted((a, b) => trustOf(roots[b]) - trustOf(roots[a]));
}

function trustOf(root: { readonly tier?: Tier } | undefined): number {
  return TIER_TRUST[root?.tier ?? "project"];
}

/**
 * Reads policy files safely: files in code-unit order of their names, roots in the order given, sub-directories only where a
 * root says so. A file that several roots reach, by links or hard links, is read once, for the most trusted of them.
 *
 * A problem with one file never hides the others; it is an issue with the file's path. An `error` means that rules are
 * missing, so a caller that gates actions must not continue as if there were none.
 *
 * Never throws, never blocks on pipes or devices, follows links only within the root, reads at most 1 MiB of a file and
 * 1,000 files of a directory. Trusted tiers are read first. When the files of the tier `project` cost more than
 * `projectBudget`, none of them is given, and `lost` says so.
 *
 * @example
 * const { files, issues } = await readPolicyFiles([
 *   { path: ".mayros/hooks", extensions: [".md"] },
 *   { path: "~/.mayros/hooks", tier: "user", extensions: [".md"] },
 * ]);
 */
export async function readPolicyFiles(
  roots: readonly (string | PolicyRoot)[],
  given: ReadPolicyFilesOptions = {},
): Promise<PolicyFiles> {
  const options = ownProperties(given);
  const base = { cwd: options.cwd ?? process.cwd(), home: options.home ?? homedir() };
  const all = roots.map((root) =>
    ownProperties<PolicyRoot>(typeof root === "string" ? { path: root } : root),
  );
  const reading = await Reading.start(all, base, options);
  for (const index of trustFirst(all)) {
    const root = all[index];
    if (root !== undefined) await readRoot(root, index, base, reading);
  }
  return reading.result();
}
