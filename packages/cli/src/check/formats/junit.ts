import { exampleOf, type ShownIssue } from "../../print/issues.js";
import type { CheckReport } from "./check-report.js";

/** The report as JUnit XML: a test case for each file, which fails with its issues. */
export function junit({ files, issues }: CheckReport): readonly string[] {
  const paths = [...new Set([...files, ...issues.map(({ path = "" }) => path)])];
  const failed = paths.filter((path) => issuesOf(issues, path).length > 0).length;
  const counts = `tests="${paths.length}" failures="${failed}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="gatehouse check" ${counts}>`,
    ...paths.flatMap((path) => testCase(path, issuesOf(issues, path))),
    "  </testsuite>",
    "</testsuites>",
  ];
}

function issuesOf(issues: readonly ShownIssue[], file: string): readonly ShownIssue[] {
  return issues.filter(({ path = "" }) => path === file);
}

function testCase(path: string, issues: readonly ShownIssue[]): readonly string[] {
  const name = `    <testcase classname="policies" name="${escaped(path === "" ? "all files" : path)}"`;
  if (issues.length === 0) return [`${name}/>`];
  const lines = issues.map(({ severity, code, message, line, column, cure, witness }) => {
    const place = line === undefined ? "" : `${line}:${column ?? 1} `;
    return `${place}${severity} ${message} (${code})${witness === undefined ? "" : `; ${exampleOf(witness)}`}${cure === undefined ? "" : `; cure: ${cure}`}`;
  });
  const [first] = issues;
  return [
    `${name}>`,
    `      <failure type="${escaped(first?.code ?? "")}" message="${escaped(first?.message ?? "")}">${escaped(lines.join("\n"))}</failure>`,
    "    </testcase>",
  ];
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/** XML 1.0 has no other control characters than these three, and none of the surrogates alone. */
function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd")
    .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
