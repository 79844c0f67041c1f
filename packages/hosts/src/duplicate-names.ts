import type { Issue } from "@gatehouse-hooks/json";
import type { PolicyDefinition } from "@gatehouse-hooks/engine";
import { cite } from "./text/cite.js";

/** The most duplicates reported. */
const MAX_REPORTED = 100;

/**
 * Reports every policy whose name an earlier one has, names compared after Unicode NFC. Both stay in force: no file
 * switches a policy off by taking its name.
 *
 * @param among `files` leaves out the pairs within one file, which that file's issues name
 * @param drafts those that are not in force
 */
export function duplicateNames(
  policies: readonly PolicyDefinition[],
  among: "policies" | "files",
  drafts: ReadonlySet<PolicyDefinition> = new Set(),
): Issue[] {
  const taken = new Map<
    string,
    {
      readonly first: string;
      readonly pack: string | undefined;
      readonly isDraft: boolean;
      readonly paths: Set<string>;
    }
  >();
  const issues: Issue[] = [];
  for (const policy of policies) {
    const { id, source } = policy;
    const isDraft = drafts.has(policy);
    const { path = "", line = 1, pack } = source ?? {};
    const name = id.normalize("NFC");
    const before = taken.get(name);
    if (before === undefined) {
      taken.set(name, { first: path, pack, isDraft, paths: new Set([path]) });
      continue;
    }
    // Two files may extend one pack: the stricter one counts.
    if (pack !== undefined && pack === before.pack) continue;
    const sameFile = before.paths.has(path);
    before.paths.add(path);
    if (sameFile && among === "files") continue;
    if (issues.length === MAX_REPORTED) break;
    issues.push({
      severity: "error",
      code: "duplicate-name",
      message: `the name ${cite(id)} is taken by another policy ${sameFile ? "of this file" : `in ${cite(before.first)}`}${isDraft || before.isDraft ? "" : "; both are in force"}`,
      path,
      line,
      column: 1,
      cure: "give each policy a name of its own",
    });
  }
  return issues;
}
