import * as Plot from "@observablehq/plot";
import { parseHTML } from "linkedom";
import type { Picture, PictureRow } from "../../benchmarks/picture.js";

/** Wide enough for names and figures, and still readable when a phone shows it smaller. */
const WIDTH = 500;
const ROW = 22;
/** A row whose name has two lines. */
const TALL_ROW = 32;
const LEFT = 196;
/** Letters of a name in one line. */
const NAME_LENGTH = 26;
/** Of what is above the rows: the title, the axis and its label. */
const TOP = 84;
const RIGHT = 12;

/** The colours: at least 4.5 to 1 on their ground for text, 3 to 1 for marks. The shape of a mark says the same as its colour. */
const STYLE = `
svg { --ground: #ffffff; --ink: #1f2328; --quiet: #57606a; --line: #d0d7de; --ours: #0b5c77; --other: #57606a; background: var(--ground); }
@media (prefers-color-scheme: dark) {
  svg { --ground: #1b1f24; --ink: #e6e9ee; --quiet: #b4bac4; --line: #444c56; --ours: #7cc7e0; --other: #b4bac4; }
}`;

interface PlacedRow extends PictureRow {
  readonly place: string;
}

/**
 * Draws a picture as an SVG that stands alone: ground and colours of its own, light or dark as the reader has it.
 *
 * @param source what it was made from; kept in the file, so that a stale picture is found
 */
export function drawPicture(picture: Picture, source: string): string {
  const { document } = parseHTML("<!doctype html><html><body></body></html>");
  const headings = picture.groups.map(({ title }, group) => ({ title, place: `${group}` }));
  const rows: readonly PlacedRow[] = picture.groups.flatMap(({ rows: some }, group) =>
    some.map((row, at) => ({ ...row, place: `${group}/${at}` })),
  );
  const places = picture.groups.flatMap(({ rows: some }, group) => [
    `${group}`,
    ...some.map((_, at) => `${group}/${at}`),
  ]);
  const isTall = rows.some(({ label }) => label.length > NAME_LENGTH);
  const from = picture.scale === "log" ? (picture.reference?.value ?? 1) : 0;
  const svg = Plot.plot({
    document: document as unknown as Document,
    width: WIDTH,
    height: TOP + places.length * (isTall ? TALL_ROW : ROW) + 10,
    marginTop: TOP,
    marginLeft: LEFT,
    marginRight: RIGHT,
    marginBottom: 10,
    style: { fontSize: "13px" },
    x: { type: picture.scale, domain: domainOf(picture, rows) },
    y: { type: "band", domain: places, axis: null, paddingInner: 0, paddingOuter: 0 },
    marks: [
      Plot.gridX({ stroke: "var(--line, #d0d7de)", strokeOpacity: 1, ticks: ticksOf(picture, rows) }),
      Plot.axisX({
        anchor: "top",
        ticks: ticksOf(picture, rows),
        tickSize: 0,
        tickFormat: (value: number) => value.toLocaleString("en-US", { maximumFractionDigits: 3 }),
        label: null,
        fontSize: 12,
        fill: "var(--quiet, #57606a)",
      }),
      ...(picture.reference === undefined
        ? []
        : [Plot.ruleX([picture.reference.value], { stroke: "var(--ink, #1f2328)", strokeDasharray: "4 3" })]),
      Plot.ruleY(rows, {
        y: "place",
        x1: () => from,
        x2: "value",
        stroke: "var(--line, #d0d7de)",
        strokeWidth: 3,
      }),
      ...[true, false].map((isOurs) =>
        Plot.dot(
          rows.filter((row) => row.isOurs === isOurs),
          {
            x: "value",
            y: "place",
            r: isOurs ? 5 : 4.5,
            symbol: isOurs ? "square" : "circle",
            fill: isOurs ? "var(--ours, #0b5c77)" : "var(--ground, #ffffff)",
            stroke: isOurs ? "var(--ours, #0b5c77)" : "var(--other, #57606a)",
            strokeWidth: 2,
          },
        ),
      ),
      Plot.text(rows, {
        x: (row: PlacedRow) => Math.max(row.value, picture.scale === "log" ? 0 : from),
        y: "place",
        text: "said",
        textAnchor: "start",
        dx: 10,
        fill: "var(--ink, #1f2328)",
        stroke: "var(--ground, #ffffff)",
        strokeWidth: 7,
      }),
      Plot.text(rows, {
        y: "place",
        text: "label",
        lineWidth: 14,
        frameAnchor: "left",
        textAnchor: "end",
        dx: -10,
        fill: "var(--ink, #1f2328)",
      }),
      Plot.text(headings, {
        y: "place",
        text: "title",
        frameAnchor: "left",
        textAnchor: "start",
        dx: 8 - LEFT,
        fontWeight: "bold",
        fill: "var(--ink, #1f2328)",
        stroke: "var(--ground, #ffffff)",
        strokeWidth: 4,
      }),
    ],
  }) as unknown as Element;
  return finished(svg, document as unknown as Document, picture, source);
}

