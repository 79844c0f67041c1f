import { type Issue, type JsonObject, sealJsonObject } from "@gatehouse-hooks/json";
import {
  compilePolicies,
  type Decision,
  type Event,
  type PolicyDefinition,
  type PolicySet,
  readEvent,
  type Tier,
  type Verdict,
} from "@gatehouse-hooks/engine";
import { cite } from "../text/cite.js";
import { MIMIR_EVENTS } from "./mimir-events.table.js";
import { interpretMimir, type MimirRun } from "./interpret.js";
import { prepareMimirEvent } from "./complete-event.js";
import { readKeys, type MimirHook } from "./read-keys.js";
import { meantEvents } from "./suggest-event.js";
import * as hookReader from "./hook-policy.js";

/** What a hook is told (document 003, "Hook Behavior"). */
export interface MimirHookContext {
  /** The values of the placeholders, by name; JSON variables as JSON text. */
  readonly variables: Readonly<Record<string, string>>;
}

/** What the hooks of one event came to (document 003, "Hook Behavior"). */
export interface RegistryResult {
  /** No hook failed. */
  readonly success: boolean;
  /** 0, or the exit code of the first command that failed; 1 where it has none: a timeout, a signal, a hook that did not run. */
  readonly exitCode: number;
  /** What the commands wrote, one after the other. */
  readonly stdout: string;
  /** What the commands wrote; of hooks that could not say it themselves, what went wrong. */
  readonly stderr: string;
  /** Milliseconds. */
  readonly duration: number;
  /** Whether the operation may go on is the decision's `effect`; `null` without a hook. */
  readonly decision: Decision | null;
}

export interface HookRegistryOptions {
  /**
   * Drives the engine, normally with a runtime whose command handler has this `interpret`: that is how the registry learns
   * what the commands wrote and how they ended.
   *
   * @example
   * decide: (policies, event, interpret) =>
   *   createRuntime({ policies, handlers: { command: commandHandler({ interpret, env, cwd }) } }).decide(event)
   */
  readonly decide: (
    policies: PolicySet,
    event: Event,
    interpret: (run: MimirRun, need?: { readonly event: Event }) => Verdict,
  ) => Promise<Decision>;
}

/** The registry of document 003 ("Hook Registry") over the engine. */
export interface HookRegistry {
  /**
   * Adds a hook. Of one event there is one hook in the tiers `user` and `project` each: a later one takes its place.
   * Enforced hooks stay, run first, and the others run in addition.
   *
   * @param tier whose hook it is, default `user`. `enforced: true` inside of the hook has no effect
   * @returns what is wrong with it, and what is in force instead
   */
  register(hookName: string, config: MimirHook, options?: { readonly tier?: Tier }): readonly Issue[];
  /** Runs the hooks of an event. Never rejects because of a hook. */
  execute(hookName: string, context: MimirHookContext): Promise<RegistryResult>;
  /** Every hook, enforced ones first. */
  list(): readonly { readonly name: string; readonly config: MimirHook; readonly tier: Tier }[];
  isEnforced(hookName: string): boolean;
}

interface Entry {
  readonly name: string;
  readonly config: MimirHook;
  readonly tier: Tier;
  readonly policy: PolicyDefinition | null;
}

const RANK: Readonly<Record<Tier, number>> = { enforced: 0, user: 1, project: 2 };

