import { QUESTION_TIMEOUT_MS } from "@gatehouse-hooks/runtime";
import { askForWord } from "../ask-for-word.js";
import { exitCode, type ExitCode } from "../exit-code.js";
import { applyChange } from "../init/apply-change.js";
import { chooseAgents } from "../init/choose-agents.js";
import type { FoundAgent } from "../init/find-agents.js";
import type { InitFlags } from "../init/init-options.js";
import { installedIn } from "../init/installed.js";
import { askingLauncher, isPassing, type Launcher, thisLauncher } from "../init/launcher.js";
import { type InitScope, settingsPath } from "../init/plan-change.js";
import { type AgentRow, installCode, type InstallStep, planInstall } from "../init/plan-install.js";
import { probe } from "../init/probe.js";
import { changeText, showChange } from "../init/show-change.js";
import { trustInCodex } from "../init/trust-in-codex.js";
import { undoAll } from "../init/undo-all.js";
import { WIRINGS } from "../init/wirings.table.js";
import { requireHome } from "../load/require-home.js";
import { ownConfigWanted } from "../own-config/own-config-wanted.js";
import { plural } from "../print/issues.js";
import { printable } from "../print/printable.js";
import { type Context, print } from "../settings.js";
import { UsageError } from "../usage-error.js";

export interface InitOptions extends InitFlags {
  /** The settings of this project, absolute; absent: the user's. */
  readonly project: string | undefined;
}

/** What `--json` prints once all is done, or would be. */
export interface InitJson {
  readonly agents: readonly AgentRow[];
  /** What was written, or would be: a file, and the difference as a patch. */
  readonly changes: readonly { readonly path: string; readonly diff: string }[];
  readonly dryRun: boolean;
}

/** What `--json` prints where the person said no. */
export interface InitDeclinedJson {
  readonly agents: readonly AgentRow[];
  readonly declined: true;
}

/**
 * `gatehouse init`: puts hooks into the settings of agents. Shows what would change, asks, keeps copies, writes, and sends a call through
 * what it has installed. `--undo` takes it all back.
 *
 * @throws UsageError for an unknown agent, where no agent is found, and where a question is to be asked without a terminal
 */
export async function init(
  context: Context,
  names: readonly string[],
  options: InitOptions,
): Promise<ExitCode> {
  const { io } = context;
  requireHome(io.home);
  if (options.http) refuseHttp(names);
  const scope: InitScope =
    options.project === undefined ? { kind: "user" } : { kind: "project", folder: options.project };
  if (options.undo) return await undoAll(context, names, scope, options);
  const agents = chooseAgents(io, names, scope);
  const launcher = {
    ...thisLauncher(io.cwd, options.binary),
    ...(options.daemon ? askingLauncher(io) : {}),
  };
  const { rows, steps } = planInstall(agents, { home: io.home, scope, launcher, rule: !options.bare });
  await showPlan(context, steps, launcher);
  if (!options.dryRun) {
    if (steps.length > 0 && !(await agreed(context, steps.length, options.yes))) {
      await print(context, { agents: rows, declined: true } satisfies InitDeclinedJson, [
        "declined: nothing was changed",
      ]);
      return exitCode.refused;
    }
    for (const { change, agent, row } of steps) {
      applyChange(io.home, scope, change, agent?.wiring);
      if (row !== undefined) row.state = "installed";
    }
    for (const agent of agents) await finish(context, agent, scope, { rows, unprobed: options.unprobed });
  }
  const changes = steps.map(({ change }) => ({
    path: change.file.target,
    diff: changeText(change),
  }));
  const made = (kind: string): string | undefined =>
    steps.find(({ change }) => change.agent === kind)?.change.file.path;
  const [script, rule] = [made("hook"), made("rule")];
  await print(context, { agents: rows, changes, dryRun: options.dryRun } satisfies InitJson, [
    ...rows.flatMap((row) => rowLines(context, row)),
    ...(script === undefined ? [] : [`what the hooks start: ${printable(script)}`]),
    ...(rule === undefined ? [] : [`a first policy: ${printable(rule)}`]),
    ...nextLines(context, rows, { ruled: rule !== undefined, dryRun: options.dryRun }),
  ]);
  return installCode(rows);
}

/**
 * No agent has HTTP hooks that stay closed (docs/init.md, "HTTP hooks"), so none are installed, and nothing is done in their place.
 *
 * @throws UsageError always
 */
function refuseHttp(names: readonly string[]): never {
  const open = WIRINGS.filter(({ agent }) => names.length === 0 || names.includes(agent));
  const reasons = open.flatMap(({ title, httpOpen }) =>
    httpOpen === undefined ? [] : [`${title}: ${httpOpen}`],
  );
  const why = reasons.length > 0 ? reasons.join("; ") : "no agent that is named has HTTP hooks";
  throw new UsageError(
    `--http would leave the agent unguarded: ${why}`,
    "leave --http out: hooks ask the daemon through its socket (docs/init.md, HTTP hooks)",
  );
}

async function showPlan(
  { io, settings, colors }: Context,
  steps: readonly InstallStep[],
  { binary }: Launcher,
): Promise<void> {
  const lines = steps.flatMap(({ change }) => [...showChange(change, colors), ""]);
  if (isPassing(binary))
    lines.push(
      `\`${printable(binary)}\` is a cache: when it is emptied, every call is blocked; install gatehouse-hooks`,
    );
  if (!settings.json && lines.length > 0) await io.stdout.write(`${lines.join("\n")}\n`);
}

/** What comes after the files: trust, and a call through what is installed. */
async function finish(
  context: Context,
  agent: FoundAgent,
  scope: InitScope,
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

/** What a person does next; nothing where nothing was installed. */
function nextLines(
  { colors }: Context,
  rows: readonly AgentRow[],
  { ruled, dryRun }: { readonly ruled: boolean; readonly dryRun: boolean },
): readonly string[] {
  const works = ({ state, probe: probed }: AgentRow): boolean =>
    state === "installed" && probed?.denied !== false;
  const installed = rows.filter(works).map(({ agent }) => agent);
  if (dryRun || installed.length === 0) return [];
  const shown = ruled ? [`  ask it to run \`git push --force\`: that is denied, and it is told why`] : [];
  return [
    "",
    `${colors.bold("next:")} start a new session of ${installed.join(", ")}`,
    ...shown,
    "  gatehouse list         the policies in force",
    "  gatehouse doctor       whether the hooks answer",
    "  gatehouse init --undo  take it all back",
  ];
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
            ? `      tried: a call that changes Gatehouse's own files was denied, as it has to be, in ${probed.ms} ms`
            : `      ${colors.red("a call that has to be denied was not")}: ${printable(probed.reason)}; see: gatehouse doctor ${agent}`,
        ];
  return [
    `${mark}  ${agent}  ${STATES[state]}${path === undefined ? "" : `  ${printable(path)}`}`,
    ...notes.map((note) => `      ${printable(note)}`),
    ...tested,
  ];
}
