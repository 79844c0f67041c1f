import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";

import { npmEnvironment } from "../release/npm-environment.js";
import { mustRun } from "../release/run-program.js";
import type { PublishedManifest } from "../release/stage-package.js";
import type { Bill } from "./bill.js";

/** The fields of a manifest that end up in its bill. */
const SHOWN: ReadonlySet<string> = new Set([
  "name",
  "version",
  "description",
  "license",
  "repository",
  "homepage",
  "bugs",
]);

/**
 * The CycloneDX bill of one package, as npm makes it of what an installation would get today.
 *
 * @param tarballs of our packages, by name: before a release npm does not have them
 * @param folder to work in; it is emptied, and removed
 */
export async function packageBill(
  manifest: PublishedManifest,
  tarballs: ReadonlyMap<string, string>,
  folder: string,
): Promise<Bill> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const ours = (name: string, range: string): [string, string] => [name, tarballs.get(name) ?? range];
  const { name, dependencies = {}, optionalDependencies } = manifest;
  const installed = {
    ...Object.fromEntries(Object.entries(manifest).filter(([key]) => SHOWN.has(key))),
    dependencies: Object.fromEntries(Object.entries(dependencies).map(([key, range]) => ours(key, range))),
    optionalDependencies,
    overrides: Object.fromEntries([...tarballs].filter(([other]) => other !== name)),
  };
  await writeFile(path.join(folder, "package.json"), JSON.stringify(installed));
  const environment = npmEnvironment();
  const install = ["install", "--package-lock-only", "--ignore-scripts", "--no-audit", "--no-fund"];
  await mustRun("npm", [...install, "--prefer-offline"], folder, environment);
  const sbom = ["sbom", "--package-lock-only", "--sbom-format=cyclonedx", "--sbom-type=library"];
  const bill = JSON.parse(await mustRun("npm", sbom, folder, environment)) as Bill;
  await rm(folder, { recursive: true });
  return bill;
}
