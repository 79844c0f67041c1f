import { exitCode, type ExitCode } from "@gatehouse-hooks/console";
import { ago, paintEffect, type Palette, plural, printable } from "@gatehouse-hooks/console/print";
import { type Context, printResult } from "@gatehouse-hooks/local";
import { findAgents, type FoundAgent } from "@gatehouse-hooks/local/agents";
import { readUserSettings } from "@gatehouse-hooks/local/own-config";
import { loadPolicies } from "@gatehouse-hooks/local/places";
import {
  countRules,
  offText,
  type RuleCount,
  ruleCountText,
  rulesInForce,
} from "@gatehouse-hooks/local/rules";
import { askedCalls } from "../approvals/asked-calls.js";
import { examineTrust } from "../doctor/examine-trust.js";
import { installedIn } from "../init/installed.js";
import { settingsPath } from "../init/plan-change.js";
import { deniedCommand } from "../init/probe-payload.js";
import { type RecentDecision, recentDecisions } from "../recent-decisions.js";

interface AgentStatus {
  readonly agent: string;
  /** Its settings have hooks of ours. */
  readonly installed: boolean;
  /** It trusts them, as far as its settings say: an agent that does not runs none. */
  readonly trusted: boolean;
}

/** What `--json` prints. */
export interface StatusJson {
  /** Until when the rules are off, in ms since 1970; null: they are on. */
  readonly offUntil: number | null;
  /** The rules stop nothing: they are off, or the user's settings have them tried silently. */
  readonly observed: boolean;
  /** The agents that are there. */
  readonly agents: readonly AgentStatus[];
  /** Those in force, or tried silently; null with `--line`, which does not read them. */
  readonly rules: RuleCount | null;
  /** The calls that wait for `gatehouse approve`. */
  readonly waiting: number;
  /** The last decision that was not abstain. */
  readonly last: RecentDecision | null;
}

/**
 * `gatehouse status`: whether everything is in place, in one screen. What is said of agents is what their settings have: `gatehouse doctor` tries them.
 *
 * @param line one line, for the prompt of a shell: policies are not read
 */
export async function status(context: Context, { line }: { readonly line: boolean }): Promise<ExitCode> {
  const { io, settings } = context;
  const { offUntil, observe } = readUserSettings(io.home);
  const probe = deniedCommand(io.home);
  const last = recentDecisions(io.home)
    .kept()
    .findLast(({ text }) => text !== probe);
  const json: StatusJson = {
    offUntil,
    observed: observe,
    agents: (await Promise.all(findAgents(io).map((agent) => stateOf(agent, settings.project, io)))).flat(),
    rules: line ? null : countRules(rulesInForce(await loadPolicies(io, settings))),
    waiting: (await askedCalls(io.home).waiting()).length,
    last: last ?? null,
  };
  await printResult(context, json, line ? [promptLine(json)] : statusLines(json, context.colors));
  return exitCode.fine;
}

/** An agent whose hooks a person puts into files of their own is not one of which this says something. */
async function stateOf(
  agent: FoundAgent,
  folder: string,
  io: Context["io"],
): Promise<readonly AgentStatus[]> {
  if (!agent.present || agent.wiring.shape === "manual") return [];
  const scopes = [{ kind: "user" }, { kind: "project", folder }] as const;
  const own = scopes.filter((scope) => installedIn(agent, settingsPath(agent, scope)) !== undefined);
  const findings = await Promise.all(
    own.map((scope) => {
      const place = {
        path: settingsPath(agent, scope),
        project: scope.kind === "user" ? undefined : scope.folder,
      };
      // The program itself is not asked: who looks waits.
      return examineTrust({ ...agent, program: undefined }, place, io);
    }),
  );
  return [
    {
      agent: agent.wiring.agent,
      installed: own.length > 0,
      trusted: findings.some((some) => some.length === 0),
    },
  ];
}

function promptLine({ offUntil, observed, agents, waiting }: StatusJson): string {
  const bare = agents.filter(({ installed }) => !installed).map(({ agent }) => agent);
  const idle = agents.filter(({ installed, trusted }) => installed && !trusted).map(({ agent }) => agent);
  const state =
    offUntil === null
      ? observed
        ? "observes"
        : "on"
      : `OFF ${plural(Math.ceil((offUntil - Date.now()) / 60_000), "min", "min")}`;
  return [
    `gatehouse ${state}`,
    ...(bare.length === 0 ? [] : [`not in ${bare.map(printable).join(", ")}`]),
    ...(idle.length === 0 ? [] : [`not trusted by ${idle.map(printable).join(", ")}`]),
    ...(waiting === 0 ? [] : [`${waiting} ${waiting === 1 ? "waits" : "wait"}`]),
  ].join(", ");
}

function statusLines(json: StatusJson, colors: Palette): readonly string[] {
  const { offUntil, observed, agents, rules, waiting, last } = json;
  const row = (name: string, text: string): string => `${colors.dim(name.padEnd(10))}${text}`;
  const named = (isMeant: (one: AgentStatus) => boolean): string =>
    agents
      .filter(isMeant)
      .map(({ agent }) => printable(agent))
      .join(", ");
  const own = named(({ trusted }) => trusted);
  const idle = named(({ installed, trusted }) => installed && !trusted);
  const bare = named(({ installed }) => !installed);
  return [
    ...(offUntil === null ? [] : [row("OFF", colors.red(offText(offUntil)))]),
    ...(offUntil === null && observed
      ? [row("observes", "the rules stop nothing: the settings say so")]
      : []),
    row("hooks in", own === "" ? colors.red(idle === "" ? "no agent: `gatehouse init`" : "no agent") : own),
    ...(idle === ""
      ? []
      : [row("not run", `by ${colors.yellow(idle)}, which does not trust them: \`gatehouse doctor\``)]),
    ...(bare === "" ? [] : [row("not in", `${colors.yellow(bare)}: \`gatehouse init\``)]),
    ...(rules === null ? [] : [row("rules", ruleCountText(rules))]),
    row("waiting", waiting === 0 ? "no call" : `${plural(waiting, "call")}: \`gatehouse approve\``),
    row("last", last === null ? "nothing was denied, asked about or allowed yet" : lastText(last, colors)),
    "",
    colors.dim("gatehouse doctor tries the hooks; log, why and list say more"),
  ];
}

function lastText({ effect, policy, text, tool, at }: RecentDecision, colors: Palette): string {
  const about = text === "" ? tool : text.split("\n", 1)[0];
  return [
    paintEffect(effect, colors),
    printable(policy ?? "the event is refused"),
    printable((about ?? "").slice(0, 48)),
    colors.dim(ago(at, Date.now())),
  ].join("  ");
}
