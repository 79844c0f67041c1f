import { type Finding, groups } from "./finding.js";

/** How often a rule may be broken, by rule and package; nothing is 0. A number may only fall. */
export type Ratchet = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** What is broken more often than the ratchet allows. */
export interface Excess {
  readonly rule: string;
  readonly of: string;
  readonly allowed: number;
  readonly findings: readonly Finding[];
}

/** The rules that are broken more often than they were. */
export function excesses(findings: readonly Finding[], ratchet: Ratchet): readonly Excess[] {
  return [...groups(findings, ({ rule, of }) => `${rule} ${of}`)].flatMap(([key, group]) => {
    const [rule = "", of = ""] = key.split(" ");
    const allowed = ratchet[rule]?.[of] ?? 0;
    return group.length > allowed ? [{ rule, of, allowed, findings: group }] : [];
  });
}

/** The ratchet with lower numbers where a rule is broken less often. No number rises, and none is new. */
export function lowered(findings: readonly Finding[], ratchet: Ratchet): Ratchet {
  const counts = countsOf(findings);
  return sorted(ratchet, (rule, of, before) => Math.min(before, counts.get(`${rule} ${of}`) ?? 0));
}

/** The numbers that may fall: the rule is broken less often. */
export function slack(findings: readonly Finding[], ratchet: Ratchet): number {
  const counts = countsOf(findings);
  return Object.entries(ratchet)
    .flatMap(([rule, packages]) =>
      Object.entries(packages).map(([of, before]) => before - (counts.get(`${rule} ${of}`) ?? 0)),
    )
    .filter((less) => less > 0).length;
}

function countsOf(findings: readonly Finding[]): ReadonlyMap<string, number> {
  return new Map(
    [...groups(findings, ({ rule, of }) => `${rule} ${of}`)].map(([key, { length }]) => [key, length]),
  );
}

function sorted(ratchet: Ratchet, value: (rule: string, of: string, before: number) => number): Ratchet {
  const rules = Object.entries(ratchet).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    rules.map(([rule, packages]) => {
      const numbers = Object.entries(packages)
        .map(([of, before]): readonly [string, number] => [of, value(rule, of, before)])
        .filter(([, number]) => number > 0)
        .toSorted(([a], [b]) => (a < b ? -1 : 1));
      return [rule, Object.fromEntries(numbers)];
    }),
  );
}
