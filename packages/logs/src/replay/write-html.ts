import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { errorCodeOf, type Io, messageOf, UsageError } from "@gatehouse-hooks/console";
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

/** Where the report goes in the built page. */
const PLACE = "%REPORT%";

/**
 * The page of a report: the built page with the report in it, as data that no browser runs.
 *
 * @param template the built page, with the place for the report in it once
 * @throws Error where the place is not there
 */
export function htmlPage(template: string, report: PageReport): string {
  const at = template.indexOf(PLACE);
  if (at === -1) throw new Error(`the page has no ${PLACE}`);
  return template.slice(0, at) + inDataElement(report) + template.slice(at + PLACE.length);
}

/**
 * JSON that neither ends the element it is in nor begins another one, whatever the log says: without `<`, `>` and `&`; and without
 * what JavaScript of old took for the end of a line, for tools that do.
 */
function inDataElement(report: PageReport): string {
  return JSON.stringify(report).replaceAll(/[<>&\u2028\u2029]/g, (character) => {
    const code = character.charCodeAt(0).toString(16).padStart(4, "0");
    return `\\u${code}`;
  });
}
