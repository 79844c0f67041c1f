import type { ImportedFile, NotKept } from "@gatehouse-hooks/hosts/import";
import { shownFrom } from "@gatehouse-hooks/local/places";
import { issueLines, type Palette, plural, printable } from "@gatehouse-hooks/console/print";
import type { Context } from "@gatehouse-hooks/local";
import type { ProvenFile } from "./proven-policies.js";

/** A file that is, or would be, written. */
export interface WrittenImport extends ProvenFile {
  readonly path: string;
}

/**
 * What an import found, what it kept, and what it did not, with the reasons.
 *
 * @param writing whether files are written now, would be after a question, or are only shown, with their text
 */
export function importLines(
  { io, colors }: Context,
  files: readonly ImportedFile[],
  written: readonly WrittenImport[],
  writing: "done" | "would" | "shown",
): readonly string[] {
  const lines = files.flatMap(({ path, importer, policies, notKept, issues, ownHooks }) => [
    `${colors.bold(printable(path))}: ${importer?.title ?? ""}: ${plural(policies.length, "policy", "policies")}, ${notKept.length} not kept`,
    ...policies.map(
      ({ policy, from }) =>
        `  ${colors.green("kept")} ${printable(`${from.line}:${from.column} ${from.text}`)} ${colors.dim(printable(`→ ${JSON.stringify(policy["id"]).slice(1, -1)}`))}`,
    ),
    ...(ownHooks === undefined ? [] : [`  ${plural(ownHooks, "hook")} of Gatehouse itself, passed over`]),
    ...issueLines(issues, colors),
  ]);
  const lost = files.flatMap((file) => lostLines(file, colors));
  return [
    ...lines,
    ...(lost.length > 0 ? ["", ...lost] : []),
    "",
    ...(writing === "shown" ? written.map(({ text }) => text) : []),
    ...written.map(
      ({ path, policies, tests }) =>
        `${writing === "done" ? "wrote" : "would write"} ${printable(shownFrom(io.cwd, path))}: ${plural(policies, "policy", "policies")}, ${plural(tests, "test")} passed`,
    ),
    ...(written.length === 0 ? ["nothing to write"] : []),
  ];
}

/** Places of rules that have one reason, which is said once below them. */
const MOST_PLACES = 5;

function lostLines({ path, notKept }: ImportedFile, colors: Palette): readonly string[] {
  const groups = new Map<string, readonly [NotKept, ...NotKept[]]>();
  for (const one of notKept) {
    const key = JSON.stringify([one.reason, one.instead]);
    const before = groups.get(key);
    groups.set(key, before === undefined ? [one] : [...before, one]);
  }
  return [...groups.values()].flatMap((group) => {
    const [{ reason, instead }] = group;
    const more = group.slice(MOST_PLACES);
    return [
      ...group
        .slice(0, MOST_PLACES)
        .map(
          ({ from }) =>
            `${colors.bold(printable(`${path}:${from.line}:${from.column}`))} ${colors.yellow("not kept")} ${printable(from.text)}`,
        ),
      ...(more.length > 0
        ? [
            `${colors.bold(printable(path))} ${colors.yellow("not kept")} ${more.length} more, to line ${more.at(-1)?.from.line ?? 0}`,
          ]
        : []),
      `  ${printable(reason)}`,
      ...(instead === undefined ? [] : [`  ${colors.dim(`instead: ${printable(instead)}`)}`]),
    ];
  });
}
