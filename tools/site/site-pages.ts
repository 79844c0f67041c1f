import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { packageSection } from "./package-section.js";
import { HOME, OPTIONAL, SECTIONS } from "./pages.table.js";
import type { SiteRow } from "./site-row.js";

/** A page of the site, and what the navigation shows below it. */
export interface SitePage {
  /** The Markdown file, below the root of the repository. */
  readonly source: string;
  /** The page's file on the site, ending in `.md`, in lower case; `README.md` is the `index.md` of its folder. */
  readonly file: string;
  readonly title: string;
  readonly under: readonly SitePage[];
}

/** A section with the pages that are there. */
export interface SitePageSection {
  readonly title: string;
  readonly isClosed: boolean;
  readonly pages: readonly SitePage[];
}

/** The sections of the site, from the tables and the folders. Pages that are not there are left out: `pageProblems` tells. */
export function siteSections(root: string): readonly SitePageSection[] {
  const packages = packageSection(root);
  return [...SECTIONS.slice(0, -1), packages, ...SECTIONS.slice(-1)]
    .map(({ title, rows, isClosed }) => ({
      title,
      isClosed: isClosed === true,
      pages: rows.flatMap((row) => pagesOf(root, row)),
    }))
    .filter(({ pages }) => pages.length > 0);
}

/** Every page once; the front page is the first. */
export function sitePages(root: string): readonly SitePage[] {
  const all = siteSections(root).flatMap(({ pages }) => pages.flatMap(withUnder));
  return [pageAt(HOME, "Gatehouse", []), ...all];
}

/** Where a Markdown file is on the site. */
export function siteFile(source: string): string {
  return source
    .replace(/^docs\//, "")
    .replace(/(^|\/)README\.md$/, "$1index.md")
    .toLowerCase();
}

/**
 * What is wrong with the table of pages, one sentence each: a page that is not there, a Markdown file of `docs` that
 * is in no table, two pages in one place.
 */
export function pageProblems(root: string): readonly string[] {
  const sources = sitePages(root).map(({ source }) => source);
  const files = sources.map(siteFile);
  const rows = SECTIONS.flatMap(({ rows: some }) => some.flatMap(rowSources));
  const isThere = (source: string): boolean => existsSync(path.join(root, source));
  const documents = readdirSync(path.join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name.split(path.sep).join("/")}`);
  return [
    ...[HOME, ...rows]
      .filter((source) => !isThere(source) && !OPTIONAL.includes(source))
      .map((source) => `${source}: in the table of pages, and not there`),
    ...OPTIONAL.filter((source) => !rows.includes(source)).map(
      (source) => `${source}: may be missing, and is in no section`,
    ),
    ...documents
      .filter((source) => !sources.includes(source))
      .map((source) => `${source}: in no section of tools/site/pages.table.ts`),
    ...files
      .filter((file, index) => files.indexOf(file) !== index)
      .map((file) => `${file}: two pages of the site have this place`),
  ];
}

function rowSources(row: SiteRow): readonly string[] {
  return [row.source, ...(row.kind === "page" ? (row.under ?? []).flatMap(rowSources) : [])];
}

function withUnder(page: SitePage): readonly SitePage[] {
  return [page, ...page.under.flatMap(withUnder)];
}

function pagesOf(root: string, row: SiteRow): readonly SitePage[] {
  const isThere = existsSync(path.join(root, row.source));
  if (row.kind === "page") {
    const under = (row.under ?? []).flatMap((below) => pagesOf(root, below));
    return isThere ? [pageAt(row.source, row.title, under)] : under;
  }
  if (!isThere) return [];
  const names = readdirSync(path.join(root, row.source)).filter((name) => name.endsWith(".md"));
  const others = names
    .filter((name) => name !== "README.md")
    .map((name) => {
      const source = `${row.source}/${name}`;
      return pageAt(source, headingOf(root, source), []);
    });
  return names.includes("README.md") ? [pageAt(`${row.source}/README.md`, row.title, others)] : others;
}

function pageAt(source: string, title: string, under: readonly SitePage[]): SitePage {
  return { source, file: siteFile(source), title, under };
}

/** The first heading of a Markdown file, without its marks. */
function headingOf(root: string, source: string): string {
  const text = readFileSync(path.join(root, source), "utf8");
  return (/^# +(.+)$/m.exec(text)?.[1] ?? path.basename(source, ".md")).replaceAll(/[`*_]/g, "");
}
