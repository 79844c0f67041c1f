import type { Policy } from "@gatehouse-hooks/engine";
import { alternativesOf, type BoxAtom } from "./alternatives.js";
import { type Demand, demandsOf } from "./demand.js";
import { type BoxProfile, narrowest, WIDEST } from "./profile.js";

/** What of a policy a box is made of. */
export type BoxPolicy = Pick<Policy, "id" | "enabled" | "handler" | "matcher" | "condition">;

/** How much of a policy the kernel holds, whatever the text of a call looks like. */
export interface BoxCoverage {
  readonly policy: string;
  readonly held: "whole" | "part" | "not";
  /** What is not held, each reason once, with a part of the condition that shows it: all of these tests hold. */
  readonly open: readonly OpenPart[];
}

/** A part of a policy that no box holds. */
export interface OpenPart {
  readonly why: string;
  readonly alternative: readonly BoxAtom[];
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
  const open = new Map<string, OpenPart>();
  const leave = (why: string, alternative: readonly BoxAtom[]): void => {
    if (!open.has(why)) open.set(why, { why, alternative });
  };
  let profile = WIDEST;
  let held = 0;
  const alternatives = alternativesFor(policy);
  if (policy.handler.kind !== "static") leave(`a ${policy.handler.kind} answers, call by call`, []);
  else if (alternatives === null) leave("its condition is too large, or was not understood", []);
  else
    for (const alternative of alternatives)
      for (const demand of demandsOf(alternative)) {
        if (demand.kind === "none") leave(demand.why, alternative);
        else {
          held++;
          profile = narrowest(profile, profileOf(demand, policy.id));
        }
      }
  const how = open.size === 0 && held > 0 ? "whole" : held > 0 ? "part" : "not";
  if (how === "not" && open.size === 0) leave("it names no place", []);
  return { profile, coverage: { policy: policy.id, held: how, open: [...open.values()] } };
}

/** What a matcher says beside the condition narrows the policy: the box holds more. */
function alternativesFor({ condition }: BoxPolicy): readonly (readonly BoxAtom[])[] | null {
  if (condition === undefined) return [[]];
  return condition.ast === null ? null : alternativesOf(condition.ast);
}

function profileOf(demand: Exclude<Demand, { readonly kind: "none" }>, policy: string): BoxProfile {
  switch (demand.kind) {
    case "hosts":
      return { ...WIDEST, network: { kind: "hosts", hosts: demand.hosts } };
    case "outside":
      return WIDEST;
    default: {
      const { kind, globs, except } = demand;
      return { ...WIDEST, [kind]: globs.map((glob) => ({ glob, except, policy })) };
    }
  }
}
