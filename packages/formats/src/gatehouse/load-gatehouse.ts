import type { JsonValue } from "@gatehouse/condition/json";
import type { PolicyDefinition, Tier } from "@gatehouse/engine";
import type { Report } from "../text/report.js";
import type { Source } from "../text/source.js";
import { checkShape } from "./check-shape.js";
import { readDocument } from "./document.js";
import type { PolicyTest } from "./policy-test.js";
import { type FileContext, readPolicy } from "./read-policy.js";
import { readTest } from "./read-test.js";
import { fileSchema } from "./schema.js";

/** The policies of a native file and the tests beside them. */
export interface LoadedGatehouse {
  readonly policies: readonly PolicyDefinition[];
  readonly tests: readonly PolicyTest[];
}

/** Reads a file of the native format (SPEC, "The native format"). */
export function loadGatehouse(source: Source, tier: Tier, order: number, report: Report): LoadedGatehouse {
  const document = readDocument(source, report);
  if (document === null) return { policies: [], tests: [] };
  const { value, problems } = checkShape(fileSchema, document.value);
  for (const { path, atKey, ...problem } of problems) {
    report.add(atKey ? document.keyAt(path) : document.valueAt(path), {
      ...problem,
      message: `${problem.message}; ${value === null ? "the file is not loaded" : "it is ignored"}`,
    });
  }
  if (value === null) return { policies: [], tests: [] };
  const file: FileContext = { source, document, report, tier };
  const policies: PolicyDefinition[] = [];
  const tests: (PolicyTest | null)[] = [];
  value.policies.forEach((given, index) => {
    const path = ["policies", index];
    const { definition, tests: beside } = readPolicy(given as JsonValue, path, order + index, file);
    if (definition === null) return;
    policies.push(definition);
    const tested = {
      id: definition.id,
      event: definition.events.length === 1 ? (definition.events[0] ?? null) : null,
    };
    beside.forEach((test, at) =>
      tests.push(readTest(test as JsonValue, [...path, "tests", at], tested, file)),
    );
  });
  value.tests?.forEach((test, at) => tests.push(readTest(test as JsonValue, ["tests", at], null, file)));
  return { policies, tests: tests.filter((test) => test !== null) };
}
