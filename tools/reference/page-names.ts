import { exportLists } from "./export-lists.js";

/**
 * What the page of an entry lacks of its report, and has beyond it, one sentence each.
 *
 * @param report the API report of the entry
 */
export function pageNameProblems(page: string, report: string): readonly string[] {
  const exported = exportedNames(report);
  const shown = namesOf(page);
  return [
    ...(exported.size === 0 ? ["the entry exports nothing"] : []),
    ...[...exported].filter((name) => !shown.has(name)).map((name) => `\`${name}\` is not on its page`),
    ...[...shown].filter((name) => !exported.has(name)).map((name) => `\`${name}\` is no export`),
  ];
}

/** What a report says that its entry exports. */
function exportedNames(report: string): ReadonlySet<string> {
  const { fromOthers, renamed } = exportLists(report);
  const declared = [
    ...report.matchAll(
      /^export (?:abstract )?(?:class|const|enum|function|interface|namespace|type) ([\w$]+)/gm,
    ),
  ].map(([, name = ""]) => name);
  return new Set([...declared, ...renamed.values(), ...fromOthers.map(({ name }) => name)]);
}

/** What a page has a heading or a line for. A type and a value of one name have a heading each. */
function namesOf(page: string): ReadonlySet<string> {
  const withoutCode = page.replaceAll(/^```[^]*?^```/gm, "");
  const headings = [...withoutCode.matchAll(/^### (.+)$/gm)].map(([, name = ""]) => name);
  const [, others = ""] = withoutCode.split("\n## From other packages\n");
  const handedOn = [...others.matchAll(/^- `([^`]+)` of /gm)].map(([, name = ""]) => name);
  return new Set([...headings, ...handedOn]);
}
