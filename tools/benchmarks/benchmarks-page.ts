import { createHash } from "node:crypto";
import { format } from "prettier";
import { markdownTable } from "../reference/markdown-table.js";
import type { BenchFile } from "./bench-file.js";
import { FRAME_CHANGES } from "./frame-changes.table.js";
import type { Picture } from "./picture.js";
import type { Theme } from "./theme.js";
import { THEMES } from "./themes.table.js";

/** A theme with the file that it is made from. */
export interface ReadTheme {
  readonly theme: Theme;
  readonly file: BenchFile;
  readonly pictures: readonly Picture[];
}

/**
 * The themes whose result file is there, in order.
 *
 * @throws Error when a file has not the rows that a theme shows
 */
export function readThemes(files: readonly BenchFile[]): readonly ReadTheme[] {
  return THEMES.flatMap((theme) => {
    const file = files.find(({ name }) => name === theme.bench);
    return file === undefined ? [] : [{ theme, file, pictures: theme.pictures(file) }];
  });
}

/** What a picture was made from: its result file, and everything that is drawn. A picture without this line in it is stale. */
export function pictureSource(file: BenchFile, picture: Picture): string {
  const drawn = createHash("sha256").update(JSON.stringify(picture)).digest("hex");
  return `bench/results/${file.name}.json sha256:${file.sha256} drawn:${drawn}`;
}

/** docs/benchmarks.md. */
export async function benchmarksPage(files: readonly BenchFile[]): Promise<string> {
  const themes = readThemes(files);
  const shown = new Set(themes.map(({ file }) => file.name));
  const page = `# Benchmarks

<!-- \`pnpm benchmarks\` writes this page and its pictures from bench/results. -->

What deciding costs, beside what one would write by hand and beside libraries that could be used instead, losses included. The page and its
pictures are made from the result files in \`bench/results\`; no figure is typed.

## How to read them

- A figure such as \`5.66×\` is a **ratio**: 5.66 times what the subject at \`1×\` takes. The subjects of a group took
  turns within the same seconds, and the ratio is the median of the ratios of the rounds. It holds on other machines better than a time does.
- A **time** in parentheses is the processor time of one call, on that machine and at that hour. Times differ by a factor of two between machines and between
  hours, and the times of two groups are not to be compared.
- Before anything was timed every subject gave its answer to every input, and the answers had to agree, where the text does not say otherwise.
- The files say the version of Node and the date, and nothing of the processor: another reason to read the ratios.
- In the pictures a filled square is Gatehouse, a circle is something else.

How it is measured: [bench/README.md](../bench/README.md). \`pnpm bench\` measures on your machine.

${themes.map(themeSection).join("\n\n")}

## The result files

${markdownTable(
  ["file", "measured", "Node", "picture", "the frame since", "sha-256"],
  files.map((file) => [
    `\`${file.name}.json\``,
    dayOf(file.result.date),
    file.result.node,
    shown.has(file.name) ? "above" : "none",
    missed(file).length === 0 ? "as it is" : `changed on ${missed(file).join(", ")}`,
    `\`${file.sha256.slice(0, 16)}\``,
  ]),
)}

A file is measured again when the code it speaks of is worked on, not with every change: what was changed since its date is not in its figures.
The frame that measures has changed, too, and older files were not measured again:

${FRAME_CHANGES.map(({ date, changed }) => `- ${dayOf(date)}: ${changed}.`).join("\n")}
`;
  return await format(page, { parser: "markdown", printWidth: 110 });
}

function themeSection({ theme, file, pictures }: ReadTheme): string {
  return `## ${theme.title}

${theme.measured}

${theme.result(file)}

${pictures.map((picture) => `![${picture.alt}](pictures/${picture.name}.svg)\n\n${pictureTable(picture)}`).join("\n\n")}

Measured on ${dayOf(file.result.date)} with Node ${file.result.node.replace(/^v/, "")}${missed(file).length === 0 ? "" : ", before the frame was changed"}: [the result file](../bench/results/${file.name}.json), \`${file.sha256.slice(0, 16)}\`.`;
}

/** The figures of a picture: groups are columns, as far as they have the same rows. */
function pictureTable({ groups, axis }: Picture): string {
  const labels = [...new Set(groups.flatMap(({ rows }) => rows.map(({ label }) => label)))];
  const cell = (label: string, group: (typeof groups)[number]): string =>
    group.rows.find((row) => row.label === label)?.said ?? "";
  return markdownTable(
    [axis.replace(/ \(log scale\).*/, ""), ...groups.map(({ title }) => title)],
    labels.map((label) => [label, ...groups.map((group) => cell(label, group))]),
  );
}

/** The days of the changes of the frame that a file's figures are without. */
function missed({ name, result }: BenchFile): readonly string[] {
  return FRAME_CHANGES.filter(({ date, touches }) => touches.includes(name) && result.date < date).map(
    ({ date }) => dayOf(date),
  );
}

function dayOf(date: string): string {
  return date.slice(0, 10);
}
