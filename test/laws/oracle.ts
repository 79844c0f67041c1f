import type { Effect, Event, PolicyDefinition, Verdict } from "@gatehouse-hooks/engine";
import { sealed } from "../arbitraries/policies.js";
import { answer, type Case } from "./world.js";

/**
 * The effect by the words of the SPEC alone: every applicable policy is evaluated, nothing is short-circuited, no
 * verdict is missing. Written without looking at the engine; shares only types and the world with it.
 */
export function oracleEffect(one: Case): Effect {
  const sorted = [...one.policies]
    .filter((policy) => policy.enabled !== false && policy.events.includes(one.event.event))
    .sort(
      (a, b) =>
        Number(a.tier !== "enforced") - Number(b.tier !== "enforced") ||
        (b.priority ?? 100) - (a.priority ?? 100) ||
        (a.order ?? 0) - (b.order ?? 0) ||
        Number(a.tier === "user") - Number(b.tier === "user") ||
        (a.id < b.id ? -1 : 1),
    );
  const effects: Effect[] = [];
  const enforced = sorted.filter((policy) => policy.tier === "enforced");
  const lower = sorted.filter((policy) => policy.tier !== "enforced");
  const fixed = new Set<string>();
  const first = stage(one, enforced, one.event, effects, new Set(), fixed);
  const last = stage(one, lower, first.input, effects, fixed, new Set());
  // Once all is written: who did not see the final input is asked about it.
  const allowed = new Set<string>();
  for (const [position, policy] of sorted.entries()) {
    const id = policy.id;
    const wroteLast = last.writer === id || (last.writer === null && first.writer === id);
    const writerPosition = sorted.findIndex((other) => other.id === (last.writer ?? first.writer));
    const given =
      position > writerPosition || wroteLast
        ? (last.given.get(id) ?? first.given.get(id))
        : effectOf(one, policy, last.input)?.effect;
    if (given === undefined) continue;
    if (given === "allow") allowed.add(id);
    else effects.push(given);
  }
  if (effects.includes("deny")) return "deny";
  if (effects.includes("ask")) return "ask";
  return allowed.size > 0 ? "allow" : "abstain";
}

interface Stage {
  readonly input: Event;
  readonly given: ReadonlyMap<string, Effect>;
  readonly writer: string | null;
}

/** One tier rank: everyone in order, then everyone before the last writer once more on what was written. */
function stage(
  one: Case,
  policies: readonly PolicyDefinition[],
  start: Event,
  effects: Effect[],
  fixed: ReadonlySet<string>,
  written: Set<string>,
): Stage {
  let input = start;
  let writer: string | null = null;
  const given = new Map<string, Effect>();
  for (const policy of policies) {
    const outcome = effectOf(one, policy, input);
    if (outcome === null) continue;
    given.set(policy.id, outcome.effect);
    if (outcome.effect !== "allow") effects.push(outcome.effect);
    // What a denying policy writes is void; whatever happens after a deny cannot matter.
    if (effects.includes("deny")) return { input, given, writer };
    const next = write(input, policy, outcome.verdict, fixed);
    if (next === null) continue;
    for (const key of next.keys) written.add(key);
    input = next.input;
    writer = policy.id;
  }
  if (writer !== null) {
    for (const policy of policies) {
      if (policy.id === writer) break;
      const outcome = effectOf(one, policy, input);
      if (outcome !== null && outcome.effect !== "allow") effects.push(outcome.effect);
    }
  }
  return { input, given, writer };
}

function write(
  input: Event,
  policy: PolicyDefinition,
  verdict: Verdict,
  fixed: ReadonlySet<string>,
): { readonly input: Event; readonly keys: readonly string[] } | null {
  if (verdict.kind === "failure" || verdict.updatedInput === undefined || policy.handler.kind === "judge")
    return null;
  const entries = Object.entries(verdict.updatedInput);
  if (input.event === "before_tool_call") {
    const kept = entries.filter(([key]) => !fixed.has(key));
    if (kept.length === 0) return null;
    const params = { ...(input["params"] as object), ...Object.fromEntries(kept) };
    return { input: sealed({ ...input, params }), keys: kept.map(([key]) => key) };
  }
  return null;
}

/** The effect and verdict of one policy on one input, or null when it does not apply. */
function effectOf(
  one: Case,
  policy: PolicyDefinition,
  input: Event,
): { readonly effect: Effect; readonly verdict: Verdict } | null {
  if (!holds(policy.matcher?.text, input) || !holds(policy.condition?.text, input)) return null;
  const { handler } = policy;
  const verdict: Verdict =
    handler.kind === "static"
      ? {
          kind: handler.verdict === "allow" && isUnparsed(policy) ? "approve" : handler.verdict,
          reason: handler.reason,
          ...(handler.updatedInput === undefined ? {} : { updatedInput: handler.updatedInput }),
        }
      : answer(one.world, `${policy.tier}/${policy.id}`, input);
  if (verdict.kind !== "failure") {
    return {
      effect: verdict.kind === "approve" || verdict.kind === "warn" ? "abstain" : verdict.kind,
      verdict,
    };
  }
  const means = policy.onFailure ?? (input.event === "after_tool_call" ? "warn" : "deny");
  return { effect: means === "deny" || means === "ask" ? means : "abstain", verdict };
}

/** Engine SPEC, "Policy": an allow that holds always because nothing of its test could be read lets nothing pass. */
function isUnparsed({ matcher, condition }: PolicyDefinition): boolean {
  return [matcher, condition].some((test) => test?.ast === null);
}

/** The few conditions of the generator, by hand. */
function holds(text: string | undefined, input: Event): boolean {
  const params = input["params"] as { readonly a: string; readonly b: string };
  switch (text) {
    case undefined:
    case "true":
    case "params.a ==":
      return true;
    case "false":
      return false;
    case 'params.a == "x"':
      return params.a === "x";
    case 'params.a != "x"':
      return params.a !== "x";
    case 'params.b == "y" || params.a == "z"':
      return params.b === "y" || params.a === "z";
    case 'params.a == "x" && params.b == "x"':
      return params.a === "x" && params.b === "x";
    case 'message == "x"':
      return input["message"] === "x";
    case 'toolName == "exec"':
      return input["toolName"] === "exec";
    default:
      throw new Error(`the oracle does not know the condition ${text}`);
  }
}
