import { existing } from "@gatehouse-hooks/json/intrinsics";
import type { Atom } from "./atom.js";

/** How much less often a literal occurs by accident for each unit that it is longer. */
const PER_UNIT = 0.3;

/** A rough share of events in which one of these atoms holds, for comparing: between 0 and 1, never 0. */
export function likelihoodOf(group: readonly Atom[]): number {
  let sum = 0;
  for (let i = 0; i < group.length; i++) sum += likelihood(existing(group[i]));
  return sum < 1 ? sum : 1;
}

/** Guesses: what is missing is frequent, long literals are rare, and rarer at one end of a string than anywhere. */
function likelihood({ of, operator, value }: Atom): number {
  switch (operator) {
    case "==":
      return likelihoodOfEqual(value);
    case "has":
      return 0.6;
    case "includes":
    case "startsWith":
    case "endsWith":
      return likelihoodOfText(of, operator === "includes" ? 0.8 : 0.2, value);
    case "touches":
      return 0.002;
    case "overlaps":
      // Nearly all paths begin alike; what tells them apart is behind that.
      return typeof value === "string" && value.length > 4 ? 0.02 : 0.2;
    default:
      return of === "size" && operator === ">" && typeof value === "number"
        ? 0.3 / (1 + (value / 24) ** 2)
        : 0.3;
  }
}

function likelihoodOfEqual(value: Atom["value"]): number {
  if (value === null) return 0.8;
  return typeof value === "boolean" ? 0.4 : typeof value === "string" && value.length > 4 ? 0.01 : 0.04;
}

function likelihoodOfText(of: Atom["of"], share: number, value: Atom["value"]): number {
  const units = typeof value === "string" ? value.length : 0;
  return (of === "folded" ? 1.5 : 1) * share * power(units < 12 ? units - 1 : 11);
}

function power(times: number): number {
  let product = 1;
  for (let i = 0; i < times; i++) product *= PER_UNIT;
  return product;
}
