import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { packageFolders } from "../../tools/package-folders.js";

const root = path.resolve(import.meta.dirname, "../..");

test("a changeset names packages that are there: with another name no release can be made", () => {
  const names = new Set(
    packageFolders(root).map((folder) => {
      const text = readFileSync(path.join(root, "packages", folder, "package.json"), "utf8");
      return /^ {2}"name": "([^"]+)"/m.exec(text)?.[1];
    }),
  );
  const folder = path.join(root, ".changeset");
  const unknown = readdirSync(folder)
    .filter((name) => name.endsWith(".md") && name !== "README.md")
    .flatMap((file) => {
      const [, front = ""] = /^---\n(.+?)^---$/ms.exec(readFileSync(path.join(folder, file), "utf8")) ?? [];
      const named = [...front.matchAll(/^"([^"]+)": (?:major|minor|patch)$/gm)].map(([, name = ""]) => name);
      if (named.length === 0) return [`${file}: names no package`];
      return named.filter((name) => !names.has(name)).map((name) => `${file}: ${name}`);
    });
  expect(unknown).toEqual([]);
});
