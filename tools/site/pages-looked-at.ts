import { HOME, SECTIONS } from "./pages.table.js";
import type { SitePage } from "./site-pages.js";
import { siteFile } from "./site-pages.js";
import type { SiteRow } from "./site-row.js";

/** How many pages of a folder of pages that are made alike. */
const OF_A_FOLDER = 1;

/**
 * The pages that are looked at, as files of the site: the front page, every page that a table names (with its READMEs and RESULTS), and of folders that
 * are generated or packages the longest page. All pages have their links followed.
 *
 * @param lengthOf characters of a page's source
 */
export function pagesLookedAt(
  pages: readonly SitePage[],
  lengthOf: (source: string) => number,
): readonly string[] {
  const named = new Set([HOME, ...SECTIONS.flatMap(({ rows }) => rows.flatMap(namedIn))]);
  const chosen = pages.filter(({ source }) => named.has(source)).map(({ source }) => source);
  const folders = groupedBy(
    pages.filter(({ source }) => !named.has(source)),
    ({ source }) => (source.startsWith("packages/") ? "packages" : source.replace(/\/[^/]+$/, "")),
  );
  const samples = [...folders.values()].flatMap((some) =>
    some
      .map(({ source }) => source)
      .toSorted((a, b) => lengthOf(b) - lengthOf(a))
      .slice(0, OF_A_FOLDER),
  );
  return [...new Set([...chosen, ...samples])].map((source) => siteFile(source).replace(/\.md$/, ".html"));
}

function namedIn(row: SiteRow): readonly string[] {
  return row.kind === "page" ? [row.source, ...(row.under ?? []).flatMap(namedIn)] : [];
}

/** `Map.groupBy` is not in Node 20. */
function groupedBy<Value>(
  values: readonly Value[],
  keyOf: (value: Value) => string,
): ReadonlyMap<string, Value[]> {
  const groups = new Map<string, Value[]>();
  for (const value of values) groups.set(keyOf(value), [...(groups.get(keyOf(value)) ?? []), value]);
  return groups;
}
