/**
 * A bill of materials (CycloneDX) for each package that `pnpm release` has staged: what an installation gets, and what is
 * inside the package's own files. Each is held against the schema of CycloneDX.
 *
 *     pnpm sbom             writes .release/sbom/<package>.cdx.json
 *     pnpm sbom --out DIR   of another folder of `pnpm release`
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";

import type { PublishedManifest } from "./release/stage-package.js";
import { billProblems } from "./sbom/bill-problems.js";
import { bundledComponents } from "./sbom/bundled-components.js";
import { completeBill } from "./sbom/complete-bill.js";
import { packageBill } from "./sbom/package-bill.js";

const { values } = parseArgs({
  options: { out: { type: "string", default: path.resolve(import.meta.dirname, "../.release") } },
});
const out = path.resolve(values.out);

async function writeBills(): Promise<number> {
  const staged = stagedPackages();
  const tarballs = new Map(staged.map(({ manifest, tarball }) => [manifest.name, `file:${tarball}`]));
  const bundled = new Map(
    staged.map(({ manifest, licenses }) => [manifest.name, bundledComponents(licenses)]),
  );
  mkdirSync(path.join(out, "sbom"), { recursive: true });
  let bad = 0;
  for (const { manifest, folder } of staged) {
    const made = await packageBill(manifest, tarballs, path.join(out, "sbom", folder));
    const bill = completeBill(made, manifest.name, bundled);
    const problems = billProblems(bill);
    writeFileSync(path.join(out, "sbom", `${folder}.cdx.json`), `${JSON.stringify(bill, null, 2)}\n`);
    const inside = bundled.get(manifest.name)?.length ?? 0;
    console.log(`${manifest.name}: ${bill.components.length} components, ${inside} inside its own files`);
    for (const problem of problems) console.error(`${folder}.cdx.json: ${problem}`);
    if (problems.length > 0) bad++;
  }
  return bad;
}

function stagedPackages() {
  const packages = path.join(out, "packages");
  if (!existsSync(packages)) throw new Error(`nothing is in ${packages}: run \`pnpm release\` first`);
  return readdirSync(packages)
    .toSorted()
    .map((folder) => {
      const staged = path.join(packages, folder, "package");
      const manifest = JSON.parse(
        readFileSync(path.join(staged, "package.json"), "utf8"),
      ) as PublishedManifest;
      const file = `${manifest.name.replace("@", "").replace("/", "-")}-${manifest.version}.tgz`;
      const licenses = path.join(staged, "dist/third-party-licenses.txt");
      return {
        folder,
        manifest,
        tarball: path.join(out, "tarballs", file),
        licenses: existsSync(licenses) ? readFileSync(licenses, "utf8") : "",
      };
    });
}

process.exitCode = (await writeBills()) === 0 ? 0 : 1;
