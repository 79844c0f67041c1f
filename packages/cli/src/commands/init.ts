import { QUESTION_TIMEOUT_MS } from "@gatehouse-hooks/runtime";
import { askForWord } from "../ask-for-word.js";
import { exitCode, type ExitCode } from "../exit-code.js";
import { applyChange } from "../init/apply-change.js";
import { chooseAgents } from "../init/choose-agents.js";
import type { FoundAgent } from "../init/find-agents.js";
import { planFirstRule } from "../init/first-rule.js";
import { installedIn } from "../init/installed.js";
import { isPassing, thisLauncher } from "../init/launcher.js";
import { manualSteps } from "../init/manual-steps.js";
import {
  isUnchanged,
  type PlannedChange,
  planChange,
  type Scope,
  settingsPath,
} from "../init/plan-change.js";
import { probe } from "../init/probe.js";
import { showChange } from "../init/show-change.js";
import { trustInCodex } from "../init/trust-in-codex.js";
import { undoAll } from "../init/undo-all.js";
import { requireHome } from "../load/require-home.js";
import { ownConfigWanted } from "../own-config/own-config-wanted.js";
import { plural } from "../print/issues.js";
import { printable } from "../print/printable.js";
import { type Context, print } from "../settings.js";
import { UsageError } from "../usage-error.js";

export interface InitOptions {
  /** The settings of this project, absolute; absent: the user's. */
  readonly project: string | undefined;
  /** Do not ask. */
  readonly yes: boolean;
  readonly undo: boolean;
  /** Show what would be done, and do nothing. */
  readonly dryRun: boolean;
  readonly http: boolean;
  /** Without the first policy file. */
  readonly bare: boolean;
  /** Send no call through what was installed. */
  readonly unprobed: boolean;
  /** What hooks start, instead of this program. */
  readonly binary: string | undefined;
}

/** What became of one agent. */
interface AgentRow {
  readonly agent: string;
  readonly path?: string;
  state: "installed" | "unchanged" | "planned" | "manual" | "failed";
  /** What the person has to know or do. */
  readonly notes: string[];
  /** What the installed hook said to a call that it has to deny. */
  probe?: { readonly denied: boolean; readonly reason: string; readonly ms: number };
}

/**
 * `gatehouse init`: puts hooks into the settings of agents. Shows what would change, asks, keeps copies, writes, and sends a call through
 * what it has installed. `--undo` takes it all back.
 *
 * @throws UsageError for an unknown agent, where no agent is found, and where a question has no one to answer it
 */
export async function init(
  context: Context,
  names: readonly string[],
  options: InitOptions,
): Promise<ExitCode> {
  const { io } = context;
  requireHome(io.home);
  if (options.http)
    throw new UsageError(
      "--http needs `gatehouse daemon`, which this version does not have",
      "leave --http out",
    );
  const scope: Scope =
    options.project === undefined ? { kind: "user" } : { kind: "project", folder: options.project };
  if (options.undo) return await undoAll(context, names, scope, options);
  const agents = chooseAgents(io, names, scope);
  const launcher = thisLauncher(io.cwd, options.binary);
  const changes: { readonly change: PlannedChange; readonly agent?: FoundAgent; readonly row?: AgentRow }[] =
    [];
  const rows: AgentRow[] = [];
  const lines: string[] = [];
  for (const agent of agents) {
    const { wiring } = agent;
    if (wiring.shape === "manual") {
      rows.push({ agent: wiring.agent, state: "manual", notes: manualSteps(wiring, launcher).slice() });
      continue;
    }
    const path = settingsPath(agent, scope);
    const row: AgentRow = { agent: wiring.agent, path, state: "planned", notes: [] };
    rows.push(row);
    const planned = planChange(agent, scope, launcher);
    if (planned.problem !== undefined) {
      const { line, column, message, cure } = planned.problem;
      row.state = "failed";
      row.notes.push(`${planned.path}:${line}:${column} ${message}; it was not changed (${cure})`);
      continue;
    }
    const { change } = planned;
    if (change.file.target !== path)
      row.notes.push(`\`${path}\` is a link: \`${change.file.target}\` is edited`);
    if (isUnchanged(change)) row.state = "unchanged";
    else changes.push({ change, agent, row });
  }
  const installs = rows.some(({ state }) => state === "planned" || state === "unchanged");
  const rule = options.bare || !installs ? undefined : planFirstRule(io.home, scope);
  if (rule !== undefined) changes.push({ change: rule });
  for (const { change } of changes) lines.push(...showChange(change, context.colors), "");
  if (isPassing(launcher.binary))
    lines.push(
      `\`${launcher.binary}\` is a cache: install gatehouse-hooks, or hooks stop working when it is emptied`,
    );
  if (!context.settings.json && lines.length > 0) await io.stdout.write(`${lines.join("\n")}\n`);

  if (!options.dryRun && changes.length > 0) {
    if (!(await agreed(context, changes.length, options.yes))) {
      await print(context, { agents: rows, declined: true }, ["declined: nothing was changed"]);
      return exitCode.refused;
    }
    for (const { change, agent, row } of changes) {
      applyChange(io.home, scope, change, agent?.wiring);
      if (row !== undefined) row.state = "installed";
    }
  }
  if (!options.dryRun)
    for (const agent of agents) await finish(context, agent, scope, { rows, unprobed: options.unprobed });
  const failed = rows.some(({ state, probe: probed }) => state === "failed" || probed?.denied === false);
  await print(context, { agents: rows, ...(rule && { rule: rule.file.path }), dryRun: options.dryRun }, [
    ...rows.flatMap((row) => rowLines(context, row)),
    ...(rule ? [`a first policy: ${rule.file.path}`] : []),
  ]);
  return failed ? exitCode.refused : exitCode.fine;
}

