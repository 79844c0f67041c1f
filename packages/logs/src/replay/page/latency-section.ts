import type { PageLatency } from "../page-model/page-report.js";
import { barPlot } from "./bar-plot.js";
import { titled } from "./group-section.js";
import { countText, counted, durationText } from "../page-model/shown-number.js";
import { sortedTable } from "./sorted-table.js";
import { tag } from "./tag.js";

/** How long decisions took when they were made, drawn and as a table. */
export function latencySection({ bars, median, p99 }: PageLatency): HTMLElement {
  const all = bars.reduce((sum, { count }) => sum + count, 0);
  const plot = barPlot({
    says: `How long decisions took: half of them less than ${durationText(median)}; the numbers are in the table below`,
    names: bars.map(({ below }) => durationText(below)),
  });
  plot.show([
    { label: "decisions in less than that", color: "--link", counts: bars.map(({ count }) => count) },
  ]);
  const table = sortedTable<PageLatency["bars"][number]>({
    caption: "How long decisions took",
    noun: "times",
    none: "",
    sortedBy: 0,
    columns: [
      { title: "Less than", cell: ({ below }) => durationText(below), by: ({ below }) => below },
      { title: "Decisions", isNumber: true, cell: ({ count }) => countText(count), by: ({ count }) => count },
    ],
  });
  table.show(bars);
  return titled(
    "latency",
    "Latency",
    tag(
      "p",
      {},
      `As the log has it, of ${counted(all, "decision")}: half took less than ${durationText(median)}, 99 % less than ${durationText(p99)}.`,
    ),
    plot.root,
    tag("details", {}, tag("summary", {}, "The numbers"), table.root),
  );
}
