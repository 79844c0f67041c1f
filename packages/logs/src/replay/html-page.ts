import type { PageReport } from "./page-model/page-report.js";

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
