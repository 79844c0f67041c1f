import { serveLanguage } from "@gatehouse-hooks/language-server/server";
import process from "node:process";
import { codeRow } from "@gatehouse-hooks/console/codes";
import { exitCode, type ExitCode, version } from "@gatehouse-hooks/console";
import { forkedChecker } from "@gatehouse-hooks/workbench/editor";
import type { Context } from "@gatehouse-hooks/local";

/**
 * `gatehouse lsp`: the language server protocol on standard input and output, for an editor that starts it. Exit code 1 when the editor
 * leaves without asking for the end, as the protocol wants it.
 *
 * @param hosts agents: what they cannot carry out of policies is shown, too
 */
export async function lsp({ io, settings }: Context, hosts: readonly string[]): Promise<ExitCode> {
  const checker = forkedChecker(io.env);
  try {
    const asked = await serveLanguage({
      input: process.stdin,
      output: process.stdout,
      version,
      explainCode: (code) => {
        const row = codeRow(code);
        return row === undefined ? undefined : `${row.means}\n\n${row.cure}`;
      },
      check: (files, signal) => checker.check({ files, project: settings.project, hosts }, signal),
    });
    return asked ? exitCode.fine : exitCode.refused;
  } finally {
    checker.close();
  }
}
