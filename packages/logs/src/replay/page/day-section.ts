import type { DayCounts, EffectCounts } from "@gatehouse-hooks/replay";
import { barPlot, type BarSeries } from "./bar-plot.js";
import { EFFECTS } from "./effects.table.js";
import { filledDays } from "../page-model/page-report.js";
import { titled } from "./group-section.js";
import { counted, countText, shareText } from "../page-model/shown-number.js";
import { sortedTable } from "./sorted-table.js";
import { tag } from "./tag.js";

/** Decisions by day, drawn and as a table. */
export function daySection(rows: readonly DayCounts[], isComplete: boolean): HTMLElement {
  const dated = rows.filter(({ day }) => day !== "");
  const undated = rows.filter(({ day }) => day === "");
  const notes = [
    ...undated.map((row) => `${counted(sumOf(row), "event")} have no time.`),
    ...(isComplete ? [] : ["There were more days than are kept: these are some of them."]),
  ].map((note) => tag("p", { class: "note" }, note));
  if (dated.length === 0)
    return titled(
      "days",
      "Decisions by day",
      tag("p", { class: "none" }, "The log tells no times."),
      ...notes,
    );
  const days = filledDays(dated);
  const plot = barPlot({
    says: `Decisions by day, ${days[0]?.day ?? ""} to ${days.at(-1)?.day ?? ""}; the numbers are in the table below`,
    names: days.map(({ day }) => day),
  });
  const boxes = EFFECTS.filter(({ effect }) => days.some((day) => day[effect] > 0)).map((row) => {
    const box = tag("input", { type: "checkbox" });
    // Most events concern no policy: drawn, they would hide the others.
    box.checked = row.effect !== "abstain";
    return { row, box };
  });
  if (boxes.every(({ box }) => !box.checked)) for (const { box } of boxes) box.checked = true;
  const show = (): void => {
    plot.show(
      boxes
        .filter(({ box }) => box.checked)
        .map(({ row: { effect, color } }): BarSeries => ({
          label: effect,
          color,
          counts: days.map((day) => day[effect]),
        })),
    );
  };
  const legend = tag("fieldset", { class: "legend" }, tag("legend", { class: "unseen" }, "Drawn"));
  for (const { row, box } of boxes) {
    box.addEventListener("change", show);
    legend.append(
      tag("label", {}, box, " ", tag("span", { class: `swatch ${row.effect}` }), ` ${row.effect}`),
    );
  }
  show();
  return titled(
    "days",
    "Decisions by day",
    legend,
    plot.root,
    tag("details", {}, tag("summary", {}, "The numbers"), dayTable(dated)),
    ...notes,
  );
}

function dayTable(rows: readonly DayCounts[]): HTMLElement {
  const table = sortedTable<DayCounts>({
    caption: "Decisions by day",
    noun: "days",
    none: "The log tells no times.",
    sortedBy: 0,
    columns: [
      { title: "Day (UTC)", cell: ({ day }) => day, by: ({ day }) => day },
      ...EFFECTS.map(({ effect }) => ({
        title: effect,
        isNumber: true,
        cell: (row: DayCounts) => countText(row[effect]),
        by: (row: DayCounts) => row[effect],
      })),
      {
        title: "denied",
        isNumber: true,
        cell: (row) => shareText(row.deny, sumOf(row)),
        by: (row) => row.deny / Math.max(1, sumOf(row)),
      },
    ],
  });
  table.show(rows);
  return table.root;
}

/** All events of a row. */
export function sumOf({ deny, ask, allow, abstain, unknown }: EffectCounts): number {
  return deny + ask + allow + abstain + unknown;
}
