import { type DockerAgentOptions, DEFAULT_COMPAT } from "./docker-agent-options.js";
import { isRecord, type JsonObject } from "@gatehouse-hooks/json";
import type { PolicyDefinition, Tier } from "@gatehouse-hooks/engine";
import { readYamlOrJson } from "../yaml/document.js";
import type { Report } from "../text/report.js";
import { positionOf, type Source } from "../text/source.js";
import { checkKeys } from "./check-keys.js";
import { idPart } from "../text/characters.js";
import { type FileContext, problemsIn } from "./file-context.js";
import { TOP_KEYS } from "./file-keys.table.js";
import { checkFlavors } from "./check-flavors.js";
import type { Hooks, PlacedHook } from "./hooks/definition.js";
import { hookPolicies } from "./hooks/hook-policies.js";
import { readHooks } from "./hooks/read-hooks.js";
import { lostAt, uniteLost } from "./lost-events.js";
import { readPermissions } from "./permissions/read-permissions.js";
import { readAgents } from "./read-agents.js";
import { readSnapshotSetting } from "./read-snapshot-setting.js";
import { suggestEvent } from "./suggest-event.js";

/** The most of a file's name that goes into ids, in UTF-16 code units. */
const MAX_PREFIX = 100;
/** A number or boolean without quotes. */
const WRITTEN = /^[-+.\w]+/;
/** UTF-16 code units. */
const MAX_SCALAR = 100;

/**
 * Reads a file of docker-agent: an agent file, `hooks` as document 004 shows them, or events alone (SPEC, "Files"). One
 * error, and nothing of the file is loaded: what it could have denied is then reported as lost (SPEC, "Bad files").
 */
export function loadDockerAgent(
  source: Source,
  tier: Tier,
  order: number,
  report: Report,
  { compat = DEFAULT_COMPAT, agent, extraHooks = null, builtins = [] }: DockerAgentOptions,
): readonly PolicyDefinition[] {
  const document = readYamlOrJson(source, report);
  if (document === null) {
    const [issue] = report.issues();
    report.lose("all gating", issue === undefined ? "the file cannot be read" : issue.message);
    return [];
  }
  const problems = problemsIn(document, report);
  const file: FileContext = {
    ...{ path: source.path, tier, compat, builtins, ...problems },
    written: (path) => {
      const start = document.valueAt(path);
      return WRITTEN.exec(source.text.slice(start, start + MAX_SCALAR))?.[0] ?? "";
    },
    lineOf: (path) => positionOf(source, document.keyAt(path)).line,
  };
  const top = document.value;
  const keys = isRecord(top) ? top : {};
  const bare = isHooksOnly(keys);
  checkTop(top, bare, file);
  const permissions = readPermissions(bare ? null : keys["permissions"], ["permissions"], file, order);
  const all = [...hooksOf(keys, bare, agent, file), ...readExtra(extraHooks, file)];
  const failure = problems.failure();
  if (failure !== null) {
    const right = permissions.policies.length > 0 ? ["pre_tool_use"] : [];
    const lost = uniteLost([...failure.lost, right, all.map(({ event }) => event)]);
    report.lose(lost, failure.why, failure.offset);
    return [];
  }
  // The places of two files without agents are the same.
  const named = bare || keys["hooks"] !== undefined;
  return [
    ...permissions.policies,
    ...hookPolicies(all, file, {
      order: order + permissions.policies.length,
      allowed: permissions.allowed,
      ...(named ? { prefix: `${idPart(lastPart(source.path), MAX_PREFIX)} ` } : {}),
    }),
  ];
}

function hooksOf(
  keys: JsonObject,
  bare: boolean,
  agent: DockerAgentOptions["agent"],
  file: FileContext,
): ReturnType<typeof readHooks> {
  if (bare) return readHooks(keys, [], file);
  return [
    ...readHooks(keys["hooks"], ["hooks"], file),
    ...readAgents(keys["agents"], agent, file),
    ...readSnapshotSetting(keys["settings"], file),
  ];
}

function checkTop(top: unknown, bare: boolean, file: FileContext): void {
  if (top === null || (isRecord(top) && Object.keys(top).length === 0)) {
    file.at([], {
      code: "empty-file",
      message: "the file is empty",
      cure: "write `agents`, `hooks` or `permissions` into it, or remove it",
    });
    return;
  }
  if (!isRecord(top)) {
    file.at([], { code: "invalid-type", message: "expected a mapping", cure: "for example `agents: {}`" });
    return;
  }
  if (bare) return;
  checkKeys(top, [], TOP_KEYS, file);
  checkFlavors(top["flavors"], file);
  const unknown = Object.keys(top).some((key) => !TOP_KEYS.includes(key));
  if (unknown || ["agents", "hooks", "permissions", "settings"].some((key) => Object.hasOwn(top, key)))
    return;
  file.at([], {
    code: "missing-key",
    message: "the file has no `agents`, `hooks` or `permissions`",
    cure: "hooks belong under `agents.NAME.hooks`, permissions at the top",
  });
}

function readExtra(hooks: Hooks | null, file: FileContext): readonly PlacedHook[] {
  if (hooks === null) return [];
  // They are in no file: problems are shown at its start.
  const at: FileContext["at"] = (path, problem, lost) =>
    file.at(
      [],
      { ...problem, message: `extra hooks, ${path.join(".")}: ${problem.message}` },
      lost ?? lostAt(path),
    );
  const read = readHooks(hooks, [], { ...file, at, atKey: at, written: () => "", lineOf: () => 1 });
  return read.map((hook) => ({ ...hook, place: `extra.${hook.place}` }));
}

/** A file of events alone, as in `hooks.d`: one of its keys is an event, or nearly one, and none leads to events. */
function isHooksOnly(top: Readonly<Record<string, unknown>>): boolean {
  if (["agents", "hooks"].some((key) => Object.hasOwn(top, key))) return false;
  return Object.keys(top).some((key) => !TOP_KEYS.includes(key) && suggestEvent(key) !== null);
}

function lastPart(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}
