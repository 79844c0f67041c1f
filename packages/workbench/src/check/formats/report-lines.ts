import type { CheckReport } from "./check-report.js";
import { junit } from "./junit.js";
import { sarif } from "./sarif.js";
import { witnessText } from "@gatehouse-hooks/console/print";

/** Formats for programs that show findings. */
type ReportFormat = "sarif" | "junit" | "github";

/** The report as such a program reads it. */
export function reportLines(format: ReportFormat, report: CheckReport): readonly string[] {
  switch (format) {
    case "sarif":
      return [JSON.stringify(sarif(report), null, 2)];
    case "junit":
      return junit(report);
    case "github":
      return github(report);
  }
}

/** The issues as commands of GitHub's workflows, which shows them beside the lines of a pull request. */
function github({ issues }: CheckReport): readonly string[] {
  return issues.map(({ severity, code, message, path, line, column, cure, witness }) => {
    const properties = Object.entries({ file: path, line, col: column, title: code }).flatMap(
      ([key, value]) => (value === undefined ? [] : [`${key}=${property(String(value))}`]),
    );
    const text = [
      message,
      ...(witness === undefined ? [] : [witnessText(witness)]),
      ...(cure === undefined ? [] : [cure]),
    ];
    return `::${severity} ${properties.join(",")}::${data(text.join("\n"))}`;
  });
}

function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
