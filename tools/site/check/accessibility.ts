import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, Result } from "axe-core";
import type { Page } from "playwright-core";

/** What axe found on a page. */
export interface Accessibility {
  /** 0 to 100. */
  readonly score: number;
  /** A sentence for each rule that an element breaks. */
  readonly violations: readonly string[];
}

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** What a rule weighs: 10 for level A of WCAG, 7 for AA, 3 for a good practice. */
const WEIGHTS: readonly (readonly [tag: RegExp, weight: number])[] = [
  [/^wcag2\d*a$/, 10],
  [/^wcag2\d*aa$/, 7],
];
const GOOD_PRACTICE = 3;

/**
 * Asks axe about the page as it is. The score is the share of the rules that something on the page has to do with and that all of it keeps, by
 * weight; one element is enough to break a rule. What axe cannot decide counts for nothing. Rules of level AAA are not asked; of the experiments one is, that a name holds what is written.
 */
export async function accessibilityOf(page: Page): Promise<Accessibility> {
  await page.evaluate(AXE);
  const { passes, violations } = (await page.evaluate(`axe.run({
    resultTypes: ["violations"],
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    rules: { "label-content-name-mismatch": { enabled: true } },
  })`)) as AxeResults;
  const kept = sum(passes);
  const broken = sum(violations);
  return {
    score: kept + broken === 0 ? 100 : (100 * kept) / (kept + broken),
    violations: violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .map(({ target }) => target.join(" "))
          .slice(0, 3)
          .join(", ")}${nodes.length > 3 ? ` and ${nodes.length - 3} more` : ""}`,
    ),
  };
}

function sum(rules: readonly Result[]): number {
  return rules.reduce((total, rule) => total + weightOf(rule), 0);
}

function weightOf({ tags }: Result): number {
  return WEIGHTS.find(([tag]) => tags.some((name) => tag.test(name)))?.[1] ?? GOOD_PRACTICE;
}
