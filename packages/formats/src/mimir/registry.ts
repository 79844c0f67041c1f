import { type Issue, type JsonObject, sealJsonObject } from "@gatehouse/condition/json";
import {
  compilePolicies,
  type Decision,
  type Event,
  type PolicyDefinition,
  type PolicySet,
  readEvent,
  type Tier,
} from "@gatehouse/engine";
import { quote } from "../text/quote.js";
import { suggest } from "../text/suggest.js";
import { MIMIR_EVENTS } from "./events.js";
import type { MimirHook } from "./hook.js";
import { hookPolicy } from "./hook-policy.js";
import { prepareMimirEvent } from "./prepare-event.js";
import { readKeys } from "./read-keys.js";

/** What a hook is told (document 003, "Hook Behavior"). */
export interface HookContext {
  /** The values of the placeholders, by name; JSON variables as JSON text. */
  readonly variables: Readonly<Record<string, string>>;
}

/** What the hooks of one event came to (document 003, "Hook Behavior"). */
export interface RegistryResult {
  /** No hook failed. */
  readonly success: boolean;
  /** 0, or 1 when a hook failed. What hooks write stays with the runtime; what went wrong is in `stderr`. */
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Milliseconds. */
  readonly duration: number;
  /** Whether the operation may go on is the decision's `effect`; `null` when there is no hook. */
  readonly decision: Decision | null;
}

export interface HookRegistryOptions {
  /** Drives the engine, normally `(policies, event) => createRuntime({ policies, handlers }).decide(event)`. */
  readonly decide: (policies: PolicySet, event: Event) => Promise<Decision>;
}

/** The registry of document 003 ("Hook Registry") over the engine. */
export interface HookRegistry {
  /**
   * Adds a hook. Of one event there is one hook in the tiers `user` and `project` each: a later one takes its place.
   * Enforced hooks stay, run first, and the others run in addition.
   *
   * @param tier who stands behind the hook, default `user`. `enforced: true` inside of the hook has no effect
   * @returns what is wrong with it, and what is in force instead
   */
  register(hookName: string, config: MimirHook, options?: { readonly tier?: Tier }): readonly Issue[];
  /** Runs the hooks of an event. Never rejects because of a hook. */
  execute(hookName: string, context: HookContext): Promise<RegistryResult>;
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
      const { policy, problems } = hookPolicy(event, readKeys(sealed.value), tier);
      const entry: Entry = {
        name,
        config: sealed.value as unknown as MimirHook,
        tier,
        policy:
          policy === null || tier !== "enforced" || count === 0
            ? policy
            : { ...policy, id: `${policy.id}.${count + 1}`, order: count },
      };
      const issues: Issue[] = problems.map(({ path, severity = "error", code, message, cure }) => ({
        severity,
        code,
        message: path.length === 0 ? message : `${quote(path.join("."))}: ${message}`,
        cure,
      }));
      if (tier !== "enforced" && sealed.value["enforced"] === true) {
        issues.push({
          severity: "error",
          code: "not-enforced",
          message: `a hook cannot enforce itself: it is in force as one of the ${quote(tier)}`,
          cure: 'register it with `{ tier: "enforced" }`, if it is the organisation\'s',
        });
      }
      if (tier !== "enforced" && isEnforced(name)) {
        issues.push({
          severity: "warning",
          code: "enforced",
          message: `${quote(name)} is enforced by the organisation: this hook runs in addition`,
          cure: "nothing need be done",
        });
      }
      const kept = entries.filter((one) => tier === "enforced" || one.name !== name || one.tier !== tier);
      entries = [...kept, entry].toSorted((a, b) => RANK[a.tier] - RANK[b.tier]);
      return issues;
    },
    async execute(name, { variables }) {
      const policies = entries.flatMap((entry) =>
        entry.name === name && entry.policy !== null ? [entry.policy] : [],
      );
      if (policies.length === 0) return { ...NOTHING, decision: null };
      const read = readEvent(prepareMimirEvent({ ...(variables as JsonObject), event: name }));
      if (read.kind === "refused") throw new TypeError(`expected texts as variables: ${read.issue.message}`);
      return resultOf(await decide(compilePolicies(policies).set, read.event));
    },
  };
}

const NOTHING = { success: true, exitCode: 0, stdout: "", stderr: "", duration: 0 };

function resultOf(decision: Decision): RegistryResult {
  const success = decision.effect !== "deny" && decision.trace.every(({ verdict }) => verdict !== "failure");
  const said = [
    ...(decision.effect === "deny" ? [decision.reason] : []),
    ...decision.warnings.map(({ reason }) => reason),
  ];
  return {
    success,
    exitCode: success ? 0 : 1,
    stdout: "",
    stderr: said.join("\n"),
    duration: decision.trace.reduce((sum, { ms = 0 }) => sum + ms, 0),
    decision,
  };
}

function unknownEvent(name: string): Issue {
  const meant = suggest(
    name,
    MIMIR_EVENTS.map((event) => event.name),
  );
  return {
    severity: "error",
    code: "unknown-event",
    message: `unknown event ${quote(name)}; its hook never runs`,
    cure: meant === null ? 'see document 003, "Hook Types"' : `did you mean ${quote(meant)}?`,
  };
}
