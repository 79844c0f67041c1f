import { readFileSync } from "node:fs";
import path from "node:path";

import { expect, test } from "vitest";
import { parse } from "yaml";
import { packageFolders } from "../../tools/package-folders.js";

const root = path.resolve(import.meta.dirname, "../..");
const text = readFileSync(path.join(root, "docs/dependencies.md"), "utf8");
const { catalog } = parse(readFileSync(path.join(root, "pnpm-workspace.yaml"), "utf8")) as {
  readonly catalog: Readonly<Record<string, string>>;
};

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** The rows of the tables: the names in the first column, and the text of the second. */
const rows = text
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .map((line) => {
    const [, first = "", second = ""] = line.split("|");
    return { names: [...first.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name), second: second.trim() };
  });

test("every dependency of the catalog has its line, and no other has", () => {
  expect(rows.flatMap(({ names }) => names).toSorted()).toEqual(Object.keys(catalog).toSorted());
});

const manifests = packageFolders(root).map((folder) => {
  const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(
    readFileSync(path.join(root, "packages", folder, "package.json"), "utf8"),
  ) as Manifest;
  return { folder, installed: { ...dependencies, ...optionalDependencies, ...peerDependencies } };
});

test("what users install is a range, not one version", () => {
  const pins = manifests.flatMap(({ folder, installed }) =>
    Object.entries(installed)
      .filter(([, said]) => !said.startsWith("workspace:"))
      .map(([name, said]) => ({ folder, name, range: said === "catalog:" ? (catalog[name] ?? said) : said }))
      .filter(({ range }) => !/^[\^>]/.test(range)),
  );
  expect(pins).toEqual([]);
});

test("a dependency that users install is used by the packages that its line names", () => {
  for (const name of Object.keys(catalog)) {
    const users = manifests
      .filter(({ installed }) => Object.hasOwn(installed, name))
      .map(({ folder }) => folder);
    if (users.length === 0) continue;
    const row = rows.find(({ names }) => names.includes(name));
    expect(row?.second.split(", ").toSorted(), name).toEqual(users.toSorted());
  }
});
