import type { ShownIssue } from "@gatehouse-hooks/language-server/proven";
import { witnessText, type JunitCase, junitDocument } from "@gatehouse-hooks/console/print";
import type { CheckReport } from "./check-report.js";

/** The report as JUnit XML: a test case for each file, which fails with its issues. */
export function junit({ files, issues }: CheckReport): readonly string[] {
  const paths = [...new Set([...files, ...issues.map(({ path = "" }) => path)])];
  return junitDocument(
    "gatehouse check",
    paths.map((file) =>
      caseOf(
        file,
        issues.filter(({ path = "" }) => path === file),
      ),
    ),
  );
}

function caseOf(path: string, issues: readonly ShownIssue[]): JunitCase {
  const one = { group: "policies", name: path === "" ? "all files" : path };
  const [first] = issues;
  if (first === undefined) return one;
  const text = issues.map(lineOf).join("\n");
  return { ...one, failure: { type: first.code, message: first.message, text } };
}

function lineOf({ severity, code, message, line, column, cure, witness }: ShownIssue): string {
  const place = line === undefined ? "" : `${line}:${column ?? 1} `;
  const more = [
    ...(witness === undefined ? [] : [witnessText(witness)]),
    ...(cure === undefined ? [] : [`cure: ${cure}`]),
  ];
  return [`${place}${severity} ${message} (${code})`, ...more].join("; ");
}