/** From the least to the greatest value and the reference, with room for what is said behind the last mark. */
function domainOf({ scale, reference }: Picture, rows: readonly PlacedRow[]): readonly [number, number] {
  const values = [...rows.map(({ value }) => value), ...(reference === undefined ? [] : [reference.value])];
  const least = Math.min(...values);
  const most = Math.max(...values);
  if (scale === "linear") return [0, most * 1.25];
  // What is said is at most about half as wide as the axis.
  const span = Math.max(Math.log10(most / least), 0.3);
  return [least / 10 ** (span * 0.06), most * 10 ** (span * 0.85)];
}

/** Powers of ten, or where there are not two of them round numbers. */
function ticksOf(picture: Picture, rows: readonly PlacedRow[]): number[] {
  const [least, room] = domainOf(picture, rows);
  // None where there is only room for what is said.
  const most = Math.min(room, Math.max(...rows.map(({ value }) => value), picture.reference?.value ?? 0) * 3);
  if (picture.scale === "linear") return [0, 25, 50, 75, 100].filter((tick) => tick <= most);
  const decades = (steps: readonly number[]): number[] =>
    Array.from({ length: 16 }, (_, at) => at - 6)
      .flatMap((power) => steps.map((step) => Number((step * 10 ** power).toPrecision(1))))
      .filter((tick) => tick >= least && tick <= most);
  const tens = decades([1]);
  if (tens.length < 3) return decades([1, 2, 5]);
  return tens.length <= 5 ? tens : tens.filter((tick) => Math.log10(tick) % 2 === 0);
}

function finished(svg: Element, document: Document, picture: Picture, source: string): string {
  const element = (name: string, text: string): Element => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    made.textContent = text;
    return made;
  };
  const said = (text: string, y: number, attributes: Readonly<Record<string, string>>): Element => {
    const made = element("text", text);
    for (const [name, value] of Object.entries({ x: "8", y: `${y}`, "text-anchor": "start", ...attributes }))
      made.setAttribute(name, value);
    return made;
  };
  for (const style of Array.from(svg.querySelectorAll("style"))) style.remove();
  const height = svg.getAttribute("height") ?? "";
  const ground = element("rect", "");
  for (const [name, value] of Object.entries({ width: `${WIDTH}`, height, fill: "var(--ground, #ffffff)" }))
    ground.setAttribute(name, value);
  svg.prepend(
    element("title", picture.title),
    element("desc", picture.alt),
    element("metadata", source),
    element("style", STYLE),
    ground,
    said(picture.title, 22, { "font-size": "15", "font-weight": "bold", fill: "var(--ink, #1f2328)" }),
    said(picture.axis, 44, { "font-size": "13", fill: "var(--quiet, #57606a)" }),
  );
  svg.setAttribute("role", "img");
  svg.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  // The site reads the size as `width="…" height="…"`; what is set last is written first.
  for (const [name, value] of [
    ["height", height],
    ["width", `${WIDTH}`],
  ] as const) {
    svg.removeAttribute(name);
    svg.setAttribute(name, value);
  }
  return `${svg.outerHTML}\n`;
}
