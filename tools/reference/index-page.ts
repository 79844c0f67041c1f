/** An entry as the index lists it. */
export interface IndexRow {
  readonly specifier: string;
  /** The file of its page. */
  readonly page: string;
  /** Of its package. */
  readonly description: string;
}

/** The page that lists the others. */
export function indexPage(rows: readonly IndexRow[]): string {
  const packages = new Map<string, IndexRow[]>();
  for (const row of rows) packages.set(row.description, [...(packages.get(row.description) ?? []), row]);
  const lines = [...packages].map(([description, entries]) => {
    const links = entries.map(({ specifier, page }) => `[\`${specifier}\`](${page})`);
    return `- ${links.join(", ")}: ${description}`;
  });
  return `# API

<!-- \`pnpm api\` writes this page. -->

Every name that a package exports, by the entry that it is imported from. The README of a package says how they are used together.

${lines.join("\n")}
`;
}

/** The file of an entry's page. */
export function pageName(specifier: string): string {
  return `${specifier.replace(/^@[^/]+\//, "").replaceAll("/", "-")}.md`;
}
