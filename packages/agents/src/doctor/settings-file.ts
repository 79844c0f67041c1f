import type { Node } from "jsonc-parser";
import { readSettings, type SettingsProblem } from "../init/read-settings.js";
import { readSettingsText } from "../init/settings-text.js";
import { readTarget } from "../init/target-file.js";
import type { Wiring } from "@gatehouse-hooks/local/agents";
import { messageOf, UsageError } from "@gatehouse-hooks/console";

/** A settings file as an agent finds it. */
export interface SettingsFile {
  readonly path: string;
  readonly text: string;
  /** Absent: the file is empty, or cannot be read. */
  readonly root: Node | undefined;
  readonly problem: SettingsProblem | undefined;
}

/** Reads a settings file of an agent; undefined: there is none. A file of code has no tree. */
export function settingsFile(path: string, wiring: Wiring): SettingsFile | undefined {
  const failed = (message: string, cure: string, text = ""): SettingsFile => ({
    path,
    text,
    root: undefined,
    problem: { message, cure, line: 1, column: 1 },
  });
  let bytes: Uint8Array | undefined;
  try {
    ({ bytes } = readTarget(path));
  } catch (error) {
    const cure = error instanceof UsageError ? error.cure : undefined;
    return failed(messageOf(error), cure ?? "make it readable");
  }
  if (bytes === undefined) return undefined;
  const text = readSettingsText(bytes)?.text;
  if (text === undefined) return failed("the file is not UTF-8", "save it as UTF-8");
  if (wiring.shape === "plugin") return { path, text, root: undefined, problem: undefined };
  const { root, problem } = { root: undefined, problem: undefined, ...readSettings(text, wiring) };
  return { path, text, root, problem };
}
