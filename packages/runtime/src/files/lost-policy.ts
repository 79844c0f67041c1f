import type { Tier } from "@gatehouse/engine";

/** A policy that should be in force and is not. */
export interface LostPolicy {
  readonly file: string;
  readonly events: readonly string[] | "all gating";
  readonly tier: Tier;
  readonly why: string;
  readonly line?: number;
  readonly realPath?: string;
}
