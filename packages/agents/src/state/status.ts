import { exitCode, type ExitCode } from "@gatehouse-hooks/console";
import { ago, paintEffect, type Palette, plural, printable } from "@gatehouse-hooks/console/print";
import { type Context, print } from "@gatehouse-hooks/local";
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
import { installedIn } from "../init/installed.js";
import { settingsPath } from "../init/plan-change.js";
import { deniedCommand } from "../init/probe-payload.js";
import { type RecentDecision, recentDecisions } from "../recent-decisions.js";

/** What `--json` prints. */
export interface StatusJson {
  /** Until when the rules are off, in ms since 1970; null: they are on. */
  readonly offUntil: number | null;
  /** The rules stop nothing: they are off, or the user's settings have them tried silently. */
  readonly observed: boolean;
  /** The agents that are there, and whether their settings have hooks of ours. */
  readonly agents: readonly { readonly agent: string; readonly installed: boolean }[];
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
    agents: findAgents(io).flatMap((agent) => stateOf(agent, settings.project)),
    rules: line ? null : countRules(rulesInForce(await loadPolicies(io, settings))),
    waiting: (await askedCalls(io.home).waiting()).length,
    last: last ?? null,
  };
  await print(context, json, line ? [promptLine(json)] : statusLines(json, context.colors));
  return exitCode.fine;
}

/** An agent whose hooks a person puts into files of their own is not one of which this says something. */
function stateOf(agent: FoundAgent, project: string): StatusJson["agents"] {
  if (!agent.present || agent.wiring.shape === "manual") return [];
  const paths = [
    settingsPath(agent, { kind: "user" }),
    settingsPath(agent, { kind: "project", folder: project }),
  ];
  const installed = paths.some((path) => installedIn(agent, path) !== undefined);
  return [{ agent: agent.wiring.agent, installed }];
}

function promptLine({ offUntil, observed, agents, waiting }: StatusJson): string {
  const bare = agents.filter(({ installed }) => !installed).map(({ agent }) => agent);
  const state =
    offUntil === null
      ? observed
        ? "observes"
        : "on"
      : `OFF ${plural(Math.ceil((offUntil - Date.now()) / 60_000), "min", "min")}`;
  return [
    `gatehouse ${state}`,
    ...(bare.length === 0 ? [] : [`not in ${bare.map(printable).join(", ")}`]),
    ...(waiting === 0 ? [] : [`${waiting} ${waiting === 1 ? "waits" : "wait"}`]),
  ].join(", ");
}

function statusLines(json: StatusJson, colors: Palette): readonly string[] {
  const { offUntil, observed, agents, rules, waiting, last } = json;
  const row = (name: string, text: string): string => `${colors.dim(name.padEnd(10))}${text}`;
  const named = (installed: boolean): string =>
    agents
      .filter((one) => one.installed === installed)
      .map(({ agent }) => printable(agent))
      .join(", ");
  const [own, bare] = [named(true), named(false)];
  return [
    ...(offUntil === null ? [] : [row("OFF", colors.red(offText(offUntil)))]),
    ...(offUntil === null && observed
      ? [row("observes", "the rules stop nothing: the settings say so")]
      : []),
    row("hooks in", own === "" ? colors.red("no agent: `gatehouse init`") : own),
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
