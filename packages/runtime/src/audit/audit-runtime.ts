import { hash } from "node:crypto";
import {
  type Decision,
  type Event,
  kindsOf,
  type PolicySet,
  readEvent,
  refusal,
  type Remembered,
  sessionOf,
  type TraceEntry,
  savePolicySet,
} from "@gatehouse-hooks/engine";
import { type Clock, elapsedMs, systemClock } from "../clock.js";
import { type JsonObject, ownProperties } from "@gatehouse-hooks/json";
import { NO_PROXIES } from "../read-input.js";
import type { DecideOptions, Runtime } from "../runtime.js";
import { nameOf } from "../sessions.js";
import { AUDIT_LIMITS } from "@gatehouse-hooks/audit";
import type { AuditHook, AuditTrail, DecisionEntry } from "@gatehouse-hooks/audit";
import { eventHash } from "./audit-handlers.js";

/** How decisions and their records belong together. */
export interface AuditRuntimeOptions {
  /**
   * No record, no action: a decision waits until its record has reached the operating system, and is denied when it does not
   * within `requiredWithinMs`. Default false: a decision never waits, and a lost record is reported.
   */
  readonly required?: boolean;
  /** Milliseconds. Default 2,000. */
  readonly requiredWithinMs?: number;
  /** What of the machine an event was decided with, for the record: whoever derives facts knows it. Default: nothing. */
  readonly evidence?: (event: Event) => JsonObject | undefined;
  /** Measures how long decisions take. Default: the monotonic clock of the process. */
  readonly clock?: Clock;
}

const REQUIRED_WITHIN_MS = 2_000;

/**
 * The runtime with an audit trail: every decision that it returns is recorded, after it is made. The trail stays the
 * caller's: `close` of the runtime leaves it open.
 */
export function auditRuntime(
  runtime: Runtime,
  trail: AuditTrail,
  options: AuditRuntimeOptions = {},
): Runtime {
  const own = ownProperties(options);
  const { required = false, requiredWithinMs = REQUIRED_WITHIN_MS, clock = systemClock, evidence } = own;
  /** Begins a decision; what is returned records it. */
  function begin(value: unknown, remembered: Remembered | undefined): Begun {
    const start = clock();
    const { policies } = runtime;
    // Read once: what is recorded is what was decided, even if the caller changes its object meanwhile.
    const read = readSafely(value);
    return {
      event: read ?? value,
      record: (decision) => {
        const ms = elapsedMs(clock, start);
        const known = read === undefined ? undefined : evidence?.(read);
        return trail.record(() => ({
          ...entryOf(read, decision, policies, { ms, now: remembered?.now }),
          ...(known !== undefined && { evidence: known }),
        }));
      },
    };
  }

  return {
    async decide(value: unknown, how?: DecideOptions) {
      const { event, record } = begin(value, how?.remembered);
      const decision = await runtime.decide(event, how);
      const recorded = record(decision);
      if (!required || (await within(recorded, requiredWithinMs))) return decision;
      return refusal("the decision could not be recorded in the audit trail, which is required");
    },
    decideAtOnce(value, remembered) {
      // A required record is waited for.
      if (required) return undefined;
      const { event, record } = begin(value, remembered);
      const decision = runtime.decideAtOnce(event, remembered);
      if (decision !== undefined) void record(decision);
      return decision;
    },
    reload: (policies) => runtime.reload(policies),
    get policies() {
      return runtime.policies;
    },
    stats: () => runtime.stats(),
    close: () => runtime.close(),
  };
}

/** A decision on its way. */
interface Begun {
  readonly event: unknown;
  /** Resolves to whether the record has reached the operating system. */
  readonly record: (decision: Decision) => Promise<boolean>;
}

function readSafely(value: unknown): Event | undefined {
  try {
    const read = readEvent(value, NO_PROXIES);
    return read.kind === "event" ? read.event : undefined;
  } catch {
    return undefined;
  }
}

function entryOf(
  event: Event | undefined,
  decision: Decision,
  policies: PolicySet,
  { ms, now }: { readonly ms: number; readonly now: number | undefined },
): DecisionEntry {
  const toolName = event?.["toolName"];
  const session = event === undefined ? undefined : nameOf(sessionOf(event, kindsOf(policies)));
  return {
    kind: "decision",
    event: event?.event ?? null,
    ...(typeof toolName === "string" ? { tool: toolName } : {}),
    ...(session === undefined ? {} : { session }),
    eventHash: event === undefined ? null : eventHash(event),
    policySet: policySetHash(policies),
    ...(now === undefined ? {} : { now }),
    effect: decision.effect,
    policy: decision.policy,
    reason: decision.reason,
    ms,
    hooks: decision.trace.slice(0, AUDIT_LIMITS.hooks).map(hookOf),
  };
}

function hookOf({ policy, tier, verdict, source, ms, failure }: TraceEntry): AuditHook {
  return {
    policy,
    tier,
    verdict,
    source,
    ...(ms === undefined ? {} : { ms }),
    ...(failure === undefined ? {} : { failure: { code: failure.code, onFailure: failure.onFailure } }),
  };
}

function within(written: Promise<boolean>, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ms);
    void written.then((reached) => {
      clearTimeout(timer);
      resolve(reached);
    });
  });
}

const known = new WeakMap<PolicySet, string>();

/** SHA-256 of the stored form of a policy set, in lower-case hex: equal sets have equal hashes. */
export function policySetHash(set: PolicySet): string {
  const found = known.get(set);
  if (found !== undefined) return found;
  const made = hash("sha256", savePolicySet(set), "hex");
  known.set(set, made);
  return made;
}
