import type { Node } from "jsonc-parser";
import { readFileSync } from "node:fs";
import type { FoundAgent } from "@gatehouse-hooks/local/agents";
import { installedEntries } from "./installed-entries.js";
import { readOpenCodePlugin } from "./opencode-plugin.js";
import type { Installed } from "./probe.js";
import { readSettings } from "./read-settings.js";
import { readSettingsText } from "./settings-text.js";

/** What a settings file has installed for the event before a tool call; undefined: nothing of ours. */
export function installedIn({ wiring }: FoundAgent, path: string): Installed | undefined {
  let text: string | undefined;
  try {
    text = readSettingsText(readFileSync(path))?.text;
  } catch {
    return undefined;
  }
  if (text === undefined) return undefined;
  if (wiring.shape === "plugin") {
    const launcher = readOpenCodePlugin(text);
    return launcher === undefined ? undefined : { kind: "plugin", path, node: launcher.node };
  }
  const read = readSettings(text, wiring);
  return read.problem === undefined ? installedLine({ wiring }, read.root) : undefined;
}

/** Our command line for the event before a tool call. */
export function installedLine(
  { wiring }: Pick<FoundAgent, "wiring">,
  root: Node | undefined,
): Installed | undefined {
  const before = wiring.events.find(({ tool, blocks }) => tool === true && blocks === true)?.name;
  const entry = installedEntries(root, wiring).find((one) => one.event === before && one.own !== undefined);
  return entry?.command === undefined ? undefined : { kind: "line", command: entry.command };
}
