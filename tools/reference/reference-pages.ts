import { format } from "prettier";
import { commandLinePage } from "./command-line-page.js";
import { commandTree } from "./command-tree.js";
import { conditionsPage } from "./conditions-page.js";
import { configurationPage } from "./configuration-page.js";
import { jsonPage } from "./json-page.js";
import { metricsPage } from "./metrics-page.js";
import { policyFilesPage } from "./policy-files-page.js";
import { type ReferencePage, referenceIndex } from "./reference-index.js";

const PAGES: Readonly<Record<string, () => string | Promise<string>>> = {
  "command-line.md": () => commandLinePage(commandTree()),
  "conditions.md": conditionsPage,
  "policy-files.md": policyFilesPage,
  "configuration.md": configurationPage,
  "json.md": jsonPage,
  "metrics.md": metricsPage,
};

/**
 * The pages of `docs/reference` that are made of tables, formatted, and the index of all of them.
 *
 * @param others pages of the folder that are written elsewhere
 */
export async function referencePages(others: readonly ReferencePage[]): Promise<ReadonlyMap<string, string>> {
  const made = await Promise.all(
    Object.entries(PAGES).map(async ([name, page]) => ({ name, text: await page() })),
  );
  const rest = others.filter(({ name }) => name !== "README.md" && !Object.hasOwn(PAGES, name));
  const all = [...made, { name: "README.md", text: referenceIndex([...made, ...rest]) }];
  return new Map(
    await Promise.all(all.map(async ({ name, text }) => [name, await formatted(text)] as const)),
  );
}

function formatted(text: string): Promise<string> {
  return format(text, { parser: "markdown", printWidth: 110 });
}
