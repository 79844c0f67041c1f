import { realpathSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { AGENTS } from "@gatehouse-hooks/hosts/agents";
import type { Wiring } from "@gatehouse-hooks/local/agents";
import { isOpenCodePlugin, openCodePlugin, readOpenCodePlugin } from "../init/opencode-plugin.js";
import { examineEntries } from "./examine-entries.js";
import type { DoctorFinding } from "./doctor-finding.js";
import type { SettingsFile } from "./settings-file.js";
import { switchedOff } from "./switched-off.js";

/** Why no hook of a settings file runs, ours or another's: the agent cannot read it, or it switches them off. */
export function examineSwitches(file: SettingsFile, wiring: Wiring): readonly DoctorFinding[] {
  return file.problem === undefined ? switchedOff(file, wiring) : [cut(file, wiring.agent, wiring.title)];
}

/** What is wrong with the hooks of a settings file, or with our plugin. */
export function examineHooks(file: SettingsFile, wiring: Wiring): readonly DoctorFinding[] {
  return wiring.shape === "plugin" ? pluginFindings(file, wiring) : examineEntries(file, wiring);
}

/** What can turn the agent's hooks off beside the files that `init` writes. */
export function moreFiles(wiring: Wiring, project: string, paths: readonly string[]): readonly string[] {
  const described = AGENTS.find(({ name }) => name === wiring.agent);
  return (described?.moreFiles ?? [])
    .map((name) => (isAbsolute(name) ? name : join(project, name)))
    .filter((path) => paths.every((one) => !sameFile(one, path)));
}

function pluginFindings({ path, text }: SettingsFile, { agent, title }: Wiring): readonly DoctorFinding[] {
  const launcher = readOpenCodePlugin(text);
  if (!isOpenCodePlugin(text) || (launcher !== undefined && openCodePlugin(launcher) === text)) return [];
  return [
    {
      code: "plugin-changed",
      severity: "error",
      agent,
      path,
      message: `the plugin is not the one that this version writes: ${title} goes on without a plugin that it cannot load`,
      cure: `gatehouse init ${agent}`,
    },
  ];
}

function cut({ path, problem }: SettingsFile, agent: string, title: string): DoctorFinding {
  return {
    code: "settings",
    severity: "error",
    agent,
    path,
    line: problem?.line ?? 1,
    message: `${problem?.message ?? "the file cannot be read"}; ${title} ignores the file, and every hook in it`,
    cure: problem?.cure ?? "correct it",
  };
}

/** Whether two paths lead to one file. */
export function sameFile(a: string, b: string): boolean {
  const real = (path: string): string => {
    try {
      return realpathSync(path);
    } catch {
      return path;
    }
  };
  return a === b || real(a) === real(b);
}
