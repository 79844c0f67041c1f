import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { commandTree } from "../../tools/reference/command-tree.js";
import { ENVIRONMENT } from "../../packages/local/src/environment.table.js";
import { KEPT_FILES } from "../../tools/reference/kept-files.table.js";
import { referencePages } from "../../tools/reference/reference-pages.js";
import { manualPage } from "../../tools/reference/manual-page.js";
import { readVariables } from "../../tools/reference/read-variables.js";
import { writtenPages } from "../../tools/reference/written-pages.js";

const root = path.resolve(import.meta.dirname, "../..");

/** The packages that the command is made of, and nothing else is. */
const COMMAND = ["cli", "services", "workbench", "logs", "agents", "boxes", "local", "console"];

test("the pages of the reference are those that the tables give (`pnpm reference` writes them)", async () => {
  const there = writtenPages(path.join(root, "docs/reference"));
  const pages = await referencePages(there);
  const stale = [...pages].filter(
    ([name, text]) => !there.some((page) => page.name === name && page.text === text),
  );
  expect(stale.map(([name]) => name)).toEqual([]);
});

test("the manual page is that of the commands (`pnpm reference` writes it)", () => {
  const written = readFileSync(path.join(root, "packages/cli/gatehouse.1"), "utf8");
  expect(written === manualPage(commandTree())).toBe(true);
});

test("every variable of the environment that the sources read has a row, and every row a source", () => {
  // An agent names the variables that say where its folder and the project are.
  const descriptors = [...sources("hosts")].filter(([file]) => /\/(?:agent|places\.table)\.ts$/.test(file));
  const found = readVariables(new Map([...sources(...COMMAND, "judge", "commands"), ...descriptors]));
  const rows = ENVIRONMENT.map(({ name }) => name);
  const how = "add a row to packages/local/src/environment.table.ts, then run `pnpm reference`";
  const without = [...found].filter(([name]) => !rows.includes(name));
  expect(without.map(([name, file]) => `${name} (${file}): ${how}`)).toEqual([]);
  expect(rows.filter((name) => !found.has(name))).toEqual([]);
});

test.each([
  ["a read", `const a = io.env["GATEHOUSE_X"];`, ["GATEHOUSE_X"]],
  ["a read of a short name", `const a = env["PATH"];`, ["PATH"]],
  ["a name in a table", `const rows = [{ keyVariable: "SOME_API_KEY" }];`, ["SOME_API_KEY"]],
  ["a property", `const a = process.env.OTHER;`, ["OTHER"]],
  ["the code of an error", `const isGone = code === "ERR_STREAM_DESTROYED";`, []],
  ["a comment", `// reads "SOME_NAME"`, []],
])("a variable is found in %s", (_, text, names) => {
  expect([...readVariables(new Map([["a.ts", text]])).keys()]).toEqual(names);
});

test("every file that the reference says is kept is named in the sources", () => {
  const texts = [...sources(...COMMAND, "commands").values()].join("\n");
  const missing = KEPT_FILES.filter(({ path: file }) => {
    const name = file.split("/").at(-1) ?? "";
    return !texts.includes(`"${name}"`) && !texts.includes(`"${name}/`);
  });
  expect(missing.map(({ path: file }) => file)).toEqual([]);
});

/** The sources of packages, by path, without the table itself. */
function sources(...packages: readonly string[]): ReadonlyMap<string, string> {
  const files = packages.flatMap((name) =>
    readdirSync(path.join(root, "packages", name, "src"), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts") && !file.endsWith("environment.table.ts"))
      .map((file) => `packages/${name}/src/${file}`),
  );
  return new Map(files.map((file) => [file, readFileSync(path.join(root, file), "utf8")]));
}
