import type { Derive } from "@gatehouse-hooks/engine";
import { type Judged, judgeByPacks } from "./judged.js";
import { commandRows, type OwnRow, ownRows, type RowClass } from "./rows.js";

/** How many rows of a class are judged how. */
export interface Figures {
  readonly rows: number;
  readonly denied: number;
  readonly asked: number;
  /** Neither denied nor asked, and not all of it understood. */
  readonly unknown: number;
  /** Neither denied nor asked, and all of it understood. */
  readonly passed: number;
  readonly complete: number;
  /** Allowed where `read-only` is on. */
  readonly allowed: number;
}

/** A row that is not judged as it should be. */
export interface Miss {
  readonly is: string;
  readonly command: string;
  readonly judged: Judged;
  /** `read-only` lets it pass. */
  readonly allowed: boolean;
}

export interface Measured {
  /** By `class`, and by `class source`. */
  readonly figures: ReadonlyMap<string, Figures>;
  /** By class of the project's own rows: how many are as expected. */
  readonly own: ReadonlyMap<string, { readonly rows: number; readonly right: number }>;
  readonly misses: readonly Miss[];
}

const NONE: Figures = { rows: 0, denied: 0, asked: 0, unknown: 0, passed: 0, complete: 0, allowed: 0 };

/** Judges all rows by all packs. */
export function measure(derive: Derive): Measured {
  const judge = judgeByPacks(derive, false);
  const judgeReadOnly = judgeByPacks(derive, true);
  const figures = new Map<string, Figures>();
  const misses: Miss[] = [];
  for (const { command, source, category, is } of commandRows()) {
    const judged = judge(command);
    const allowed = judgeReadOnly(command).effect === "allow";
    for (const key of [is, `${is} ${source}`]) {
      figures.set(key, counted(figures.get(key) ?? NONE, judged, allowed));
    }
    if (isMiss(is, judged, allowed))
      misses.push({ is: `${is} ${source} ${category}`, command, judged, allowed });
  }
  const own = new Map<string, { rows: number; right: number }>();
  for (const row of ownRows()) {
    const judged = judge(row.command);
    const right = isRight(row.expect, judged);
    const key = `${row.class} ${row.expect}`;
    const before = own.get(key) ?? { rows: 0, right: 0 };
    own.set(key, { rows: before.rows + 1, right: before.right + (right ? 1 : 0) });
    if (!right) misses.push({ is: `own ${key}`, command: row.command, judged, allowed: false });
  }
  return { figures, own, misses };
}

function counted(before: Figures, { effect, complete }: Judged, allowed: boolean): Figures {
  const passes = effect !== "deny" && effect !== "ask";
  return {
    rows: before.rows + 1,
    denied: before.denied + (effect === "deny" ? 1 : 0),
    asked: before.asked + (effect === "ask" ? 1 : 0),
    unknown: before.unknown + (passes && !complete ? 1 : 0),
    passed: before.passed + (passes && complete ? 1 : 0),
    complete: before.complete + (complete ? 1 : 0),
    allowed: before.allowed + (allowed ? 1 : 0),
  };
}

function isMiss(is: RowClass, { effect, complete }: Judged, allowed: boolean): boolean {
  if (is === "dangerous" || is === "own files") return effect !== "deny" || allowed;
  if (is === "harmless") return effect === "deny";
  return is === "looking" && (effect === "deny" || !complete);
}

function isRight(expect: OwnRow["expect"], { effect, complete }: Judged): boolean {
  switch (expect) {
    case "deny":
      return effect === "deny";
    case "ask":
      return effect === "ask" || effect === "deny";
    case "unknown":
      return effect === "deny" || !complete;
    case "notdeny":
      return effect !== "deny";
    case "none":
      return effect === "abstain";
  }
}

/** Measured as lines for people; with misses, those whose class begins so. */
export function figureLines({ figures, own, misses }: Measured, shown?: string): readonly string[] {
  const part = (count: number, rows: number): string =>
    `${String(count).padStart(5)} ${`${((100 * count) / rows).toFixed(1)} %`.padStart(7)}`;
  return [
    `${"".padEnd(28)} rows       denied         asked       unknown        passed      complete     read-only`,
    ...[...figures]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) =>
        [
          key.padEnd(27),
          String(one.rows).padStart(5),
          ...[one.denied, one.asked, one.unknown, one.passed, one.complete, one.allowed].map((count) =>
            part(count, one.rows),
          ),
        ].join(" "),
      ),
    "",
    ...[...own].map(([key, { rows, right }]) => `${key.padEnd(28)} ${right} of ${rows}`),
    ...(shown === undefined
      ? []
      : misses
          .filter(({ is }) => is.startsWith(shown))
          .map(
            ({ is, command, judged, allowed }) =>
              `${is} | ${allowed ? "read-only, else " : ""}${judged.effect} ${judged.policy ?? ""} ${judged.complete ? "complete" : judged.unknown.join(",")} | ${JSON.stringify(command).slice(0, 160)}`,
          )),
  ];
}
