import { join } from "node:path";
import { withEntries } from "./edit-settings.js";
import type { FoundAgent } from "@gatehouse-hooks/local/agents";
import type { Launcher } from "./launcher.js";
import { hookFile } from "./hook-file.js";
import { isOpenCodePlugin, openCodePlugin } from "./opencode-plugin.js";
import type { SettingsProblem } from "./read-settings.js";
import { readSettingsText, settingsBytes } from "./settings-text.js";
import { readTarget, type TargetFile } from "./target-file.js";
import { wantedEntries } from "./wanted-entries.js";

/** What is to be installed. */
export interface HookToInstall {
  readonly launcher: Launcher;
  /** Where the script is that agents start, absolute. */
  readonly file: string;
}

/** What will be done with a file, before anything is. */
export interface PlannedChange {
  /** The agent whose file it is, `hook` for the script that agents start, `rule` for the first policy file, or `schema` for its schema. */
  readonly agent: string;
  readonly file: TargetFile;
  /** The bytes that it will have; equal to those it has where nothing is to do. */
  readonly next: Uint8Array;
}

/** A plan; or why there is none. */
type Planned =
  | { readonly change: PlannedChange; readonly problem?: undefined }
  | { readonly problem: SettingsProblem; readonly path: string };

/** Whose settings: the user's, or those of the project in a folder. */
export type InitScope = { readonly kind: "user" } | { readonly kind: "project"; readonly folder: string };

/** The script that agents start. */
export function planHookFile({ launcher, file }: HookToInstall): PlannedChange {
  return { agent: "hook", file: readTarget(file), next: new TextEncoder().encode(hookFile(launcher)) };
}

/** The settings file of an agent, absolute. */
export function settingsPath({ wiring, folder }: FoundAgent, scope: InitScope): string {
  return scope.kind === "user" ? join(folder, wiring.userFile) : join(scope.folder, wiring.projectFile);
}

/**
 * What an agent's settings should become.
 *
 * @throws UsageError when the file cannot be read
 */
export function planChange(
  agent: FoundAgent,
  scope: InitScope,
  { launcher, file: script }: HookToInstall,
): Planned {
  const { wiring } = agent;
  const file = readTarget(settingsPath(agent, scope));
  const source = readSettingsText(file.bytes ?? new Uint8Array());
  if (source === null) {
    return refused(file.path, "the file is not UTF-8", `save it as UTF-8: ${wiring.title} does not read it`);
  }
  if (wiring.shape === "plugin") {
    if (file.bytes !== undefined && source.text !== "" && !isOpenCodePlugin(source.text))
      return refused(file.path, "the file is another's plugin", "move it to another name");
    const next = new TextEncoder().encode(openCodePlugin(launcher));
    return { change: { agent: wiring.agent, file, next } };
  }
  const edited = withEntries(source, wiring, wantedEntries(wiring, script));
  if (edited.problem !== undefined) return { problem: edited.problem, path: file.path };
  const next =
    edited.text === source.text ? (file.bytes ?? new Uint8Array()) : settingsBytes(source, edited.text);
  return { change: { agent: wiring.agent, file, next } };
}

function refused(path: string, message: string, cure: string): Planned {
  return { path, problem: { message, line: 1, column: 1, cure } };
}

/** Whether a change changes nothing. */
export function isUnchanged({ file, next }: PlannedChange): boolean {
  return file.bytes !== undefined && Buffer.compare(file.bytes, next) === 0;
}
