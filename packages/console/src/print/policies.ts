import { shorten } from "@gatehouse-hooks/json";
import type { PolicyRow, InertReason } from "../lines/policy-row.js";
import type { Palette } from "./palette.js";
import { printable } from "./printable.js";
import { type Cell, table } from "./table.js";

/** The longest condition shown on a terminal, in characters. */
const MAX_CONDITION = 160;

/** A policy to show; without `inert` it is not known whether it does anything. */
export type PrintedPolicy = PolicyRow & {
  readonly inert?: readonly InertReason[];
  readonly sameName?: readonly Namesake[];
};

/** Another policy of the same name. */
type Namesake = Pick<PolicyRow, "tier" | "path" | "line">;

/** Policies for people, in the order given: a line of columns each, and below it when it applies and where it is. */
export function policyLines(
  rows: readonly PrintedPolicy[],
  colors: Palette,
  columns: number | undefined,
): string[] {
  const lines = table(
    [
      ["STATUS", "TIER", "PRIORITY", "POLICY", "HANDLER", "CACHE", "EVENTS"].map((text) => ({
        text,
        styles: ["dim"] as const,
      })),
      ...rows.map((row): readonly Cell[] => [
        status(row),
        { text: row.tier },
        { text: priority(row.priority) },
        { text: printable(row.id), styles: ["bold"] },
        { text: handler(row) },
        { text: row.cache ?? "-" },
        { text: printable(row.events.join(", ")) },
      ]),
    ],
    colors,
  );
  return lines.flatMap((line, index) => {
    const row = rows[index - 1];
    return row === undefined
      ? [line]
      : [line, ...details(row, columns).map((text) => colors.dim(`    ${text}`))];
  });
}

/**
 * The condition of each policy, in the order given and never cut: what its `tools`, its `when` and the keys that say what a call does
 * are together. Written as a `when`, it applies to the same events.
 */
export function conditionLines(rows: readonly PolicyRow[], colors: Palette): string[] {
  return rows.flatMap((row) => [
    `${colors.bold(printable(row.id))}  ${colors.dim(`${row.tier}, ${handler(row)}`)}`,
    `    ${printable(whenOf(row)) || colors.dim("applies always")}`,
  ]);
}

function status(row: PrintedPolicy): Cell {
  if (!row.enabled) return { text: "off", styles: ["dim"] };
  if (row.observe === true) return { text: "observed", styles: ["yellow"] };
  return isUntrusted(row) ? { text: "inert", styles: ["yellow"] } : { text: "on", styles: ["green"] };
}

/** Whether it does nothing as long as nobody trusts its file. */
export function isUntrusted({ inert = [] }: Pick<PrintedPolicy, "inert">): boolean {
  return inert.some(({ kind }) => kind === "untrusted");
}

/** The word of the status says enough of one that is switched off. */
function reasonLines(reasons: readonly InertReason[]): string[] {
  return reasons.flatMap((reason) => {
    if (reason.kind === "disabled") return [];
    const cure = reason.kind === "untrusted" ? `: ${reason.cure}` : "";
    return [`does nothing: ${printable(reason.message + cure)}`];
  });
}

/** Why a policy does nothing, and which others have its name. */
export function inertNotes(
  { inert = [], sameName = [] }: PrintedPolicy,
  shownPath: (path: string) => string = (path) => path,
): readonly string[] {
  return [
    ...reasonLines(inert),
    ...sameName.map((one) => `same name as ${placeOfNamesake(one, shownPath)}; both are in force`),
  ];
}

function placeOfNamesake({ tier, path, line }: Namesake, shownPath: (path: string) => string): string {
  return path === undefined
    ? `one of ${tier}`
    : `${tier} ${printable(shownPath(path))}${line === undefined ? "" : `:${line}`}`;
}

function whenOf({ matcher, condition }: PolicyRow): string {
  const both = matcher !== undefined && condition !== undefined;
  return [matcher, condition]
    .filter((text) => text !== undefined)
    .map((text) => (both && text.includes("||") ? `(${text})` : text))
    .join(" && ");
}

function details(row: PrintedPolicy, columns: number | undefined): string[] {
  const cut = (text: string): string => (columns === undefined ? text : shorten(text, MAX_CONDITION));
  const when = whenOf(row);
  const note = row.conditionParses === false ? " (does not parse: applies always)" : "";
  return [
    ...(row.enabled && row.observe === true
      ? ["tried silently: what it would decide is recorded, and changes nothing"]
      : []),
    ...inertNotes(row),
    ...(when === "" ? [] : [`when ${cut(printable(when))}${note}`]),
    ...(row.model === undefined ? [] : [`asks ${printable(row.model)}`]),
    ...(row.command === undefined
      ? []
      : [
          `runs ${cut(printable([row.command, ...(row.args ?? [])].join(" ")))}, at most ${row.timeoutMs ?? 0} ms`,
        ]),
    ...(row.path === undefined
      ? []
      : [`from ${printable(row.path)}${row.line === undefined ? "" : `:${row.line}`}`]),
  ];
}

function handler(row: PolicyRow): string {
  return row.verdict === undefined ? row.handler : `${row.handler} ${row.verdict}`;
}

function priority(value: number): string {
  return value === Number.MIN_SAFE_INTEGER ? "last" : String(value);
}
