import { isRecord, nearName } from "@gatehouse-hooks/json";
import type { DocumentPath } from "../yaml/document.js";
import { cite } from "../text/cite.js";
import type { FileContext } from "./file-context.js";
import { AGENT_KEYS } from "./file-keys.table.js";
import { readAgentFlags } from "./hooks/agent-flags.js";
import type { PlacedHook } from "./hooks/definition.js";
import { readHooks } from "./hooks/read-hooks.js";
import { checkKeys } from "./check-keys.js";
import { checkToolsets } from "./check-toolsets.js";
import { teamOf } from "./route.js";

/**
 * Reads the `agents:` block: the hooks and flags of each agent, or of the one that is wanted. Where several agents are
 * loaded, each hook says whose it is.
 */
export function readAgents(
  value: unknown,
  wanted: string | undefined,
  file: FileContext,
): readonly PlacedHook[] {
  const path = ["agents"];
  if (value === undefined || value === null) return [];
  if (!isRecord(value)) {
    file.at(path, {
      code: "invalid-type",
      message: "expected a mapping of agents",
      cure: "for example `root: {}`",
    });
    return [];
  }
  const names = Object.keys(value);
  if (wanted !== undefined && !names.includes(wanted)) {
    const meant = nearName(wanted, names);
    file.atKey(path, {
      code: "unknown-agent",
      message: `the file has no agent ${cite(wanted)}`,
      cure: meant === null ? "name an agent of the file" : `did you mean ${cite(meant)}?`,
    });
    return [];
  }
  const team = teamOf(value);
  return names.flatMap((name) => {
    const at = [...path, name];
    const agent = value[name];
    if (agent === null) return [];
    if (!isRecord(agent)) {
      file.at(at, { code: "invalid-type", message: "expected a mapping", cure: "for example `hooks: {}`" });
      return [];
    }
    checkKeys(agent, at, AGENT_KEYS, file);
    checkSafety(agent["safety"], [...at, "safety"], file);
    checkToolsets(agent["toolsets"], [...at, "toolsets"], file);
    const hooks = [...readHooks(agent["hooks"], [...at, "hooks"], file), ...readAgentFlags(agent, at, file)];
    if (wanted !== undefined && wanted !== name) return [];
    return wanted !== undefined || names.length === 1
      ? hooks
      : hooks.map((hook) => ({ ...hook, agent: { name, team } }));
  });
}

/** The modes that an agent may begin in, as docker-agent spells them in a file. */
const MODES: readonly unknown[] = ["strict", "balanced", "autonomous"];

/** Says what docker-agent refuses: no policy is made of the mode. */
function checkSafety(value: unknown, at: DocumentPath, file: FileContext): void {
  if (value === undefined || value === null || MODES.includes(value)) return;
  file.at(at, {
    severity: "warning",
    code: "invalid-value",
    message: `${cite("safety")} is not a mode of docker-agent, which refuses the file`,
    cure: `write one of ${MODES.join(", ")}`,
  });
}
