import { load as loadText } from "@gatehouse-hooks/hosts";
import { exitCode, type ExitCode, readDocument, UsageError } from "@gatehouse-hooks/console";
import { answerLines, answerLoad, type LoadAnswer } from "@gatehouse-hooks/workbench/rows";
import {
  countIssues,
  issueLines,
  plural,
  policyLines,
  type PrintedIssue,
} from "@gatehouse-hooks/console/print";
import { commandLineFiles, hostOptionsOf, refuseUnknownAgent } from "@gatehouse-hooks/local/places";
import { type Context, formatNamed, FORMATS, printResult } from "@gatehouse-hooks/local";
import { policyRow } from "@gatehouse-hooks/console/lines";

interface LoadFlags {
  readonly format: string | undefined;
  readonly jsonl: boolean;
}

/** What `--json` prints. */
export interface LoadJson extends Pick<LoadAnswer, "policies" | "lost"> {
  readonly issues: readonly PrintedIssue[];
}

/**
 * `gatehouse load FILE…`: the policies that files hold, each file by itself, and their issues; exit code 1 with errors.
 * `--jsonl`: `{ format, path, text }` a line.
 */
export async function loadFiles(
  context: Context,
  files: readonly string[],
  { format, jsonl }: LoadFlags,
): Promise<ExitCode> {
  const { io, colors, settings } = context;
  const options = hostOptionsOf(settings.agentOptions);
  if (jsonl) {
    await answerLines(io, (row) => answerLoad(row, options));
    return exitCode.fine;
  }
  if (format !== undefined && formatNamed(format) === undefined) {
    throw new UsageError(`unknown format \`${format}\``, `write one of ${FORMATS.join(", ")}`);
  }
  if (files.length === 0) throw new UsageError("a file is missing", "gatehouse load FILE…");
  const loaded = [];
  const sources = new Map<string, Uint8Array>();
  for (const path of files) {
    const text = await readDocument(io, path, "a policy file");
    sources.set(path, text);
    loaded.push(loadText(text, { path, options, ...(format && { format }) }));
  }
  loaded.push(...commandLineFiles(settings.agentOptions).map((file) => loadText(file.text, file)));
  const policies = loaded.flatMap((one) => one.policies.map(policyRow));
  const issues = loaded.flatMap((one) => one.issues);
  refuseUnknownAgent(issues);
  const lost = loaded.flatMap((one) => one.lost);
  await printResult(context, { policies, issues, lost } satisfies LoadJson, [
    ...(policies.length === 0 ? [] : policyLines(policies, colors, io.stdout.columns)),
    ...issueLines(issues, colors, { sources, columns: io.stdout.columns }),
    `${plural(policies.length, "policy", "policies")} of ${plural(files.length, "file")}, ${countIssues(issues)}`,
  ]);
  return issues.some((issue) => issue.severity === "error") ? exitCode.refused : exitCode.fine;
}
