import type { ShownIssue } from "@gatehouse-hooks/language-server/proven";
import { version } from "@gatehouse-hooks/console";
import type { CheckReport } from "./check-report.js";
import { codeRow } from "@gatehouse-hooks/console/codes";

/** The report in SARIF 2.1.0 (OASIS), which code hosts and editors read. */
export function sarif({ files, issues }: CheckReport): object {
  const codes = [...new Set(issues.map(({ code }) => code))].sort();
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "gatehouse", version, rules: codes.map(sarifRule) } },
        artifacts: files.map((file) => ({ location: { uri: uriOf(file) } })),
        results: issues.map((issue) => ({
          ruleId: issue.code,
          ruleIndex: codes.indexOf(issue.code),
          level: issue.severity,
          message: { text: issue.cure === undefined ? issue.message : `${issue.message}\n${issue.cure}` },
          ...(issue.path === undefined ? {} : { locations: [locationOf(issue, issue.path)] }),
          ...(issue.witness === undefined ? {} : { properties: { witness: issue.witness } }),
        })),
      },
    ],
  };
}

function locationOf({ line, column }: ShownIssue, path: string): object {
  return {
    physicalLocation: {
      artifactLocation: { uri: uriOf(path) },
      ...(line !== undefined && {
        region: { startLine: line, ...(column !== undefined && { startColumn: column }) },
      }),
    },
  };
}

/** A path as a relative or absolute URI. */
function uriOf(path: string): string {
  const uri = path.split("/").map(encodeURIComponent).join("/");
  return path.startsWith("/") ? `file://${uri}` : uri;
}

/** A rule for those who see a result without this program: what its code means, and the cure. */
function sarifRule(id: string): object {
  const row = codeRow(id);
  if (row === undefined) return { id };
  return {
    id,
    shortDescription: { text: row.title },
    fullDescription: { text: row.means },
    help: { text: row.cure },
  };
}