/** A registry without hooks. */
export function createHookRegistry({ decide }: HookRegistryOptions): HookRegistry {
  let entries: readonly Entry[] = [];
  const isEnforced = (name: string): boolean =>
    entries.some((entry) => entry.tier === "enforced" && entry.name === name);

  return {
    isEnforced,
    list: () => entries.map(({ name, config, tier }) => ({ name, config, tier })),
    register(name, config, { tier = "user" } = {}) {
      const event = MIMIR_EVENTS.find((one) => one.name === name);
      const sealed = sealJsonObject(config);
      if (event === undefined) return [unknownEvent(name)];
      if (sealed.issue !== undefined) return [sealed.issue];
      const count = entries.filter((entry) => entry.name === name && entry.tier === tier).length;
      const { policy, problems } = lateHookPolicy().hookPolicy(event, readKeys(sealed.value), tier);
      const entry: Entry = {
        name,
        config: sealed.value as unknown as MimirHook,
        tier,
        policy:
          policy === null || tier !== "enforced" || count === 0
            ? policy
            : { ...policy, id: `${policy.id}.${count + 1}`, order: count },
      };
      const issues = [
        ...problems.map(({ path, severity = "error" as const, code, message, cure }) => ({
          severity,
          code,
          message: path.length === 0 ? message : `${cite(path.join("."))}: ${message}`,
          cure,
        })),
        ...(tier !== "enforced" && sealed.value["enforced"] === true ? [notEnforced(tier)] : []),
        ...(tier !== "enforced" && isEnforced(name) ? [alsoEnforced(name)] : []),
      ];
      const kept = entries.filter((one) => tier === "enforced" || one.name !== name || one.tier !== tier);
      entries = [...kept, entry].toSorted((a, b) => RANK[a.tier] - RANK[b.tier]);
      return issues;
    },
    async execute(name, context) {
      const policies = entries.flatMap((entry) =>
        entry.name === name && entry.policy !== null ? [entry.policy] : [],
      );
      return await run(name, policies, context, decide);
    },
  };
}

async function run(
  name: string,
  policies: readonly PolicyDefinition[],
  { variables }: MimirHookContext,
  decide: HookRegistryOptions["decide"],
): Promise<RegistryResult> {
  if (policies.length === 0) return { ...NOTHING, decision: null };
  const read = readEvent(prepareMimirEvent({ ...(variables as JsonObject), event: name }));
  if (read.kind === "refused") throw new TypeError(`expected strings as variables: ${read.issue.message}`);
  const runs: MimirRun[] = [];
  const interpret = (one: MimirRun, need?: { readonly event: Event }): Verdict => {
    runs.push(one);
    return interpretMimir(one, need);
  };
  return resultOf(await decide(compilePolicies(policies).set, read.event, interpret), runs);
}

function notEnforced(tier: Tier): Issue {
  return {
    severity: "error",
    code: "not-enforced",
    message: `a hook cannot enforce itself: it is in force as one of the ${cite(tier)}`,
    cure: 'register it with `{ tier: "enforced" }`, if it is the organisation\'s',
  };
}

function alsoEnforced(name: string): Issue {
  return {
    severity: "warning",
    code: "enforced",
    message: `${cite(name)} is enforced by the organisation: this hook runs in addition`,
    cure: "no action is needed",
  };
}

const NOTHING = { success: true, exitCode: 0, stdout: "", stderr: "", duration: 0 };

function resultOf(decision: Decision, runs: readonly MimirRun[]): RegistryResult {
  const success =
    decision.effect !== "deny" &&
    decision.trace.every(({ verdict, failure }) => verdict !== "failure" || failure?.code === "skipped");
  const said = [
    ...(decision.effect === "deny" ? [decision.reason] : []),
    ...decision.warnings.map(({ reason }) => reason),
  ];
  const failed = runs.map(({ exitCode }) => exitCode).find((code) => code !== 0 && code !== null);
  const written = runs.map(({ stderr }) => stderr).join("");
  // What a command wrote is also the reason of its failure.
  const more = said.filter(
    (text) => !runs.some(({ stderr, stdout }) => `${stderr}\n${stdout}`.includes(text)),
  );
  return {
    success,
    exitCode: success ? 0 : (failed ?? 1),
    stdout: runs.map(({ stdout }) => stdout).join(""),
    stderr: written + more.join("\n"),
    duration: decision.trace.reduce((sum, { ms = 0 }) => sum + ms, 0),
    decision,
  };
}

function unknownEvent(name: string): Issue {
  return {
    severity: "error",
    code: "unknown-event",
    message: `unknown event ${cite(name)}; its hook never runs`,
    cure: meantEvents(name).cure,
  };
}

/** The reader of a hook, with the check of its command and the shell parser behind it. The build lets it run on the first call. */
function lateHookPolicy(): typeof hookReader {
  return hookReader;
}
