import { type ExtensionContext, window, workspace } from "vscode";
import { gatehouseCommand, type GatehouseCommand, startGatehouse } from "./gatehouse-command.js";
import { policyGlobs } from "./policy-places.js";
import { registerTests } from "./test-gutter.js";
import { registerTry } from "./try-lens.js";
import { LanguageClient, type ServerOptions } from "vscode-languageclient/node";

/** Called by the editor once a policy file is there. */
export async function activate(context: ExtensionContext): Promise<void> {
  const command = gatehouseCommand(context);
  const shown = window.createOutputChannel("Gatehouse: try");
  const client = await startClient(command, policyGlobs(context));
  context.subscriptions.push(client, shown);
  // What runs policies of a project waits until a person trusts it; findings only read.
  const run = async (): Promise<void> => {
    context.subscriptions.push(...registerTry(command, shown), ...(await registerTests(command)));
  };
  if (workspace.isTrusted) await run();
  else context.subscriptions.push(workspace.onDidGrantWorkspaceTrust(run));
}

/**
 * Starts the language server on policy files: findings, completion, hover, quick fixes, outline.
 *
 * @param globs where policy files are
 */
async function startClient(command: GatehouseCommand, globs: readonly string[]): Promise<LanguageClient> {
  const server: ServerOptions = () => Promise.resolve(startGatehouse(command, ["lsp"]));
  const client = new LanguageClient("gatehouse", "Gatehouse", server, {
    documentSelector: globs.map((pattern) => ({ scheme: "file", pattern })),
  });
  await client.start();
  return client;
}
