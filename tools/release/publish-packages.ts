import { npmEnvironment } from "./npm-environment.js";
import type { PackedRelease } from "./pack-staged.js";
import { runProgram } from "./run-program.js";

/** How packages are published. */
export interface PublishOptions {
  /** Nothing is published: npm does everything else. */
  readonly dryRun: boolean;
  /** npm signs where the tarballs were built; only a workflow can. */
  readonly provenance: boolean;
  /** Another registry than npm's own settings name. */
  readonly registry?: string;
  /** Told what happened to each package. */
  readonly onResult: (result: PublishResult) => void;
}

/** What happened to one package. */
export interface PublishResult {
  readonly name: string;
  readonly version: string;
  readonly outcome: "published" | "there already" | "dry run" | "failed" | "not tried";
  /** What npm said of a failure, and its warnings. */
  readonly said: readonly string[];
}

/**
 * Publishes packages one after the other, and stops at the first that fails: those behind it may need it. Versions that
 * the registry has are left out, so that the same call goes on where the last one stopped.
 *
 * @param packages in the order of `releaseOrder`
 */
export async function publishPackages(
  packages: readonly PackedRelease[],
  options: PublishOptions,
): Promise<readonly PublishResult[]> {
  const results: PublishResult[] = [];
  for (const one of packages) {
    const { name, version } = one;
    const stopped = results.some(({ outcome }) => outcome === "failed");
    const result: PublishResult = stopped
      ? { name, version, outcome: "not tried", said: [] }
      : { name, version, ...(await publishOne(one, options)) };
    results.push(result);
    options.onResult(result);
  }
  return results;
}

async function publishOne(
  { name, version, tarball, folder }: PackedRelease,
  { dryRun, provenance, registry }: PublishOptions,
): Promise<Pick<PublishResult, "outcome" | "said">> {
  const where = registry === undefined ? [] : ["--registry", registry];
  const environment = npmEnvironment();
  if (!dryRun) {
    const seen = await runProgram(
      "npm",
      ["view", `${name}@${version}`, "version", "--json", ...where],
      folder,
      environment,
    );
    if (seen.status === 0 && seen.stdout.trim() !== "") return { outcome: "there already", said: [] };
    // Whoever cannot tell what is there does not publish over it.
    if (seen.status !== 0 && !`${seen.stdout}${seen.stderr}`.includes("E404"))
      return { outcome: "failed", said: lines(seen.stderr) };
  }
  const args = [
    ...["publish", tarball, "--access", "public", "--ignore-scripts"],
    // npm wants the tag of a version such as 1.0.0-rc.1 said: it must not become what everyone installs.
    ...["--tag", version.includes("-") ? "next" : "latest"],
    ...(dryRun ? ["--dry-run"] : []),
    ...(provenance ? ["--provenance"] : []),
    ...where,
  ];
  const { status, stderr } = await runProgram("npm", args, folder, environment);
  if (status !== 0) return { outcome: "failed", said: lines(stderr) };
  return { outcome: dryRun ? "dry run" : "published", said: lines(stderr).filter(isWarning) };
}

function lines(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line !== "" && !line.startsWith("npm notice"));
}

/** What npm says of the package, not of the settings of this machine, or that nobody is logged in for a dry run. */
function isWarning(line: string): boolean {
  const ofThisMachine =
    /Unknown (?:user|env|project|global|builtin) config|requires you to be logged in .*\(dry-run\)/;
  return /^npm warn/i.test(line) && !ofThisMachine.test(line);
}
