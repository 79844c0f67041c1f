import uPlot from "uplot";

import { countText } from "../page-model/shown-number.js";
import { tag } from "./tag.js";

/** Bars of a plot that stand on each other. */
export interface BarSeries {
  readonly label: string;
  /** The variable of the style that has its colour. */
  readonly color: string;
  readonly counts: readonly number[];
}

/** A plot of bars. */
interface BarPlot {
  readonly root: HTMLElement;
  /** Shows these series, the first at the bottom. */
  readonly show: (series: readonly BarSeries[]) => void;
}

/** What a plot is made of. */
interface BarOptions {
  /** What it shows, for those who cannot see it; the numbers are in a table beside it. */
  readonly says: string;
  /** The names of the bars, in their order. */
  readonly names: readonly string[];
}

const HEIGHT = 240;
/** Pixels of a name of a bar. */
const NAME_WIDTH = 90;

/** Stacked bars in the colours of the page, as wide as the page: they are drawn again when either changes. */
export function barPlot({ says, names }: BarOptions): BarPlot {
  const place = tag("div", { class: "plot", role: "img", "aria-label": says });
  const read = tag("p", { class: "read" });
  const root = tag("div", {}, place, read);
  let plot: uPlot | undefined;
  let shown: readonly BarSeries[] = [];
  const draw = (): void => {
    plot?.destroy();
    plot = new uPlot(optionsOf(place.clientWidth, names, shown, read), stacked(names, shown), place);
  };
  // The first call comes when the place has its size.
  new ResizeObserver(() => {
    if (plot === undefined) draw();
    else if (plot.width !== place.clientWidth) plot.setSize({ width: place.clientWidth, height: HEIGHT });
  }).observe(place);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => plot?.redraw(true));
  return {
    root,
    show: (series) => {
      shown = series;
      if (plot !== undefined) draw();
    },
  };
}

/** Whole bars are drawn first and the lower parts over them: the last series first. */
function stacked(names: readonly string[], series: readonly BarSeries[]): uPlot.AlignedData {
  const sums = names.map(() => 0);
  const heights = series.map(({ counts }) =>
    counts.map((count, index) => (sums[index] = (sums[index] ?? 0) + count)),
  );
  return [names.map((_, index) => index), ...heights.toReversed()];
}

function optionsOf(
  width: number,
  names: readonly string[],
  series: readonly BarSeries[],
  read: HTMLElement,
): uPlot.Options {
  const ink = (): string => color("--faint");
  const line = (): string => color("--line");
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    cursor: { points: { show: false }, y: false, drag: { x: false, y: false } },
    scales: {
      x: { time: false, range: () => [-0.6, names.length - 0.4] },
      y: { range: (_, _least, most) => [0, Math.max(1, most * 1.05)] },
    },
    axes: [
      {
        stroke: ink,
        grid: { show: false },
        ticks: { stroke: line },
        space: NAME_WIDTH,
        incrs: [1, 2, 5, 7, 10, 14, 20, 28, 50, 100, 200, 500, 1_000, 2_000],
        values: (_, places) => places.map((at) => names[at] ?? ""),
      },
      {
        stroke: ink,
        grid: { stroke: line },
        ticks: { stroke: line },
        incrs: [
          1,
          2,
          5,
          10,
          20,
          50,
          ...[2, 3, 4, 5, 6, 7, 8].flatMap((zeros) => [1, 2, 5].map((one) => one * 10 ** zeros)),
        ],
        size: 64,
        values: (_, counts) => counts.map(countText),
      },
    ],
    series: [
      {},
      ...series.toReversed().map(({ label, color: name }) => ({
        label,
        stroke: () => color(name),
        fill: () => color(name),
        width: 0,
        points: { show: false },
        paths: uPlot.paths.bars?.({ size: [0.8, 60], align: 0 }) ?? (() => null),
      })),
    ],
    hooks: {
      setCursor: [
        ({ cursor }) => {
          const { idx } = cursor;
          read.textContent = idx == null ? "" : readOut(idx, names, series);
        },
      ],
    },
  };
}

/** What a bar shows, in words. */
function readOut(index: number, names: readonly string[], series: readonly BarSeries[]): string {
  const counts = series.map(({ label, counts }) => `${countText(counts[index] ?? 0)} ${label}`);
  return `${names[index] ?? ""}: ${counts.join(", ")}`;
}

function color(variable: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(variable).trim();
}
