import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

import { Validator } from "@cfworker/json-schema";

import type { Bill } from "./bill.js";

const require = createRequire(import.meta.url);

/**
 * What is wrong with a bill: against the schema of CycloneDX that it names, and in what a schema cannot say, that each
 * reference is to one component.
 */
export function billProblems(bill: Bill): readonly string[] {
  const validator = new Validator(schema(`bom-${bill.specVersion}`), "7", false);
  // The bill's schema refers to these by their file names.
  for (const name of ["spdx", "jsf-0.82"])
    validator.addSchema(schema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
  const { errors } = validator.validate(bill);
  const refs = [bill.metadata.component, ...bill.components].map((one) => one["bom-ref"]);
  const known = new Set(refs);
  const asked = bill.dependencies.flatMap(({ ref, dependsOn = [] }) => [ref, ...dependsOn]);
  return [
    ...errors.map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`),
    ...refs.filter((ref, at) => refs.indexOf(ref) !== at).map((ref) => `\`${ref}\` is there twice`),
    ...asked.filter((ref) => !known.has(ref)).map((ref) => `\`${ref}\` is no component`),
  ];
}

/** The schemas that CycloneDX ships with its library. */
function schema(name: string): object {
  const library = path.dirname(require.resolve("@cyclonedx/cyclonedx-library/package.json"));
  return JSON.parse(
    readFileSync(path.join(library, "res/schema", `${name}.SNAPSHOT.schema.json`), "utf8"),
  ) as object;
}
