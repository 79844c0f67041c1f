import { exitCode } from "@gatehouse-hooks/console";
import { type FoundAgent, timeoutOf, type Wiring } from "@gatehouse-hooks/local/agents";
import {
  type FirstRule,
  planEditorSchema,
  planFirstRule,
  policyFolder,
  type RulesThere,
} from "./first-rule.js";
import { hookFilePath } from "./hook-file.js";
import type { InstallRecord } from "./install-record.js";
import type { Launcher } from "./launcher.js";
import {
  type HookToInstall,
  type InitScope,
  isUnchanged,
  planChange,
  planHookFile,
  type PlannedChange,
  settingsPath,
} from "./plan-change.js";
import { wholeCommandLine } from "./hook-command-line.js";

/** What becomes of one agent; filled as things are done. */
export interface AgentRow {
  readonly agent: string;
  readonly path?: string;
  state: "installed" | "unchanged" | "planned" | "manual" | "failed";
  /** What the person has to know or do. */
  readonly notes: string[];
  /** Its calls are asked about, and a rule may stop them; absent: nothing was done. */
  guarded?: boolean;
  /** What the installed hook said to a call that it has to deny. */
  probe?: { readonly denied: boolean; readonly reason: string; readonly ms: number };
}

/** A change, and whose settings it is of; without an agent, it is the script that agents start, or a file of policies. */
export interface InstallStep {
  readonly change: PlannedChange;
  readonly agent?: FoundAgent;
  readonly row?: AgentRow;
}

/** All that an installation will do. */
export interface InstallPlan {
  readonly rows: readonly AgentRow[];
  readonly steps: readonly InstallStep[];
  /** What becomes of the packs; absent: they are not wanted. */
  readonly rule?: FirstRule;
}

/**
 * Plans the settings of agents, the script that these start, and a file that switches on the packs that are off, where they are wanted.
 * Nothing is changed. The script comes first: settings that start one that is not there block every call.
 */
export function planInstall(
  agents: readonly FoundAgent[],
  {
    home,
    scope,
    launcher,
    record,
    there,
  }: {
    readonly home: string;
    readonly scope: InitScope;
    readonly launcher: Launcher;
    readonly record: InstallRecord;
    /** What the place of the policies holds; absent: no packs are wanted. */
    readonly there?: RulesThere;
  },
): InstallPlan {
  const hook = { launcher, file: hookFilePath(home) };
  const planned = agents.map((agent) => planAgent(agent, scope, hook));
  const rows = planned.map(({ row }) => row);
  const steps: InstallStep[] = planned.flatMap(({ row, change, agent }) =>
    change === undefined ? [] : [{ row, change, agent }],
  );
  const installs = rows.some(({ state }) => state === "planned" || state === "unchanged");
  const starts = planned.some(
    ({ row, agent }) => agent.wiring.shape !== "plugin" && row.state !== "failed" && row.state !== "manual",
  );
  const script = starts ? planHookFile(hook) : undefined;
  const all = script === undefined || isUnchanged(script) ? steps : [{ change: script }, ...steps];
  if (there === undefined || !installs) return { rows, steps: all };
  const rule = planFirstRule({ home, scope, record }, there);
  const schema = planEditorSchema(policyFolder(home, scope), rule);
  const beside = [rule.kind === "change" ? rule.change : undefined, schema].flatMap((change) =>
    change === undefined || isUnchanged(change) ? [] : [{ change }],
  );
  return { rows, rule, steps: [...all, ...beside] };
}

interface PlannedAgent {
  readonly agent: FoundAgent;
  readonly row: AgentRow;
  readonly change?: PlannedChange;
}

function planAgent(agent: FoundAgent, scope: InitScope, hook: HookToInstall): PlannedAgent {
  const { wiring } = agent;
  if (wiring.shape === "manual")
    return {
      agent,
      row: { agent: wiring.agent, state: "manual", notes: manualSteps(wiring, hook.launcher).slice() },
    };
  const path = settingsPath(agent, scope);
  const row: AgentRow = { agent: wiring.agent, path, state: "planned", notes: [] };
  const planned = planChange(agent, scope, hook);
  if (planned.problem !== undefined) {
    const { line, column, message, cure } = planned.problem;
    row.state = "failed";
    row.notes.push(`${planned.path}:${line}:${column} ${message}; it was not changed (${cure})`);
    return { agent, row };
  }
  const { change } = planned;
  if (change.file.target !== path)
    row.notes.push(`\`${path}\` is a link: \`${change.file.target}\` is edited`);
  if (!isUnchanged(change)) return { agent, row, change };
  row.state = "unchanged";
  return { agent, row };
}

/** Whether something is not as it was to be. */
export function installCode(rows: readonly AgentRow[]): 0 | 1 {
  const failed = rows.some(({ state, probe }) => state === "failed" || probe?.denied === false);
  return failed ? exitCode.refused : exitCode.fine;
}

/** The lines to put into an agent's file by hand, where the agent has no file for all projects. */
function manualSteps(wiring: Wiring, launcher: Launcher): readonly string[] {
  const lines = wiring.events.flatMap((event) => {
    const command = wholeCommandLine(wiring.agent, { ...launcher, blocks: event.blocks === true });
    const hook = `{ type: command, timeout: ${timeoutOf(wiring)}, command: ${JSON.stringify(command)} }`;
    const entry =
      event.tool === true
        ? `- { matcher: ".*", ${event.blocks === true ? "preempt_yolo: true, " : ""}hooks: [${hook}] }`
        : `- ${hook}`;
    const why = event.tool === true && event.blocks === true ? (wiring.notes ?? []) : [];
    return [`      ${event.name}:`, ...why.map((line) => `        # ${line}`), `        ${entry}`];
  });
  return ["agents:", "  root: # each agent of the file", "    hooks:", ...lines];
}
