import { claudeCodeTarget } from "./claude-code.js";
import { codexTarget } from "./codex.js";
import { cursorTarget } from "./cursor.js";
import type { SandboxTarget } from "./sandbox-target.js";

/**
 * The agents whose own sandbox can be told what policies say. Those that run a container, have no list of paths, or have no sandbox at all
 * are left out.
 */
export const SANDBOX_TARGETS: readonly SandboxTarget[] = [claudeCodeTarget, codexTarget, cursorTarget];

/** The target of an agent; undefined: its sandbox cannot be told, or it has none. */
export function sandboxTarget(agent: string): SandboxTarget | undefined {
  return SANDBOX_TARGETS.find((target) => target.agent === agent);
}
