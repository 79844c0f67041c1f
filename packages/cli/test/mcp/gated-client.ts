import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { commandArgs } from "../../../../test/e2e/spawn-cli.js";
import { folder, type Folder } from "../run-cli.js";

const TSX = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
export const SOURCE: readonly string[] = ["--conditions=@gatehouse-hooks/source", "--import", TSX];
/** The example server. */
export const SERVER: string = join(import.meta.dirname, "../../../../test/servers/mcp-server.ts");

export const POLICIES = `version: 1
policies:
  - { id: no-keys, events: before_tool_call, when: 'toolName == "mcp__files__write" && params.path.endsWith(".pem")', deny: keys are not written }
  - { id: outside, events: before_tool_call, when: 'params.server == "files" && params.path.startsWith("/")', ask: outside of the project }
  - { id: tidy, events: before_tool_call, when: 'tool.kind == "mcp" && params.path == "draft"', set: { path: drafts/draft } }
`;

/** The arguments that start the server under the gate, of Node. */
export function gateArguments(
  policies: string,
  server: readonly string[],
  more: readonly string[] = [],
): readonly string[] {
  const given = ["--name", "files", "--policies", policies, ...more];
  // What a server says is not what is tried here, unless a test says so.
  const unaccepted = more.includes("--unaccepted") ? [] : ["--unaccepted", "allow"];
  return [...commandArgs(), "mcp-gate", ...given, ...unaccepted, ...server];
}

/** The official client, whose server is behind the command: real processes. */
export interface GatedClient {
  readonly client: Client;
  readonly files: Folder;
  /** What the server's tools have done. */
  readonly ran: () => readonly unknown[];
  readonly stderr: () => string;
  /** Of the gate. */
  readonly pid: () => number | null;
}

export interface GatedClientOptions {
  readonly policies?: string;
  readonly client?: Client;
  readonly server?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** @param program the example server, bundled */
export async function gatedClient(program: string, options: GatedClientOptions = {}): Promise<GatedClient> {
  const { policies = POLICIES, client = new Client({ name: "test", version: "1" }), env = {} } = options;
  const files = folder({ "policies.yaml": policies, "ran.jsonl": "" });
  const log = join(files.path, "ran.jsonl");
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [
      ...gateArguments(
        join(files.path, "policies.yaml"),
        options.server ?? ["--", process.execPath, program, log],
      ),
    ],
    env: { PATH: dirname(process.execPath), HOME: files.home, ...env },
    cwd: files.path,
    stderr: "pipe",
  });
  let stderr = "";
  transport.stderr?.on("data", (part: Buffer) => (stderr += part.toString("utf8")));
  await client.connect(transport);
  return {
    client,
    files,
    ran: () =>
      readFileSync(log, "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line): unknown => JSON.parse(line)),
    stderr: () => stderr,
    pid: () => transport.pid,
  };
}
