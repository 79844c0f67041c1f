import { type Policy, policiesOf, type PolicySet } from "@gatehouse-hooks/engine";
import { eventKindOf } from "@gatehouse-hooks/hosts";
import type { LoadedPolicies } from "../places/load-policies.js";

/** How many rules are in force, by what they answer. */
export interface RuleCount {
  readonly total: number;
  readonly deny: number;
  readonly ask: number;
  readonly allow: number;
  /** They add a warning, and decide nothing. */
  readonly warn: number;
  /** A judge, a command or a builtin answers, call by call. */
  readonly called: number;
  /** Those of them that may deny or ask before an action: without one, nothing is guarded. */
  readonly guarding: number;
}

/** Where rules in force are, and the packs among them. */
interface RulesOfFile {
  readonly path: string;
  /** The names of packs that the file switches on. */
  readonly packs: readonly string[];
  readonly rules: number;
}

/** How many rules are in force, and where they are. */
export interface RulesInForce extends RuleCount {
  readonly files: readonly RulesOfFile[];
}

/**
 * The rules that decide: those that are switched on and whose files are trusted. Neither what replaces a lost file is one, nor the built-in
 * policies that guard agents' settings.
 */
export function rulesInForce({
  set,
  inert,
}: Pick<LoadedPolicies, "inert"> & { readonly set: PolicySet }): readonly Policy[] {
  return policiesOf(set).filter(
    (policy) =>
      policy.enabled &&
      !isStandIn(policy) &&
      !inert.some(({ id, path }) => id === policy.id && path === policy.source?.path),
  );
}

/** What replaces a lost file: it is last in its tier, and was written by nobody. */
function isStandIn({ id, priority }: Policy): boolean {
  return id.startsWith("load-error:") && priority === Number.MIN_SAFE_INTEGER;
}

/** Counts rules. */
export function countRules(rules: readonly Policy[]): RuleCount {
  const count = (is: (rule: Policy) => boolean): number => rules.filter(is).length;
  const saying =
    (verdict: string) =>
    ({ handler }: Policy): boolean =>
      handler.kind === "static" && handler.verdict === verdict;
  return {
    total: rules.length,
    deny: count(saying("deny")),
    ask: count(saying("ask")),
    allow: count(saying("allow")),
    warn: count((rule) => saying("warn")(rule) || saying("approve")(rule)),
    called: count(({ handler }) => handler.kind !== "static"),
    guarding: count(isGuarding),
  };
}

function isGuarding({ handler, events }: Policy): boolean {
  const mayStop = handler.kind !== "static" || handler.verdict === "deny" || handler.verdict === "ask";
  return mayStop && events.some((name) => eventKindOf(name).gates);
}

/** Counts rules, and names their files. */
export function countAndName(rules: readonly Policy[]): RulesInForce {
  return { ...countRules(rules), files: filesOfRules(rules) };
}

function filesOfRules(rules: readonly Policy[]): readonly RulesOfFile[] {
  const paths = [...new Set(rules.map(({ source }) => source?.path ?? ""))];
  return paths.map((path) => {
    const own = rules.filter(({ source }) => (source?.path ?? "") === path);
    return { path, packs: packsOf(own), rules: own.length };
  });
}

/** The names of the packs that rules are of. */
export function packsOf(rules: readonly Policy[]): readonly string[] {
  return [...new Set(rules.flatMap(({ source }) => source?.pack ?? []))];
}
