/**
 * Makes the packages of a release out of what is checked out, and publishes them.
 *
 *     pnpm release                  stages and packs into .release, lists contents, tries `npm publish --dry-run`
 *     pnpm release --publish        publishes, with provenance; only in the workflow `release.yml`
 *     pnpm release --rehearse URL   publishes to a registry on this machine, e.g. http://127.0.0.1:4873
 *     pnpm release --addresses FILE other addresses than those of tools/addresses.json; never with --publish
 *     pnpm release --no-build       takes `dist` as it is
 *
 * docs/release.md says what else belongs to a release.
 */
import path from "node:path";
import { parseArgs } from "node:util";

import { addressesIn } from "./release/addresses.js";
import { preparedRelease } from "./release/prepared-release.js";
import { publishPackages } from "./release/publish-packages.js";
import { refusals } from "./release/refusals.js";
import { runProgram } from "./release/run-program.js";
import { contentsOf } from "./release/contents-of.js";

const root = path.resolve(import.meta.dirname, "..");
const { values } = parseArgs({
  options: {
    addresses: { type: "string" },
    out: { type: "string", default: path.join(root, ".release") },
    publish: { type: "boolean", default: false },
    rehearse: { type: "string" },
    "no-build": { type: "boolean", default: false },
  },
});

async function release(): Promise<boolean> {
  const reading = addressesIn(
    values.addresses ?? path.relative(process.cwd(), path.join(root, "tools/addresses.json")),
  );
  const refused = [
    ...(reading.kind === "problems" ? reading.problems : []),
    ...(await refusals(root, values, process.env)),
  ];
  if (refused.length > 0 || reading.kind === "problems") {
    for (const problem of refused) console.error(problem);
    console.error("nothing is released");
    return false;
  }
  if (!values["no-build"]) {
    const { status, stdout, stderr } = await runProgram("tsx", ["tools/build.ts"], root);
    if (status !== 0) throw new Error(`the build failed\n${stdout}${stderr}`);
  }
  const packages = await preparedRelease(root, reading.addresses, path.resolve(values.out));
  for (const one of packages) console.log(contentsOf(one));
  const problems = packages.flatMap((one) => one.problems);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) return false;

  const dryRun = !values.publish && values.rehearse === undefined;
  const results = await publishPackages(packages, {
    dryRun,
    provenance: values.publish,
    ...(values.rehearse !== undefined && { registry: values.rehearse }),
    onResult: ({ name, version, outcome, said }) => {
      console.log([`${outcome.padEnd(13)} ${name} ${version}`, ...said].join("\n    "));
    },
  });
  if (results.some(({ outcome }) => outcome === "failed")) {
    console.error(
      "stopped; what is published stays so. Run the same command again: versions that npm has are left out.",
    );
    return false;
  }
  const warned = results.filter(({ said }) => said.length > 0).map(({ name }) => name);
  if (warned.length > 0) console.error(`npm warns of ${warned.join(", ")}`);
  if (dryRun) console.log(`${packages.length} packages are ready in ${values.out}; nothing is published`);
  return warned.length === 0;
}

process.exitCode = (await release()) ? 0 : 1;
