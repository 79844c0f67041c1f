import { readFileSync } from "node:fs";
import type { Io } from "@gatehouse-hooks/console";
import type { FoundAgent } from "@gatehouse-hooks/local/agents";
import { type InitScope, settingsPath } from "./plan-change.js";
import type { InstallPlan, InstallStep } from "./plan-install.js";
import { planTrust } from "./trust-in-codex.js";

/** A plan with what Codex's own configuration has to say, which is written and shown as any other file. */
export async function withTrust(
  plan: InstallPlan,
  {
    agents,
    scope,
    io,
  }: {
    readonly agents: readonly FoundAgent[];
    readonly scope: InitScope;
    readonly io: Pick<Io, "env" | "home">;
  },
): Promise<InstallPlan> {
  const row = plan.rows.find((one) => one.agent === "codex");
  const agent = agents.find(({ wiring }) => wiring.agent === "codex");
  if (agent === undefined || (row?.state !== "planned" && row?.state !== "unchanged")) return plan;
  const at = plan.steps.findIndex((step) => step.agent === agent);
  const hooks = plan.steps[at]?.change.next ?? readFileSync(settingsPath(agent, scope));
  const trust = await planTrust(agent, scope, hooks, io);
  if (trust.kind === "unknown")
    row.notes.push(
      `what Codex would write to trust the hooks is not known, and is left to you: ${trust.why}`,
    );
  if (trust.kind !== "change") return plan;
  row.state = "planned";
  const step: InstallStep = { change: trust.change, row };
  return { ...plan, steps: [...plan.steps.slice(0, at + 1), step, ...plan.steps.slice(at + 1)] };
}
