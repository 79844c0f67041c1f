import { ALL_GATING, type PolicyDefinition } from "@gatehouse-hooks/engine";
import { findAgents, type FoundAgent } from "@gatehouse-hooks/local/agents";
import type { Settings } from "@gatehouse-hooks/local";
import type { Io } from "@gatehouse-hooks/console";
import { printable } from "@gatehouse-hooks/console/print";
import { lookAtChange } from "@gatehouse-hooks/runtime";
import { agentOf, type ChangedFile, readInstallRecord, recordPath } from "../init/install-record.js";
import { installedEntries } from "../init/installed-entries.js";
import { isOpenCodePlugin } from "../init/opencode-plugin.js";
import type { DoctorFinding } from "./doctor-finding.js";
import { examineHooks, examineSwitches, moreFiles } from "./examine-settings.js";
import { examineTrust } from "./examine-trust.js";
import { settingsFile, type SettingsFile } from "./settings-file.js";

/** An agent with hooks that `gatehouse init` has put in, and the files that say whether they run. */
interface WiredAgent {
  readonly agent: FoundAgent;
  /** Those that `init` has changed, for the user or for one of the projects. */
  readonly changed: readonly ChangedFile[];
  /** What else can switch the hooks off. */
  readonly more: readonly string[];
}

type Place = Pick<Settings, "project" | "also">;

/**
 * What an agent is warned with because hooks that `gatehouse init` has put in are gone, switched off or changed: one policy for each agent
 * of which that is so, this one or another. Warnings only: no answer becomes another one.
 *
 * The state of every file is recorded before it is read (`recordLooks`), so that stored policies are made anew when one changes.
 */
export async function lostHookPolicies(
  io: Pick<Io, "env" | "home">,
  place: Place,
): Promise<readonly PolicyDefinition[]> {
  const policies: PolicyDefinition[] = [];
  for (const wired of lookAtHookFiles(io, place)) {
    const findings = await lostHooks(wired, io, place);
    if (findings.length > 0) policies.push(warningOf(wired.agent, findings));
  }
  return policies;
}

/** Looks at the files whose change can take a hook away: `doctor --watch` and every decision look at them again. Returns the agents that have them. */
export function lookAtHookFiles(io: Pick<Io, "env" | "home">, place: Place): readonly WiredAgent[] {
  lookAtChange(recordPath(io.home));
  const wired = wiredAgents(io, place);
  for (const { changed, more } of wired)
    for (const path of [...changed.map((one) => one.path), ...more]) lookAtChange(path);
  return wired;
}

function wiredAgents(io: Pick<Io, "env" | "home">, { project, also = [] }: Place): readonly WiredAgent[] {
  const projects = [project, ...also];
  const files = recorded(io.home).filter(({ scope }) => scope === "user" || projects.includes(scope));
  return findAgents(io).flatMap((agent) => {
    const { wiring } = agent;
    const changed = files.filter((file) => file.agent === wiring.agent && agentOf(file) === file.agent);
    const paths = changed.map(({ path }) => path);
    const more = projects.flatMap((one) => moreFiles(wiring, one, paths));
    return changed.length === 0 ? [] : [{ agent, changed, more }];
  });
}

/** A record that cannot be read is for `doctor` to say: no decision fails of it. */
function recorded(home: string): readonly ChangedFile[] {
  try {
    return readInstallRecord(home).files;
  } catch {
    return [];
  }
}

async function lostHooks(
  { agent, changed, more }: WiredAgent,
  io: Pick<Io, "env" | "home">,
  { project }: Place,
): Promise<readonly DoctorFinding[]> {
  const { wiring } = agent;
  const others = more.flatMap((path) => settingsFile(path, wiring) ?? []);
  const findings = others.flatMap((file) => examineSwitches(file, wiring));
  for (const { path, scope } of changed.filter((one) => !one.path.endsWith(".toml"))) {
    const file = settingsFile(path, wiring);
    if (file === undefined || !hasOurs(file, agent)) {
      const message = "its hooks are gone";
      findings.push({ code: "not-installed", severity: "error", path, message, cure: "" });
    }
    if (file === undefined) continue;
    findings.push(...examineSwitches(file, wiring), ...examineHooks(file, wiring));
    // Codex itself is not asked: what its settings say is enough here.
    const asWritten = { ...agent, program: undefined };
    const inProject = scope === "user" ? undefined : project;
    findings.push(...(await examineTrust(asWritten, { path, project: inProject }, io)));
  }
  return findings.filter(({ severity }) => severity === "error");
}

function hasOurs({ text, root, problem }: SettingsFile, { wiring }: FoundAgent): boolean {
  if (problem !== undefined) return true;
  return wiring.shape === "plugin"
    ? isOpenCodePlugin(text)
    : installedEntries(root, wiring).some(({ own }) => own !== undefined);
}

/** Its words are ours: what a changed file says is for `doctor` to show to a person, and not for an agent to read. */
function warningOf({ wiring }: FoundAgent, findings: readonly DoctorFinding[]): PolicyDefinition {
  const { agent, title } = wiring;
  const what = [...new Set(findings.map(({ code, path = "" }) => `\`${code}\` in ${printable(path)}`))];
  const reason = `${title} may not be guarded (${what.join(", ")}). Tell the person: \`gatehouse doctor ${agent}\` says why, and what to do; where they are gone, \`gatehouse init ${agent}\` puts them back; \`gatehouse init --undo ${agent}\` ends this warning`;
  return {
    id: `hooks-gone/${agent}`,
    events: [ALL_GATING, "SessionStart", "session_start"],
    tier: "enforced",
    handler: { kind: "static", verdict: "warn", reason },
  };
}
