import type { Tier } from "@gatehouse-hooks/engine";

/** What a policy that would be asked is taken to answer. */
export type Supposed = "approve" | "deny" | "failure";

/** The agent whose payload a canonical event is: none. */
export const NO_AGENT = "gatehouse";

/** What is tried: policies and an event, as they are written. Plain JSON. */
export interface PlaygroundTrial {
  /** The text of a native policy file. */
  readonly policies: string;
  /** JSON: the payload of the agent, or a canonical event. */
  readonly event: string;
  /** The name of a host, or `NO_AGENT`. */
  readonly agent: string;
  /** A person is there to answer the agent's questions. */
  readonly interactive: boolean;
  /** By `keyOfPolicy`. */
  readonly supposed: Readonly<Record<string, Supposed>>;
}

/** Where the policies are written. */
export const POLICY_PATH = ".gatehouse/rules.yaml";

/** Names of policies are unique in their tier only. */
export function keyOfPolicy({ tier, policy }: { readonly tier: Tier; readonly policy: string }): string {
  return `${tier}/${policy}`;
}

/** Characters that an editor takes: a little more than a policy file, and an event, may be long. */
export const MOST_OF_POLICIES = 300_000;
export const MOST_OF_EVENT = 1_100_000;
