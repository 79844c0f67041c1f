import process from "node:process";
import { QUESTION_TIMEOUT_MS } from "@gatehouse-hooks/runtime";
import { askForWord, exitCode, type ExitCode, UsageError } from "@gatehouse-hooks/console";
import { askedCalls } from "../approvals/asked-calls.js";
import { isFresh, makeSnapshot } from "./snapshot/make-snapshot.js";
import { applyChange } from "./apply-change.js";
import { chooseAgents } from "./choose-agents.js";
import { doneLines, planNotes, rowLines } from "./init-lines.js";
import type { InitFlags } from "./init-options.js";
import { readInstallRecord } from "./install-record.js";
import { askingLauncher, isPassing, type Launcher, thisLauncher } from "./launcher.js";
import type { InitScope } from "./plan-change.js";
import { type AgentRow, installCode, type InstallPlan, planInstall } from "./plan-install.js";
import { planLines } from "./plan-lines.js";
import { changeText, showChange } from "./show-change.js";
import { loadScope, rulesThere } from "./rules-there.js";
import { withTrust } from "./with-trust.js";
import { type Installation, tryInstalled } from "./try-installed.js";
import { undoAll } from "./undo-all.js";
import { type FoundAgent, WIRINGS } from "@gatehouse-hooks/local/agents";
import { refuseAgent } from "@gatehouse-hooks/local/person";
import { requireHome } from "@gatehouse-hooks/local/places";
import { plural, printable } from "@gatehouse-hooks/console/print";
import { countAndName, type RulesInForce, rulesInForce } from "@gatehouse-hooks/local/rules";
import { type Context, printResult, printAsIs } from "@gatehouse-hooks/local";

interface InitOptions extends InitFlags {
  /** The settings of this project, absolute; absent: the user's. */
  readonly project: string | undefined;
}

/** What `--json` prints once all is done, or would be. */
export interface InitJson {
  readonly agents: readonly AgentRow[];
  /** What was written, or would be: a file, and the difference as a patch. */
  readonly changes: readonly { readonly path: string; readonly diff: string }[];
  /** The rules that are in force now, or would be. */
  readonly rules: RulesInForce;
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
  const scope = scopeOf(options);
  if (options.undo) return await undoAll(context, names, scope, options);
  if (process.platform === "win32" && !options.dryRun) refuseWindows();
  const agents = chooseAgents(io, names, scope);
  const launcher = launcherOf(context, options);
  const before = await loadScope(context, scope);
  // What is tried silently is there, too.
  const tried = await loadScope({ ...context, settings: { ...context.settings, observed: "act" } }, scope);
  const there = { ...rulesThere(tried, io.home, scope), observe: options.observe };
  const record = readInstallRecord(io.home);
  const wanted = { home: io.home, scope, launcher, record, ...(options.bare ? {} : { there }) };
  const plan = await withTrust(planInstall(agents, wanted), { agents, scope, io });
  const { rows, steps, rule } = plan;
  const { dryRun } = options;
  await showPlan(context, plan, { launcher, dryRun, before: countAndName(rulesInForce(before)) });
  if (
    !dryRun &&
    steps.length > 0 &&
    !(await agreed(context, plan, { yes: options.yes, isFirst: record.files.length === 0 }))
  ) {
    const json: InitDeclinedJson = { agents: rows, declined: true };
    await printResult(context, json, ["declined: nothing was changed"]);
    return exitCode.refused;
  }
  if (!dryRun) {
    applySteps(io.home, scope, plan);
    io.progress?.("preparing the hooks", 0, 1);
    // An upgrade of the program or of Node has taken the last one with it.
    if (!isFresh(launcher)) makeSnapshot(launcher);
  }
  const planned = dryRun && rule?.kind === "change" ? rule.change : undefined;
  const inForce = rulesInForce(await loadScope(context, scope, planned));
  if (!dryRun) await tryAll(context, agents, scope, { rows, rules: inForce, unprobed: options.unprobed });
  const rules = countAndName(inForce);
  const script = steps.find(({ change }) => change.agent === "hook")?.change.file.path;
  const changes = steps.map(({ change }) => ({ path: change.file.target, diff: changeText(change) }));
  const json: InitJson = { agents: rows, changes, rules, dryRun };
  await printResult(context, json, [
    // Those of agents that were tried are written by now.
    ...(dryRun ? rows.flatMap((row) => rowLines(context, row)) : []),
    ...doneLines(context, rows, { rules, script, dryRun, bare: options.bare, observe: options.observe }),
  ]);
  return installCode(rows);
}

function scopeOf({ project }: InitOptions): InitScope {
  return project === undefined ? { kind: "user" } : { kind: "project", folder: project };
}

