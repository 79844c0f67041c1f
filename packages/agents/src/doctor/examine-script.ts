import { readFileSync } from "node:fs";
import { hookFile, readHookFile } from "../init/hook-file.js";
import type { InstalledLine } from "../init/hook-command-line.js";
import type { Launcher } from "../init/launcher.js";
import type { DoctorFinding } from "./doctor-finding.js";

/** What a command line of ours starts in the end, and what is wrong with the script between. */
export interface ScriptState {
  /** Absent: the script does not say. */
  readonly launcher: Launcher | undefined;
  readonly findings: readonly DoctorFinding[];
}

/** Examines the script that a command line starts; a line of an earlier version has none. */
export function examineScript(agent: string, { file, launcher }: InstalledLine): ScriptState {
  if (file === undefined) return { launcher, findings: [] };
  const finding = (code: string, message: string): DoctorFinding => ({
    code,
    severity: "error",
    agent,
    message,
    cure: `gatehouse init ${agent}`,
  });
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    const missing = finding(
      "no-script",
      `the hooks start \`${file}\`, which cannot be read: every call is blocked`,
    );
    return { launcher: undefined, findings: [missing] };
  }
  const read = readHookFile(text);
  if (read !== undefined && hookFile(read) === text) return { launcher: read, findings: [] };
  const changed = finding(
    "script-changed",
    `the hooks start \`${file}\`, which is not as this version writes it`,
  );
  return { launcher: read, findings: [changed] };
}
