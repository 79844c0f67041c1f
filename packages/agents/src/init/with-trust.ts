import { readFileSync } from "node:fs";
import type { Io } from "@gatehouse-hooks/console";
import type { FoundAgent } from "@gatehouse-hooks/local/agents";
import type { HookTrust } from "./hook-trust.js";
import { HOOK_TRUSTS } from "./hook-trusts.table.js";
import { type InitScope, settingsPath } from "./plan-change.js";
import type { InstallPlan, InstallStep } from "./plan-install.js";

/** What is installed, where. */
interface TrustedInstall {
  readonly agents: readonly FoundAgent[];
  readonly scope: InitScope;
  readonly io: Pick<Io, "env" | "home">;
}

/** A plan with what agents' own configurations have to say, which is written and shown as any other file. */
export async function withTrust(plan: InstallPlan, install: TrustedInstall): Promise<InstallPlan> {
  let whole = plan;
  for (const trust of HOOK_TRUSTS) whole = await withTrustOf(trust, whole, install);
  return whole;
}

async function withTrustOf(
  trust: HookTrust,
  plan: InstallPlan,
  { agents, scope, io }: TrustedInstall,
): Promise<InstallPlan> {
  const row = plan.rows.find((one) => one.agent === trust.agent);
  const agent = agents.find(({ wiring }) => wiring.agent === trust.agent);
  if (agent === undefined || (row?.state !== "planned" && row?.state !== "unchanged")) return plan;
  const at = plan.steps.findIndex((step) => step.agent === agent);
  const hooks = plan.steps[at]?.change.next ?? readFileSync(settingsPath(agent, scope));
  const planned = await trust.plan(agent, scope, hooks, io);
  if (planned.kind === "unknown")
    row.notes.push(
      `what ${agent.wiring.title} would write to trust the hooks is not known, and is left to you: ${planned.why}`,
    );
  if (planned.kind !== "change") return plan;
  row.state = "planned";
  const step: InstallStep = { change: planned.change, row };
  return { ...plan, steps: [...plan.steps.slice(0, at + 1), step, ...plan.steps.slice(at + 1)] };
}
