import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Io } from "@gatehouse-hooks/console";
import { type CodexHook, codexHooks, TRUST_BY_HAND } from "./codex-hooks.js";
import { examineHooks } from "./examine-hooks.js";
import type { FoundAgent } from "@gatehouse-hooks/local/agents";
import { readHookCommandLine } from "../hook-command-line.js";
import type { HookTrust, TrustPlan } from "../hook-trust.js";
import { type InitScope, settingsPath } from "../plan-change.js";
import { readTarget } from "../target-file.js";

/** How Codex is brought to trust our hooks. */
export const CODEX_TRUST: HookTrust = {
  agent: "codex",
  plan: planTrust,
  left: trustLeft,
  examine: examineHooks,
};

/** In a path of these, no string of TOML needs an escape. */
const PLAIN_PATH = /^[^"'\\\p{Cc}]+$/u;

/**
 * What Codex itself writes when it is told to trust our hooks, and no others: it is asked in a folder that is thrown away, with a copy of its
 * configuration and the hooks as they will be, so that a person sees the lines before they are written. What Codex hashes is the hook, not the
 * place of its file.
 *
 * @param hooks the hook file as it will be
 */
async function planTrust(
  agent: FoundAgent,
  scope: InitScope,
  hooks: Uint8Array,
  io: Pick<Io, "env" | "home">,
): Promise<TrustPlan> {
  const { program, folder } = agent;
  if (program === undefined) return { kind: "nothing" };
  const file = readTarget(join(folder, "config.toml"));
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), "gatehouse-codex-")));
  try {
    const moved = join(scratch, "codex");
    const project = join(scratch, "project");
    const places: readonly (readonly [real: string, scratch: string])[] = [
      // Codex follows links in the variable, and not in its own default.
      [io.env["CODEX_HOME"] ? realOf(folder) : folder, moved] as const,
      ...(scope.kind === "project" ? [[realOf(scope.folder), project] as const] : []),
    ].toSorted(([a], [b]) => b.length - a.length);
    const odd = places.find(([real]) => !PLAIN_PATH.test(real));
    if (odd !== undefined)
      return { kind: "unknown", why: `the path \`${odd[0]}\` has a quote or a backslash` };
    const there =
      scope.kind === "user"
        ? settingsPath({ ...agent, folder: moved }, scope)
        : settingsPath(agent, { kind: "project", folder: project });
    for (const one of [moved, project, join(there, "..")]) mkdirSync(one, { recursive: true });
    writeFileSync(there, hooks);
    const before = new TextDecoder().decode(file.bytes ?? new Uint8Array());
    if (file.bytes !== undefined) writeFileSync(join(moved, "config.toml"), replaced(before, places));
    const cwd = scope.kind === "user" ? scratch : project;
    const env = { ...io.env, CODEX_HOME: moved };
    const asked = await codexHooks(program, cwd, { env, home: io.home }, isOurs);
    if (asked.kind === "failed") return { kind: "unknown", why: asked.why };
    const written = readTarget(join(moved, "config.toml")).bytes;
    if (written === undefined) return { kind: "nothing" };
    const text = replaced(
      new TextDecoder().decode(written),
      places.map(([real, one]) => [one, real]),
    );
    if (text === before) return { kind: "nothing" };
    return { kind: "change", change: { agent: "codex", file, next: new TextEncoder().encode(text) } };
  } finally {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** What remains to be done so that Codex runs our hooks, and why; undefined: nothing. */
async function trustLeft(
  { program }: FoundAgent,
  scope: InitScope,
  io: Pick<Io, "env" | "home">,
): Promise<string | undefined> {
  if (program === undefined) return TRUST_BY_HAND;
  const asked = await codexHooks(program, scope.kind === "user" ? io.home : scope.folder, io);
  if (asked.kind === "failed") return `${TRUST_BY_HAND} (${asked.why})`;
  if (asked.errors.length > 0) return `Codex reports errors: ${asked.errors.join("; ")}`;
  const ours = asked.hooks.filter(isOurs);
  return ours.length > 0 && ours.every(({ trustStatus }) => trustStatus === "trusted")
    ? undefined
    : TRUST_BY_HAND;
}

function isOurs({ command }: CodexHook): boolean {
  return readHookCommandLine(command ?? "")?.agent === "codex";
}

function replaced(text: string, pairs: readonly (readonly [from: string, to: string])[]): string {
  return pairs.reduce((all, [from, to]) => all.replaceAll(from, to), text);
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
