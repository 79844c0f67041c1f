import { realpathSync } from "node:fs";
import { join } from "node:path";
import type { Io } from "../io.js";
import type { FoundAgent } from "../init/find-agents.js";
import type { Launcher } from "../init/launcher.js";
import { installedIn } from "../init/installed.js";
import { installedEntries } from "../init/installed-entries.js";
import { isOpenCodePlugin, openCodePlugin, readOpenCodePlugin } from "../init/opencode-plugin.js";
import { settingsPath } from "../init/plan-change.js";
import type { Wiring } from "../init/wiring.js";
import { examineEntries } from "./examine-entries.js";
import { examineFiring } from "./examine-firing.js";
import { examineLauncher } from "./examine-launcher.js";
import { examineScript, type ScriptState } from "./examine-script.js";
import { examineTrust } from "./examine-trust.js";
import { examineVersion } from "./examine-version.js";
import type { DoctorFinding } from "./doctor-finding.js";
import { settingsFile, type SettingsFile } from "./settings-file.js";
import { switchedOff } from "./switched-off.js";

/** How an agent is. */
export interface AgentState {
  readonly agent: string;
  readonly version: string | undefined;
  /** The settings files that have our hooks. */
  readonly installed: readonly string[];
  /** Milliseconds of a call; absent: none was made. */
  readonly ms?: number;
  readonly findings: readonly DoctorFinding[];
}

/** What an examination is given. */
export interface Examination {
  readonly io: Pick<Io, "env" | "home">;
  readonly project: string;
  readonly current: Launcher;
  /** The agent was named, or `init` has installed hooks in it: without them it is not guarded, and should be. */
  readonly expected: boolean;
}

/** Files of an agent beside the one that `init` writes, which can turn hooks off. */
const MORE_FILES: Readonly<Record<string, readonly string[]>> = {
  "claude-code": [".claude/settings.json", ".claude/settings.local.json"],
  copilot: [".claude/settings.json"],
};
const MANAGED = "/etc/claude-code/managed-settings.json";

/** Examines one agent: its settings, what they start, and whether it answers. */
export async function examineAgent(agent: FoundAgent, given: Examination): Promise<AgentState> {
  const { wiring } = agent;
  const { io, project, current } = given;
  const user = settingsPath(agent, { kind: "user" });
  const projects = settingsPath(agent, { kind: "project", folder: project });
  const paths = wiring.shape === "manual" ? [] : sameFile(user, projects) ? [user] : [user, projects];
  const files = paths.flatMap((path) => settingsFile(path, wiring) ?? []);
  const more = [
    ...(MORE_FILES[wiring.agent] ?? []).map((name) => join(project, name)),
    ...managed(wiring.agent),
  ]
    .filter((path) => paths.every((one) => !sameFile(one, path)))
    .flatMap((path) => settingsFile(path, wiring) ?? []);
  const findings: DoctorFinding[] = [];
  for (const file of [...files, ...more]) {
    if (file.problem === undefined) findings.push(...switchedOff(file, wiring));
    else findings.push(cut(file, wiring.agent, wiring.title));
  }
  const installed: string[] = [];
  for (const file of files) {
    findings.push(...(wiring.shape === "plugin" ? pluginFindings(file) : examineEntries(file, wiring)));
    const started = examineStart(file, agent, current);
    if (started === undefined) continue;
    installed.push(file.path);
    findings.push(...started);
    const inProject = file.path === user ? undefined : project;
    findings.push(...(await examineTrust(agent, { path: file.path, project: inProject }, io)));
  }
  if (installed.length > 1)
    findings.push({
      code: "twice",
      severity: "warning",
      agent: wiring.agent,
      message: "the hooks are in the user's settings and in the project's: each call is decided twice",
      cure: `gatehouse init ${wiring.agent} --undo --project ${project}`,
    });
  const broken = files.some(({ problem }) => problem !== undefined);
  if (installed.length === 0 && !broken && wiring.shape !== "manual")
    findings.push({
      code: "not-installed",
      severity: given.expected ? "error" : "warning",
      agent: wiring.agent,
      path: user,
      message: `${wiring.title} has no hooks of Gatehouse: nothing that it does is looked at`,
      cure: `gatehouse init ${wiring.agent}`,
    });
  const { version, findings: versions } = await examineVersion(agent, io);
  const ready = installed.find((path) =>
    findings.every((one) => one.path !== path || !UNSTARTABLE.has(one.code)),
  );
  const what = ready === undefined ? undefined : installedIn(agent, ready);
  if (ready === undefined || what === undefined)
    return { agent: wiring.agent, version, installed, findings: [...findings, ...versions] };
  const { findings: fired, ms } = await examineFiring(wiring.agent, ready, what, io);
  return {
    agent: wiring.agent,
    version,
    installed,
    ms: Math.round(ms),
    findings: [...findings, ...fired, ...versions],
  };
}

/** After these there is nothing to start. */
const UNSTARTABLE: ReadonlySet<string> = new Set(["no-node", "no-binary", "no-script"]);

/** What is wrong with what the hooks of a settings file start; undefined: there are none of ours. */
function examineStart(
  file: SettingsFile,
  { wiring }: FoundAgent,
  current: Launcher,
): readonly DoctorFinding[] | undefined {
  const state = startedBy(file, wiring);
  if (state === undefined) return undefined;
  const { launcher, findings } = state;
  return [
    ...findings.map((one) => ({ ...one, path: file.path })),
    ...(launcher === undefined ? [] : examineLauncher(wiring.agent, file.path, launcher, current)),
  ];
}

function startedBy({ root, text }: SettingsFile, wiring: Wiring): ScriptState | undefined {
  if (wiring.shape === "plugin") {
    const launcher = readOpenCodePlugin(text);
    return launcher === undefined ? undefined : { launcher, findings: [] };
  }
  const own = installedEntries(root, wiring).find((entry) => entry.own !== undefined)?.own;
  return own === undefined ? undefined : examineScript(wiring.agent, own);
}

function pluginFindings({ path, text }: SettingsFile): readonly DoctorFinding[] {
  const launcher = readOpenCodePlugin(text);
  if (!isOpenCodePlugin(text) || (launcher !== undefined && openCodePlugin(launcher) === text)) return [];
  return [
    {
      code: "plugin-changed",
      severity: "error",
      agent: "opencode",
      path,
      message:
        "the plugin is not the one that this version writes: OpenCode goes on without a plugin that it cannot load",
      cure: "gatehouse init opencode",
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

function managed(agent: string): readonly string[] {
  return agent === "claude-code" ? [MANAGED] : [];
}

function sameFile(a: string, b: string): boolean {
  const real = (path: string): string => {
    try {
      return realpathSync(path);
    } catch {
      return path;
    }
  };
  return a === b || real(a) === real(b);
}
