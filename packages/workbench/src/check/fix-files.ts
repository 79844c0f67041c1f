import {
  type Checked,
  checkFiles,
  diagnostics,
  fileKindOf,
  type QuickFix,
  quickFixes,
  type TextFile,
} from "@gatehouse-hooks/language-server";
import type { Issue } from "@gatehouse-hooks/json";
import { hostToolTypes, provenIssues, type Sources } from "@gatehouse-hooks/language-server/proven";
import { lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { plural, printable } from "@gatehouse-hooks/console/print";

/** What was mended in a file. */
export interface FixedFile {
  readonly path: string;
  readonly fixes: readonly { readonly line: number; readonly title: string }[];
}

/** A file that was checked. */
export interface FileToFix {
  /** As it is shown. */
  readonly path: string;
  /** Absolute. */
  readonly at: string;
}

/** A cure can show what it hid before. */
const MOST_ROUNDS = 50;
const BOM = "\ufeff";

/**
 * Writes the cures that are certain into files: another word for a misspelt one, a key that is missing, a blank for what cannot be seen. After
 * each, its mistake is gone. A file that changed since it was checked stays as it is.
 */
export function fixFiles(files: readonly FileToFix[], sources: Sources): readonly FixedFile[] {
  return files.flatMap(({ path, at }) => {
    const bytes = regularFile(at);
    const checked = sources.get(path);
    if (bytes === undefined || checked === undefined || !isSame(checked, bytes)) return [];
    const text = utf8(bytes);
    if (text === undefined) return [];
    const start = text.startsWith(BOM) ? BOM : "";
    const fixed = fixText(path, text.slice(start.length));
    if (fixed.fixes.length === 0) return [];
    replaceFile(at, start + fixed.text);
    return [{ path, fixes: fixed.fixes }];
  });
}

/** What was mended, for people. */
export function fixedLines(fixed: readonly FixedFile[]): readonly string[] {
  return fixed.flatMap(({ path, fixes }) => [
    `fixed ${printable(path)}: ${plural(fixes.length, "change")}`,
    ...fixes.map(({ line, title }) => `  line ${line}: ${printable(title)}`),
  ]);
}

function fixText(path: string, given: string): { readonly text: string; readonly fixes: FixedFile["fixes"] } {
  let text = given;
  const fixes: { line: number; title: string }[] = [];
  const before = new Set<string>();
  while (before.size < MOST_ROUNDS && !before.has(text)) {
    before.add(text);
    const fix = nextFix({ path, text });
    if (fix === undefined) break;
    fixes.push({ line: text.slice(0, fix.range.start).split("\n").length, title: fix.title });
    text = text.slice(0, fix.range.start) + fix.newText + text.slice(fix.range.end);
  }
  return { text, fixes };
}

function nextFix(file: TextFile): QuickFix | undefined {
  if (fileKindOf(file) === null) return undefined;
  const checked = checkedFile(file);
  for (const found of diagnostics(file, checked)) {
    // A cure may show what its mistake has hidden: the mistake itself has to be gone.
    const isSaid = (issue: Pick<Issue, "code" | "message">): boolean =>
      issue.code === found.code && whatOf(issue) === whatOf(found);
    const [fix] = quickFixes(file, [found], (other) => checkedFile(other).issues.filter(isSaid).length);
    if (fix !== undefined) return fix;
  }
  return undefined;
}

/** Without what follows from it. */
function whatOf({ message }: Pick<Issue, "message">): string {
  return message.split(";", 1)[0] ?? "";
}

function checkedFile({ path, text }: TextFile): Checked {
  const sources = new Map([[path, text]]);
  const tools = hostToolTypes();
  return checkFiles(
    [{ path, text }],
    (set, known, drafts) => provenIssues(set, { known, drafts, tools, sources, conflicts: false }).issues,
  );
}

/** Not through a link: what is behind it may be of another project. */
function regularFile(at: string): Uint8Array | undefined {
  try {
    return lstatSync(at).isFile() ? readFileSync(at) : undefined;
  } catch {
    return undefined;
  }
}

function isSame(checked: string | Uint8Array, bytes: Uint8Array): boolean {
  return Buffer.compare(typeof checked === "string" ? Buffer.from(checked) : checked, bytes) === 0;
}

function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** As a whole or not at all, with the rights that it had. */
function replaceFile(at: string, text: string): void {
  const next = `${at}.${process.pid}.new`;
  try {
    writeFileSync(next, text, { flag: "wx", mode: lstatSync(at).mode & 0o777 });
    renameSync(next, at);
  } finally {
    rmSync(next, { force: true });
  }
}
