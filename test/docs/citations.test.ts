import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";

import { expect, test } from "vitest";

const packages = path.resolve(import.meta.dirname, "../../packages");

/** The headings of all Markdown files below a folder whose name is SPEC.md, and the terms that begin a rule in bold. */
function namesIn(folder: string): ReadonlySet<string> {
  const specs = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (name) => path.basename(name) === "SPEC.md" && !name.includes("node_modules"),
  );
  const text = specs.map((name) => readFileSync(path.join(folder, name), "utf8")).join("\n");
  return new Set(
    [...text.matchAll(/^#+ +(.+)$|\*\*([^*\n]+?)[.,]?\*\*/gm)].map(([, heading, term]) =>
      (heading ?? term ?? "").trim(),
    ),
  );
}

const folders = readdirSync(packages).filter((name) => existsSync(path.join(packages, name, "src")));

test.each(folders)("comments of %s cite sections that its SPEC.md, or the one they name, has", (folder) => {
  const source = path.join(packages, folder, "src");
  const unknown = readdirSync(source, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .flatMap((name) => {
      // A citation may go on in the next line of its comment.
      const text = readFileSync(path.join(source, name), "utf8").replaceAll(/\n\s*(?:\*|\/\/) ?/g, " ");
      return [...text.matchAll(/\b(?:(\w+) )?SPEC, "([^"]+)"/g)]
        .filter(([, other, section = ""]) => {
          const cited = other !== undefined && existsSync(path.join(packages, other)) ? other : folder;
          return !namesIn(path.join(packages, cited)).has(section);
        })
        .map(([citation]) => `${name}: ${citation}`);
    });
  expect(unknown).toEqual([]);
});
