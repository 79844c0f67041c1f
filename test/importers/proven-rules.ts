import { expect } from "vitest";
import { nativeText } from "../../packages/hosts/src/importers/native-text.js";
import type { ImportedFile } from "../../packages/hosts/src/importers/import-rules.js";
import { provenPolicies } from "../../packages/workbench/src/import/proven-policies.js";

/** The file as it was imported; the written policies load without an issue that is an error, and their tests pass. */
export function provenRules(file: ImportedFile): ImportedFile {
  const { dropped, files } = provenPolicies([file], "imported.yaml");
  expect([...dropped.values()].flat(), nativeText([file])).toEqual([]);
  expect(files.reduce((sum, { policies }) => sum + policies, 0)).toBe(file.policies.length);
  return file;
}
