import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Environment } from "../hook/hook-under-test.js";
import { installedAgent } from "../install/installed-agent.js";
import { PROFILES } from "../profiles/index.js";
import { runSession, type SessionOptions, type SessionReport } from "../session/run-session.js";
import type { SessionPlace } from "../session/session-place.js";
import { writeJson } from "../session/write-json.js";
import type { DocumentBench } from "./document-line.js";

const packages = path.resolve(import.meta.dirname, "../../../packages");
const TIMEOUT_MS = 180_000;

/** A session of Claude Code with lines of `gatehouse hook` at some events. */
export interface ClaudeSession extends Pick<SessionOptions, "turns" | "model" | "env"> {
  /** The events, and what the line says besides the agent's name. */
  readonly hooks: Readonly<Record<string, string>>;
  /** Files by their names, `~/` for those of the home. */
  readonly files: Readonly<Record<string, string>>;
  readonly prepare?: (place: SessionPlace, env: Environment) => void | Promise<void>;
}

/** Runs it. The package of hooks is installed below `~/.gatehouse`, as its documents say. */
export async function runClaude(
  { folder, program }: DocumentBench,
  { hooks, files, prepare, ...options }: ClaudeSession,
): Promise<SessionReport> {
  const agent = installedAgent(folder, "claude-code");
  if (agent === undefined) throw new Error(`\`claude-code\` is not in \`${folder}\``);
  return await runSession({
    ...options,
    agent,
    profile: PROFILES["claude-code"],
    native: "allow",
    timeoutMs: TIMEOUT_MS,
    async equip(place, env) {
      for (const [name, text] of Object.entries(files)) writeBelow(place, name, text);
      installHooks(place);
      writeJson(path.join(place.home, ".claude/settings.json"), {
        hooks: Object.fromEntries(
          Object.entries(hooks).map(([event, args]) => [event, [entry(event, program, args)]]),
        ),
      });
      await prepare?.(place, env);
    },
  });
}

function entry(event: string, program: string, args: string): object {
  const command = `'${process.execPath}' '${program}' hook claude-code ${args} || exit 2`;
  const matcher = event.includes("ToolUse") ? { matcher: "*" } : {};
  return { ...matcher, hooks: [{ type: "command", command, timeout: 60 }] };
}

function writeBelow({ home, project }: SessionPlace, name: string, text: string): void {
  const file = name.startsWith("~/") ? path.join(home, name.slice(2)) : path.join(project, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function installHooks({ home }: SessionPlace): void {
  const modules = path.join(home, ".gatehouse/node_modules");
  mkdirSync(path.join(modules, "@gatehouse-hooks"), { recursive: true });
  symlinkSync(path.join(packages, "hooks"), path.join(modules, "@gatehouse-hooks/hooks"));
  symlinkSync(path.join(packages, "hooks/node_modules/zod"), path.join(modules, "zod"));
}
