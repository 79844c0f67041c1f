import type { CodeArea, CodeExample, CodeRow } from "../../packages/console/src/codes/code-row.js";

const WRITTEN = "<!-- Written by `pnpm codes`; do not edit. -->";

/** The pages of `docs/codes`, by name: one for each code, and the list of them. */
export function codePages(areas: readonly CodeArea[]): ReadonlyMap<string, string> {
  const pages = new Map([["README.md", listPage(areas)]]);
  for (const { area, rows } of areas) for (const row of rows) pages.set(`${row.code}.md`, page(area, row));
  return pages;
}

function listPage(areas: readonly CodeArea[]): string {
  return [
    "# Codes",
    "",
    WRITTEN,
    "",
    "Every issue, finding, notice and failure has a code, which does not change. `gatehouse help CODE` prints its page. An `error`, a",
    "`warning` or a `note` is said by `check`, `doctor` and other commands; a `failure` is in the place of a policy's verdict, and its",
    "`onFailure` says what it means; a `notice` is said beside a decision and changes none.",
    "",
    ...areas.flatMap(({ area, rows }) => [
      `## ${area}`,
      "",
      "| code | said as | means |",
      "| --- | --- | --- |",
      ...rows
        .toSorted((a, b) => (a.code < b.code ? -1 : 1))
        .map(
          ({ code, severities, title }) =>
            `| [\`${code}\`](${code}.md) | ${severities.join(", ")} | ${title.replaceAll("|", "\\|")} |`,
        ),
      "",
    ]),
  ].join("\n");
}

function page(area: string, { code, severities, title, means, cure, example }: CodeRow): string {
  return [
    `# ${code}`,
    "",
    WRITTEN,
    "",
    `${title[0]?.toUpperCase()}${title.slice(1)}. *(${severities.join(", ")}; [${area.toLowerCase()}](README.md))*`,
    "",
    means,
    "",
    `**Cure.** ${cure}`,
    "",
    ...(example === undefined ? [] : exampleLines(example)),
  ].join("\n");
}

function exampleLines({ file, wrong, cured }: CodeExample): readonly string[] {
  const language = file === undefined ? "text" : file.endsWith(".md") ? "markdown" : "yaml";
  const fenced = (text: string): readonly string[] => [`\`\`\`${language}`, text.trimEnd(), "```", ""];
  return [
    file === undefined ? "Wrong:" : `Wrong, in \`${file}\`:`,
    "",
    ...fenced(wrong),
    "Right:",
    "",
    ...fenced(cured),
  ];
}
