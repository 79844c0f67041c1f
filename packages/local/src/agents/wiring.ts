import { AGENTS, type AgentWiring } from "@gatehouse-hooks/hosts/agents";

/** An agent that `gatehouse init` knows, and how its settings name hooks: of its descriptor. */
export interface Wiring extends AgentWiring {
  /** The host's name: `gatehouse hook <name>`. */
  readonly agent: string;
  readonly title: string;
}

/** Every agent that `gatehouse init` knows. */
export const WIRINGS: readonly Wiring[] = AGENTS.flatMap(({ name, title, wiring }) =>
  wiring === undefined ? [] : [{ agent: name, title, ...wiring }],
);

/** Seconds that the agent waits for a hook. Most agents run the tool when it is over, so the hook answers before. */
const TIMEOUT_S = 60;

/** The timeout in the unit of an agent. */
export function timeoutOf({ timeoutUnit }: Wiring): number {
  return timeoutUnit === "ms" ? TIMEOUT_S * 1_000 : TIMEOUT_S;
}

/** The events that hooks are for, in the agent's own names; undefined: a person writes the settings, and chooses them. */
export function wiredEvents({ shape, events }: Wiring): readonly string[] | undefined {
  return shape === "manual" ? undefined : events.map(({ name }) => name);
}
