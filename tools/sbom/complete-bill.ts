import type { Bill, BillComponent } from "./bill.js";
import type { BundledComponent } from "./bundled-components.js";

/**
 * Completes what npm knows of an installation: packages that are inside others' files become components of their own, and
 * what says where the bill was made is left out.
 *
 * @param name of the package that the bill is of: npm writes that of its folder
 * @param bundled by the name of the package that contains them
 */
export function completeBill(
  bill: Bill,
  name: string,
  bundled: ReadonlyMap<string, readonly BundledComponent[]>,
): Bill {
  const root = { ...publicComponent(bill.metadata.component), name };
  const components = bill.components.map((one) => publicComponent(one));
  const inside = [root, ...components].flatMap((owner) =>
    (bundled.get(owner.name) ?? []).map((one) => ({ owner, component: insideOf(owner, one) })),
  );
  return {
    ...bill,
    metadata: { ...bill.metadata, component: root },
    components: [...components, ...inside.map(({ component }) => component)],
    dependencies: [
      ...bill.dependencies.map(({ ref, dependsOn = [] }) => ({
        ref,
        dependsOn: [
          ...dependsOn,
          ...inside
            .filter(({ owner }) => owner["bom-ref"] === ref)
            .map(({ component }) => component["bom-ref"]),
        ],
      })),
      ...inside.map(({ component }) => ({ ref: component["bom-ref"], dependsOn: [] })),
    ],
  };
}

/** Without paths and addresses of the place where the packages came from: they are another's elsewhere. */
function publicComponent(component: BillComponent): BillComponent {
  const { externalReferences = [], purl } = component;
  return {
    ...component,
    purl: purl.split("?")[0] ?? purl,
    externalReferences: externalReferences.filter(({ type }) => type !== "distribution"),
  };
}

function insideOf(owner: BillComponent, { name, version, license }: BundledComponent): BillComponent {
  return {
    "bom-ref": `${owner["bom-ref"]}|${name}@${version}`,
    type: "library",
    name,
    version,
    scope: "required",
    purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
    // The name that the registry of CycloneDX has for it.
    properties: [{ name: "cdx:npm:package:bundled", value: "true" }],
    licenses: license === undefined ? [] : [licenseOf(license)],
  };
}

/** One licence has an id; several are an expression. */
function licenseOf(license: string): unknown {
  return /\s/.test(license)
    ? { expression: license.replace(/^\((.*)\)$/, "$1") }
    : { license: { id: license } };
}
