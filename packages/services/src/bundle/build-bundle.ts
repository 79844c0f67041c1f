import { compilePolicies } from "@gatehouse-hooks/engine";
import { HOSTS, loadAll, vocabularyOf } from "@gatehouse-hooks/hosts";

import { bundleText, readPolicyFiles } from "@gatehouse-hooks/runtime";
import { writeFile } from "node:fs/promises";
import { relative, resolve, sep } from "node:path";
import { exitCode, type ExitCode, UsageError } from "@gatehouse-hooks/console";
import {
  countIssues,
  issueLines,
  plural,
  printable,
  type PrintedIssue,
} from "@gatehouse-hooks/console/print";
import { type Context, printResult } from "@gatehouse-hooks/local";

/** What `--json` prints. */
export interface BuiltBundleJson {
  readonly name: string;
  readonly files: readonly string[];
  readonly policies: number;
  readonly issues: readonly PrintedIssue[];
  /** The file that was written; null: policies have errors. */
  readonly out: string | null;
}

/** Levels of folders that are read. */
const DEPTH = 8;

/**
 * `gatehouse bundle build FOLDER --name NAME`: all policies of a folder as one file. Policies with errors are not bundled: exit code 1.
 *
 * @throws UsageError
 */
export async function buildBundle(
  context: Context,
  folder: string,
  name: string,
  out: string = `${name}.bundle.json`,
): Promise<ExitCode> {
  const { io, colors } = context;
  const root = resolve(io.cwd, folder);
  const found = await readPolicyFiles([{ path: root, depth: DEPTH, named: true, required: true }]);
  const files = found.files.map(({ foundAt, text }) => ({
    path: relative(root, foundAt).split(sep).join("/"),
    text: utf8(text, foundAt),
  }));
  if (files.length === 0) throw new UsageError(`no policy file is in \`${printable(folder)}\``);
  const loaded = loadAll(files, { hosts: HOSTS });
  const compiled = compilePolicies({ ...loaded, vocabulary: vocabularyOf(HOSTS) });
  const issues = [...found.issues, ...found.unread, ...loaded.issues, ...compiled.issues];
  const failed = issues.some(({ severity }) => severity === "error");
  const text = bundle(name, files);
  if (!failed) await writeFile(resolve(io.cwd, out), text);
  await printResult(
    context,
    {
      name,
      files: files.map(({ path }) => path),
      policies: loaded.policies.length,
      issues,
      out: failed ? null : out,
    } satisfies BuiltBundleJson,
    [
      ...(issues.length === 0
        ? []
        : [...issueLines(issues, colors, { sources: new Map(), columns: io.stdout.columns }), ""]),
      failed
        ? `nothing is written: ${countIssues(issues)}`
        : `${printable(out)}: ${plural(loaded.policies.length, "policy", "policies")} of ${plural(files.length, "file")}; sign it with \`gatehouse bundle sign\``,
    ],
  );
  return failed ? exitCode.refused : exitCode.fine;
}

function bundle(name: string, files: Parameters<typeof bundleText>[0]["files"]): string {
  try {
    return bundleText({ name, files });
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(error.message) : error;
  }
}

function utf8(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new UsageError(`\`${printable(path)}\` is not UTF-8`);
  }
}
