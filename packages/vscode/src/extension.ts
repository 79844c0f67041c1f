import { type ExtensionContext, window, workspace } from "vscode";
import { gatehouseCommand } from "./gatehouse-command.js";
import { policyGlobs } from "./policy-places.js";
import { startClient } from "./start-client.js";
import { registerTests } from "./test-gutter.js";
import { registerTry } from "./try-lens.js";

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
