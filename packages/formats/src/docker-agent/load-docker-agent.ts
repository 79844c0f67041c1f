import type { PolicyDefinition, Tier } from "@gatehouse/engine";
import { readDocument } from "../gatehouse/document.js";
import type { Path } from "../gatehouse/document.js";
import { quote } from "../text/quote.js";
import type { Report } from "../text/report.js";
import { positionOf, type Source } from "../text/source.js";
import { suggest } from "../text/suggest.js";
import { type Compat, DEFAULT_COMPAT } from "./compat.js";
import { dockerAgentEvents } from "./contract.js";
import { idPart } from "./cut.js";
import { type FileContext, problemsIn } from "./file-context.js";
import { readAgentFlags } from "./hooks/agent-flags.js";
import type { Hooks } from "./hooks/definition.js";
import { hookPolicies } from "./hooks/hook-policies.js";
import type { PlacedHook } from "./hooks/placed-hook.js";
import { readHooks } from "./hooks/read-hooks.js";
import { readPermissions } from "./permissions/read-permissions.js";

/** How a file of docker-agent is read. */
export interface DockerAgentOptions {
  /** Default `2026-09`. */
  readonly compat?: Compat;
  /** The agent whose hooks are loaded. Default: all, each for the events of its agent. */
  readonly agent?: string;
  /** Hooks after those of the file, such as those of `hooksFromFlags`. */
  readonly extraHooks?: Hooks | null;
}

/** What stands for something at the top of a file, beside what this format does not look at. */
const TOP_KEYS = ["agents", "permissions", "hooks"];
const AGENT_KEYS = ["hooks", "add_date", "add_environment_info", "add_prompt_files", "redact_secrets"];
/** Keys of docker-agent that are near to ours and are none. */
const OTHER_KEYS = new Set(["agent", "handoffs", "name", "toolsets", "commands", "models", "mcps"]);

/** The most of a file's name that goes into ids, in UTF-16 code units. */
const MAX_PREFIX = 100;
/** A number or boolean without quotes. */
const WRITTEN = /^[-+.\w]+/;
/** UTF-16 code units. */
const MAX_SCALAR = 100;

/**
 * Reads an agent file of docker-agent, or a file that holds hooks only (its top keys are events). One error, and nothing of
 * the file is loaded: a host that gates actions must then refuse to run (SPEC, "Bad files").
 */
export function loadDockerAgent(
  source: Source,
  tier: Tier,
  order: number,
  report: Report,
  { compat = DEFAULT_COMPAT, agent, extraHooks = null }: DockerAgentOptions,
): readonly PolicyDefinition[] {
  const document = readDocument(source, report);
  if (document === null) return [];
  const problems = problemsIn(document, report);
  const file: FileContext = {
    path: source.path,
    tier,
    compat,
    ...problems,
    written: (path) => {
      const start = document.valueAt(path);
      return WRITTEN.exec(source.text.slice(start, start + MAX_SCALAR))?.[0] ?? "";
    },
    lineOf: (path) => positionOf(source, document.keyAt(path)).line,
  };
  const top = document.value;
  if (top !== null && !isRecord(top)) {
    file.at([], { code: "invalid-type", message: "expected a mapping", cure: "for example `agents: {}`" });
    return [];
  }
  const keys = top ?? {};
  const bare = isHooksOnly(keys, compat);
  if (!bare) reportNear(keys, [], TOP_KEYS, file);
  const permissions = readPermissions(keys["permissions"], ["permissions"], file, order);
  const hooks = bare ? readHooks(keys, [], file) : readAgents(keys["agents"], agent, file);
  const extra = readExtra(extraHooks, file);
  if (problems.failed()) return [];
  const own = hookPolicies([...hooks, ...extra], file, {
    order: order + permissions.policies.length,
    allowed: permissions.allowed,
    // The places of two such files are the same.
    ...(bare ? { prefix: `${idPart(lastPart(source.path), MAX_PREFIX)} ` } : {}),
  });
  return [...permissions.policies, ...own];
}

function readAgents(value: unknown, wanted: string | undefined, file: FileContext): readonly PlacedHook[] {
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
    const meant = suggest(wanted, names);
    file.atKey(path, {
      code: "unknown-agent",
      message: `the file has no agent ${quote(wanted)}`,
      cure: meant === null ? "name an agent of the file" : `did you mean ${quote(meant)}?`,
    });
    return [];
  }
  return names.flatMap((name) => {
    const at = [...path, name];
    const agent = value[name];
    if (agent === null) return [];
    if (!isRecord(agent)) {
      file.at(at, { code: "invalid-type", message: "expected a mapping", cure: "for example `hooks: {}`" });
      return [];
    }
    reportNear(agent, at, AGENT_KEYS, file);
    const hooks = [...readHooks(agent["hooks"], [...at, "hooks"], file), ...readAgentFlags(agent, at, file)];
    if (wanted !== undefined && wanted !== name) return [];
    return wanted !== undefined || names.length === 1
      ? hooks
      : hooks.map((hook) => ({ ...hook, agent: name }));
  });
}

function readExtra(hooks: Hooks | null, file: FileContext): readonly PlacedHook[] {
  if (hooks === null) return [];
  // They stand in no file: problems are shown at its start.
  const at: FileContext["at"] = (path, problem) =>
    file.at([], { ...problem, message: `extra hooks, ${path.join(".")}: ${problem.message}` });
  const read = readHooks(hooks, [], { ...file, at, atKey: at, written: () => "", lineOf: () => 1 });
  return read.map((hook) => ({ ...hook, place: `extra.${hook.place}` }));
}

/** The keys that this format does not know belong to others, but one that is nearly ours is probably misspelt. */
function reportNear(
  mapping: Readonly<Record<string, unknown>>,
  path: Path,
  known: readonly string[],
  { atKey }: FileContext,
): void {
  for (const key of Object.keys(mapping)) {
    if (known.includes(key) || OTHER_KEYS.has(key)) continue;
    const meant = suggest(key, known);
    if (meant === null) continue;
    atKey([...path, key], {
      code: "unknown-key",
      message: `unknown key ${quote(key)}`,
      cure: `did you mean ${quote(meant)}?`,
    });
  }
}

/** A file of hooks only: every top key is an event, or nearly one. */
function isHooksOnly(top: Readonly<Record<string, unknown>>, compat: Compat): boolean {
  const events = dockerAgentEvents(compat);
  return !Object.hasOwn(top, "agents") && Object.keys(top).some((key) => events.includes(key));
}

function lastPart(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
