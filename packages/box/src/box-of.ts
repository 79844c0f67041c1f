import type { Policy } from "@gatehouse-hooks/engine";
import type { Expr } from "@gatehouse-hooks/condition/compile";
import { alternativesOf, type BoxAtom, togetherOf } from "./alternatives.js";
import { type Demand, demandsOf, type PartDemand } from "./demand.js";
import { type BoxProfile, narrowest, WIDEST } from "./profile.js";

/** What of a policy a box is made of. */
export type BoxPolicy = Pick<Policy, "id" | "enabled" | "handler" | "matcher" | "condition">;

/** How much of a policy the kernel holds, whatever the text of a call looks like. */
export interface BoxCoverage {
  readonly policy: string;
  readonly held: "whole" | "part" | "not";
  /** What is not held, each reason once. */
  readonly open: readonly OpenPart[];
  /** The parts of the condition that are held. */
  readonly closed: readonly Expr[];
}

/** A part of a policy that no box holds. */
export interface OpenPart {
  readonly why: string;
  /** The parts of the condition that it is the reason for: what they hold for is not held. */
  readonly parts: readonly Expr[];
}

/** A profile, and what of each policy that denies or asks it holds. */
export interface Box {
  readonly profile: BoxProfile;
  readonly coverage: readonly BoxCoverage[];
}

/**
 * What policies say about paths and hosts as what a kernel can hold. Each policy narrows, none widens, and their order means nothing but
 * which of two that say the same is named.
 *
 * @param policies those in force; what neither denies nor asks says nothing to a kernel
 */
export function boxOf(policies: readonly BoxPolicy[]): Box {
  let profile = WIDEST;
  const coverage: BoxCoverage[] = [];
  for (const policy of policies) {
    if (!policy.enabled || !isGuard(policy)) continue;
    const read = readPolicy(policy);
    profile = narrowest(profile, read.profile);
    coverage.push(read.coverage);
  }
  return { profile, coverage };
}

function isGuard({ handler }: BoxPolicy): boolean {
  return handler.kind !== "static" || handler.verdict === "deny" || handler.verdict === "ask";
}

function readPolicy(policy: BoxPolicy): { readonly profile: BoxProfile; readonly coverage: BoxCoverage } {
  const open = new Map<string, Expr[]>();
  const leave = (why: string, part: Expr): void => {
    const parts = open.get(why);
    if (parts === undefined) open.set(why, [part]);
    else parts.push(part);
  };
  const whole = policy.condition?.ast ?? togetherOf([]);
  let profile = WIDEST;
  const closed: Expr[] = [];
  const alternatives = alternativesFor(policy);
  if (policy.handler.kind !== "static") leave(`a ${policy.handler.kind} answers, call by call`, whole);
  else if (alternatives === null) leave("its condition is too large, or was not understood", whole);
  else
    for (const { demand, part } of ofWhat(alternatives.flatMap(demandsOf)))
      if (demand.kind === "none") leave(demand.why, togetherOf(part));
      else {
        closed.push(togetherOf(part));
        profile = narrowest(profile, profileOf(demand, policy.id));
      }
  const held = closed.length === 0 ? "not" : open.size === 0 ? "whole" : "part";
  if (held === "not" && open.size === 0) leave("it names no place", whole);
  const reasons = [...open].map(([why, parts]) => ({ why, parts }));
  return { profile, coverage: { policy: policy.id, held, open: reasons, closed } };
}

/**
 * Demands that hide no more than is meant: reading the whole of a folder in which the policy names a file is reading that file, which is hidden;
 * the others, which may be read one by one, are not.
 */
function ofWhat(demands: readonly PartDemand[]): readonly PartDemand[] {
  const named = demands.flatMap(({ demand }) =>
    demand.kind === "hidden" && demand.isTree !== true ? demand.globs.map(withoutBelow) : [],
  );
  const isNamed = (folder: string): boolean =>
    named.some((one) => `${one}/`.startsWith(`${folder}/`) && !/[*?[]/.test(one.slice(folder.length)));
  return demands.map(({ demand, part }) =>
    demand.kind === "hidden" && demand.isTree === true
      ? { demand: { ...demand, globs: demand.globs.filter((folder) => !isNamed(folder)) }, part }
      : { demand, part },
  );
}

function withoutBelow(glob: string): string {
  return glob.endsWith("/**") ? glob.slice(0, -"/**".length) : glob;
}

/** What a matcher says beside the condition narrows the policy: the box holds more. */
function alternativesFor({ condition }: BoxPolicy): readonly (readonly BoxAtom[])[] | null {
  if (condition === undefined) return [[]];
  return condition.ast === null ? null : alternativesOf(condition.ast);
}

function profileOf(demand: Exclude<Demand, { readonly kind: "none" }>, policy: string): BoxProfile {
  switch (demand.kind) {
    case "hosts":
      return { ...WIDEST, network: { kind: "hosts", hosts: demand.hosts, policies: [policy] } };
    case "outside":
      return WIDEST;
    default: {
      const { kind, globs, except } = demand;
      return { ...WIDEST, [kind]: globs.map((glob) => ({ glob, except, policy })) };
    }
  }
}
