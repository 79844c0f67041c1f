import { lookup, parseJsonObject } from "@gatehouse-hooks/json";

/** How one test came out. */
export interface ReportedTest {
  readonly name: string;
  /** 1-based; 0 where the report does not say. */
  readonly line: number;
  /** Empty when it passed. */
  readonly differences: readonly string[];
}

/** The tests of what `gatehouse test --json` printed; none of what is not such a report. */
export function readReport(printed: string): readonly ReportedTest[] {
  const { value } = parseJsonObject(printed);
  const found = value === undefined ? undefined : lookup(value, "tests");
  return Array.isArray(found) ? found.flatMap(readAnswer) : [];
}

function readAnswer(given: Parameters<typeof lookup>[0]): readonly ReportedTest[] {
  const name = lookup(given, "name");
  const line = lookup(given, "line");
  const differences = lookup(given, "differences");
  // What says neither that it passed nor that it failed is no answer.
  if (typeof name !== "string" || !Array.isArray(differences)) return [];
  return [
    {
      name,
      line: typeof line === "number" ? line : 0,
      differences: differences.map((one) => String(one)),
    },
  ];
}
