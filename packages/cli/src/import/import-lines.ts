import type { ImportedFile } from "@gatehouse-hooks/hosts/import";
import { shownFrom } from "../load/read-places.js";
import { issueLines, plural } from "../print/issues.js";
import { printable } from "../print/printable.js";
import type { Context } from "../settings.js";
import type { ProvenFile } from "./proven-policies.js";

/** A file that is, or would be, written. */
export interface WrittenImport extends ProvenFile {
  readonly path: string;
}

/** What an import found, what it kept, and what it did not, with the reasons. */
export function importLines(
  { io, colors }: Context,
  files: readonly ImportedFile[],
  written: readonly WrittenImport[],
  dryRun: boolean,
): readonly string[] {
  const lines = files.flatMap(({ path, importer, policies, notKept, issues }) => [
    `${colors.bold(printable(path))}: ${importer?.title ?? ""}: ${plural(policies.length, "policy", "policies")}, ${notKept.length} not kept`,
    ...policies.map(
      ({ policy, from }) =>
        `  ${colors.green("kept")} ${printable(`${from.line}:${from.column} ${from.text}`)} ${colors.dim(printable(`→ ${JSON.stringify(policy["id"]).slice(1, -1)}`))}`,
    ),
    ...issueLines(issues, colors),
  ]);
  const lost = files.flatMap(({ path, notKept }) =>
    notKept.flatMap(({ from, reason, instead }) => [
      `${colors.bold(printable(`${path}:${from.line}:${from.column}`))} ${colors.yellow("not kept")} ${printable(from.text)}`,
      `  ${printable(reason)}`,
      ...(instead === undefined ? [] : [`  ${colors.dim(`instead: ${printable(instead)}`)}`]),
    ]),
  );
  return [
    ...lines,
    ...(lost.length > 0 ? ["", ...lost] : []),
    "",
    ...(dryRun ? written.map(({ text }) => text) : []),
    ...written.map(
      ({ path, policies, tests }) =>
        `${dryRun ? "would write" : "wrote"} ${printable(shownFrom(io.cwd, path))}: ${plural(policies, "policy", "policies")}, ${plural(tests, "test")} passed`,
    ),
    ...(written.length === 0 ? ["nothing to write"] : []),
  ];
}
