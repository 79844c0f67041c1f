import type { Policy } from "@gatehouse-hooks/engine";
import type { Io } from "@gatehouse-hooks/console";
import { ownConfigWanted } from "@gatehouse-hooks/local/own-config";
import { countRules, rulesOfAgent } from "@gatehouse-hooks/local/rules";
import { type FoundAgent, wiredEvents } from "@gatehouse-hooks/local/agents";
import { installedIn } from "./installed.js";
import { type InitScope, settingsPath } from "./plan-change.js";
import type { AgentRow } from "./plan-install.js";
import { probe } from "./probe.js";
import { hookTrustOf } from "./hook-trusts.table.js";

/** An installation whose files are written. */
export interface Installation {
  readonly io: Pick<Io, "env" | "home" | "cwd">;
  /** Filled with what is found. */
  readonly rows: readonly AgentRow[];
  /** Those in force. */
  readonly rules: readonly Policy[];
  /** Send no call. */
  readonly unprobed: boolean;
}

/** What comes after the files: whether the agent runs the hooks, and a call through what is installed. */
export async function tryInstalled(
  agent: FoundAgent,
  scope: InitScope,
  { io, rows, rules, unprobed }: Installation,
): Promise<void> {
  const row = rows.find((one) => one.agent === agent.wiring.agent);
  if (row?.state !== "installed" && row?.state !== "unchanged") return;
  const left = await hookTrustOf(row.agent)?.left(agent, scope, io);
  if (left !== undefined) row.notes.push(left);
  row.guarded =
    left === undefined && countRules(rulesOfAgent(rules, row.agent, wiredEvents(agent.wiring))).guarding > 0;
  const installed = installedIn(agent, settingsPath(agent, scope));
  if (unprobed || installed === undefined || !ownConfigWanted(io.home).wanted) return;
  // Here, where the user will work next: what the policies are compiled to is there then.
  const { answer, ms } = await probe(row.agent, installed, "denied", io, io.cwd);
  const denied = answer.kind === "deny";
  const reason = denied
    ? answer.reason
    : answer.kind === "failed"
      ? answer.why
      : `it said \`${answer.kind}\``;
  row.probe = { denied, reason, ms: Math.round(ms) };
  row.guarded &&= denied;
}
