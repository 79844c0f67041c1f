import { mkdir, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";

import type { Addresses } from "./addresses.js";
import { publishedLinks } from "./published-links.js";
import { mustRun } from "./run-program.js";

/** What is released, and from where. */
export interface ReleaseSource {
  /** The workspace, absolute. */
  readonly root: string;
  readonly addresses: Addresses;
  /** The commit that is checked out. */
  readonly commit: string;
  /** Every file of it, below the root, with `/`. */
  readonly tracked: ReadonlySet<string>;
}

/** A package as it will be published. */
export interface StagedPackage {
  readonly name: string;
  readonly version: string;
  /** The folder that is packed, absolute. */
  readonly folder: string;
  readonly manifest: PublishedManifest;
  readonly problems: readonly string[];
}

/** What the release reads of a manifest. */
export interface PublishedManifest {
  readonly name: string;
  readonly version: string;
  readonly description?: string;
  readonly keywords?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/**
 * Puts a package into `to` as npm will have it: what `files` names, versions instead of `workspace:` and `catalog:`, the
 * addresses of the project, and documents whose links work without the repository beside them.
 *
 * @param directory the package, below the root, e.g. `packages/engine`
 * @param to a folder for this package alone; it is emptied
 */
export async function stagePackage(
  source: ReleaseSource,
  directory: string,
  to: string,
): Promise<StagedPackage> {
  await rm(to, { recursive: true, force: true });
  await mkdir(to, { recursive: true });
  // pnpm knows what `workspace:` and `catalog:` mean, and which files belong to a package.
  const printed = await mustRun(
    "pnpm",
    ["pack", "--json", "--pack-destination", to],
    path.join(source.root, directory),
  );
  const { filename } = JSON.parse(printed) as { readonly filename: string };
  await mustRun("tar", ["-xzf", path.resolve(to, filename), "-C", to], to);
  await rm(path.resolve(to, filename));
  const folder = path.join(to, "package");
  const manifest = await writeManifest(source, directory, folder);
  const problems = [...manifestProblems(manifest), ...(await writeDocuments(source, directory, folder))];
  return { name: manifest.name, version: manifest.version, folder, manifest, problems };
}

async function writeManifest(
  { addresses }: ReleaseSource,
  directory: string,
  folder: string,
): Promise<PublishedManifest> {
  const file = path.join(folder, "package.json");
  const { devDependencies: _ours, ...own } = JSON.parse(await readFile(file, "utf8")) as PublishedManifest & {
    readonly devDependencies?: unknown;
  };
  const manifest = {
    ...own,
    // As npm itself writes them: it warns of every field that it has to correct.
    repository: { type: "git", url: `git+${addresses.repository}.git`, directory },
    homepage: addresses.homepage,
    bugs: { url: addresses.bugs },
  };
  await writeFile(`${file}.new`, `${JSON.stringify(manifest, null, 2)}\n`);
  await rename(`${file}.new`, file);
  return manifest;
}

function manifestProblems({ name, description, keywords, ...manifest }: PublishedManifest): string[] {
  const { dependencies, optionalDependencies, peerDependencies } = manifest;
  const problems: string[] = [];
  if ((description ?? "").length < 20) problems.push(`${name}: package.json has no description`);
  if ((keywords ?? []).length < 3) problems.push(`${name}: package.json has fewer than three keywords`);
  for (const [other, range] of Object.entries({
    ...dependencies,
    ...optionalDependencies,
    ...peerDependencies,
  }))
    if (/[:*]/.test(range)) problems.push(`${name}: \`${other}\` has the range \`${range}\``);
  return problems;
}

async function writeDocuments(source: ReleaseSource, directory: string, folder: string): Promise<string[]> {
  const { commit, tracked } = source;
  const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"));
  const packed = new Set(files.map((file) => `${directory}/${file}`));
  const problems: string[] = [];
  for (const file of files.filter((name) => name.endsWith(".md") && !name.startsWith("dist/"))) {
    const place = { repository: source.addresses.repository, commit, tracked, packed };
    const there = path.join(folder, file);
    const result = publishedLinks(await readFile(there, "utf8"), `${directory}/${file}`, place);
    await writeFile(there, result.text);
    problems.push(...result.problems);
  }
  return problems;
}
