import { join } from "node:path";
import type { Io } from "../io.js";
import { recordChange } from "./apply-change.js";
import { codexHooks } from "./codex-trust.js";
import type { FoundAgent } from "./find-agents.js";
import { readHookCommandLine } from "./hook-command-line.js";
import type { InitScope } from "./plan-change.js";
import { readTarget } from "./target-file.js";

/** What the person still has to do by hand. */
export const TRUST_BY_HAND =
  "Codex runs no hook before it is trusted: start `codex`, type `/hooks`, and trust those of Gatehouse";

/**
 * Has Codex trust our hooks, and no other. Its configuration is changed by Codex itself, and recorded.
 *
 * @returns what remains to be done, and why; undefined: nothing
 */
export async function trustInCodex(
  agent: FoundAgent,
  scope: InitScope,
  io: Pick<Io, "env" | "home">,
): Promise<string | undefined> {
  if (agent.program === undefined) return TRUST_BY_HAND;
  const path = join(agent.folder, "config.toml");
  const before = readTarget(path);
  const cwd = scope.kind === "user" ? io.home : scope.folder;
  const asked = await codexHooks(
    agent.program,
    cwd,
    io,
    ({ command }) => readHookCommandLine(command ?? "")?.agent === "codex",
  );
  const after = readTarget(path);
  if (after.bytes !== undefined && Buffer.compare(before.bytes ?? new Uint8Array(), after.bytes) !== 0) {
    recordChange(io.home, scope, { agent: "codex", file: before, next: after.bytes });
  }
  if (asked.kind === "failed") return `${TRUST_BY_HAND} (${asked.why})`;
  if (asked.errors.length > 0) return `Codex reports errors: ${asked.errors.join("; ")}`;
  const ours = asked.hooks.filter(({ command }) => readHookCommandLine(command ?? "") !== undefined);
  return ours.length > 0 && ours.every(({ trustStatus }) => trustStatus === "trusted")
    ? undefined
    : TRUST_BY_HAND;
}
