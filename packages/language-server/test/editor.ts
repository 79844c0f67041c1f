import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import {
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-jsonrpc/node";
import { cleanEnv, commandArgs } from "../../../test/e2e/spawn-cli.js";

/** What a server says of a file, as far as tests look at it. */
export interface Shown {
  readonly code: string;
  readonly message: string;
  readonly severity: number;
  readonly range: Range;
  readonly relatedInformation?: readonly {
    readonly location: { readonly uri: string; readonly range: Range };
  }[];
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

export interface Position {
  readonly line: number;
  readonly character: number;
}

/** An editor that has started `gatehouse lsp` in a project of real files. */
export interface Editor {
  readonly connection: MessageConnection;
  readonly child: ChildProcess;
  readonly uriOf: (name: string) => string;
  readonly open: (name: string, text: string) => Promise<void>;
  readonly change: (name: string, version: number, changes: readonly object[]) => Promise<void>;
  /** The findings of a file, once they are as wanted. */
  readonly shown: (name: string, wanted: (found: readonly Shown[]) => boolean) => Promise<readonly Shown[]>;
  readonly ask: <Answer>(method: string, params: object) => Promise<Answer>;
  /** The exit code of the server. */
  readonly ended: Promise<number | null>;
  readonly close: () => void;
}

/** Starts the server, as editors do. */
export async function startEditor(
  files: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<Editor> {
  const root = mkdtempSync(path.join(tmpdir(), "gatehouse-lsp-"));
  const project = path.join(root, "project");
  const home = path.join(root, "home");
  for (const folder of [project, home]) mkdirSync(folder);
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(project, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const child = spawn(process.execPath, [...commandArgs(), "lsp", ...args], {
    cwd: project,
    env: cleanEnv({ HOME: home }),
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = new Promise<number | null>((resolve) => child.on("exit", resolve));
  const connection = createMessageConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  const found = new Map<string, readonly Shown[]>();
  const watchers = new Set<() => void>();
  connection.onNotification(
    "textDocument/publishDiagnostics",
    ({ uri, diagnostics }: { readonly uri: string; readonly diagnostics: readonly Shown[] }) => {
      found.set(uri, diagnostics);
      for (const watcher of watchers) watcher();
    },
  );
  connection.listen();
  const uriOf = (name: string): string => pathToFileURL(path.join(project, name)).href;
  await connection.sendRequest("initialize", {
    processId: process.pid,
    rootUri: uriOf("."),
    capabilities: {},
  });
  await connection.sendNotification("initialized", {});
  return {
    connection,
    child,
    uriOf,
    ended,
    open: (name, text) =>
      connection.sendNotification("textDocument/didOpen", {
        textDocument: { uri: uriOf(name), languageId: "yaml", version: 1, text },
      }),
    change: (name, version, contentChanges) =>
      connection.sendNotification("textDocument/didChange", {
        textDocument: { uri: uriOf(name), version },
        contentChanges,
      }),
    shown: (name, wanted) =>
      new Promise((resolve) => {
        const look = (): void => {
          const now = found.get(uriOf(name));
          if (now === undefined || !wanted(now)) return;
          watchers.delete(look);
          resolve(now);
        };
        watchers.add(look);
        look();
      }),
    ask: (method, params) => connection.sendRequest(method, params),
    close: () => {
      connection.dispose();
      child.kill("SIGKILL");
      rmSync(root, { recursive: true, force: true });
    },
  };
}
