import type { CheckReport } from "./check-report.js";
import { github } from "./github.js";
import { junit } from "./junit.js";
import { sarif } from "./sarif.js";

/** Formats for programs that show findings. */
export type ReportFormat = "sarif" | "junit" | "github";

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
