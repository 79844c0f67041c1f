import { markdownTable } from "../../reference/markdown-table.js";
import type { Journey } from "./journeys.js";
import type { LinkReport } from "./broken-links.js";
import type { Look } from "./looks.js";
import { SCREENS } from "./screens.table.js";

/** What `pnpm site` found. */
export interface SiteResults {
  readonly links: LinkReport;
  readonly looks: readonly Look[];
  readonly journeys: readonly Journey[];
  /** Null when the repository has no playground. */
  readonly playground: readonly string[] | null;
  /** Of Chromium. */
  readonly version: string;
}

/** Every problem in a sentence. */
export function problemsOf({ links, looks, journeys, playground }: SiteResults): readonly string[] {
  return [
    ...links.broken,
    ...looks.flatMap(({ file, screen, problems }) =>
      problems.map((problem) => `${file}, ${screen}: ${problem}`),
    ),
    ...journeys.flatMap(({ name, screen, problems }) =>
      problems.map((problem) => `${name}, ${screen}: ${problem}`),
    ),
    ...(playground ?? []).map((problem) => `playground, ${problem}`),
  ];
}

/** tools/site/RESULTS.md. */
export function resultsPage(results: SiteResults, date: string): string {
  const { links, looks, journeys, playground, version } = results;
  const problems = problemsOf(results);
  return `# The site in a browser

<!-- Written by \`pnpm site --write\`; do not edit. -->

The last run, on ${date}, in Chromium ${version}: ${links.pages} pages with ${links.links} links between them, ${links.broken.length} of which lead to nothing.
${new Set(looks.map(({ file }) => file)).size} pages were looked at on each screen: the front page, every page that [the table](pages.table.ts) names, and the longest of each folder of
packages and generated pages.

${markdownTable(
  [
    "screen",
    "pages",
    "wider than the screen",
    "that move",
    "accessibility, least and mean",
    "errors and other problems",
  ],
  SCREENS.map(({ name, viewport }) => {
    const some = looks.filter(({ screen }) => screen === name);
    const scores = some.map(({ score }) => score);
    const count = (pattern: RegExp): number =>
      some.filter((look) => look.problems.some((problem) => pattern.test(problem))).length;
    return [
      `${name}, ${viewport.width} × ${viewport.height}`,
      String(some.length),
      String(count(/px wide$/)),
      String(some.filter(({ layoutShift }) => layoutShift > 0).length),
      `${Math.min(...scores).toFixed(0)}, ${mean(scores).toFixed(1)}`,
      String(
        some.reduce(
          (sum, look) => sum + look.problems.filter((problem) => !/px wide$|^moves by/.test(problem)).length,
          0,
        ),
      ),
    ];
  }),
)}

A page moves when its cumulative layout shift is above 0. Accessibility is that of [axe](https://github.com/dequelabs/axe-core): the share of the rules that
something on the page has to do with and that all of it keeps; a rule of WCAG's level A weighs 10, of AA 7, a good practice 3. Below 95 the run fails, and so does any
rule that is broken. Errors are those on the console, answers above 399, and requests to another origin.

## By the keyboard alone

${markdownTable(
  ["what", "screens", "problems"],
  [...new Set(journeys.map(({ name }) => name))].map((name) => {
    const some = journeys.filter((journey) => journey.name === name);
    return [
      name,
      String(some.length),
      String(some.reduce((sum, { problems: found }) => sum + found.length, 0)),
    ];
  }),
)}

${playground === null ? "" : `The playground was opened from the navigation on ${SCREENS.length} screens: ${playground.length} problems.\n`}
${problems.length === 0 ? "" : `## Problems\n\n${problems.map((problem) => `- ${problem}`).join("\n")}\n`}`;
}

function mean(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / values.length;
}
