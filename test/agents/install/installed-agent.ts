import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { AgentName } from "../agent-name.js";
import { AGENT_PACKAGES } from "./agent-packages.table.js";

/** An agent that can be started. */
export interface InstalledAgent {
  readonly name: AgentName;
  /** As its package says it. */
  readonly version: string;
  readonly argv: readonly [string, ...string[]];
  /** The command's own file, for whoever looks for it in `PATH`. */
  readonly command: string;
}

/** The agent in a folder of installed agents, or undefined when it is not there. */
export function installedAgent(folder: string, name: AgentName): InstalledAgent | undefined {
  const { packages, command, node, script } = AGENT_PACKAGES[name];
  const own = path.join(folder, name);
  const manifest = path.join(own, "node_modules", packageName(packages[0] ?? ""), "package.json");
  const file = path.join(own, command);
  if (!existsSync(manifest) || !existsSync(file)) return undefined;
  const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { readonly version: string };
  const runner = node === undefined ? process.execPath : path.join(own, node);
  return { name, version, command: file, argv: script === true ? [runner, file] : [file] };
}

/** `@scope/name@version` without the version. */
export function packageName(pinned: string): string {
  return pinned.slice(0, pinned.lastIndexOf("@"));
}
