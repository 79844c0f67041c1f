import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { errorCodeOf, type Io, messageOf, UsageError } from "@gatehouse-hooks/console";
import { htmlPage } from "./html-page.js";
import type { PageReport } from "./page-model/page-report.js";

/**
 * Writes a report as a page that opens from a disk.
 *
 * @param file relative to the working directory; what is there is replaced
 * @throws UsageError where it cannot be written
 */
export async function writeHtml(io: Io, file: string, report: PageReport): Promise<void> {
  const page = htmlPage(await template(), report);
  try {
    await writeFile(resolve(io.cwd, file), page);
  } catch (error) {
    throw new UsageError(`cannot write \`${file}\`: ${messageOf(error)}`, "name another file with --html");
  }
}

/** The page lies beside the built command; the sources find it where the build has put it. */
async function template(): Promise<string> {
  const place = import.meta.url.endsWith(".ts") ? "../../../cli/dist/replay-page.html" : "./replay-page.html";
  const file = fileURLToPath(new URL(place, import.meta.url));
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw new UsageError(
      `cannot read the page of reports (${errorCodeOf(error) ?? "unknown"})`,
      "it belongs to the built command: build or install that anew",
    );
  }
}
