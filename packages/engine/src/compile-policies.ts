import { deepFreeze, type Issue, ownRecord } from "@gatehouse-hooks/json";
import type { EventKind } from "./event-kind.js";
import { eventKinds } from "./event-kinds.js";
import { readCells } from "./memory/read-cells.js";
import { lostDefinition } from "./lost-definition.js";
import { completeAllow } from "./facts/complete-allow.js";
import { needsFacts } from "./facts/reads-facts.js";
import type { Derive } from "./facts/derive.js";
import { Deriving } from "./facts/deriving.js";
import { FULL_READING } from "./full-reading.js";
import type { LostPolicy } from "./lost-policy.js";
import { type Policy, type Tier, located } from "./policy.js";
import { policySet, type PolicySet } from "./policy-set.js";
import { allowIssues } from "./problems/allow-issues.js";
import { constantIssues } from "./problems/constant-issues.js";
import { eventIssues } from "./problems/event-issues.js";
import { factsIssues } from "./problems/facts-issues.js";
import { applying } from "./problems/holds.js";
import { findUnreachable, unreachableIssues } from "./problems/unreachable-issues.js";
import { readDefinition } from "./read-definition.js";
import type { PolicyReading } from "./policy-reading.js";
import type { Vocabulary } from "./vocabulary.js";
import { standIns } from "./stand-ins.js";

const TIE_RANK: Readonly<Record<Tier, number>> = { enforced: 0, project: 1, user: 2 };

/** Code-unit order: the same on every machine, whatever its locale. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * The total order of evaluation (SPEC, "Order"): `enforced` first; then priority, higher first; then the order given
 * by the source format; then project before user, path, line and id. Independent of the order of the input.
 */
function comparePolicies(a: Policy, b: Policy): number {
  return (
    (a.tier === "enforced" ? 0 : 1) - (b.tier === "enforced" ? 0 : 1) ||
    b.priority - a.priority ||
    a.order - b.order ||
    TIE_RANK[a.tier] - TIE_RANK[b.tier] ||
    compareText(a.source?.path ?? "", b.source?.path ?? "") ||
    (a.source?.line ?? 0) - (b.source?.line ?? 0) ||
    compareText(a.id, b.id) ||
    // Two policies that differ only in content: any fixed order will do, as long as it depends on them and not on the caller.
    compareText(JSON.stringify(a), JSON.stringify(b))
  );
}

/** The most policies in one set. */
const MAX_POLICIES = 1_000_000;

/** What loading gives: policies, and those that should be among them and could not be read. */
export interface LoadedDefinitions {
  readonly policies: readonly unknown[];
  readonly lost?: readonly LostPolicy[];
  /** `CellDefinition`s: what the policies remember of the events before (SPEC, "Memory"). */
  readonly memory?: readonly unknown[];
  /** The names that the loader knows. */
  readonly vocabulary?: Vocabulary;
}

/** How a set is compiled. */
export interface CompileOptions {
  /** The names of the agents whose events are decided. Default: those that the definitions were loaded with, else `CANONICAL`. */
  readonly vocabulary?: Vocabulary;
  /** The embedder's own kinds of events: what gates, what an event carries, which fields it must have. */
  readonly kinds?: readonly EventKind[];
  /**
   * What a lost policy means: a deny of what it would have guarded (the default), a warning (the enforced tier denies all the
   * same), or nothing, for a caller that looks at `lost`.
   */
  /** What derives the facts of events; without it a policy that reads `facts` is an error, and fails. */
  readonly derive?: Derive;
  readonly onLost?: "deny" | "warn" | "ignore";
  /**
   * What becomes of policies with `observe`: they are switched off (the default); they act as if they had no `observe`; or they act alone, and
   * say what they would have decided. Alone, those that run something are left out: trying a policy changes nothing.
   */
  readonly observed?: "off" | "act" | "alone";
}

/** A set of the policies that could be read, and every problem found. */
export interface CompiledPolicies {
  readonly set: PolicySet;
  readonly issues: readonly Issue[];
  /** What was lost: as given, and the definitions that could not be used. Each has its stand-in in the set. */
  readonly lost: readonly LostPolicy[];
}

/**
 * Validates, orders and freezes policies (SPEC, "Compile"). All problems are reported at once. A definition that cannot be
 * used is an error, and a stand-in denies what it would have guarded: a caller that ignores the issues is still safe.
 *
 * @param definitions `PolicyDefinition`s of any origin, nothing about them is trusted; or what loading gave, with what it lost
 * @throws TypeError when `derive` is not one, or `kinds` names a documented event or one name twice
 * @example
 * const { set, issues } = compilePolicies(loadAll(files));
 */
export function compilePolicies(
  definitions: readonly unknown[] | LoadedDefinitions,
  options: CompileOptions = {},
): CompiledPolicies {
  return compileWith(FULL_READING, definitions, options);
}