function launcherOf({ io }: Context, { binary, daemon }: InitOptions): Launcher {
  return { ...thisLauncher(io.cwd, binary), ...(daemon ? askingLauncher(io) : {}) };
}

function applySteps(home: string, scope: InitScope, { steps }: InstallPlan): void {
  for (const { change, agent, row } of steps) {
    applyChange(home, scope, change, agent?.wiring);
    if (row !== undefined) row.state = "installed";
  }
}

/**
 * The line that is installed starts `/bin/sh`. Without it, some agents run the call all the same, and nobody would be told.
 *
 * @throws UsageError always
 */
function refuseWindows(): never {
  throw new UsageError(
    "on Windows nothing is installed: hooks start `/bin/sh`, and an agent that cannot start its hook may run the call",
    "in WSL it is as on Linux: install Gatehouse and the agent there (docs/hosts.md)",
  );
}

/**
 * No agent has HTTP hooks that stay closed (docs/init.md, "HTTP hooks"), so none are installed, and nothing is done in their place.
 *
 * @throws UsageError always
 */
function refuseHttp(names: readonly string[]): never {
  const open = WIRINGS.filter(({ agent }) => names.length === 0 || names.includes(agent));
  const reasons = open.flatMap(({ title, http }) => (http === undefined ? [] : [`${title}: ${http.open}`]));
  const why = reasons.length > 0 ? reasons.join("; ") : "no agent that is named has HTTP hooks";
  throw new UsageError(
    `--http would leave the agent unguarded: ${why}`,
    "leave --http out: hooks ask the daemon through its socket (docs/init.md, HTTP hooks)",
  );
}

async function showPlan(
  context: Context,
  plan: InstallPlan,
  {
    launcher: { binary },
    before,
    dryRun,
  }: { readonly launcher: Launcher; readonly before: RulesInForce; readonly dryRun: boolean },
): Promise<void> {
  const { settings, colors } = context;
  if (settings.json) return;
  if (dryRun) await printAsIs(context, {}, differenceLines(plan, colors));
  const lines = [...planLines(context, plan), ...planNotes(context, plan, before)];
  if (isPassing(binary))
    lines.push(
      `\`${printable(binary)}\` is a cache: when it is emptied, every call is blocked; install gatehouse-hooks`,
    );
  await printResult(context, {}, lines);
}

/** The difference of every file, whole. */
function differenceLines({ steps }: InstallPlan, colors: Context["colors"]): readonly string[] {
  return steps.flatMap(({ change }) => [...showChange(change, colors), ""]);
}

/**
 * Tries what was installed, and says of each agent what came of it, in their order. The first call builds what the others read: these go side by
 * side after it.
 */
async function tryAll(
  context: Context,
  agents: readonly FoundAgent[],
  scope: InitScope,
  given: Omit<Installation, "io">,
): Promise<void> {
  const { io, settings } = context;
  let tried = 0;
  const tryOne = async (agent: FoundAgent): Promise<void> => {
    await tryInstalled(agent, scope, { io, ...given });
    io.progress?.("trying the hooks", ++tried, agents.length);
  };
  io.progress?.("trying the hooks", 0, agents.length);
  const [first, ...rest] = agents;
  if (first === undefined) return;
  const begun = tryOne(first);
  const trials = [begun, ...rest.map(async (agent) => await begun.then(() => tryOne(agent)))];
  for (const [index, trial] of trials.entries()) {
    await trial;
    const row = given.rows.find((one) => one.agent === agents[index]?.wiring.agent);
    if (row !== undefined && !settings.json) await printResult(context, {}, rowLines(context, row));
  }
}

async function agreed(
  context: Context,
  plan: InstallPlan,
  { yes, isFirst }: { readonly yes: boolean; readonly isFirst: boolean },
): Promise<boolean> {
  // The first one guards; each later one may guard less: another program, silent rules.
  if (!isFirst) refuseAgent(context.io, await askedCalls(context.io.home).asking());
  if (yes) return true;
  const terminal = context.io.terminal?.();
  if (terminal === undefined)
    throw new UsageError(
      "there is no terminal to ask on",
      "gatehouse init --yes, or --dry-run to see what it does",
    );
  const shown = [
    `This changes ${plural(plan.steps.length, "file")}; \`gatehouse init --undo\` takes it back.`,
    "The word is asked for so that nothing typed or pasted before can answer.",
  ].join("\n");
  const answer = await askForWord(terminal, shown, "go on", AbortSignal.timeout(QUESTION_TIMEOUT_MS), {
    key: "d",
    what: "see every line",
    text: differenceLines(plan, context.colors).join("\n"),
  });
  return answer === "yes";
}
