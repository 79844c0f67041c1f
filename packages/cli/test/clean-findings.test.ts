import { analyzePolicies, checkTypes } from "@gatehouse-hooks/analysis";
import { compilePolicies, type PolicyDefinition } from "@gatehouse-hooks/engine";
import { load, loadPack, packs, VOCABULARY } from "@gatehouse-hooks/hosts";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { hostToolTypes } from "@gatehouse-hooks/language-server/proven";
import { packageFolders } from "../../../tools/package-folders.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const read = (path: string): string => readFileSync(`${root}${path}`, "utf8");
/** The files of a folder whose names end so, and of the folders in it. */
const filesOf = (folder: string, ending: string, recursive = true): readonly string[] =>
  readdirSync(`${root}${folder}`, { recursive })
    .map((name) => `${folder}/${String(name)}`)
    .filter((path) => path.endsWith(ending));

const tools = hostToolTypes();

function findings(policies: readonly PolicyDefinition[]): readonly string[] {
  const { set } = compilePolicies(policies, { vocabulary: VOCABULARY });
  return [
    ...analyzePolicies(set, { tools, conflicts: true }).findings.map(
      ({ kind, policy }) => `${kind} ${policy.id}`,
    ),
    ...checkTypes(set, tools).findings.map(({ code, policy }) => `${code} ${policy.id}`),
  ];
}

test("packs", () => {
  // It waits for the names of tools in its lists: until then no event comes to it.
  const waiting = ["never provenance/destination"];
  expect(packs().map((pack) => [pack.name, findings(loadPack(pack).policies)])).toEqual(
    packs().map(({ name }) => [name, name === "provenance" ? waiting : []]),
  );
});

test("examples", () => {
  const files = [...filesOf("examples", ".yaml"), ...filesOf("examples", ".md")];
  expect(files.length).toBeGreaterThan(2);
  for (const path of files) expect([path, findings(load(read(path), { path }).policies)]).toEqual([path, []]);
});

test("controls", () => {
  const rows = read("packages/hosts/test/corpora/mistakes.jsonl")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { id: string; class: string; path: string; text: string });
  const controls = rows.filter((row) => row.class === "control");
  expect(controls.length).toBeGreaterThan(0);
  for (const { id, path, text } of controls)
    expect([id, findings(load(text, { path }).policies)]).toEqual([id, []]);
});

/** What a document shows of the analysis itself. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  "docs/check.md": [
    "shadowed no-recursive-delete",
    "never quick-commands",
    "type-mismatch quick-commands",
    "type-mismatch quick-commands",
    "type-mismatch quick-commands",
  ],
};

test("documents", () => {
  const readmes = packageFolders(root).flatMap((name) => filesOf(`packages/${name}`, ".md", false));
  let policies = 0;
  // The page of codes shows what is wrong, and is tested by itself.
  // Those of the API are made by the site, and are not in git.
  const docs = filesOf("docs", ".md").filter((path) => !/^docs\/(codes\.md$|reference\/api\/)/.test(path));
  for (const path of [...filesOf(".", ".md", false), ...docs, ...readmes]) {
    const found: string[] = [];
    for (const [, block = ""] of read(path).matchAll(/^```yaml[^\n]*\n(.*?)^```/gms)) {
      const loaded = load(block, { path: "block.yaml" }).policies;
      policies += loaded.length;
      found.push(...findings(loaded));
    }
    expect([path, found]).toEqual([path, SHOWN[path] ?? []]);
  }
  expect(policies).toBeGreaterThan(5);
});
