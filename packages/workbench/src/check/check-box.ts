import { findCase } from "@gatehouse-hooks/analysis";
import { type BoxCoverage, boxOf, type OpenPart, placesAround } from "@gatehouse-hooks/box";
import type { Expr } from "@gatehouse-hooks/condition/compile";
import { type Palette, plural, printable } from "@gatehouse-hooks/console/print";
import { begin, compilePolicies, type Policy, policiesOf, type PolicySet } from "@gatehouse-hooks/engine";
import { exampleEvents } from "@gatehouse-hooks/facts";
import { loadPack, packs } from "@gatehouse-hooks/hosts";
import type { JsonObject } from "@gatehouse-hooks/json";
import { hostToolTypes } from "@gatehouse-hooks/language-server/proven";
import { DERIVED } from "@gatehouse-hooks/local/places";

/** How much of a policy a box of the kernel's holds. */
export interface BoxedPolicy {
  readonly policy: string;
  readonly held: BoxCoverage["held"];
  readonly open: readonly ShownPart[];
}

/**
 * Why a part of a policy is not held, and an event that shows it: the policy stops it, and the box lets it happen. It has `facts` where no
 * command is known that has them.
 */
interface ShownPart {
  readonly why: string;
  readonly witness?: JsonObject;
}

/** A call that a shipped pack says its policy applies to. */
interface Example {
  readonly policy: string;
  readonly event: JsonObject;
}

/** The most parts of a policy that are searched for an event that shows why it is not held. */
const MOST_PARTS = 24;

/** Where a box would be made. */
interface BoxGround {
  readonly workspace: string;
  readonly home: string;
}

/**
 * What a box made of these policies holds, whole, in part or not. A part that is said not to be held has an event that shows it, where one
 * was found; what no event can be is not counted.
 */
export function checkBox(sets: readonly PolicySet[], ground: BoxGround): readonly BoxedPolicy[] {
  const examples = packExamples();
  const rows = sets.flatMap(policiesOf).flatMap((policy) => {
    const { profile, coverage } = boxOf([policy]);
    const around = placesAround(profile, ground).map(whyAround);
    return coverage.map((row) => boxedPolicy(policy, row, [...new Set(around)], examples));
  });
  // A pack may be in force for a user and in a project.
  return [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()];
}

function whyAround({ kind, glob }: ReturnType<typeof placesAround>[number]): string {
  return kind === "hidden"
    ? `the workspace is in \`${glob}\`, which is hidden: no box can be made`
    : `the workspace is in \`${glob}\`, and stays writable`;
}

function boxedPolicy(
  policy: Policy,
  { held, open, closed }: BoxCoverage,
  around: readonly string[],
  examples: readonly Example[],
): BoxedPolicy {
  const others = closed.flatMap((part) => narrowedTo(policy, part) ?? []);
  const shown = open.flatMap((part) => shownPart(policy, part, others, examples) ?? []);
  const all = [...shown, ...around.map((why) => ({ why }))];
  // What was open may be of no event: nothing of the policy is left to hold.
  return {
    policy: policy.id,
    held: closed.length === 0 ? held : all.length === 0 ? "whole" : "part",
    open: all,
  };
}

/** Nothing where no event is of the part. */
function shownPart(
  policy: Policy,
  { why, parts }: OpenPart,
  closed: readonly Narrowed[],
  examples: readonly Example[],
): ShownPart | undefined {
  const tools = hostToolTypes();
  const fail = closed.flatMap(({ one }) => one.condition?.ast ?? []);
  let thought: JsonObject | undefined;
  let isPossible = parts.length > MOST_PARTS;
  for (const part of parts.slice(0, MOST_PARTS)) {
    const narrowed = narrowedTo(policy, part);
    if (narrowed === undefined) return { why };
    const { one, set } = narrowed;
    // One that the box has nothing of says more than one that it has a part of.
    const alone = findCase(set, one, { fail, tools });
    const found = alone.kind === "found" ? alone : findCase(set, one, { tools });
    if (found.kind !== "none") isPossible = true;
    if (found.kind !== "found") continue;
    if (found.event["facts"] === undefined) return { why, witness: found.event };
    thought ??= found.event;
    const calls = [
      ...exampleEvents(found.event),
      ...examples.flatMap((one) => (one.policy === policy.id ? [one.event] : [])),
    ];
    const real = calls.find(
      (event) => applies(set, event) && !closed.some((other) => applies(other.set, event)),
    );
    if (real !== undefined) return { why, witness: real };
  }
  if (thought !== undefined) return { why, witness: thought };
  return isPossible ? { why } : undefined;
}

/** Calls that no test of a program's row has: those that a policy is written for. */
function packExamples(): readonly Example[] {
  const tests = packs().flatMap((pack) => loadPack(pack).tests);
  return tests.flatMap(({ policy, event, expect }) =>
    policy !== null && expect.applies === true ? [{ policy, event }] : [],
  );
}

/** A policy that denies what a part of its condition holds for, and the set of it alone. */
interface Narrowed {
  readonly one: Policy;
  readonly set: PolicySet;
}

const REASON = "this part";

function narrowedTo(policy: Policy, part: Expr): Narrowed | undefined {
  const { id, tier, events, matcher } = policy;
  const condition = { text: policy.condition?.text ?? "", ast: part };
  const handler = { kind: "static", verdict: "deny", reason: REASON };
  const definition = { id, tier, events, handler, condition, ...(matcher && { matcher }) };
  const { set, lost } = compilePolicies([definition], DERIVED);
  const [one] = policiesOf(set);
  return one === undefined || lost.length > 0 ? undefined : { one, set };
}

function applies(set: PolicySet, event: JsonObject): boolean {
  const begun = begin(set, event);
  return begun.kind === "decided" && begun.decision.reason === REASON;
}

/** What a box holds, for people: those that are held in part and not, each with its reasons and calls that show them. */
export function boxLines(rows: readonly BoxedPolicy[], colors: Palette): readonly string[] {
  const of = (held: BoxedPolicy["held"]): readonly BoxedPolicy[] => rows.filter((row) => row.held === held);
  const lines = (row: BoxedPolicy, mark: string): readonly string[] => [
    `${mark} ${printable(row.policy)}`,
    ...row.open.flatMap(({ why, witness }) => [
      `    ${printable(why)}`,
      ...(witness === undefined ? [] : [colors.dim(`    for example ${printable(JSON.stringify(witness))}`)]),
    ]),
  ];
  const [whole, part, not] = [of("whole"), of("part"), of("not")];
  return [
    ...whole.flatMap((row) => lines(row, colors.green("whole"))),
    ...part.flatMap((row) => lines(row, colors.yellow("part "))),
    ...not.flatMap((row) => lines(row, colors.red("not  "))),
    `a box holds ${whole.length} of ${plural(rows.length, "policy", "policies")} whole, ${part.length} in part, ${not.length} not`,
  ];
}