/** `compilePolicies` with the parts that are large given. */
export function compileWith(
  reading: PolicyReading,
  definitions: readonly unknown[] | LoadedDefinitions,
  options: CompileOptions,
): CompiledPolicies {
  const given = ownRecord<LoadedDefinitions>(isList(definitions) ? { policies: definitions } : definitions);
  const {
    kinds: ownKinds,
    derive = null,
    onLost = "deny",
    vocabulary = given.vocabulary,
    observed,
  } = ownRecord(options);
  const kinds = eventKinds(vocabulary, ownKinds);
  const issues: Issue[] = [];
  const lost: LostPolicy[] = [...(given.lost ?? [])];
  const policies = readDefinitions(given.policies, reading, observed, issues, lost);
  const overFacts = new Set(policies.filter(needsFacts));
  const { cells, readFacts, issues: ofCells } = readCells(given.memory ?? [], policies, reading);
  const deriving = new Deriving(derive, overFacts.size > 0 || readFacts, cells);
  const enabled = policies.filter((policy) => policy.enabled).map(applying);
  const unreachable = findUnreachable(enabled);
  // One warning is enough for a policy that is never asked.
  const unheard = new Set(unreachable.map(({ one }) => one));
  const problems = [
    duplicateIds(policies),
    policies.flatMap((policy) => eventIssues(policy, kinds)),
    policies.flatMap(trialIssues),
    ofCells,
    policies.flatMap((policy) => factsIssues(policy, overFacts.has(policy), deriving.derive)),
    enabled.flatMap(constantIssues),
    unreachableIssues(unreachable),
    allowIssues(enabled).flatMap(({ one, issue }) => (unheard.has(one) ? [] : [issue])),
  ];
  for (const found of problems) for (const issue of found) issues.push(issue);
  if (onLost !== "ignore") {
    for (const definition of standIns(lost, onLost)) {
      const { policy } = readDefinition(definition, reading);
      if (policy !== null) policies.push(policy);
    }
    policies.sort(comparePolicies);
  }
  return { set: policySet(policies, "auto", kinds, deriving), issues, lost };
}

/** The policies of definitions, in order. What is wrong with them, and what is lost, is added to the lists. */
function readDefinitions(
  definitions: readonly unknown[],
  reading: PolicyReading,
  observed: CompileOptions["observed"],
  issues: Issue[],
  lost: LostPolicy[],
): Policy[] {
  const policies: Policy[] = [];
  if (definitions.length > MAX_POLICIES) {
    const message = `${definitions.length} policies, at most ${MAX_POLICIES} fit into one set`;
    issues.push({ severity: "error", code: "too-many", message });
    lost.push({ file: "", events: "all gating", tier: "enforced", why: message });
  }
  for (const definition of definitions.slice(0, MAX_POLICIES)) {
    const read = readDefinition(definition, reading);
    for (const issue of read.issues) issues.push(issue);
    for (const policy of tried(read.policy, observed)) policies.push(completeAllow(policy, reading.patterns));
    if (read.policy === null)
      lost.push(lostDefinition(definition, read.issues[0]?.message ?? "it cannot be read"));
  }
  return policies.sort(comparePolicies);
}

/** A policy as it is in a set; none where it is not in it. */
function tried(policy: Policy | null, observed: CompileOptions["observed"] = "off"): readonly Policy[] {
  if (policy === null) return [];
  if (policy.observe !== true) return observed === "alone" ? [] : [policy];
  const { observe: _, ...acting } = policy;
  const { enabled } = policy;
  // One that is switched off is nothing else.
  if (observed === "off") return [deepFreeze(ownRecord(enabled ? { ...policy, enabled: false } : acting))];
  return observed === "alone" && (runsSomething(policy) || !enabled) ? [] : [deepFreeze(ownRecord(acting))];
}

function runsSomething({ handler }: Policy): boolean {
  return handler.kind !== "static" && handler.kind !== "judge";
}

function trialIssues(policy: Policy): readonly Issue[] {
  if (policy.observe !== true || !runsSomething(policy)) return [];
  return [
    {
      severity: "warning",
      code: "observed-not-run",
      message: `\`${policy.id}\` is tried silently, and what it runs is not run in a trial: nothing is recorded of it`,
      ...located(policy),
      cure: "remove `observe`, or give the policy a verdict",
    },
  ];
}

function isList(value: readonly unknown[] | LoadedDefinitions): value is readonly unknown[] {
  return Array.isArray(value);
}

/** Policies of one tier that share an id. */
function duplicateIds(policies: readonly Policy[]): readonly Issue[] {
  const first = new Map<string, Policy>();
  const issues: Issue[] = [];
  for (const policy of policies) {
    const key = `${policy.tier}/${policy.id}`;
    const before = first.get(key);
    if (before === undefined) {
      first.set(key, policy);
      continue;
    }
    const other = before.source === undefined ? "" : `, the other one in \`${before.source.path}\``;
    issues.push({
      severity: "error",
      code: "duplicate-id",
      message: `two ${policy.tier} policies are called \`${policy.id}\`${other}: both run`,
      ...located(policy),
      cure: "give each policy an id of its own",
    });
  }
  return issues;
}
