/** A package whose code is inside another package's files. */
export interface BundledComponent {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression, where the package names one. */
  readonly license?: string;
}

/** What separates the packages in `third-party-licenses.txt`. */
const RULE = `\n${"-".repeat(80)}\n\n`;

/** The packages that `dist/third-party-licenses.txt` lists: a bill of what is installed alone would leave them out. */
export function bundledComponents(licenses: string): readonly BundledComponent[] {
  if (licenses === "") return [];
  return licenses.split(RULE).map((entry) => {
    const [title = ""] = entry.split("\n", 1);
    const [, name, version, license] = /^(\S+) (\S+) \(([^()]*(?:\([^()]*\)[^()]*)*)\)$/.exec(title) ?? [];
    if (name === undefined || version === undefined)
      throw new Error(`third-party-licenses.txt: \`${title}\`: expected name, version and licence`);
    return {
      name,
      version,
      ...(license !== undefined && license !== "see below" && { license }),
    };
  });
}
