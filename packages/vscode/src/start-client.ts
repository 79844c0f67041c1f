import { LanguageClient, type ServerOptions } from "vscode-languageclient/node";
import { type GatehouseCommand, startGatehouse } from "./gatehouse-command.js";

/**
 * Starts the language server on policy files: findings, completion, hover, quick fixes, outline.
 *
 * @param globs where policy files are
 */
export async function startClient(
  command: GatehouseCommand,
  globs: readonly string[],
): Promise<LanguageClient> {
  const server: ServerOptions = () => Promise.resolve(startGatehouse(command, ["lsp"]));
  const client = new LanguageClient("gatehouse", "Gatehouse", server, {
    documentSelector: globs.map((pattern) => ({ scheme: "file", pattern })),
  });
  await client.start();
  return client;
}
