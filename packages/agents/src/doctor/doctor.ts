import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { exitCode, type ExitCode, UsageError } from "@gatehouse-hooks/console";
import { doctorLines } from "./doctor-lines.js";
import { type AgentState, examineAgent, type Guard } from "./examine-agent.js";
import { examinePolicies } from "./examine-policies.js";
import { examineSandboxes } from "./examine-sandboxes.js";
import { examineRules } from "./examine-rules.js";
import type { DoctorFinding } from "./doctor-finding.js";
import { lookAtHookFiles } from "./lost-hooks.js";
import { findAgents, type FoundAgent } from "@gatehouse-hooks/local/agents";
import { readInstallRecord } from "../init/install-record.js";
import { thisLauncher } from "../init/launcher.js";
import { readUserSettings } from "@gatehouse-hooks/local/own-config";
import { loadPolicies, requireHome } from "@gatehouse-hooks/local/places";
import { countAndName, type RuleCount, type RulesInForce, rulesInForce } from "@gatehouse-hooks/local/rules";
import { type Context, printResult } from "@gatehouse-hooks/local";

/** How agents are looked at. */
interface DoctorFlags {
  /** What the hooks should start, instead of this program. */
  readonly binary: string | undefined;
  /** Pass over agents that are there without hooks of ours. */
  readonly installedOnly: boolean;
}

/** What `--json` prints. */
export interface DoctorJson {
  /** There is no error. */
  readonly ok: boolean;
  readonly agents: readonly {
    readonly agent: string;
    readonly state: Guard;
    /** Those that it can ask. */
    readonly rules: RuleCount;
    /** Absent where it does not say it. */
    readonly version: string | undefined;
    /** The settings files that have our hooks. */
    readonly installed: readonly string[];
    /** Milliseconds of a call; absent: none was made. */
    readonly ms: number | undefined;
  }[];
  readonly rules: RulesInForce;
  readonly findings: readonly DoctorFinding[];
}

/**
 * `gatehouse doctor`: whether each agent that is there is guarded, and what keeps it from that without a word. Exit code 1 where one is not, and
 * with every other error.
 *
 * @throws UsageError for an unknown agent
 */
export async function doctor(
  given: Context,
  words: readonly string[],
  { binary, installedOnly }: DoctorFlags,
): Promise<ExitCode> {
  const { context, names } = withFiles(given, words);
  const { io, settings } = context;
  requireHome(io.home);
  const all = findAgents(io);
  refuseUnknown(names, all);
  lookAtHookFiles(io, settings);
  const current = thisLauncher(io.cwd, binary);
  const loaded = await loadPolicies(io, settings);
  const rules = rulesInForce(loaded);
  const recorded = new Set(readInstallRecord(io.home).files.map(({ agent }) => agent));
  const agents: AgentState[] = [];
  const isOff = readUserSettings(io.home).offUntil !== null;
  for (const agent of all) {
    const { agent: name } = agent.wiring;
    const expected = names.includes(name) || recorded.has(name);
    if (names.length > 0 ? !names.includes(name) : !agent.present && !expected) continue;
    const state = await examineAgent(agent, {
      io,
      project: settings.project,
      current,
      rules,
      lost: loaded.lost,
    });
    if (installedOnly && !expected && state.installed.length === 0) continue;
    agents.push(isOff && state.state === "guarded" ? { ...state, state: "not guarded" } : state);
  }
  const findings = [
    ...agents.flatMap((agent) => agent.findings),
    ...examineSandboxes(io, settings.project, names),
    ...examineRules(rules, agents, loaded),
    ...(await examinePolicies(context, loaded)),
    ...(agents.length === 0 ? [noAgent(installedOnly)] : []),
  ];
  const failed = findings.some(({ severity }) => severity === "error");
  const rows = agents.map(({ agent, state, rules: own, version, installed, ms }) => ({
    agent,
    state,
    rules: own,
    version,
    installed,
    ms,
  }));
  const json: DoctorJson = { ok: !failed, agents: rows, rules: countAndName(rules), findings };
  await printResult(context, json, doctorLines(context, agents, json));
  return failed ? exitCode.refused : exitCode.fine;
}

function refuseUnknown(names: readonly string[], all: readonly FoundAgent[]): void {
  const unknown = names.find((name) => all.every(({ wiring }) => wiring.agent !== name));
  if (unknown !== undefined)
    throw new UsageError(
      `unknown agent \`${unknown}\``,
      `write one of ${all.map(({ wiring }) => wiring.agent).join(", ")}`,
    );
}

/** An agent's own file among the words is one of policies: where its hooks are put by hand, that is what there is to look at. */
function withFiles(
  context: Context,
  words: readonly string[],
): { readonly context: Context; readonly names: readonly string[] } {
  const { io, settings } = context;
  const isFile = (word: string): boolean =>
    /\.(?:ya?ml|json)$/i.test(word) && existsSync(resolve(io.cwd, word));
  const files = words.filter(isFile).map((word) => resolve(io.cwd, word));
  if (files.length === 0) return { context, names: words };
  const policies = [...(settings.policies ?? []), ...files];
  return {
    context: { ...context, settings: { ...settings, policies } },
    names: words.filter((word) => !isFile(word)),
  };
}

function noAgent(installedOnly: boolean): DoctorFinding {
  return installedOnly
    ? {
        code: "no-agent",
        severity: "error",
        message: "no agent has hooks of Gatehouse",
        cure: "gatehouse init",
      }
    : {
        code: "no-agent",
        severity: "warning",
        message: "no agent was found on PATH or in the home folder",
        cure: "gatehouse init AGENT",
      };
}
