import { analyzePolicies } from "@gatehouse-hooks/analysis";
import { compilePolicies, type PolicyDefinition } from "@gatehouse-hooks/engine";
import { load, loadPack, packs, textFieldsOf, VOCABULARY } from "@gatehouse-hooks/hosts";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const read = (path: string): string => readFileSync(`${root}${path}`, "utf8");
/** The files of a folder whose names end so, and of the folders in it. */
const filesOf = (folder: string, ending: string, recursive = true): readonly string[] =>
  readdirSync(`${root}${folder}`, { recursive })
    .map((name) => `${folder}/${String(name)}`)
    .filter((path) => path.endsWith(ending));

function findings(policies: readonly PolicyDefinition[]): readonly string[] {
  const { set } = compilePolicies(policies, { vocabulary: VOCABULARY });
  return analyzePolicies(set, { textFields: textFieldsOf, conflicts: true }).findings.map(
    ({ kind, policy }) => `${kind} ${policy.id}`,
  );
}

test("packs", () => {
  expect(packs().map((pack) => findings(loadPack(pack).policies))).toEqual(packs().map(() => []));
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
  "docs/check.md": ["shadowed no-recursive-delete"],
};

test("documents", () => {
  const readmes = readdirSync(`${root}packages`).flatMap((name) => filesOf(`packages/${name}`, ".md", false));
  let policies = 0;
  for (const path of [...filesOf(".", ".md", false), ...filesOf("docs", ".md"), ...readmes]) {
    for (const [, block = ""] of read(path).matchAll(/^```yaml[^\n]*\n(.*?)^```/gms)) {
      const loaded = load(block, { path: "block.yaml" }).policies;
      policies += loaded.length;
      expect([path, findings(loaded)]).toEqual([path, SHOWN[path] ?? []]);
    }
  }
  expect(policies).toBeGreaterThan(5);
});