/** What comes after the files: trust, and a call through what is installed. */
async function finish(
  context: Context,
  agent: FoundAgent,
  scope: Scope,
  { rows, unprobed }: { readonly rows: readonly AgentRow[]; readonly unprobed: boolean },
): Promise<void> {
  const { io } = context;
  const row = rows.find((one) => one.agent === agent.wiring.agent);
  if (row?.state !== "installed" && row?.state !== "unchanged") return;
  if (row.agent === "codex") {
    const left = await trustInCodex(agent, scope, io);
    if (left !== undefined) row.notes.push(left);
  }
  const installed = installedIn(agent, settingsPath(agent, scope));
  if (unprobed || installed === undefined || !ownConfigWanted(io.home).wanted) return;
  const { answer, ms } = await probe(row.agent, installed, "denied", io);
  const denied = answer.kind === "deny";
  const reason = denied
    ? answer.reason
    : answer.kind === "failed"
      ? answer.why
      : `it said \`${answer.kind}\``;
  row.probe = { denied, reason, ms: Math.round(ms) };
}

async function agreed(context: Context, count: number, yes: boolean): Promise<boolean> {
  if (yes) return true;
  const terminal = context.io.terminal?.();
  if (terminal === undefined)
    throw new UsageError(
      "there is no terminal to ask on",
      "gatehouse init --yes, or --dry-run to see what it does",
    );
  const shown = `This changes ${plural(count, "file")} as shown; \`gatehouse init --undo\` takes it back.`;
  const answer = await askForWord(terminal, shown, "go on", AbortSignal.timeout(QUESTION_TIMEOUT_MS));
  return answer === "yes";
}

const STATES: Readonly<Record<AgentRow["state"], string>> = {
  installed: "installed",
  unchanged: "nothing to do",
  planned: "would be changed",
  manual: "has no settings for all projects; add this to an agent's file",
  failed: "not installed",
};

function rowLines(
  { colors }: Context,
  { agent, path, state, notes, probe: probed }: AgentRow,
): readonly string[] {
  const mark = state === "failed" || probed?.denied === false ? colors.red("fail") : colors.green("ok  ");
  const tested =
    probed === undefined
      ? []
      : [
          probed.denied
            ? `      a call that changes Gatehouse's folder was denied in ${probed.ms} ms: ${printable(probed.reason)}`
            : `      ${colors.red("a call that has to be denied was not")}: ${printable(probed.reason)}; see: gatehouse doctor ${agent}`,
        ];
  return [
    `${mark}  ${agent}  ${STATES[state]}${path === undefined ? "" : `  ${printable(path)}`}`,
    ...notes.map((note) => `      ${printable(note)}`),
    ...tested,
  ];
}
