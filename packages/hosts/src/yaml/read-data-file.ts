import type { Issue, JsonValue } from "@gatehouse-hooks/json";
import { reportOn } from "../text/report.js";
import { readSource } from "../text/source.js";
import { readYamlOrJson } from "./document.js";

/** See `readDataFile`. */
export function readData(text: string | Uint8Array, path: string): DataFile {
  const read = readSource(text, path);
  if (read.kind === "refused") return { value: null, issues: [read.issue] };
  const report = reportOn(read.source, "user");
  const document = readYamlOrJson(read.source, report);
  return { value: document?.value ?? null, issues: report.issues() };
}

/** What a YAML or JSON file holds; `null` with an error. */
export interface DataFile {
  readonly value: JsonValue;
  readonly issues: readonly Issue[];
}
