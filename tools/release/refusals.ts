import { readdir } from "node:fs/promises";
import path from "node:path";

import { mustRun } from "./run-program.js";

/** What was asked for. */
export interface ReleaseRequest {
  readonly publish: boolean;
  readonly rehearse?: string | undefined;
  readonly addresses?: string | undefined;
}

/**
 * Why a release is not made, one sentence each. Publishing asks for more than a dry run does: it cannot be taken back.
 *
 * @param environment what the workflow has set
 */
export async function refusals(
  root: string,
  { publish, rehearse, addresses }: ReleaseRequest,
  environment: NodeJS.ProcessEnv,
): Promise<readonly string[]> {
  const problems: string[] = [];
  if (rehearse !== undefined && !isOnThisMachine(rehearse))
    problems.push(
      "`--rehearse` takes a registry on this machine: http://127.0.0.1, http://[::1] or http://localhost",
    );
  if (publish && rehearse !== undefined) problems.push("`--publish` and `--rehearse` exclude each other");
  if (!publish) return problems;
  if (addresses !== undefined)
    problems.push("`--publish` takes the addresses of tools/addresses.json and no others");
  // npm signs with the identity of the workflow's run; without it there is no provenance.
  if (environment["GITHUB_ACTIONS"] !== "true" || !environment["ACTIONS_ID_TOKEN_REQUEST_URL"])
    problems.push(
      "`--publish` is for the workflow release.yml, with `id-token: write`: only there is provenance",
    );
  const waiting = (await readdir(path.join(root, ".changeset"))).filter(
    (name) => name.endsWith(".md") && name !== "README.md",
  );
  if (waiting.length > 0)
    problems.push(`${waiting.length} changesets are not in the versions yet: run \`pnpm changeset version\``);
  const changed = await mustRun("git", ["status", "--porcelain"], root);
  if (changed.trim() !== "")
    problems.push("there are changes that are not committed: links lead to the commit that is released");
  return problems;
}

function isOnThisMachine(address: string): boolean {
  if (!URL.canParse(address)) return false;
  return ["127.0.0.1", "[::1]", "localhost"].includes(new URL(address).hostname);
}
