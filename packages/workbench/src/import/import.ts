import { mkdir, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { formatByContent, HOSTS } from "@gatehouse-hooks/hosts";
import { IMPORTERS, type ImportedFile, importRules } from "@gatehouse-hooks/hosts/import";
import { PROJECT_BUDGET, QUESTION_TIMEOUT_MS } from "@gatehouse-hooks/runtime";
import { errorCodeOf, exitCode, type ExitCode, UsageError } from "@gatehouse-hooks/console";
import { findRuleFiles, type FoundRuleFile, namedRuleFiles } from "./find-rule-files.js";
import { importLines, type WrittenImport } from "./import-lines.js";
import { provenPolicies } from "./proven-policies.js";
import { readHookCommandLine } from "@gatehouse-hooks/agents/init";
import { shownFrom } from "@gatehouse-hooks/local/places";
import type { PrintedIssue } from "@gatehouse-hooks/console/print";
import { type Context, printResult } from "@gatehouse-hooks/local";

interface ImportFlags {
  /** The name of an importer, for files whose names do not tell. */
  readonly from: string | undefined;
  readonly out: string | undefined;
  readonly dryRun: boolean;
  /** Write over a file that is there. */
  readonly force: boolean;
}

/** What `--json` prints. */
export interface ImportJson {
  readonly files: readonly (Omit<ImportedFile, "issues"> & { readonly issues: readonly PrintedIssue[] })[];
  /** What was written, or would be. */
  readonly written: readonly WrittenImport[];
  readonly dryRun: boolean;
}

/** Of what a project's policy files may cost together: it has others. */
const SHARE = 0.75;

/**
 * `gatehouse import [FILE…]`: native policies of the rules of other agents, and a list of what could not be kept. Without files it reads
 * those of the project and of the user. Exit code 1 where a file could not be read as a whole, or a rule that denies or asks is not kept.
 *
 * @throws UsageError for a file that no importer knows, where nothing is found, and for an output that is there already
 */
export async function importInto(
  context: Context,
  paths: readonly string[],
  { from, out, dryRun, force }: ImportFlags,
): Promise<ExitCode> {
  if (from !== undefined && !IMPORTERS.some(({ name }) => name === from))
    throw new UsageError(
      `no importer is called \`${from}\``,
      `write one of ${IMPORTERS.map(({ name }) => name).join(", ")}`,
    );
  if (out !== undefined && !/\.ya?ml$/i.test(out))
    throw new UsageError(`\`${out}\`: policies are written as YAML`, "name a file that ends in .yaml");
  const files = await ruleFiles(context, paths, from);
  const read = importRules(files, {
    isOwnHook: (command) => readHookCommandLine(command) !== undefined,
    ...(from !== undefined && { from }),
  });
  refuseReadAsIs(read, files);
  refuseUnknown(read, paths);
  const known = read.filter(({ importer }) => importer !== null);
  const { imported, written } = proven(context, known, files, out);
  refuseCostly(written, context.settings.project);
  if (!force && !dryRun) refuseReplacing(written, context.io.cwd);
  if (!dryRun && (await declines(context, imported, written))) {
    const declined: ImportJson = { files: imported, written: [], dryRun };
    await printResult(context, declined, ["declined: nothing is written"]);
    return exitCode.refused;
  }
  if (!dryRun) await write(written, context.io.cwd, force);
  const isWhole = imported.every(
    ({ issues, notKept }) =>
      !issues.some(({ severity }) => severity === "error") && !notKept.some(({ guards }) => guards === true),
  );
  const json: ImportJson = { files: imported, written, dryRun };
  await printResult(context, json, importLines(context, imported, written, dryRun ? "shown" : "done"));
  return isWhole ? exitCode.fine : exitCode.refused;
}

async function ruleFiles(
  { io, settings }: Context,
  paths: readonly string[],
  from: string | undefined,
): Promise<readonly FoundRuleFile[]> {
  const folders = { cwd: io.cwd, project: settings.project, home: io.home };
  if (paths.length > 0) return await namedRuleFiles(paths, folders);
  const importers = from === undefined ? IMPORTERS : IMPORTERS.filter(({ name }) => name === from);
  const found = await findRuleFiles(importers, folders);
  const known = found.filter((file) => importers.some((one) => one.recognises(file)));
  if (known.length === 0)
    throw new UsageError(
      "no rule file of an agent is found in the project and in the home folder",
      `name one, or look: ${[...new Set(importers.flatMap(({ places }) => places))].join(", ")}`,
    );
  return known;
}

/** A file that is in force as it is needs no import. */
function refuseReadAsIs(read: readonly ImportedFile[], files: readonly FoundRuleFile[]): void {
  const unknown = new Set(read.filter(({ importer }) => importer === null).map(({ path }) => path));
  for (const { path, text } of files.filter((file) => unknown.has(file.path))) {
    const format = formatByContent(path, new TextEncoder().encode(text));
    // What is told by its content alone.
    if (!HOSTS.some(({ name, files }) => name === format && files?.endings.length === 0)) continue;
    throw new UsageError(
      `\`${path}\`: nothing to import, this is a file of ${format}: it is read as it is`,
      `gatehouse check --policies ${path} --policy-format ${format}`,
    );
  }
}

function refuseUnknown(read: readonly ImportedFile[], paths: readonly string[]): void {
  const unknown = read.filter(({ importer }) => importer === null).map(({ path }) => `\`${path}\``);
  if (paths.length > 0 && unknown.length > 0)
    throw new UsageError(
      `${unknown.join(", ")}: no rule file that is known`,
      `say whose rules it holds with --from: ${IMPORTERS.map(({ name }) => name).join(", ")}`,
    );
}

/** The user's rules go into the user's folder, those of the project into its own. */
function proven(
  { io, settings }: Context,
  read: readonly ImportedFile[],
  files: readonly FoundRuleFile[],
  out: string | undefined,
): { readonly imported: readonly ImportedFile[]; readonly written: readonly WrittenImport[] } {
  const users = new Set(files.filter(({ isUser }) => isUser).map(({ path }) => path));
  const folderOf = (isUser: boolean): string =>
    out === undefined
      ? join(isUser ? io.home : settings.project, ".gatehouse", "imported.yaml")
      : resolve(io.cwd, out);
  const groups =
    out === undefined
      ? [false, true].map((isUser) => ({ isUser, of: read.filter(({ path }) => users.has(path) === isUser) }))
      : [{ isUser: false, of: read }];
  const written: WrittenImport[] = [];
  const imported: ImportedFile[] = [];
  for (const { isUser, of } of groups) {
    const path = folderOf(isUser);
    const { files: texts, dropped } = provenPolicies(of, path, io.progress);
    written.push(...texts.map((text, index) => ({ ...text, path: numbered(path, index) })));
    for (const file of of) {
      const lost = dropped.get(file.path) ?? [];
      const gone = new Set(lost.map((one) => one.from));
      imported.push({
        ...file,
        policies: file.policies.filter((one) => !gone.has(one.from)),
        notKept: [...file.notKept, ...lost],
      });
    }
  }
  return { imported, written };
}

/** A project whose policies cost more to load than a project may has none of them in force. */
function refuseCostly(written: readonly WrittenImport[], project: string): void {
  const own = written.filter(({ path }) => path.startsWith(join(project, ".gatehouse")));
  const marks = own.reduce((sum, { text }) => sum + (text.match(/[\n,:[{]/g)?.length ?? 0), 0);
  if (marks > PROJECT_BUDGET.marks * SHARE)
    throw new UsageError(
      `${own.reduce((sum, { policies }) => sum + policies, 0)} policies would cost more to load than a project's files may`,
      "import fewer rules, or put them into your own folder: --out ~/.gatehouse/imported.yaml",
    );
}

/** `imported.yaml`, then `imported-2.yaml`. */
function numbered(path: string, index: number): string {
  return index === 0 ? path : path.replace(/(\.[^./\\]*)?$/, (ending) => `-${index + 1}${ending}`);
}

/** Where a person is at both ends, what would be written is shown first: a rule that allows takes questions away. */
async function declines(
  context: Context,
  imported: readonly ImportedFile[],
  written: readonly WrittenImport[],
): Promise<boolean> {
  const { io, settings } = context;
  const isWatched = io.interactive && io.stdout.columns !== undefined && !settings.json;
  const terminal = isWatched && written.length > 0 ? io.terminal?.() : undefined;
  if (terminal === undefined) return false;
  await printResult(context, null, importLines(context, imported, written, "would"));
  const answer = await terminal.ask(
    "write this? y, or Enter to decline: ",
    AbortSignal.timeout(QUESTION_TIMEOUT_MS),
  );
  return !/^y(?:es)?$/i.test(answer?.trim() ?? "");
}

function refuseReplacing(written: readonly WrittenImport[], cwd: string): void {
  const there = written.find(({ path }) => existsSync(path));
  if (there !== undefined) throw isThere(shownFrom(cwd, there.path));
}

async function write(written: readonly WrittenImport[], cwd: string, force: boolean): Promise<void> {
  for (const { path, text } of written) {
    try {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text, { flag: force ? "w" : "wx" });
    } catch (error) {
      const shown = shownFrom(cwd, path);
      if (errorCodeOf(error) === "EEXIST") throw isThere(shown);
      throw new UsageError(
        `cannot write \`${shown}\`: ${errorCodeOf(error) ?? "unwritable"}`,
        "name another file with --out",
      );
    }
  }
}

function isThere(path: string): UsageError {
  return new UsageError(
    `\`${path}\` is there already`,
    "write over it with --force, or name another file with --out",
  );
}
