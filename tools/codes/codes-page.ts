import type { CodeArea, CodeExample, CodeRow } from "../../packages/console/src/codes/code-row.js";

const WRITTEN = "<!-- Written by `pnpm codes`; do not edit. -->";

/** The page `docs/codes.md`: a heading for each code, which is its anchor, below a table of its area. */
export function codesPage(areas: readonly CodeArea[]): string {
  return [
    "# Codes",
    "",
    WRITTEN,
    "",
    "Every issue, finding, notice and failure has a code, which does not change. `gatehouse help CODE` prints what is said here. An `error`, a",
    "`warning` or a `note` is said by `check`, `doctor` and other commands; a `failure` is in the place of a policy's verdict, and its",
    "`onFailure` says what it means; a `notice` is said beside a decision and changes none.",
    "",
    ...areas.flatMap(({ area, rows }) => areaLines(area, rows)),
  ].join("\n");
}

function areaLines(area: string, rows: readonly CodeRow[]): readonly string[] {
  const sorted = rows.toSorted((a, b) => (a.code < b.code ? -1 : 1));
  return [
    `## ${area}`,
    "",
    "| code | level | means |",
    "| --- | --- | --- |",
    ...sorted.map(
      ({ code, severities, title }) =>
        `| [\`${code}\`](#${code}) | ${severities.join(", ")} | ${title.replaceAll("|", "\\|")} |`,
    ),
    "",
    ...sorted.flatMap(codeLines),
  ];
}

function codeLines({ code, severities, title, means, cure, example }: CodeRow): readonly string[] {
  return [
    `### ${code}`,
    "",
    `${title[0]?.toUpperCase()}${title.slice(1)}. *(${severities.join(", ")})*`,
    "",
    means,
    "",
    `**Cure.** ${cure}`,
    "",
    ...(example === undefined ? [] : exampleLines(example)),
  ];
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
