import { boxOf, SANDBOX_TARGETS, type SandboxTarget, sandboxTarget } from "@gatehouse-hooks/box";
import { UsageError } from "@gatehouse-hooks/console";
import { plural, printable } from "@gatehouse-hooks/console/print";
import { policiesOf, type PolicySet } from "@gatehouse-hooks/engine";
import { type Context, printAsIs } from "@gatehouse-hooks/local";
import { findAgents } from "@gatehouse-hooks/local/agents";
import { requireHome } from "@gatehouse-hooks/local/places";
import { applyChange } from "../init/apply-change.js";
import { readInstallRecord, writeInstallRecord } from "../init/install-record.js";
import { isUnchanged } from "../init/plan-change.js";
import { changeText, showChange } from "../init/show-change.js";
import { refuseAgent } from "@gatehouse-hooks/local/person";
import { askedCalls } from "../approvals/asked-calls.js";
import { undoChange } from "../init/undo-change.js";
import { planSettings, settingsRecord } from "./plan-settings.js";

/** What is done with the settings of an agent's own sandbox. */
export type SettingsAct = "show" | "write" | "undo";

/** The most places without words that are named. */
const MOST_NAMED = 4;

/**
 * `gatehouse box --settings AGENT`: what the agent's own sandbox would be told of the policies, as a difference of the user's file; with
 * `--write` it is written, with `--undo` taken back.
 *
 * @throws UsageError for an agent whose sandbox cannot be told, and where the file cannot be read or edited
 */
export async function boxSettings(
  context: Context,
  agent: string,
  set: PolicySet,
  act: SettingsAct,
): Promise<void> {
  const { home } = context.io;
  requireHome(home);
  const target = sandboxTarget(agent);
  if (target === undefined)
    throw new UsageError(
      `\`${agent}\` has no sandbox whose settings are made of policies`,
      `write one of ${SANDBOX_TARGETS.map((one) => one.agent).join(", ")}`,
    );
  if (act === "undo") {
    refuseAgent(context.io, await askedCalls(context.io.home).asking());
    return await undoSettings(context, target);
  }
  const found = findAgents(context.io).find(({ wiring }) => wiring.agent === agent);
  if (found === undefined) throw new UsageError(`the folder of \`${agent}\` is not known`);
  const { profile } = boxOf(policiesOf(set));
  const { change, unsaid } = planSettings(target, profile, { home, folder: found.folder });
  const isDone = isUnchanged(change);
  if (act === "write" && !isDone) applyChange(home, { kind: "user" }, change);
  const path = change.file.target;
  const json = {
    agent,
    path,
    diff: isDone ? "" : changeText(change),
    unsaid,
    written: act === "write" && !isDone,
  };
  await printAsIs(context, json, [
    ...(isDone ? [`${printable(path)}: nothing to do`] : showChange(change, context.colors)),
    ...unsaidLines(target, unsaid),
    ...(isDone
      ? []
      : [
          act === "write" ? `written: ${printable(path)}` : context.colors.dim("nothing is written: --write"),
        ]),
  ]);
}

function unsaidLines({ title }: SandboxTarget, unsaid: readonly string[]): readonly string[] {
  if (unsaid.length === 0) return [];
  // What is meant wherever it is says most.
  const named = unsaid.toSorted((a, b) => Number(b.startsWith("**")) - Number(a.startsWith("**")));
  const shown = named.slice(0, MOST_NAMED).map((glob) => `\`${printable(glob)}\``);
  const more = unsaid.length > MOST_NAMED ? " and others" : "";
  return [
    `${title}'s sandbox has no words for ${plural(unsaid.length, "place")}, which the policies alone guard: ${shown.join(", ")}${more}`,
  ];
}

async function undoSettings(context: Context, target: SandboxTarget): Promise<void> {
  const { home } = context.io;
  const changed = settingsRecord(home, target);
  if (changed === undefined) {
    await printAsIs(context, { agent: target.agent, did: { kind: "left", why: "nothing was written" } }, [
      "nothing to undo",
    ]);
    return;
  }
  const did = undoChange(home, changed, undefined);
  if (did.kind === "left" && did.why !== "it was deleted since")
    throw new UsageError(
      `\`${changed.target}\` is left as it is: ${did.why}`,
      "take the settings of the sandbox out by hand, or undo what was changed since",
    );
  const record = readInstallRecord(home);
  writeInstallRecord(home, { ...record, files: record.files.filter((one) => one.agent !== changed.agent) });
  await printAsIs(context, { agent: target.agent, path: changed.target, did }, [
    `${printable(changed.target)}: ${did.kind === "taken out" ? "what Gatehouse wrote is gone, what was changed since stays" : "as it was before"}`,
  ]);
}
