import type { Policy } from "@gatehouse-hooks/engine";
import type { Io } from "@gatehouse-hooks/console";
import { type FoundAgent, wiredEvents, type Wiring } from "@gatehouse-hooks/local/agents";
import type { Launcher } from "../init/launcher.js";
import { installedIn } from "../init/installed.js";
import { installedEntries } from "../init/installed-entries.js";
import { readOpenCodePlugin } from "../init/opencode-plugin.js";
import { settingsPath } from "../init/plan-change.js";
import type { LoadedPolicies } from "@gatehouse-hooks/local/places";
import { countRules, type RuleCount, rulesOfAgent } from "@gatehouse-hooks/local/rules";
import { examineFiring } from "./examine-firing.js";
import { examineLauncher } from "./examine-launcher.js";
import { examineScript, type ScriptState } from "./examine-script.js";
import { examineHooks, examineSwitches, moreFiles, sameFile } from "./examine-settings.js";
import { examineTrust } from "./examine-trust.js";
import { examineVersion } from "./examine-version.js";
import type { DoctorFinding } from "./doctor-finding.js";
import { settingsFile, type SettingsFile } from "./settings-file.js";

/**
 * Whether an agent is guarded: hooks of ours are there, and something keeps them from working (`broken`); there are none, or no rule that it
 * can ask stops anything (`not guarded`); a person puts the hooks into files that are not looked at (`by hand`).
 */
export type Guard = "guarded" | "not guarded" | "broken" | "by hand";

/** How an agent is. */
export interface AgentState {
  readonly agent: string;
  readonly state: Guard;
  /** The rules that it can ask. */
  readonly rules: RuleCount;
  readonly version: string | undefined;
  /** The settings files that have our hooks. */
  readonly installed: readonly string[];
  /** Milliseconds of a call; absent: none was made. */
  readonly ms?: number;
  readonly findings: readonly DoctorFinding[];
}

/** What an examination is given. */
interface Examination {
  readonly io: Pick<Io, "env" | "home">;
  readonly project: string;
  readonly current: Launcher;
  /** Those in force. */
  readonly rules: readonly Policy[];
  /** What is denied in place of files that cannot be read. */
  readonly lost: LoadedPolicies["lost"];
}

/** Examines one agent: its settings, what they start, and whether it answers. */
export async function examineAgent(agent: FoundAgent, given: Examination): Promise<AgentState> {
  const { wiring } = agent;
  const { io, project, current } = given;
  const user = settingsPath(agent, { kind: "user" });
  const projects = settingsPath(agent, { kind: "project", folder: project });
  const paths = wiring.shape === "manual" ? [] : sameFile(user, projects) ? [user] : [user, projects];
  const files = paths.flatMap((path) => settingsFile(path, wiring) ?? []);
  const all = [
    ...files,
    ...moreFiles(wiring, project, paths).flatMap((path) => settingsFile(path, wiring) ?? []),
  ];
  const findings: DoctorFinding[] = all.flatMap((file) => examineSwitches(file, wiring));
  const installed: string[] = [];
  for (const file of files) {
    findings.push(...examineHooks(file, wiring));
    const started = examineStart(file, agent, current);
    if (started === undefined) continue;
    installed.push(file.path);
    findings.push(...started);
    const inProject = file.path === user ? undefined : project;
    findings.push(...(await examineTrust(agent, { path: file.path, project: inProject }, io)));
  }
  const broken = files.some(({ problem }) => problem !== undefined);
  findings.push(...presenceFindings(wiring, { installed, broken, user, project }));
  const { version, findings: versions } = await examineVersion(agent, io);
  const ready = installed.find((path) =>
    findings.every((one) => one.path !== path || !UNSTARTABLE.has(one.code)),
  );
  const what = ready === undefined ? undefined : installedIn(agent, ready);
  const fired =
    ready === undefined || what === undefined
      ? undefined
      : await examineFiring(wiring.agent, ready, what, io);
  findings.push(...(fired?.findings ?? []), ...versions);
  const rules = countRules(rulesOfAgent(given.rules, wiring.agent, wiredEvents(wiring)));
  const errors = findings.filter(({ severity }) => severity === "error");
  return {
    agent: wiring.agent,
    state: guardOf(
      wiring.shape === "manual",
      { isThere: installed.length > 0 || broken, fails: errors.length > 0 },
      { isRuled: rules.guarding > 0, isLost: given.lost.length > 0 },
    ),
    rules,
    version,
    installed,
    ...(fired && { ms: Math.round(fired.ms) }),
    findings,
  };
}

/** Whether hooks of ours are there at all, or twice. */
function presenceFindings(
  { agent, title, shape }: Wiring,
  {
    installed,
    broken,
    user,
    project,
  }: {
    readonly installed: readonly string[];
    readonly broken: boolean;
    readonly user: string;
    readonly project: string;
  },
): readonly DoctorFinding[] {
  if (shape === "manual")
    return [
      {
        code: "by-hand",
        severity: "note",
        agent,
        message: "its hooks are in the files of single agents, which are not looked at",
        cure: `gatehouse init ${agent}`,
      },
    ];
  if (installed.length > 1)
    return [
      {
        code: "twice",
        severity: "warning",
        agent,
        message: "the hooks are in the user's settings and in the project's: each call is decided twice",
        cure: `gatehouse init ${agent} --undo --project ${project}`,
      },
    ];
  if (installed.length > 0 || broken) return [];
  return [
    {
      code: "not-installed",
      severity: "error",
      agent,
      path: user,
      message: `${title} has no hooks of Gatehouse, which does not see anything it does`,
      cure: `gatehouse init ${agent}`,
    },
  ];
}

function guardOf(
  byHand: boolean,
  { isThere, fails }: { readonly isThere: boolean; readonly fails: boolean },
  { isRuled, isLost }: { readonly isRuled: boolean; readonly isLost: boolean },
): Guard {
  if (isThere && fails) return "broken";
  if (byHand) return "by hand";
  if (!isThere) return "not guarded";
  // What a lost file would have guarded is denied: that is not how it was meant.
  return isRuled ? "guarded" : isLost ? "broken" : "not guarded";
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
