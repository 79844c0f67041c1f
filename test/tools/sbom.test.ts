import { expect, test } from "vitest";
import type { Bill } from "../../tools/sbom/bill.js";
import { billProblems } from "../../tools/sbom/bill-problems.js";
import { bundledComponents } from "../../tools/sbom/bundled-components.js";
import { completeBill } from "../../tools/sbom/complete-bill.js";

const RULE = `\n${"-".repeat(80)}\n\n`;
const component = (name: string, version: string) => ({
  "bom-ref": `${name}@${version}`,
  type: "library",
  name,
  version,
  scope: "required",
  purl: `pkg:npm/${name}@${version}?vcs_url=file:/home/me`,
  externalReferences: [
    { type: "distribution", url: "file:/home/me/a.tgz" },
    { type: "website", url: "https://example.com" },
  ],
});

/** As `npm sbom` writes it. */
const made = {
  $schema: "http://cyclonedx.org/schema/bom-1.5.schema.json",
  bomFormat: "CycloneDX",
  specVersion: "1.5",
  version: 1,
  metadata: { component: { ...component("a-folder", "1.0.0"), "bom-ref": "ours@1.0.0" } },
  components: [component("other", "2.0.0")],
  dependencies: [{ ref: "ours@1.0.0", dependsOn: ["other@2.0.0"] }, { ref: "other@2.0.0" }],
} satisfies Bill & Record<string, unknown>;

test("what is inside of files is read from their licences", () => {
  const text = [
    "@a/b 1.2.3 (MIT)\n\nText\n",
    "c 2.0.0 ((MIT OR Apache-2.0))\n\n",
    "d 1.0.0 (see below)\n",
  ].join(RULE);
  expect(bundledComponents(text)).toEqual([
    { name: "@a/b", version: "1.2.3", license: "MIT" },
    { name: "c", version: "2.0.0", license: "(MIT OR Apache-2.0)" },
    { name: "d", version: "1.0.0" },
  ]);
  expect(bundledComponents("")).toEqual([]);
  expect(() => bundledComponents("Copyright of nobody\n")).toThrow("expected name, version and licence");
});

test("a bill gets what is inside of others, by the schema, and loses where it was made", () => {
  const inside = [
    { name: "@a/b", version: "1.2.3", license: "MIT" },
    { name: "c", version: "2.0.0", license: "(MIT OR Apache-2.0)" },
  ];
  const bill = completeBill(
    made,
    "ours",
    new Map([
      ["ours", inside],
      ["other", inside.slice(1)],
    ]),
  );
  expect(billProblems(bill)).toEqual([]);
  expect(JSON.stringify(bill)).not.toContain("/home/me");
  expect(bill.metadata.component.name).toBe("ours");
  expect(bill.components.map((one) => one.purl)).toEqual([
    "pkg:npm/other@2.0.0",
    "pkg:npm/%40a/b@1.2.3",
    "pkg:npm/c@2.0.0",
    "pkg:npm/c@2.0.0",
  ]);
  expect(bill.dependencies[0]).toEqual({
    ref: "ours@1.0.0",
    dependsOn: ["other@2.0.0", "ours@1.0.0|@a/b@1.2.3", "ours@1.0.0|c@2.0.0"],
  });
});

test("a bill that the schema refuses, or whose references lead nowhere, is a problem", () => {
  const [other] = made.components;
  expect(billProblems({ ...made, components: [{ ...other, type: "thing" }] } as Bill).join()).toContain(
    "/components/0",
  );
  expect(billProblems({ ...made, dependencies: [{ ref: "gone@1.0.0" }] })).toEqual([
    "`gone@1.0.0` is no component",
  ]);
  const twice = {
    ...made,
    components: [...made.components, { ...component("else", "1.0.0"), "bom-ref": "other@2.0.0" }],
  };
  expect(billProblems(twice)).toEqual(["`other@2.0.0` is there twice"]);
  const unknown = { ...made.components[0], licenses: [{ license: { id: "No-Such-License" } }] };
  expect(billProblems({ ...made, components: [unknown] } as Bill).length).toBeGreaterThan(0);
});
