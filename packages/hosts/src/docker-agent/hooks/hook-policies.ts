import { isRecord } from "@gatehouse-hooks/json";
import type { Handler, OnFailure, PolicyDefinition } from "@gatehouse-hooks/engine";
import { type Compat, contractName } from "../docker-agent-options.js";
import { canBlock, contractOf } from "../contract.js";
import { idPart } from "../../text/characters.js";
import type { FileContext } from "../file-context.js";
import { conditionOf } from "../matcher.js";
import { routeOf } from "../route.js";
import type { HookDefinition, PlacedHook } from "./definition.js";

/** Seconds, when a hook names none, or 0 (document 004, "Configuration"). */
const DEFAULT_TIMEOUT_S = 60;
/** The longest name of an agent in an id, in UTF-16 code units. */
const MAX_AGENT = 60;
/** The longest label in an id, in UTF-16 code units. */
const MAX_LABEL = 60;

/** What the hooks of a file share, apart from the file. */
interface HookPolicyOptions {
  /** Position of the first policy. */
  readonly order: number;
  /** Prefixes every place, for files whose places would be those of another file. */
  readonly prefix?: string;
  /** Tool calls that an explicit permission allows: no model is asked about them. */
  readonly allowed?: string | null;
}

/**
 * Makes one policy of each hook. Of hooks of one event that are equal in every field, the first of those that an event is
 * for runs, in its own place (SPEC, "Same hooks").
 */
export function hookPolicies(
  hooks: readonly PlacedHook[],
  file: FileContext,
  { order, prefix = "", allowed = null }: HookPolicyOptions,
): readonly PolicyDefinition[] {
  return keepersLast(withoutRepeats(hooks)).map(({ placed, unless }, index) => {
    const { event, hook, matcher, place, line, agent } = placed;
    const judge = hook.type === "model";
    const conditions = [
      ...(agent === undefined ? [] : [routeOf(event, agent)]),
      ...(judge && event === "pre_tool_use" && allowed !== null ? [`!(${allowed})`] : []),
      ...(unless.length === 0 ? [] : [`!(${unless.join(" || ")})`]),
    ];
    const where = agent === undefined ? place : `${idPart(agent.name, MAX_AGENT)}.${place}`;
    return {
      id: `${prefix}${where}: ${labelOf(hook)}`,
      tier: file.tier,
      events: [event],
      handler: hookHandler(hook, file.compat),
      order: order + index,
      ...(matcher === null ? {} : { matcher }),
      ...(conditions.length === 0 ? {} : { condition: conditionOf(conditions.join(" && ")) }),
      onFailure: onFailureOf(hook, event, file.compat),
      ...(judge ? {} : { alwaysRuns: true }),
      source: { path: file.path, line, format: "docker-agent" },
    };
  });
}

/** What keeps whole answers on the disk comes after what hides secrets in them, wherever the file has it. */
function keepersLast<Item extends { readonly placed: PlacedHook }>(hooks: readonly Item[]): readonly Item[] {
  const keeps = ({ placed: { hook } }: Item): boolean =>
    hook.type === "builtin" && hook.command === "limit_large_tool_results";
  return [...hooks.filter((one) => !keeps(one)), ...hooks.filter(keeps)];
}

/** What the documents call a hook in messages: its name, else its command, else its type. */
function labelOf({ name, command, type }: HookDefinition): string {
  const label = [name, command, type].find((text) => text !== undefined && text.trim() !== "") ?? type;
  const [first = ""] = label.trim().split(/[\r\n]/, 1);
  return idPart(first, MAX_LABEL);
}

function hookHandler(hook: HookDefinition, compat: Compat): Handler {
  const { type, command = "", timeout = 0, args = [] } = hook;
  const timeoutMs = (timeout > 0 ? timeout : DEFAULT_TIMEOUT_S) * 1000;
  if (type === "model") {
    return {
      kind: "judge",
      prompt: hook.prompt ?? "",
      ...(hook.model === undefined ? {} : { model: hook.model }),
      timeoutMs,
      cache: "none",
      template: "docker-agent",
      schema: hook.schema ?? "",
    };
  }
  if (type === "builtin") {
    return { kind: "builtin", name: command, ...(args.length === 0 ? {} : { args }), timeoutMs };
  }
  // No `args`: the command is shell text (document 004, "Configuration").
  return {
    kind: "command",
    command,
    ...(hook.env === undefined ? {} : { env: hook.env }),
    ...(hook.working_dir === undefined || hook.working_dir === "" ? {} : { workingDir: hook.working_dir }),
    timeoutMs,
    contract: contractName(compat),
    ...(hook.strict_output === true ? { strictOutput: true } : {}),
  };
}

/**
 * What a failure of a hook means (document 004, "Exit Codes" and `on_error`). Never an approval of a tool call: a hook
 * that decides about one denies, or leaves it to the user.
 */
function onFailureOf({ on_error: onError }: HookDefinition, event: string, compat: Compat): OnFailure {
  const said = onError === "ignore" || onError === "warn" ? onError : null;
  if (contractOf(event).failClosed === true) return "deny";
  if (onError === "block") return canBlock(event) || compat === "2026-05" ? "deny" : "warn";
  if (event === "permission_request" && compat !== "2026-05") return "ask";
  return said ?? "warn";
}

interface OnceHook {
  readonly placed: PlacedHook;
  /** The conditions under which an equal hook before it runs, as text. */
  readonly unless: readonly string[];
}

/** Leaves out what never runs because an equal hook before it runs for every event. */
function withoutRepeats(hooks: readonly PlacedHook[]): readonly OnceHook[] {
  const before = new Map<string, string[]>();
  return hooks.flatMap((placed) => {
    const key = JSON.stringify([placed.event, identityOf(placed.hook)]);
    const unless = before.get(key) ?? [];
    const runs = runsOn(placed);
    if (unless.some((one) => one === "true" || one === runs)) return [];
    before.set(key, [...unless, runs]);
    return [{ placed, unless }];
  });
}

/** The text of the condition under which a hook runs. */
function runsOn({ event, matcher, agent }: PlacedHook): string {
  const terms = [
    ...(agent === undefined ? [] : [routeOf(event, agent)]),
    ...(matcher === null ? [] : [`(${matcher.text})`]),
  ];
  return terms.length === 0 ? "true" : terms.join(" && ");
}

/** Every field that is written; no arguments and an empty list, no variables and an empty mapping are the same. */
function identityOf(hook: HookDefinition): readonly unknown[] {
  const entries: readonly (readonly [string, unknown])[] = Object.entries(hook);
  return entries
    .filter(([, value]) => !(typeof value === "object" && value !== null && Object.keys(value).length === 0))
    .map(([key, value]): [string, unknown] => [
      key,
      isRecord(value) ? Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)) : value,
    ])
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}
