import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

import { expect, test } from "vitest";

import { COMMAND_PACKAGE, SCOPE, SOURCE_CONDITION } from "../../tools/scope.js";
import { packageFolders } from "../../tools/package-folders.js";

const root = path.resolve(import.meta.dirname, "../..");

interface Manifest {
  readonly name: string;
  readonly bin?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

const folders = packageFolders(root);

test.each(folders)("packages/%s has the name and the export condition of the scope", (folder) => {
  const { name, bin, exports } = JSON.parse(
    readFileSync(path.join(root, "packages", folder, "package.json"), "utf8"),
  ) as Manifest;
  expect(name).toBe(folder === "cli" ? COMMAND_PACKAGE : `${SCOPE}/${folder}`);
  expect(Object.keys(bin ?? {})).toEqual(folder === "cli" ? ["gatehouse"] : []);
  const entries = Object.values(exports ?? {}).filter((entry) => typeof entry !== "string");
  expect(entries.map((entry) => Object.keys(entry)[0])).toEqual(entries.map(() => SOURCE_CONDITION));
});

test("every other mention of a scope is of this one", () => {
  // The page on releases names the packages of others.
  const files = execFileSync("git", ["ls-files", "*.ts", "*.mjs", "*.json", "*.yaml", "*.md"], {
    cwd: root,
    encoding: "utf8",
  })
    .split("\n")
    .filter((file) => file !== "" && file !== "docs/release.md" && existsSync(path.join(root, file)));
  expect(files.length).toBeGreaterThan(500);
  const others = files.flatMap((file) =>
    [...readFileSync(path.join(root, file), "utf8").matchAll(/@gatehouse[\w-]*(?=\/)/g)]
      .filter(([scope]) => scope !== SCOPE)
      .map(([scope]) => `${file}: ${scope}`),
  );
  expect(others).toEqual([]);
});
